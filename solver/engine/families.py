"""What the search uses for each family of variants: weights and the ladder of widths.

They are data, in ``weights.json``: made by ``benchmarks/tune.py``, on deals that no report uses.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from solver.engine.evaluate import Schedule, Weights, stage_tables
from solver.engine.layout import Ints
from solver.rules.variant import Variant


class Rung(NamedTuple):
    """One step of a ladder: a beam of one width, with one set of weights."""

    schedule: Schedule
    width: int


@dataclass(frozen=True, slots=True)
class Family:
    """The ladder for variants that play alike.

    Weights of another kind often find at once what a beam misses, for less than a wider beam.
    """

    rungs: tuple[Rung, ...]

    @property
    def schedule(self) -> Schedule:
        """The weights of the first rung."""
        return self.rungs[0].schedule

    @property
    def widths(self) -> tuple[int, ...]:
        """The widths of the ladder, each once."""
        return tuple(dict.fromkeys(rung.width for rung in self.rungs))

    def ladder(self, widths: tuple[int, ...]) -> tuple[Rung, ...]:
        """Return the rungs for widths of the caller's; for none, the family's own."""
        if not widths:
            return self.rungs
        schedules = dict.fromkeys(rung.schedule for rung in self.rungs)
        return tuple(Rung(schedule, width) for width in widths for schedule in schedules)


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((Path(__file__).parent / "weights.json").read_text("ascii"))
    return data


@cache
def schedules() -> dict[str, Schedule]:
    """Return every set of weights by its name."""
    return {
        name: Schedule(Weights(**entry["late"]), Weights(**entry["early"]), entry["pace"])
        for name, entry in _data()["weights"].items()
    }


@cache
def _families() -> dict[str, Family]:
    return {
        name: Family(tuple(Rung(schedules()[weights], width) for weights, width in ladder))
        for name, ladder in _data()["ladders"].items()
    }


def layout_name(variant: Variant) -> str:
    """Return the game and suits that a variant plays like; Bicycle's layout is like Spider's."""
    game = "spider" if variant.game == "bicycle" else variant.game
    return f"{game} {variant.suit_count}"


def family_name(variant: Variant) -> str:
    """Return the name of a variant's family."""
    name = layout_name(variant)
    return f"{name} relaxed" if variant.relaxed else name


def family_of(variant: Variant) -> Family:
    """Return the family of a variant."""
    return _families()[family_name(variant)]


@cache
def tables_of(schedule: Schedule, filling: bool = False) -> Ints:
    """Return the tables of a schedule; they are made once and never changed."""
    table = stage_tables(schedule, filling)
    table.setflags(write=False)
    return table
