"""PySolFC's numbered deals of Spider, through its own generators (package ``pysol-cards``).

PySolFC deals Spider with six cards in columns 1, 4, 7 and 10. Numbers below 32000, and those
written ``msN``, use the generator of Microsoft's FreeCell, larger ones the Mersenne Twister.
Its games of one and two suits shuffle the same deck, with all suits taken for one, or the black
and the red ones for one each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from solver.errors import DealError, brief
from solver.rules.cards import Card, make_card
from solver.rules.position import Position
from solver.rules.variant import Variant

PREFIX: Final = "pysol:"

_NUMBER: Final = re.compile(r"(ms)?([0-9]{1,21})")
_MS_BELOW: Final = 32000
_HIGHEST: Final = 10**20
_HIGHEST_MS: Final = 2**33 - 1

_WIDTH: Final = 10
_ROWS: Final = (*(range(_WIDTH),) * 4, (0, 3, 6, 9), range(_WIDTH))
"""The columns that get a card in each row of the opening; the last row lies face up."""

_SUITS: Final = {1: (0, 0, 0, 0), 2: (0, 0, 1, 1), 4: (3, 0, 1, 2)}
"""By suit count: our suit for each of the package's, which are clubs, spades, hearts, diamonds."""


def pysol_position(number_text: str, variant: Variant) -> Position:
    """Return PySolFC's opening position of a number like ``14934`` or ``ms14934``.

    The prefix ``pysol:`` may stand before it.

    :raises DealError: if PySolFC has no such number, or ``variant`` is not one of Spider.
    """
    if variant.game != "spider":
        raise DealError(f"{PREFIX} numbers are deals of spider, not of {variant.game}")
    cards = _shuffled(number_text.strip().lower().removeprefix(PREFIX), variant.suit_count)
    columns: list[list[Card]] = [[] for _ in range(_WIDTH)]
    for row in _ROWS:
        for column in row:
            columns[column].append(next(cards))
    return Position.make(variant, columns, [len(column) - 1 for column in columns], cards)


def _shuffled(text: str, suit_count: int) -> Iterator[Card]:
    """Yield the cards of a numbered game in the order in which they are dealt."""
    # The package is needed for these deals alone, and it imports much of the standard library.
    from pysol_cards.cards import createCards
    from pysol_cards.random import LCRandom31, MTRandom

    number, is_ms = _parse_number(text)
    generator = LCRandom31(number) if is_ms else MTRandom(number)
    suits = _SUITS[suit_count]
    for card in reversed(generator.shuffle(createCards(2))):
        yield make_card(suits[card.suit], card.rank)


def _parse_number(text: str) -> tuple[int, bool]:
    """Return a number and whether it is one for Microsoft's generator."""
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise DealError(f"{brief(text)} is no PySolFC number; write pysol:14934 or pysol:ms14934")
    number, is_ms = int(match[2]), match[1] is not None
    kind = match[1] or ""
    highest = _HIGHEST_MS if is_ms else _HIGHEST
    if not 1 <= number <= highest:
        raise DealError(f"no PySolFC number {text}; they are {kind}1 to {kind}{highest}")
    return number, is_ms or number < _MS_BELOW
