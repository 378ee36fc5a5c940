"""The rules of play (R3-R9): what may be done in a position, and what it leads to.

This is the oracle that everything else is checked against: plain, slow and complete.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Self

from solver.errors import IllegalMoveError
from solver.rules.cards import (
    ACE,
    KING,
    RUN_LENGTH,
    Card,
    card_name,
    rank_of,
    suit_of,
)
from solver.rules.move import DEAL_ROW, Move, Refusal
from solver.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class RemovedRun:
    """A complete run that left the table: its column, its suit, and whether a card turned up."""

    column: int
    suit: int
    revealed: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a move or a deal did beyond moving cards.

    ``revealed`` lists the columns whose last card turned up (R4, R8); ``removed`` the complete
    runs that left (R8); ``dealt`` is the number of cards dealt (0 for a move).
    """

    move: Move
    revealed: tuple[int, ...] = ()
    removed: tuple[RemovedRun, ...] = ()
    dealt: int = 0


@dataclass(eq=False, slots=True)
class Position:
    """The table at one moment.

    ``columns`` hold the cards from the bottom to the last; the first ``face_down[i]`` cards of
    column ``i`` lie face down. ``stock`` holds the cards still to be dealt, the last element
    first. ``runs`` counts the removed runs. :meth:`push` and :meth:`pop` change the position
    in place; the constructor's lists are copied by :meth:`make`.
    """

    variant: Variant
    columns: list[list[Card]]
    face_down: list[int]
    stock: list[Card]
    runs: int = 0
    _history: list[tuple[Outcome, bool]] = field(default_factory=list, repr=False)

    @classmethod
    def make(
        cls,
        variant: Variant,
        columns: Sequence[Iterable[Card]],
        face_down: Iterable[int],
        stock: Iterable[Card] = (),
        runs: int = 0,
    ) -> Self:
        """Return a position from its parts; ``stock`` is in the order in which it is dealt."""
        return cls(
            variant,
            [list(column) for column in columns],
            list(face_down),
            list(stock)[::-1],
            runs,
        )

    def copy(self) -> Position:
        """Return the same position with no history."""
        return Position.make(
            self.variant, self.columns, self.face_down, self.stock[::-1], self.runs
        )

    def __eq__(self, other: object) -> bool:
        """Two positions are equal if nothing on the table or in the stock differs."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.key() == other.key() and self.variant == other.variant

    __hash__ = None  # type: ignore[assignment]

    def key(self) -> tuple[object, ...]:
        """Return a hashable value that tells positions of one variant apart."""
        return (
            tuple(map(tuple, self.columns)),
            tuple(self.face_down),
            tuple(self.stock),
            self.runs,
        )

    @property
    def is_won(self) -> bool:
        """Whether the game is won: every run is off and no card remains (R9)."""
        return not self.stock and not any(self.columns)

    @property
    def next_row_size(self) -> int:
        """The number of cards that the next deal puts down (T1: the last may be short)."""
        return min(len(self.stock), len(self.columns))

    @property
    def rows_left(self) -> int:
        """The number of deals left in the stock."""
        return -(-len(self.stock) // len(self.columns))

    def face_up(self, column: int) -> list[Card]:
        """Return the face-up cards of a column, the last one last."""
        return self.columns[column][self.face_down[column] :]

    def group_length(self, column: int) -> int:
        """Return the size of the longest movable group at the end of a column (R5)."""
        cards = self.columns[column]
        if not cards:
            return 0
        length = 1
        while length < len(cards) - self.face_down[column] and self._joined(
            cards[-length - 1], cards[-length]
        ):
            length += 1
        return length

    def _joined(self, upper: Card, lower: Card) -> bool:
        """Whether ``lower`` moves together with ``upper``, on which it lies (R5)."""
        if self.variant.relaxed:
            return rank_of(upper) == rank_of(lower) + 1
        return upper == lower + 1

    def refusal(self, move: Move) -> Refusal | None:
        """Return the reason for which the rules refuse a move, or None where it is legal."""
        if move.is_deal:
            return self._deal_refusal()
        width = len(self.columns)
        if not (0 <= move.source < width and 0 <= move.target < width) or move.count < 0:
            return Refusal.NO_SUCH_COLUMN
        if move.source == move.target:
            return Refusal.SAME_COLUMN
        if not self.columns[move.source]:
            return Refusal.EMPTY_SOURCE
        return self._group_refusal(move) or self._target_refusal(move)

    def _deal_refusal(self) -> Refusal | None:
        if not self.stock:
            return Refusal.STOCK_EMPTY
        if all(self.columns):
            return None
        if sum(map(len, self.columns)) < len(self.columns):
            return Refusal.TOO_FEW_CARDS
        return Refusal.EMPTY_COLUMN

    def _group_refusal(self, move: Move) -> Refusal | None:
        if move.count > len(self.columns[move.source]) - self.face_down[move.source]:
            return Refusal.NOT_FACE_UP
        if move.count <= self.group_length(move.source):
            return None
        group = self.columns[move.source][-move.count :]
        descending = all(
            rank_of(upper) == rank_of(lower) + 1 for upper, lower in itertools.pairwise(group)
        )
        return Refusal.MIXED_SUITS if descending else Refusal.NOT_DESCENDING

    def _target_refusal(self, move: Move) -> Refusal | None:
        target = self.columns[move.target]
        if not target:
            return None
        first, onto = self.columns[move.source][-move.count], target[-1]
        if rank_of(onto) == rank_of(first) + 1:
            return None
        if rank_of(first) == KING:
            return Refusal.KING_ONTO_CARD
        return Refusal.ONTO_ACE if rank_of(onto) == ACE else Refusal.NOT_ONE_HIGHER

    def is_legal(self, move: Move) -> bool:
        """Whether the rules allow a move here."""
        return self.refusal(move) is None

    def legal_moves(self) -> list[Move]:
        """Return every legal move: by source, target and count; the deal comes last."""
        moves = [
            move
            for source in range(len(self.columns))
            for target in range(len(self.columns))
            if source != target
            for count in range(1, self.group_length(source) + 1)
            if self._target_refusal(move := Move(source, target, count)) is None
        ]
        if self._deal_refusal() is None:
            moves.append(DEAL_ROW)
        return moves

    def push(self, move: Move) -> Outcome:
        """Make a move or a deal, remove what it completed, and return what it did.

        :raises IllegalMoveError: if the rules refuse it; the position stays as it was.
        """
        refused = self.refusal(move)
        if refused is not None:
            raise IllegalMoveError(self.explain(move, refused), refused)
        if move.is_deal:
            return self._deal_row()
        source, target = self.columns[move.source], self.columns[move.target]
        target.extend(source[-move.count :])
        del source[-move.count :]
        turned = self._reveal(move.source)
        removed = self._remove_complete_runs([move.target])
        revealed = [move.source] if turned else []
        revealed += [run.column for run in removed if run.revealed]
        outcome = Outcome(move, tuple(revealed), tuple(removed))
        self._history.append((outcome, turned))
        return outcome

    def _deal_row(self) -> Outcome:
        size = self.next_row_size
        for column in range(size):
            self.columns[column].append(self.stock.pop())
        removed = self._remove_complete_runs(range(size))
        revealed = tuple(run.column for run in removed if run.revealed)
        outcome = Outcome(DEAL_ROW, revealed, tuple(removed), size)
        self._history.append((outcome, False))
        return outcome

    def _reveal(self, column: int) -> bool:
        """Turn up the last card of a column if it lies face down (R4)."""
        if self.columns[column] and self.face_down[column] == len(self.columns[column]):
            self.face_down[column] -= 1
            return True
        return False

    def _remove_complete_runs(self, columns: Iterable[int]) -> list[RemovedRun]:
        """Take away the complete run at the end of each of these columns (R8)."""
        removed = []
        for column in columns:
            if self.ends_in_complete_run(column):
                suit = suit_of(self.columns[column][-1])
                del self.columns[column][-RUN_LENGTH:]
                self.runs += 1
                removed.append(RemovedRun(column, suit, self._reveal(column)))
        return removed

    def ends_in_complete_run(self, column: int) -> bool:
        """Whether thirteen face-up cards of one suit, king to ace, end a column (R8)."""
        tail = self.face_up(column)[-RUN_LENGTH:]
        return len(tail) == RUN_LENGTH and all(
            rank_of(card) == KING - i and suit_of(card) == suit_of(tail[0])
            for i, card in enumerate(tail)
        )

    def pop(self) -> Outcome:
        """Take back the last move or deal and return what it had done.

        :raises IndexError: if nothing was pushed.
        """
        outcome, turned = self._history.pop()
        for run in reversed(outcome.removed):
            if run.revealed:
                self.face_down[run.column] += 1
            top = (run.suit << 4) | KING
            self.columns[run.column].extend(range(top, top - RUN_LENGTH, -1))
            self.runs -= 1
        if outcome.move.is_deal:
            for column in reversed(range(outcome.dealt)):
                self.stock.append(self.columns[column].pop())
            return outcome
        source, target = self.columns[outcome.move.source], self.columns[outcome.move.target]
        if turned:
            self.face_down[outcome.move.source] += 1
        source.extend(target[-outcome.move.count :])
        del target[-outcome.move.count :]
        return outcome

    def explain(
        self,
        move: Move,
        refused: Refusal,
        *,
        translate: Callable[[str], str] = str,
        name: Callable[[Card], str] = card_name,
    ) -> str:
        """Say in one line why a move is refused here, naming the rule.

        ``translate`` turns a text of :data:`EXPLANATIONS` into another language, its fields in
        braces kept; ``name`` gives a card's name.
        """
        text = translate(EXPLANATIONS[refused]).format(**self._names(move, name))
        return f"{text} ({refused.rule})"

    def _names(self, move: Move, name: Callable[[Card], str]) -> dict[str, object]:
        width = len(self.columns)
        names: dict[str, object] = {
            "columns": width,
            "source": move.source + 1,
            "target": move.target + 1,
            "count": move.count,
            "empty": next((i + 1 for i, cards in enumerate(self.columns) if not cards), None),
            "card": "the card",
            "onto": "the last card",
            "face_up": 0,
        }
        if 0 <= move.source < width and not move.is_deal:
            group = self.columns[move.source][-move.count :]
            names["face_up"] = len(self.face_up(move.source))
            if group and move.count <= len(self.face_up(move.source)):
                names["card"] = name(group[0])
        if 0 <= move.target < width and self.columns[move.target]:
            names["onto"] = name(self.columns[move.target][-1])
        return names


EXPLANATIONS: Final = {
    Refusal.NO_SUCH_COLUMN: "there is no such column; the columns are 1 to {columns}",
    Refusal.SAME_COLUMN: "a move needs two different columns",
    Refusal.EMPTY_SOURCE: "column {source} is empty",
    Refusal.NOT_FACE_UP: "column {source} shows only {face_up} face up, not {count}",
    Refusal.NOT_DESCENDING: "the last {count} cards of column {source} do not descend one by one",
    Refusal.MIXED_SUITS: "the last {count} cards of column {source} are not all of one suit",
    Refusal.NOT_ONE_HIGHER: "{card} does not go onto {onto}, which is not one rank higher",
    Refusal.ONTO_ACE: "nothing goes onto an ace, and column {target} ends in {onto}",
    Refusal.KING_ONTO_CARD: "a king goes only to an empty column; column {target} is not empty",
    Refusal.STOCK_EMPTY: "the stock is empty",
    Refusal.EMPTY_COLUMN: "no deal while a column is empty; column {empty} is",
    Refusal.TOO_FEW_CARDS: (
        "no deal while a column is empty, and too few cards are left to fill every column"
    ),
}
"""Why a move is refused, with the names of what it touches in braces."""
