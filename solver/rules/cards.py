"""Cards as small integers: ``suit << 4 | rank``.

Ranks are 1 (ace) to 13 (king) (R1); suits are 0 spades, 1 hearts, 2 diamonds, 3 clubs, in
the order in which a game with few suits takes them (R12). The card below ``card`` in its
run is ``card - 1``. 0 is no card.
"""

from __future__ import annotations

from typing import Final

from solver.errors import brief

Card = int

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
ACE: Final = 1
KING: Final = 13
RUN_LENGTH: Final = 13


def make_card(suit: int, rank: int) -> Card:
    """Return the card of a suit (0-3) and a rank (1-13)."""
    return suit << 4 | rank


def rank_of(card: Card) -> int:
    """Return the rank of a card: 1 for an ace to 13 for a king."""
    return card & 15


def suit_of(card: Card) -> int:
    """Return the suit of a card: 0 spades, 1 hearts, 2 diamonds, 3 clubs."""
    return card >> 4


def card_name(card: Card) -> str:
    """Return rank and suit as two letters: ``TS`` is the ten of spades."""
    return RANKS[rank_of(card) - 1] + SUITS[suit_of(card)]


def parse_card(text: str) -> Card:
    """Return the card that ``text`` names: rank then suit, ``10`` for ``T`` allowed.

    :raises ValueError: if it names none.
    """
    name = text.upper() if text.isascii() else ""
    if name.startswith("10"):
        name = "T" + name[2:]
    if len(name) != 2 or name[0] not in RANKS or name[1] not in SUITS:
        raise ValueError(f"{brief(text)} is not a card; a card is rank then suit, like TS or AH")
    return make_card(SUITS.index(name[1]), RANKS.index(name[0]) + 1)
