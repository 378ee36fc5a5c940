"""What charts of figures show, whoever draws them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from solver.study.figures import Figures, effort_column
from spidercli.output import percent, span

_MOST_BARS: Final = 40


@dataclass(frozen=True, slots=True)
class Bar:
    """``count`` deals with values from ``low`` up to below ``high``."""

    low: float
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class Chart:
    """Bars of one kind of value; on a logarithmic scale the ends are the logarithms."""

    title: str
    bars: Sequence[Bar]
    logarithmic: bool = False

    @property
    def label(self) -> Callable[[float], str]:
        """What writes a value of the axis."""
        return _power_label if self.logarithmic else "{:g}".format


@dataclass(frozen=True, slots=True)
class Rate:
    """The win rate of a study with its interval, as shares, and in words."""

    name: str
    share: float
    low: float
    high: float
    text: str


def rate_of(figures: Figures) -> Rate:
    """Return what a chart shows of a win rate; the interval allows for the undecided."""
    low, high = figures.ci95_wide
    text = f"{percent(figures.win_rate)} % ({span(figures.ci95_wide)} %), {figures.n} deals"
    return Rate(figures.study.name, figures.win_rate or 0.0, low, high, text)


def charts_of(figures: Figures) -> list[Chart]:
    """Return the charts of a study that have anything to show."""
    effort = "nodes" if effort_column(figures.study) == "nodes" else "CPU seconds"
    tenths = figures.effort_counts
    charts = [
        Chart("moves of the deals won", bars_of(figures.moves)),
        Chart("score of the deals won", bars_of(figures.scores)),
        Chart(
            f"{effort} of all deals",
            [Bar(i / 10, (i + 1) / 10, tenths[i]) for i in _whole_range(tenths)],
            logarithmic=True,
        ),
    ]
    return [chart for chart in charts if chart.bars]


def bars_of(counts: Counter[int]) -> list[Bar]:
    """Return values, given as value -> how often, in bars of equal whole widths."""
    if not counts:
        return []
    low, high = min(counts), max(counts)
    width = -(-(high - low + 1) // _MOST_BARS)
    sums: Counter[int] = Counter()
    for value, count in counts.items():
        sums[(value - low) // width] += count
    return [Bar(low + i * width, low + (i + 1) * width, sums[i]) for i in range(max(sums) + 1)]


def _whole_range(counts: Counter[int]) -> range:
    return range(min(counts), max(counts) + 1) if counts else range(0)


def _power_label(exponent: float) -> str:
    value = 10**exponent
    return f"{value:,.0f}" if value >= 1 else f"{value:.2g}"
