"""What the results of a study in a file say, in figures; memory does not grow with the deals."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import Final, NamedTuple

from solver.result import Verdict
from solver.rules.gamecode import format_game_code
from solver.study.rates import Rates
from solver.study.store import OPEN_PLAYER, Results, Study

PERCENTS: Final = (0, 10, 25, 50, 75, 90, 99, 100)
"""The shares of deals for which a :class:`Spread` tells a value."""


class Spread(NamedTuple):
    """Values that certain shares of the deals, in percent, do not exceed."""

    lowest: float
    p10: float
    p25: float
    p50: float
    p75: float
    p90: float
    p99: float
    highest: float


class Hard(NamedTuple):
    """A deal that took much: ``effort`` is nodes for the solver, CPU seconds for a player."""

    deal: str
    verdict: str
    moves: int | None
    effort: float


@dataclass(frozen=True, slots=True)
class Figures(Rates):
    """The figures of one study.

    ``verdicts`` counts the deals by what came of them. ``moves`` and ``scores`` say how often
    each value was met among the won deals. ``effort`` is the spread of nodes, or of CPU seconds
    where a player that does not search is asked; ``effort_counts`` counts them by the tenths of
    their decimal logarithms, rounded down. ``means`` are over all deals, by name.
    """

    study: Study
    verdicts: Counter[str]
    moves: Counter[int]
    scores: Counter[int]
    effort: Spread | None
    effort_counts: Counter[int]
    means: dict[str, float]
    hardest: list[Hard]

    @property
    def asked(self) -> int:
        """The number of deals asked for."""
        return self.study.stop - self.study.start

    @property
    def lost(self) -> int:
        """The number of deals proved lost, or lost by a player."""
        return self.n - self.won - self.undecided


def effort_column(study: Study) -> str:
    """Return what tells how much a deal of a study took: the same from run to run if it can."""
    return "nodes" if study.player == OPEN_PLAYER else "cpu_s"


def figures(results: Results, study: Study, hardest: int = 10) -> Figures:
    """Return the figures of a study, with so many of its hardest deals.

    :raises StoreError: if the file is damaged.
    """
    verdicts: Counter[str] = Counter()
    for verdict, count in results.query(study, "verdict, COUNT(*)", "GROUP BY verdict"):
        verdicts[str(verdict)] = count
    effort = effort_column(study)
    return Figures(
        study,
        verdicts,
        _counts_of_won(results, study, "moves"),
        _counts_of_won(results, study, "score"),
        *_efforts(results, study, effort, verdicts.total()),
        _means(results, study),
        [
            Hard(format_game_code(study.variant, number), verdict, moves, spent)
            for number, verdict, moves, spent in results.query(
                study,
                f"number, verdict, moves, {effort}",
                f"ORDER BY {effort} DESC, number LIMIT ?",
                hardest,
            )
        ],
    )


def spread_of(counts: Counter[int]) -> Spread | None:
    """Return the spread of values given as value -> how often, or None of nothing."""
    total = counts.total()
    if total == 0:
        return None
    places = _places(total)
    found: list[float] = []
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        while len(found) < len(places) and places[len(found)] < seen:
            found.append(value)
    return Spread(*found)


def _places(total: int) -> list[int]:
    """Return where, in order from 0, the values for the shares stand."""
    return [max(0, -(-percent * total // 100) - 1) for percent in PERCENTS]


def _counts_of_won(results: Results, study: Study, column: str) -> Counter[int]:
    rows = results.query(
        study, f"{column}, COUNT(*)", f"AND verdict = ? GROUP BY {column}", Verdict.WON.value
    )
    return Counter({value: count for value, count in rows if value is not None})


def _efforts(
    results: Results, study: Study, column: str, total: int
) -> tuple[Spread | None, Counter[int]]:
    places = _places(total)
    found: list[float] = []
    logarithms: Counter[int] = Counter()
    for place, (value,) in enumerate(results.query(study, column, f"ORDER BY {column}")):
        while len(found) < len(places) and places[len(found)] == place:
            found.append(value)
        if value > 0:
            logarithms[math.floor(10 * math.log10(value))] += 1
    return Spread(*found) if found else None, logarithms


def _means(results: Results, study: Study) -> dict[str, float]:
    names = ("nodes", "cpu_s", "moves", "score", "runs", "reveals")
    (row,) = results.query(study, ", ".join(f"AVG({name})" for name in names))
    return {name: value for name, value in zip(names, row, strict=True) if value is not None}
