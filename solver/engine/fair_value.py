"""How likely the fair player is to win from a position: learnt from its own games.

The odds follow from a few counts of what is seen, with weights of their own for each number of
rows left (``benchmarks/learn_values.py``). All is in integers, so that it is the same anywhere.
"""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from solver.engine.jit import kernel
from solver.engine.layout import HIDDEN, LENGTHS, RUNS, Ints
from solver.rules.variant import Variant

# What is counted of a position.
EMPTY: Final = 0  # empty columns
FACE_DOWN: Final = 1  # face-down cards
OPEN_COLUMNS: Final = 2  # columns with cards, none of them face down
FACE_DOWN_SQUARES: Final = 3  # the sum of the squares of the columns' face-down cards
SUITED: Final = 4  # neighbours in order and of one suit
MIXED: Final = 5  # neighbours in order, of two suits
BROKEN: Final = 6  # neighbours of which the upper is too high
INVERTED: Final = 7  # neighbours of which the upper is not higher
REMOVED: Final = 8  # runs removed
KINGS: Final = 9  # open columns that begin with a king
LONG: Final = 10  # cards in runs of one suit beyond their first five
FEATURES: Final = 11

MAX_ROWS: Final = 7
SCALE: Final = 1024
"""The unit of the weights."""
CERTAIN: Final = 1 << 16
"""The value of a game that is won."""

_LONG_RUN: Final = 5
_STEPS: Final = 8 * SCALE
_LOGISTIC: Final = np.array(
    [round(CERTAIN / (1 + math.exp(-i / SCALE))) for i in range(-_STEPS, _STEPS + 1)], np.int64
)


@kernel
def count_features(rows: Any, at: int, columns: int, features: Any) -> None:
    """Count what the odds depend on, in a row in which face-down cards may be unknown."""
    for i in range(FEATURES):
        features[i] = 0
    features[REMOVED] = np.int64(rows[at, RUNS])
    start = np.int64(0)
    for c in range(columns):
        length = np.int64(rows[at, LENGTHS + c])
        hidden = np.int64(rows[at, HIDDEN + c])
        if length == 0:
            features[EMPTY] += 1
            continue
        features[FACE_DOWN] += hidden
        features[FACE_DOWN_SQUARES] += hidden * hidden
        if hidden == 0:
            features[OPEN_COLUMNS] += 1
            if np.int64(rows[at, start]) & 15 == 13:
                features[KINGS] += 1
        run = 1
        for i in range(start + hidden + 1, start + length):
            upper = np.int64(rows[at, i - 1])
            lower = np.int64(rows[at, i])
            if upper == lower + 1:
                features[SUITED] += 1
                run += 1
                if run > _LONG_RUN:
                    features[LONG] += 1
                continue
            run = 1
            if upper & 15 == (lower & 15) + 1:
                features[MIXED] += 1
            elif upper & 15 > lower & 15:
                features[BROKEN] += 1
            else:
                features[INVERTED] += 1
        start += length


@kernel
def log_odds(rows: Any, at: int, columns: int, rows_left: int, weights: Any, features: Any) -> Any:
    """Return the logarithm of the odds to win from a position, in 1/SCALE."""
    count_features(rows, at, columns, features)
    total = weights[rows_left, FEATURES]
    for i in range(FEATURES):
        total += weights[rows_left, i] * features[i]
    return total


@kernel
def chance(odds: int) -> Any:
    """Return the chance to win for the logarithm of the odds, in 1/CERTAIN."""
    return _LOGISTIC[min(max(odds, -_STEPS), _STEPS) + _STEPS]


@cache
def _data() -> dict[str, list[list[int]]]:
    path = Path(__file__).parent / "fair_values.json"
    data: dict[str, list[list[int]]] = json.loads(path.read_text("ascii"))
    return data


def value_name(variant: Variant) -> str:
    """Return the name of a variant's weights; Bicycle's layout plays like Spider's."""
    game = "spider" if variant.game == "bicycle" else variant.game
    name = f"{game} {variant.suit_count}"
    return f"{name} relaxed" if variant.relaxed else name


@cache
def values_of(variant: Variant) -> Ints:
    """Return the weights for a variant by rows left and feature, the constant last.

    The last that were learnt stand for more rows too. Shape ``(MAX_ROWS, FEATURES + 1)``. They
    are read once and never changed.
    """
    table = np.zeros((MAX_ROWS, FEATURES + 1), np.int64)
    learnt = _data()[value_name(variant)]
    table[: len(learnt)] = learnt
    table[len(learnt) :] = learnt[-1]
    table.setflags(write=False)
    return table
