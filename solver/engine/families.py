"""What the search uses for each family of variants: weights and the ladder of widths.

The weights are data, made by ``benchmarks/tune.py``; CONTRIBUTING.md says how to make them anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from solver.engine.evaluate import Schedule, Weights, stage_tables
from solver.engine.layout import Ints
from solver.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Family:
    """Weights and widths for variants that play alike."""

    schedule: Schedule
    widths: tuple[int, ...]


_PLAIN: Final = Schedule(Weights(), Weights())

_FAMILIES: Final = {
    ("spider", 1): Family(_PLAIN, (10, 30, 100, 300, 1000, 3000)),
    ("spider", 2): Family(_PLAIN, (10, 30, 100, 300, 1000, 3000)),
    ("spider", 4): Family(_PLAIN, (30, 100, 300, 1000, 3000)),
    ("spiderette", 1): Family(_PLAIN, (10, 30, 100, 300, 1000, 3000)),
    ("spiderette", 2): Family(_PLAIN, (30, 100, 300, 1000, 3000)),
    ("spiderette", 4): Family(_PLAIN, (30, 100, 300, 1000, 3000)),
}


def family_of(variant: Variant) -> Family:
    """Return the family of a variant; Bicycle's layout plays like Spider's."""
    game = "spider" if variant.game == "bicycle" else variant.game
    return _FAMILIES[game, variant.suit_count]


@cache
def tables_of(schedule: Schedule, filling: bool = False) -> Ints:
    """Return the tables of a schedule; they are made once and never changed."""
    table = stage_tables(schedule, filling)
    table.setflags(write=False)
    return table
