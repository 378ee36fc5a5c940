"""The evaluation of the fair player: what a position looks worth to one who sees no hidden card.

It has the terms of the open evaluation (:mod:`solver.engine.evaluate`), kept in the same tables
so that the same kernels carry them along; 0 stands for an unknown card there. Beside them come
the terms that only matter where cards are unknown. Lower is better.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from solver.engine.evaluate import (
    BASE_COST,
    BURDEN_SHIFT,
    EMPTY_COST,
    HIDDEN_COST,
    JOINT,
    RUN_COST,
    TABLE_SIZE,
)
from solver.engine.layout import CARD_CODES, MAX_CARDS, MAX_COLUMNS, Ints
from solver.rules.cards import KING, rank_of, suit_of

MAX_ROWS: Final = 8

UNKNOWN_COST: Final = TABLE_SIZE
"""``UNKNOWN_COST`` is the cost of a card just turned up and not yet known."""
DEPTH_COST: Final = UNKNOWN_COST + 1
"""``DEPTH_COST`` is what a move costs in the order in which positions are looked at."""
LENGTH_COST: Final = DEPTH_COST + 1
"""``LENGTH_COST`` is what a move makes a plan worse."""
MARGIN: Final = LENGTH_COST + 1
"""``MARGIN + n`` is how much worse a plan may look than doing nothing, rather than deal one of
n rows."""
PLACE_GAIN: Final = MARGIN + MAX_ROWS
"""``PLACE_GAIN`` is what a certain place for the next unknown card is worth, in 1/256."""
SUITED_PLACE_GAIN: Final = PLACE_GAIN + 1
FAIR_TABLE_SIZE: Final = SUITED_PLACE_GAIN + 1


@dataclass(frozen=True, slots=True)
class FairWeights:
    """The weights of one variant family, integers.

    ``mixed``, ``broken`` and ``inverted`` are costs of a card on another that it does not
    continue in suit, not in rank, or that is lower; each includes the ones before.
    ``on_hidden`` is the cost of a card on a face-down one. ``turn`` is what turning a
    face-down card is worth, ``turn_more`` what it is worth beyond for each card fewer than six
    beneath it. ``fill_empty`` is what an empty column costs when the next thing is a deal.
    """

    mixed: int = 200
    mixed_slope: int = 0
    broken: int = 40
    broken_slope: int = 0
    inverted: int = 10
    inverted_slope: int = 0
    suited: int = 0
    suited_slope: int = 0
    on_hidden: int = 60
    on_hidden_slope: int = 0
    not_king: int = 30
    not_king_slope: int = 0
    mixed_burden: int = 0
    broken_burden: int = 0
    inverted_burden: int = 0
    turn: int = 200
    turn_more: int = 30
    unknown: int = 60
    empty: int = 200
    empty_more: int = 0
    run: int = 800
    fill_empty: int = 2000
    depth: int = 120
    length: int = 25
    margin: int = 100000
    margin_slope: int = 0
    place: int = 0
    suited_place: int = 0


def _joint(upper: int, lower: int, weights: FairWeights) -> int:
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


def _packed(cost: int, burden: int) -> int:
    return max(cost, 0) + (max(burden, 0) << BURDEN_SHIFT)


def fair_tables(weights: FairWeights, filling: bool = False) -> Ints:
    """Return the weights spread out for the kernels, shape ``(FAIR_TABLE_SIZE,)``.

    ``filling`` makes empty columns a cost, for the search of a position to deal from.
    """
    cards = [suit << 4 | rank for suit in range(4) for rank in range(1, KING + 1)]
    table = np.zeros(FAIR_TABLE_SIZE, np.int64)
    for upper in cards:
        below_king = KING - rank_of(upper)
        if below_king:
            cost = weights.not_king + weights.not_king_slope * below_king // 4
            table[BASE_COST + upper] = max(cost, 0)
        cost = weights.on_hidden + weights.on_hidden_slope * rank_of(upper) // 4
        table[JOINT + upper] = max(cost, 0)
        for lower in cards:
            table[JOINT + upper * CARD_CODES + lower] = _joint(upper, lower, weights)
    for n in range(1, MAX_CARDS):
        gain = weights.turn + weights.turn_more * max(0, 7 - n)
        table[HIDDEN_COST + n] = table[HIDDEN_COST + n - 1] + gain
    for n in range(MAX_COLUMNS + 1):
        worth = weights.empty * n + weights.empty_more * n * (n - 1) // 2
        table[EMPTY_COST + n] = weights.fill_empty * n if filling else -worth
    table[RUN_COST] = -weights.run
    table[UNKNOWN_COST] = weights.unknown
    table[DEPTH_COST] = weights.depth
    table[LENGTH_COST] = weights.length
    for n in range(MAX_ROWS):
        table[MARGIN + n] = weights.margin + weights.margin_slope * n
    table[PLACE_GAIN] = weights.place
    table[SUITED_PLACE_GAIN] = weights.suited_place
    return table
