"""The commands that change the game: moves, deals, undo, redo, restart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from solver.errors import IllegalMoveError
from solver.rules.cards import rank_of
from solver.rules.game import Game
from solver.rules.move import DEAL_ROW, Move, Refusal
from spidercli.session.language import Command, Word
from spidercli.session.refused import RefusedError

if TYPE_CHECKING:
    from spidercli.session.session import Session

_TARGET_REFUSALS: Final = (
    Refusal.SAME_COLUMN,
    Refusal.NOT_ONE_HIGHER,
    Refusal.ONTO_ACE,
    Refusal.KING_ONTO_CARD,
)
_GROUP_REFUSALS: Final = (Refusal.NOT_FACE_UP, Refusal.NOT_DESCENDING, Refusal.MIXED_SUITS)


def _move(session: Session, command: Command) -> None:
    source = session.column(command.numbers[0])
    if len(command.numbers) == 1:
        _play(session, _best_move(session, source))
        return
    move = _meant_move(session, source, *command.numbers[1:])
    refusal = session.game.position.refusal(move)
    if session.auto and refusal in _TARGET_REFUSALS:
        count = command.numbers[2] if len(command.numbers) > 2 else None
        best = session.game.best_move(source, count)
        if best is not None:
            _play(session, best)
            return
    if refusal is not None:
        raise RefusedError(_instead(session, move, refusal))
    _play(session, move)


def _best_move(session: Session, source: int) -> Move:
    """Return the move of a 'double click' (R13)."""
    if not session.game.position.columns[source]:
        raise RefusedError(session.why(Move(source, source, 1), Refusal.EMPTY_SOURCE))
    move = session.game.best_move(source)
    if move is None:
        raise RefusedError(session.teller.targets([], source))
    return move


def _meant_move(
    session: Session, source: int, target_number: int, count: int | None = None
) -> Move:
    """Return the move of two columns and perhaps a count; the rules may refuse it.

    Without a count it is the longest group that fits, or, where none does, the cards that
    would have to move.
    """
    target = session.column(target_number)
    if count is not None:
        if count < 1:
            raise RefusedError(session.words.gettext("a move takes at least one card"))
        return Move(source, target, count)
    position = session.game.position
    longest = max(position.group_length(source), 1)
    cards, onto = position.columns[source], position.columns[target]
    if not cards or not onto:
        return Move(source, target, longest)
    needed = rank_of(onto[-1]) - rank_of(cards[-1])
    fits = 1 <= needed <= len(position.face_up(source))
    return Move(source, target, needed if fits else longest)


def _instead(session: Session, move: Move, refusal: Refusal) -> str:
    """Return why a move is refused, and which moves of that column are not (R14)."""
    why = session.why(move, refusal)
    if refusal in (*_GROUP_REFUSALS, *_TARGET_REFUSALS):
        targets = session.game.targets(move.source)
        return f"{why}; {session.teller.targets(targets, move.source)}"
    return why


def _play(session: Session, move: Move) -> None:
    position = session.game.position
    group = [] if move.is_deal else position.columns[move.source][-move.count :]
    outcome = session.game.play(move)
    session.say(session.teller.done(outcome, group, position))
    session.touch()


def _deal(session: Session, _command: Command) -> None:
    refusal = session.game.position.refusal(DEAL_ROW)
    if refusal is not None:
        raise RefusedError(session.why(DEAL_ROW, refusal))
    _play(session, DEAL_ROW)


def _undo(session: Session, command: Command) -> None:
    done = _repeat(session, session.game.undo, command)
    text = session.words.ngettext("{n} action taken back.", "{n} actions taken back.", done)
    session.say(text.format(n=done))


def _redo(session: Session, command: Command) -> None:
    done = _repeat(session, session.game.redo, command)
    text = session.words.ngettext("{n} action made again.", "{n} actions made again.", done)
    session.say(text.format(n=done))


def _repeat(session: Session, action: Callable[[], object], command: Command) -> int:
    """Undo or redo as often as the command says and it can be done; return how often."""
    times = command.numbers[0] if command.numbers else 1
    if times < 1:
        raise RefusedError(session.words.gettext("type how many actions, at least 1"))
    for done in range(times):
        try:
            action()
        except IllegalMoveError as error:
            if not done:
                raise RefusedError(session.words.gettext(str(error))) from error
            return done
        session.touch()
    return times


def _restart(session: Session, _command: Command) -> None:
    session.take_up(replace(session.named, game=Game(session.named.start)))
    session.say(session.words.gettext("This game begins again."))
    session.touch()


HANDLERS: Final[dict[Word, Callable[[Session, Command], None]]] = {
    Word.MOVE: _move,
    Word.DEAL: _deal,
    Word.UNDO: _undo,
    Word.REDO: _redo,
    Word.RESTART: _restart,
}
