"""What the search uses for each family of variants: weights and the ladder of widths.

They are data, in ``weights.json``: made by ``benchmarks/tune.py``, on deals that no report uses.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from solver.engine.evaluate import Schedule, Weights, stage_tables
from solver.engine.layout import Ints
from solver.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Family:
    """Weights and widths for variants that play alike."""

    schedule: Schedule
    widths: tuple[int, ...]


@cache
def _families() -> dict[str, Family]:
    text = (Path(__file__).parent / "weights.json").read_text("ascii")
    return {
        name: Family(
            Schedule(Weights(**data["late"]), Weights(**data["early"])), tuple(data["widths"])
        )
        for name, data in json.loads(text).items()
    }


def family_of(variant: Variant) -> Family:
    """Return the family of a variant; Bicycle's layout plays like Spider's."""
    game = "spider" if variant.game == "bicycle" else variant.game
    return _families()[f"{game} {variant.suit_count}"]


@cache
def tables_of(schedule: Schedule, filling: bool = False) -> Ints:
    """Return the tables of a schedule; they are made once and never changed."""
    table = stage_tables(schedule, filling)
    table.setflags(write=False)
    return table
