"""What a player at the table sees of a position: no hidden card is in it."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Self

from solver.rules.cards import ACE, Card, make_card, suit_of
from solver.rules.position import Position
from solver.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class View:
    """The visible part of a position.

    ``face_up`` holds the face-up cards of each column, the last one last; ``face_down`` the
    number of cards under them; ``stock`` the number of cards still to be dealt; ``runs`` the
    number of removed runs, ``run_suits`` their suits, sorted.
    """

    variant: Variant
    face_up: tuple[tuple[Card, ...], ...]
    face_down: tuple[int, ...]
    stock: int
    runs: int
    run_suits: tuple[int, ...] = ()

    @classmethod
    def of(cls, position: Position) -> Self:
        """Return what is seen of a position."""
        return cls(
            position.variant,
            tuple(tuple(position.face_up(i)) for i in range(len(position.columns))),
            tuple(position.face_down),
            len(position.stock),
            position.runs,
            _run_suits(position),
        )

    @property
    def rows_left(self) -> int:
        """The number of deals left in the stock."""
        return -(-self.stock // len(self.face_up))

    def unseen(self) -> Counter[Card]:
        """Return the cards that are face down or in the stock: counted, not looked at."""
        seen = Counter(itertools.chain.from_iterable(self.face_up))
        for suit in self.run_suits:
            seen.update(make_card(suit, rank) for rank in range(ACE, ACE + 13))
        return _deck(self.variant) - seen


@cache
def _deck(variant: Variant) -> Counter[Card]:
    return Counter(variant.deck())


def _run_suits(position: Position) -> tuple[int, ...]:
    """Return the suits of the removed runs: whoever watched the game saw them go."""
    if not position.runs:
        return ()
    aces = position.variant.suits_in_deck()
    on_table = (card for column in (*position.columns, position.stock) for card in column)
    aces.subtract(suit_of(card) for card in on_table if card & 15 == ACE)
    return tuple(sorted((+aces).elements()))
