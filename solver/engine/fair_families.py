"""What the fair player uses for each family of variants: weights, and how far it looks.

The weights are data, made by ``benchmarks/tune_fair.py``.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from solver.engine.fair_weights import FairWeights, fair_tables
from solver.engine.layout import Ints
from solver.rules.variant import Variant

_START: Final = FairWeights()

_FAMILIES: Final = {
    ("spider", 1): _START,
    ("spider", 2): _START,
    ("spider", 4): _START,
    ("spiderette", 1): _START,
    ("spiderette", 2): _START,
    ("spiderette", 4): _START,
}


def fair_weights_of(variant: Variant) -> FairWeights:
    """Return the weights for a variant; Bicycle's layout plays like Spider's."""
    game = "spider" if variant.game == "bicycle" else variant.game
    return _FAMILIES[game, variant.suit_count]


@cache
def fair_tables_of(weights: FairWeights, filling: bool) -> Ints:
    """Return the tables of a set of weights; they are made once and never changed."""
    table = fair_tables(weights, filling)
    table.setflags(write=False)
    return table
