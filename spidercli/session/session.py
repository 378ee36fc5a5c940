"""The game loop without its input and output: a line that was typed -> what is answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from solver.result import SolveResult
from solver.rules.cards import Card
from solver.rules.game import Game
from solver.rules.move import Move, Refusal
from solver.rules.position import Position
from spidercli.session import asking, filing, playing
from spidercli.session.hint_call import Hints
from spidercli.session.keeper import Keeper
from spidercli.session.language import Command, CommandError, parse_line, printable
from spidercli.session.named_game import NamedGame
from spidercli.session.refused import RefusedError
from spidercli.session.told import Teller
from spidercli.session.words import Words

Place = tuple[int, int]
"""A column, and a card in it counted from the bottom; both from 0."""

Solver = Callable[[Position, str], SolveResult]
"""Asked about a position that has a name.

:raises SpiderError: if it cannot be asked here.
"""


@dataclass(slots=True)
class Reply:
    """What is answered to one line.

    ``lines`` are for people, in their language; a tab parts a term from what is said of it.
    ``table`` asks for the table to be shown anew. ``ok`` is False if something was not done,
    ``leave`` is True if the player leaves.
    """

    lines: list[str] = field(default_factory=list)
    table: bool = False
    ok: bool = True
    leave: bool = False


class Session:
    """One player at the table.

    ``label`` names a card for the player; ``auto`` is the automatic placement (R14); with
    ``par`` the solver tells its own length after a win. After
    each line ``changed`` holds the places whose cards are new or newly face up since the line
    before, and ``marked_columns`` those where the cards asked about may go.
    """

    def __init__(
        self,
        named: NamedGame,
        words: Words,
        label: Callable[[Card], str],
        keeper: Keeper,
        solver: Solver,
        *,
        auto: bool = False,
        par: bool = False,
    ) -> None:
        self.named = named
        self.words = words
        self.label = label
        self.teller = Teller(words, label)
        self.solver = solver
        self.hints = Hints()
        self.auto = auto
        self.par = par
        self.changed: frozenset[Place] = frozenset()
        self.marked_columns: frozenset[int] = frozenset()
        self.reply = Reply()
        self._keeper = keeper
        self._keeping_failed = False
        self._touched = False

    @property
    def is_kept(self) -> bool:
        """Whether this game can be taken up again where it stands."""
        return self._keeper.keeps and not self._keeping_failed and bool(self.game.moves)

    @property
    def game(self) -> Game:
        """The game at the table."""
        return self.named.game

    def answer(self, line: str) -> Reply:
        """Carry out what a line says, up to the first command that is refused."""
        self.reply = reply = Reply()
        try:
            commands = parse_line(line, self.words)
        except CommandError as error:
            self.say(str(error))
            reply.ok = False
            return reply
        before, named = _faces(self.game.position), self.named
        self._touched = False
        self.marked_columns = frozenset()
        reply.table = not commands
        self._carry_out(commands)
        if named is not self.named:
            self.changed = frozenset()
        elif commands:
            self.changed = _new_places(before, _faces(self.game.position))
        if self._touched:
            self._keep()
            self._tell_end()
        return reply

    def say(self, *lines: str) -> None:
        """Add lines to the answer."""
        self.reply.lines.extend(map(printable, lines))

    def touch(self) -> None:
        """Note that the game has gone on or back: it is shown again and kept."""
        self._touched = True
        self.reply.table = True

    def take_up(self, named: NamedGame) -> None:
        """Put another game on the table."""
        self.named = named
        self.reply.table = True

    def column(self, number: int) -> int:
        """Return the index of a column that the player named.

        :raises RefusedError: if there is none.
        """
        if not 1 <= number <= len(self.game.position.columns):
            move = Move(number - 1, number - 1, 1)
            raise RefusedError(self.why(move, Refusal.NO_SUCH_COLUMN))
        return number - 1

    def why(self, move: Move, refusal: Refusal) -> str:
        """Say why the rules refuse a move."""
        return self.game.position.explain(
            move, refusal, translate=self.words.gettext, name=self.label
        )

    def _carry_out(self, commands: list[Command]) -> None:
        for i, command in enumerate(commands):
            try:
                _HANDLERS[command.word](self, command)
            except RefusedError as refused:
                self.reply.ok = False
                self.say(self._stopped(str(refused), commands, i))
                return
            if self.reply.leave:
                return

    def _stopped(self, why: str, commands: list[Command], at: int) -> str:
        if len(commands) == 1:
            return why
        text = f"{commands[at].said}: {why}"
        if at + 1 < len(commands):
            text += f" ({self.words.gettext('what came after it was not done')})"
        return text

    def _tell_end(self) -> None:
        """Tell of a win or of a table without a move; the game goes on all the same (R9)."""
        if self.game.is_won:
            self.say(self.teller.won(self.game, with_par=self.par))
            if self.par:
                self._tell_par()
        elif not self.game.position.legal_moves():
            self.say(self.teller.stuck())

    def _tell_par(self) -> None:
        try:
            asking.tell_par(self)
        except RefusedError as refused:
            self.say(str(refused))

    def _keep(self) -> None:
        try:
            self._keeper.keep(self.named)
            self._keeper.note(self.named)
        except OSError as error:
            if not self._keeping_failed:
                text = self.words.gettext(
                    "The game cannot be kept: {why}. It goes on all the same."
                )
                self.say(text.format(why=error.strerror or error))
            self._keeping_failed = True
        else:
            self._keeping_failed = False


_HANDLERS = {**playing.HANDLERS, **asking.HANDLERS, **filing.HANDLERS}

_Faces = list[list[tuple[Card, bool]]]


def _faces(position: Position) -> _Faces:
    """Return each card of each column, with whether it lies face up."""
    return [
        [(card, row >= down) for row, card in enumerate(cards)]
        for cards, down in zip(position.columns, position.face_down, strict=True)
    ]


def _new_places(before: _Faces, after: _Faces) -> frozenset[Place]:
    """Return the places that show something else than before."""
    return frozenset(
        (column, row)
        for column, (old, new) in enumerate(zip(before, after, strict=True))
        for row, face in enumerate(new)
        if row >= len(old) or old[row] != face
    )
