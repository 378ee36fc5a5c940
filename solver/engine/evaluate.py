"""The evaluation: how far a state looks from a win, lower is better.

It is a sum over columns of what each pair of neighbours costs, of what the first card and the
face-down cards cost, less something for empty columns and removed runs. Every term of a column
is known from the column's prefix sums, so a move changes the value in constant time. The
weights are data, tuned by ``benchmarks/tune.py`` on deals apart from those reported.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from solver.engine.layout import CARD_CODES, MAX_CARDS, MAX_COLUMNS, Ints
from solver.rules.cards import KING, rank_of, suit_of


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of one variant family, integers."""

    mixed: int = 65
    mixed_slope: int = 0
    broken: int = 26
    broken_slope: int = 0
    inverted: int = 9
    inverted_slope: int = 0
    face_down: int = 12
    face_down_more: int = 0
    not_king: int = 9
    not_king_slope: int = 0
    empty: int = 40
    empty_more: int = 0
    run: int = 88
    suited: int = 0
    suited_slope: int = 0


JOINT: Final = 0
"""``JOINT + upper * CARD_CODES + lower`` is the cost of a card lying on another."""
BASE_COST: Final = CARD_CODES * CARD_CODES
"""``BASE_COST + card`` is the cost of a column's first card."""
HIDDEN_COST: Final = BASE_COST + CARD_CODES
"""``HIDDEN_COST + n`` is the cost of n face-down cards in one column."""
EMPTY_COST: Final = HIDDEN_COST + MAX_CARDS
"""``EMPTY_COST + n`` is the cost, below 0, of n empty columns."""
RUN_COST: Final = EMPTY_COST + MAX_COLUMNS + 1
"""``RUN_COST`` is the cost, below 0, of a removed run."""
TABLE_SIZE: Final = RUN_COST + 1


def _joint_cost(upper: int, lower: int, weights: Weights) -> int:
    fall = rank_of(upper) - rank_of(lower)
    if fall == 1:
        if suit_of(upper) == suit_of(lower):
            return weights.suited + weights.suited_slope * rank_of(lower) // 4
        return weights.mixed + weights.mixed_slope * rank_of(lower) // 4
    cost = weights.mixed + weights.broken
    if fall > 0:
        return cost + weights.broken_slope * fall // 4
    return cost + weights.inverted - weights.inverted_slope * fall // 4


def tables(weights: Weights) -> Ints:
    """Return the weights spread out for the kernels, shape ``(TABLE_SIZE,)``."""
    cards = [suit << 4 | rank for suit in range(4) for rank in range(1, KING + 1)]
    table = np.zeros(TABLE_SIZE, np.int64)
    for upper in cards:
        below_king = KING - rank_of(upper)
        if below_king:
            table[BASE_COST + upper] = weights.not_king + weights.not_king_slope * below_king // 4
        for lower in cards:
            table[JOINT + upper * CARD_CODES + lower] = _joint_cost(upper, lower, weights)
    for n in range(MAX_CARDS):
        table[HIDDEN_COST + n] = weights.face_down * n + weights.face_down_more * n * n // 4
    for n in range(MAX_COLUMNS + 1):
        table[EMPTY_COST + n] = -weights.empty * n - weights.empty_more * n * n // 4
    table[RUN_COST] = -weights.run
    return table


DEFAULT_WEIGHTS: Final = Weights()
