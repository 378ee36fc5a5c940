"""The report as a picture, drawn by matplotlib (the extra ``plot``)."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from solver.errors import SpiderError
from solver.study.figures import Figures
from spidercli.charts import Chart, charts_of, rate_of


def check_plot(path: Path) -> None:
    """Check that a picture can be drawn and has a form that is known by its file's name.

    :raises SpiderError: if not; it says what to install or to write.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise SpiderError(
            "--plot needs matplotlib; install it with: pip install 'spider-solitaire[plot]'"
        ) from error
    known = Figure().canvas.get_supported_filetypes()
    if path.suffix[1:].lower() not in known:
        raise SpiderError(f"{path}: end the name in {', '.join(f'.{form}' for form in known)}")


def picture(figures: Sequence[Figures], form: str) -> bytes:
    """Return the win rates with intervals, and for each study the charts of its deals."""
    from matplotlib.figure import Figure

    shown = [each for each in figures if each.n]
    rate_height = 1.2 + 0.3 * len(shown)
    heights = [rate_height, *(2.6 for _ in shown)]
    figure = Figure(figsize=(12, sum(heights)), layout="constrained")
    rows = figure.subfigures(len(heights), 1, height_ratios=heights, squeeze=False)[:, 0]
    _draw_rates(rows[0].subplots(), shown)
    for row, each in zip(rows[1:], shown, strict=True):
        row.suptitle(each.study.name, fontsize="medium")
        charts = charts_of(each)
        for axes, chart in zip(row.subplots(1, len(charts), squeeze=False)[0], charts, strict=True):
            _draw_chart(axes, chart)
    data = io.BytesIO()
    figure.savefig(data, format=form)
    return data.getvalue()


def _draw_rates(axes: Any, figures: Sequence[Figures]) -> None:
    rates = [rate_of(each) for each in reversed(figures)]
    for place, rate in enumerate(rates):
        share, low, high = 100 * rate.share, 100 * rate.low, 100 * rate.high
        axes.plot([low, high], [place, place], color="C0", linewidth=2)
        axes.plot([share], [place], "o", color="C0")
    axes.set_yticks(range(len(rates)), [rate.name for rate in rates])
    axes.set_xlim(-2, 102)
    axes.set_ylim(-0.6, len(rates) - 0.4)
    axes.set_xlabel("win rate in percent; intervals allow for chance and for the undecided")


def _draw_chart(axes: Any, chart: Chart) -> None:
    for bar in chart.bars:
        low, high = (10**bar.low, 10**bar.high) if chart.logarithmic else (bar.low, bar.high)
        axes.bar(low, bar.count, width=high - low, align="edge", color="C0")
    if chart.logarithmic:
        axes.set_xscale("log")
    axes.set_xlabel(chart.title)
