"""The weights of the fair player: in which order it looks at positions, and what it goes for.

The order has terms of the open evaluation (:mod:`solver.engine.evaluate`), kept in the same
tables so that the same kernels carry them along; 0 stands for an unknown card there. Lower is
better. Behind them in the tables come the scores of :mod:`solver.engine.fair_score`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from solver.engine.evaluate import (
    BASE_COST,
    EMPTY_COST,
    HIDDEN_COST,
    JOINT,
    RUN_COST,
    TABLE_SIZE,
)
from solver.engine.fair_score import SCORE_SIZE, ScoreWeights, score_table
from solver.engine.layout import CARD_CODES, MAX_CARDS, MAX_COLUMNS, Ints
from solver.rules.cards import KING, rank_of, suit_of

MAX_ROWS: Final = 8

UNKNOWN_COST: Final = TABLE_SIZE
"""``UNKNOWN_COST`` is the cost of a card just turned up and not yet known."""
DEPTH_COST: Final = UNKNOWN_COST + 1
"""``DEPTH_COST`` is what a move costs in the order in which positions are looked at."""
LENGTH_COST: Final = DEPTH_COST + 1
"""``LENGTH_COST`` is what a move makes a plan worse."""
ALL_MOVES: Final = LENGTH_COST + 1
"""``ALL_MOVES`` says whether all moves are looked at, or only those that usually matter."""
END_SCORES: Final = ALL_MOVES + 1
"""``END_SCORES + n * SCORE_SIZE`` is where the scores of ends of plans with n rows left begin."""
DEAL_SCORES: Final = END_SCORES + MAX_ROWS * SCORE_SIZE
"""``DEAL_SCORES + n * SCORE_SIZE`` is where those of positions that are dealt from begin."""
FAIR_TABLE_SIZE: Final = DEAL_SCORES + MAX_ROWS * SCORE_SIZE


BY_HAND: Final = ScoreWeights(
    mixed=-100, broken=-120, inverted=-125, first=-15, hidden=-180, turned=-30, empty=100, run=400
)
"""Where learning begins: weights that were found one at a time."""


@dataclass(frozen=True, slots=True)
class FairWeights:
    """The weights of one variant family, integers.

    The first ones make the order in which positions are looked at. ``mixed``, ``broken`` and
    ``inverted`` are costs of a card on another that it does not continue in suit, not in rank,
    or that is lower; each includes the ones before. ``on_hidden`` is the cost of a card on a
    face-down one. ``turn`` is what turning a face-down card is worth, ``turn_more`` what it is
    worth beyond for each card fewer than six beneath it. ``fill_empty`` is what an empty column
    costs when the next thing is a deal, ``depth`` what a move costs. ``all_moves`` says whether
    one of several looks takes in the moves that the others leave out.

    The others choose among the plans found: ``length`` is what a move costs; ``ends`` scores
    the ends of plans and ``deals`` the positions that are dealt from, by the number of rows
    left, the last one for more rows too.
    """

    mixed: int = 200
    broken: int = 0
    inverted: int = 0
    on_hidden: int = 0
    not_king: int = 30
    turn: int = 250
    turn_more: int = 30
    unknown: int = 60
    empty: int = 200
    run: int = 800
    fill_empty: int = 2000
    depth: int = 70
    all_moves: bool = False
    length: int = 10
    ends: tuple[ScoreWeights, ...] = (BY_HAND,)
    deals: tuple[ScoreWeights, ...] = (BY_HAND,)


def further_order(weights: FairWeights) -> FairWeights:
    """Return weights with another order, for the looks that follow the first ones.

    It does less for empty columns and runs, and gets deeper.
    """
    return replace(
        weights,
        broken=0,
        inverted=0,
        turn=233,
        turn_more=0,
        unknown=8,
        empty=150,
        run=100,
        depth=74,
    )


def _joint(upper: int, lower: int, weights: FairWeights) -> int:
    fall = rank_of(upper) - rank_of(lower)
    if fall == 1:
        return 0 if suit_of(upper) == suit_of(lower) else weights.mixed
    return weights.mixed + weights.broken + (weights.inverted if fall <= 0 else 0)


def fair_tables(weights: FairWeights, filling: bool = False, all_moves: bool = False) -> Ints:
    """Return the weights spread out for the kernels, shape ``(FAIR_TABLE_SIZE,)``.

    ``filling`` makes empty columns a cost, for the search of a position to deal from.
    ``all_moves`` has all moves looked at, as filling does too.
    """
    cards = [suit << 4 | rank for suit in range(4) for rank in range(1, KING + 1)]
    table = np.zeros(FAIR_TABLE_SIZE, np.int64)
    for upper in cards:
        table[BASE_COST + upper] = weights.not_king if rank_of(upper) < KING else 0
        table[JOINT + upper] = weights.on_hidden
        for lower in cards:
            table[JOINT + upper * CARD_CODES + lower] = _joint(upper, lower, weights)
    for n in range(1, MAX_CARDS):
        gain = weights.turn + weights.turn_more * max(0, 7 - n)
        table[HIDDEN_COST + n] = table[HIDDEN_COST + n - 1] + gain
    for n in range(MAX_COLUMNS + 1):
        table[EMPTY_COST + n] = n * (weights.fill_empty if filling else -weights.empty)
    table[RUN_COST] = -weights.run
    table[UNKNOWN_COST] = weights.unknown
    table[DEPTH_COST] = weights.depth
    table[LENGTH_COST] = weights.length
    table[ALL_MOVES] = filling or all_moves
    place_scores(table, [*map(score_table, weights.ends)], [*map(score_table, weights.deals)])
    return table


def place_scores(tables: Ints, ends: Sequence[Ints], deals: Sequence[Ints]) -> None:
    """Put the tables of scores of each stage where the kernels look for them.

    The last of a kind serves more rows too. ``tables`` has shape ``(..., FAIR_TABLE_SIZE)``.
    """
    for first, stages in ((END_SCORES, ends), (DEAL_SCORES, deals)):
        for n in range(MAX_ROWS):
            start = first + n * SCORE_SIZE
            tables[..., start : start + SCORE_SIZE] = stages[min(n, len(stages) - 1)]
