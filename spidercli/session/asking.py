"""The commands that only ask: where cards may go, hints, the solver, the pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from solver.errors import SpiderError
from solver.rules.move import move_text
from spidercli.session.help_page import help_page
from spidercli.session.language import Command, Word
from spidercli.session.refused import RefusedError
from spidercli.session.rules_page import rules_page

if TYPE_CHECKING:
    from solver.result import SolveResult
    from solver.rules.position import Position
    from spidercli.session.session import Session


def _targets(session: Session, command: Command) -> None:
    column = session.column(command.numbers[0])
    moves = session.game.targets(column)
    session.marked_columns = frozenset(move.target for move in moves)
    session.say(session.teller.targets(moves, column))
    session.reply.table = True


def _hint(session: Session, _command: Command) -> None:
    if session.game.is_won:
        session.say(session.teller.won(session.game))
        return
    position = session.game.position
    try:
        hint = session.hints.ask(position)
    except KeyboardInterrupt:
        raise RefusedError(session.words.gettext("the hint was stopped")) from None
    except SpiderError as error:
        raise RefusedError(str(error)) from error
    session.say(session.teller.hint(position, hint))


def _solve(session: Session, _command: Command) -> None:
    if session.game.is_won:
        tell_par(session)
        return
    result = _asked(session, session.game.position)
    session.say(*session.teller.solved(result))


def tell_par(session: Session) -> None:
    """Tell how short the solver's own win of this deal is, beside the player's.

    :raises RefusedError: if the solver cannot be asked, or is stopped.
    """
    result = _asked(session, session.named.start)
    session.say(session.teller.par(result, session.game))


def _asked(session: Session, position: Position) -> SolveResult:
    try:
        return session.solver(position, session.named.name)
    except KeyboardInterrupt:
        raise RefusedError(session.words.gettext("the solver was stopped")) from None
    except SpiderError as error:
        raise RefusedError(str(error)) from error


def _table(session: Session, _command: Command) -> None:
    session.reply.table = True


def _log(session: Session, _command: Command) -> None:
    if session.game.moves:
        session.say(" ".join(map(move_text, session.game.moves)))
    else:
        session.say(session.words.gettext("no move has been made yet"))


def _code(session: Session, _command: Command) -> None:
    named = session.named
    if named.has_code:
        session.say(f"{named.name} ({named.variant.name}): spider play --code {named.name}")
    else:
        text = session.words.gettext("{name} ({variant}): this deal has no game code")
        session.say(text.format(name=named.name, variant=named.variant.name))


def _auto(session: Session, _command: Command) -> None:
    session.auto = not session.auto
    _ = session.words.gettext
    session.say(_("automatic placement is on") if session.auto else _("automatic placement is off"))


def _rules(session: Session, _command: Command) -> None:
    session.say(*rules_page(session.named.variant, session.words))


def _help(session: Session, _command: Command) -> None:
    session.say(*(f"{typed}\t{does}" for typed, does in help_page(session.words)))


def _quit(session: Session, _command: Command) -> None:
    session.reply.leave = True


HANDLERS: Final[dict[Word, Callable[[Session, Command], None]]] = {
    Word.TARGETS: _targets,
    Word.HINT: _hint,
    Word.SOLVE: _solve,
    Word.TABLE: _table,
    Word.LOG: _log,
    Word.CODE: _code,
    Word.AUTO: _auto,
    Word.RULES: _rules,
    Word.HELP: _help,
    Word.QUIT: _quit,
}
