"""A game in progress: what a player at the table has."""

from __future__ import annotations

from collections import deque
from typing import Final

from solver.errors import IllegalMoveError
from solver.rules.deal import Deal
from solver.rules.move import Move, Refusal
from solver.rules.position import Outcome, Position
from solver.rules.score import score_after, start_score

UNDO_LIMIT: Final = 100
"""How many actions can be taken back in a row (R11)."""


class Game:
    """A position with its score, its move counter and its history.

    A game from a position in mid-game starts with a counter of 0 and a score of 500, and 100
    more for each run that is already off: the moves before it are not known and cost nothing.
    ``start`` is copied. Change the position only through the methods here.
    """

    def __init__(self, start: Position | Deal) -> None:
        self._start = start.position() if isinstance(start, Deal) else start.copy()
        self._begin()

    def _begin(self) -> None:
        self.position = self._start.copy()
        self.score = start_score(self._start.runs)
        self._moves: list[Move] = []
        self._scores: deque[int] = deque(maxlen=UNDO_LIMIT)
        self._undone: list[Move] = []

    @property
    def counter(self) -> int:
        """The number of moves and deals made; a removed run is no move (R10)."""
        return len(self._moves)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves and deals made so far; played from the start they give this game again."""
        return tuple(self._moves)

    @property
    def is_won(self) -> bool:
        """Whether every run is off and no card remains (R9)."""
        return self.position.is_won

    @property
    def can_undo(self) -> bool:
        """Whether an action is left that :meth:`undo` may take back."""
        return bool(self._scores)

    @property
    def can_redo(self) -> bool:
        """Whether an action was taken back that :meth:`redo` may make again."""
        return bool(self._undone)

    @property
    def undo_count(self) -> int:
        """How many actions :meth:`undo` can take back now, at most 100 (R11)."""
        return len(self._scores)

    @property
    def undone(self) -> tuple[Move, ...]:
        """What :meth:`redo` would make again, in the order in which it would."""
        return tuple(reversed(self._undone))

    def forget_undo(self, keep: int) -> None:
        """Let only the last ``keep`` actions be taken back: a saved game had no more left."""
        while len(self._scores) > keep:
            self._scores.popleft()

    def play(self, move: Move) -> Outcome:
        """Make a move or a deal.

        :raises IllegalMoveError: if the rules refuse it; nothing changes, what was undone can
            still be redone.
        """
        outcome = self._make(move)
        self._undone.clear()
        return outcome

    def _make(self, move: Move) -> Outcome:
        outcome = self.position.push(move)
        self._moves.append(move)
        self._scores.append(self.score)
        self.score = score_after(self.position.variant, self.score, len(outcome.removed))
        return outcome

    def undo(self) -> Outcome:
        """Take back the last move or deal with all that it did (R11), and return what it did.

        :raises IllegalMoveError: if no action is left, or the last 100 were taken back.
        """
        if not self._scores:
            if self._moves:
                raise IllegalMoveError(
                    f"only the last {UNDO_LIMIT} actions can be taken back (R11)",
                    Refusal.UNDO_LIMIT,
                )
            raise IllegalMoveError("nothing to undo (R11)", Refusal.NOTHING_TO_UNDO)
        outcome = self.position.pop()
        self.score = self._scores.pop()
        self._undone.append(self._moves.pop())
        return outcome

    def redo(self) -> Outcome:
        """Make the action again that was taken back last, and return what it did.

        :raises IllegalMoveError: if none was taken back since the last move or deal.
        """
        if not self._undone:
            raise IllegalMoveError("nothing to redo (R11)", Refusal.NOTHING_TO_REDO)
        return self._make(self._undone.pop())

    def restart(self) -> None:
        """Begin the same game again (R15); what was played cannot be taken back afterwards."""
        self._begin()

    def targets(self, column: int, count: int | None = None) -> list[Move]:
        """Return the moves by which cards of a column may go elsewhere (R14).

        One move for each column that takes any of its groups: the largest group that it takes,
        or only ``count`` cards where that is given. Empty if there is none, or no such column.
        """
        width = len(self.position.columns)
        if not 0 <= column < width:
            return []
        movable = range(self.position.group_length(column), 0, -1)
        counts = [n for n in movable if count in (None, n)]
        fitting = (
            [move for n in counts if self.position.is_legal(move := Move(column, target, n))]
            for target in range(width)
        )
        return [moves[0] for moves in fitting if moves]

    def best_move(self, column: int, count: int | None = None) -> Move | None:
        """Return the move that a 'double click' on a column makes (R13), or None.

        The largest movable group of the column that fits anywhere, or ``count`` cards, onto the
        first column from the left of the best kind: one that ends in the same suit, then one of
        another suit, then an empty one. The order is the same in every game.
        """
        moves = self.targets(column, count)
        if not moves:
            return None
        largest = max(move.count for move in moves)
        return min((move for move in moves if move.count == largest), key=self._target_kind)

    def _target_kind(self, move: Move) -> int:
        """Return 0 for a target of the same suit, 1 for another suit, 2 for an empty column."""
        target = self.position.columns[move.target]
        if not target:
            return 2
        return 0 if target[-1] == self.position.columns[move.source][-move.count] + 1 else 1
