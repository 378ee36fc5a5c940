"""The evaluation: how far a state looks from a win, lower is better.

It is a sum over columns of what each pair of neighbours costs, of what the first card and the
face-down cards cost, less something for empty columns and removed runs. Every term of a column
is known from the column's prefix sums, so a move changes the value in constant time. The
weights are data, tuned by ``benchmarks/tune.py`` on deals apart from those reported.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Final

import numpy as np

from solver.engine.layout import CARD_CODES, MAX_CARDS, MAX_COLUMNS, Ints
from solver.rules.cards import ACE, KING, rank_of, suit_of


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
    mixed_burden: int = 0
    broken_burden: int = 0
    inverted_burden: int = 0
    not_king_burden: int = 0
    last_ace: int = 0
    last_slope: int = 0


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
LAST_COST: Final = RUN_COST + 1
"""``LAST_COST + card`` is the cost of a column's last card."""
TABLE_SIZE: Final = LAST_COST + CARD_CODES


FILLING: Final = -200
"""The reward of an empty column, a penalty, where a search must fill the columns to deal."""

BURDEN_SHIFT: Final = 32
COST_MASK: Final = (1 << BURDEN_SHIFT) - 1
"""A joint and a column's sum pack a cost (the low bits) and a burden (the rest). A card costs
its joint's cost and once the burden of every joint beneath it, its own included."""


def _joint(upper: int, lower: int, weights: Weights) -> int:
    fall = rank_of(upper) - rank_of(lower)
    if fall == 1:
        if suit_of(upper) == suit_of(lower):
            return _packed(weights.suited + weights.suited_slope * rank_of(lower) // 4, 0)
        cost = weights.mixed + weights.mixed_slope * rank_of(lower) // 4
        return _packed(cost, weights.mixed_burden)
    cost = weights.mixed + weights.broken
    if fall > 0:
        return _packed(cost + weights.broken_slope * fall // 4, weights.broken_burden)
    cost += weights.inverted - weights.inverted_slope * fall // 4
    return _packed(cost, weights.broken_burden + weights.inverted_burden)


def _base(card: int, weights: Weights) -> int:
    below_king = KING - rank_of(card)
    if not below_king:
        return 0
    return _packed(
        weights.not_king + weights.not_king_slope * below_king // 4, weights.not_king_burden
    )


def _last(card: int, weights: Weights) -> int:
    cost = weights.last_slope * (KING - rank_of(card)) // 4
    return cost + weights.last_ace if rank_of(card) == ACE else cost


def _packed(cost: int, burden: int) -> int:
    return max(cost, 0) + (max(burden, 0) << BURDEN_SHIFT)


def tables(weights: Weights) -> Ints:
    """Return the weights spread out for the kernels, shape ``(TABLE_SIZE,)``."""
    cards = [suit << 4 | rank for suit in range(4) for rank in range(1, KING + 1)]
    table = np.zeros(TABLE_SIZE, np.int64)
    for upper in cards:
        table[BASE_COST + upper] = _base(upper, weights)
        table[LAST_COST + upper] = _last(upper, weights)
        for lower in cards:
            table[JOINT + upper * CARD_CODES + lower] = _joint(upper, lower, weights)
    for n in range(MAX_CARDS):
        table[HIDDEN_COST + n] = weights.face_down * n + weights.face_down_more * n * n // 4
    for n in range(MAX_COLUMNS + 1):
        table[EMPTY_COST + n] = -weights.empty * n - weights.empty_more * n * n // 4
    table[RUN_COST] = -weights.run
    return table


MAX_ROWS: Final = 7
"""The most rows that a stock has, and one."""
_ROWS_AT_START: Final = 5


@dataclass(frozen=True, slots=True)
class Schedule:
    """Weights that change with the stock: from ``early`` (five rows left) to ``late`` (none).

    ``pace`` is the price of a move between states that compete for the next stage.
    """

    late: Weights
    early: Weights
    pace: int = 8

    def at(self, rows_left: int) -> Weights:
        """Return the weights with so many rows left in the stock."""
        share = min(rows_left, _ROWS_AT_START)
        late, early = asdict(self.late), asdict(self.early)
        return Weights(
            **{
                name: round(late[name] + (early[name] - late[name]) * share / _ROWS_AT_START)
                for name in late
            }
        )


def stage_tables(schedule: Schedule, filling: bool = False) -> Ints:
    """Return the tables for each number of rows left, shape ``(MAX_ROWS, TABLE_SIZE)``.

    ``filling`` makes an empty column cost what keeps a search from dealing.
    """
    stages = [schedule.at(rows_left) for rows_left in range(MAX_ROWS)]
    if filling:
        stages = [replace(weights, empty=FILLING, empty_more=0) for weights in stages]
    return np.array([tables(weights) for weights in stages])
