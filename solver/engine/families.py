"""What the search uses for each family of variants: weights and the ladder of widths.

The weights are data, made by ``benchmarks/tune.py``; CONTRIBUTING.md says how to make them anew.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from solver.engine.evaluate import FILLING, Weights, tables
from solver.engine.layout import Ints
from solver.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Family:
    """Weights and widths for variants that play alike."""

    weights: Weights
    widths: tuple[int, ...]


_FAMILIES: Final = {
    ("spider", 1): Family(Weights(), (10, 30, 100, 300, 1000, 3000)),
    ("spider", 2): Family(Weights(), (10, 30, 100, 300, 1000, 3000)),
    ("spider", 4): Family(Weights(), (30, 100, 300, 1000, 3000)),
    ("spiderette", 1): Family(Weights(), (10, 30, 100, 300, 1000, 3000)),
    ("spiderette", 2): Family(Weights(), (30, 100, 300, 1000, 3000)),
    ("spiderette", 4): Family(Weights(), (30, 100, 300, 1000, 3000)),
}


def family_of(variant: Variant) -> Family:
    """Return the family of a variant; Bicycle's layout plays like Spider's."""
    game = "spider" if variant.game == "bicycle" else variant.game
    return _FAMILIES[game, variant.suit_count]


@cache
def tables_of(weights: Weights) -> Ints:
    """Return the tables of a set of weights; they are made once and never changed."""
    table = tables(weights)
    table.setflags(write=False)
    return table


@cache
def filling_tables_of(weights: Weights) -> Ints:
    """Return the tables with which a search fills columns so that it may deal."""
    return tables_of(replace(weights, empty=FILLING, empty_more=0))
