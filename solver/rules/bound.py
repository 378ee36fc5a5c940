"""A lower bound on the moves of any solution, by counting what each card still needs.

A card other than a king ends in its complete run on the next card of its suit. Where it does
not lie so yet, or only a deal could still put it there, it must be the first card of a move at
least once, and a move has but one first card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from solver.rules.cards import KING, Card, rank_of
from solver.rules.position import Position


def lower_bound(position: Position) -> int:
    """Return a number of moves and deals that no solution of ``position`` is shorter than.

    It looks at every card, the face-down ones and the stock included, and says nothing of
    whether there is a solution.
    """
    on_table = sum(_moves_of_column(position, column) for column in range(len(position.columns)))
    return on_table + position.rows_left + _moves_of_dealt(position)


def _moves_of_column(position: Position, column: int) -> int:
    """Return how often the cards of a column must be the first of a move, at least."""
    cards = position.columns[column]
    least = 0
    for place, card in enumerate(cards):
        if rank_of(card) == KING or (place and cards[place - 1] == card + 1):
            continue
        least += 2 if place and _covers_its_places(position, cards, place) else 1
    return least


def _covers_its_places(position: Position, cards: Sequence[Card], place: int) -> bool:
    """Whether a card lies above all cards on which it can end.

    It must then first go elsewhere. Under the relaxed rule it may leave as part of a group.
    """
    card, upper = cards[place], cards[place - 1]
    if position.variant.relaxed and rank_of(upper) == rank_of(card) + 1:
        return False
    beneath = cards[:place].count(card + 1)
    return 0 < beneath == _copies(position, card + 1)


def _copies(position: Position, card: Card) -> int:
    """Return how many of a card are on the table and in the stock."""
    return position.stock.count(card) + sum(column.count(card) for column in position.columns)


def _moves_of_dealt(position: Position) -> int:
    """Return how many cards of the stock must be moved even if each deal falls as well as it can.

    A dealt card needs no move only where it falls on the next card of its suit and stays on it
    to the end. That card must be on the table by then, and each takes one card for good.
    """
    there = Counter(card for column in position.columns for card in column)
    taken = Counter(
        card for column in position.columns for upper, card in pairwise(column) if upper == card + 1
    )
    least = 0
    for row in _rows(position):
        dealt = Counter(row)
        for card, count in dealt.items():
            if rank_of(card) != KING:
                well = min(count, there[card + 1] - taken[card])
                taken[card] += well
                least += count - well
        there += dealt
    return least


def _rows(position: Position) -> Iterator[list[Card]]:
    """Yield the cards of each deal to come."""
    cards, size = position.stock[::-1], len(position.columns)
    for start in range(0, len(cards), size):
        yield cards[start : start + size]
