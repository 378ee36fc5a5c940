"""Opening layouts: from a deal number, or from the cards in the order in which they are dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self

from solver.errors import DealError
from solver.rules.cards import ACE, KING, SUITS, Card, card_name, rank_of, suit_of
from solver.rules.position import Position
from solver.rules.shuffle import shuffle
from solver.rules.variant import Variant

DEAL_COUNT: Final = 26**7
"""How many deals a variant has: seven letters in its game code."""


@dataclass(frozen=True, slots=True)
class Deal:
    """One opening layout of a variant.

    ``cards`` are in dealing order: the tableau row by row, then the stock, whose first card goes
    to column 1. In each row of the tableau every column that is high enough for the row gets a
    card, from the first column to the last. ``number`` is the deal number, or None for cards
    that came from elsewhere.
    """

    variant: Variant
    cards: tuple[Card, ...]
    number: int | None = None

    @classmethod
    def from_number(cls, variant: Variant, number: int) -> Self:
        """Return the deal of a number from 0 to :data:`DEAL_COUNT` - 1.

        :raises DealError: if the number lies outside.
        """
        if not 0 <= number < DEAL_COUNT:
            raise DealError(f"no deal number {number}; the numbers are 0 to {DEAL_COUNT - 1}")
        return cls(variant, tuple(shuffle(variant.deck(), number)), number)

    @classmethod
    def from_cards(cls, variant: Variant, cards: Iterable[Card]) -> Self:
        """Return the deal of these cards, in dealing order.

        :raises DealError: if they are not exactly the variant's deck.
        """
        dealt = tuple(cards)
        for card in dealt:
            if suit_of(card) not in range(len(SUITS)) or not ACE <= rank_of(card) <= KING:
                raise DealError(f"{card} is no card; a card is suit << 4 | rank")
        deck, given = Counter(variant.deck()), Counter(dealt)
        surplus, missing = given - deck, deck - given
        if surplus:
            raise DealError(f"too many of {_names(surplus)} for {variant.name}")
        if missing:
            raise DealError(f"{_names(missing)} missing for {variant.name}")
        return cls(variant, dealt)

    def position(self) -> Position:
        """Return the opening position: the last card of each column face up (R2)."""
        heights = self.variant.column_heights
        columns: list[list[Card]] = [[] for _ in heights]
        order = iter(self.cards)
        for row in range(max(heights)):
            for column, height in zip(columns, heights, strict=True):
                if row < height:
                    column.append(next(order))
        return Position.make(self.variant, columns, [height - 1 for height in heights], order)


def _names(cards: Counter[Card]) -> str:
    """Return the names of the first few of these cards."""
    names = [card_name(card) for card in sorted(cards)]
    return ", ".join(names[:5]) + (" and more" if len(names) > 5 else "")
