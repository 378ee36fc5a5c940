"""The report as one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from solver.study.figures import Figures
from solver.study.stats import median
from spidercli.charts import Bar, Chart, Rate, charts_of, rate_of
from spidercli.output import percent, span
from spidercli.stored_output import number

_WIDTH: Final = 420
_HEIGHT: Final = 160
_FOOT: Final = 22
_RATE_HEIGHT: Final = 26
_NAME_WIDTH: Final = 260

_STYLE: Final = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 80em; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { padding: .2em .8em; text-align: right; border-bottom: 1px solid #8884; }
th:first-child, td:first-child, th:nth-child(2), td:nth-child(2) { text-align: left; }
figure { display: inline-block; margin: 0 1em 1em 0; }
figcaption, small { opacity: .75; }
svg { max-width: 100%; }
svg text { font-size: 11px; fill: currentColor; }
.bar { fill: #3b7dd8; } .axis { stroke: currentColor; } .interval { stroke: #3b7dd8; }
:root { color-scheme: light dark; }
"""

_COLUMNS: Final = (
    "variant", "player", "deals", "won", "lost", "undecided", "win rate", "95 % interval",
    "bounds", "moves, median", "best", "score, median", "best",
)  # fmt: skip


def html_page(figures: Sequence[tuple[str, Figures]], program: str) -> str:
    """Return the page. It loads nothing, so it can be sent and kept."""
    body = [
        "<h1>Spider and Spiderette: results</h1>",
        _table(_COLUMNS, (_row(each) for _, each in figures)),
        "<p><small>An undecided deal is neither won nor lost: the bounds are the win rates with"
        " all of them lost and with all of them won.</small></p>",
        _rates([rate_of(each) for _, each in figures if each.n]),
        *(_section(file, each) for file, each in figures),
        f"<p><small>Written by spider {escape(program)}.</small></p>",
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>Spider: results</title>\n<style>{_STYLE}</style>\n" + "\n".join(body) + "\n</html>"
    )


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["<table>", _cells("th", header), *(_cells("td", row) for row in rows), "</table>"]
    return "\n".join(lines)


def _cells(tag: str, cells: Sequence[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"


def _row(figures: Figures) -> tuple[str, ...]:
    return (
        figures.study.variant.name,
        figures.study.player,
        str(figures.n),
        str(figures.won),
        str(figures.lost),
        str(figures.undecided),
        f"{percent(figures.win_rate)} %",
        f"{span(figures.ci95)} %",
        f"{span(figures.bounds)} %",
        number(median(figures.moves)),
        number(min(figures.moves, default=None)),
        number(median(figures.scores)),
        number(max(figures.scores, default=None)),
    )


def _section(file: str, figures: Figures) -> str:
    study = figures.study
    settings = ", ".join(
        f"{name.replace('_', ' ')} {value}" for name, value in study.settings.items()
    )
    partial = f", partial: {figures.n} of {figures.asked}" if figures.n < figures.asked else ""
    return "\n".join(
        [
            f"<h2>{escape(study.name)}</h2>",
            f"<p><small>{escape(file)}: deals {study.start} to {study.stop - 1}{partial};"
            f" spider {escape(study.program)}, engine {escape(study.engine)};"
            f" {escape(settings)}</small></p>",
            *(_figure(chart) for chart in charts_of(figures)),
            "<h3>Hardest deals</h3>",
            _table(
                ("deal", "verdict", "moves", "effort"),
                (
                    (hard.deal, hard.verdict, number(hard.moves), number(hard.effort))
                    for hard in figures.hardest
                ),
            ),
        ]
    )


def _figure(chart: Chart) -> str:
    tallest = max(bar.count for bar in chart.bars)
    step = _WIDTH / len(chart.bars)
    shapes = [
        _bar_shape(chart, bar, i * step, step, (_HEIGHT - _FOOT) * bar.count / tallest)
        for i, bar in enumerate(chart.bars)
    ]
    base, ends = _HEIGHT - _FOOT, (chart.bars[0].low, chart.bars[-1].high)
    shapes.append(f'<line class="axis" x1="0" x2="{_WIDTH}" y1="{base}" y2="{base}"/>')
    for value, x, anchor in zip(ends, (0, _WIDTH), ("start", "end"), strict=True):
        shapes.append(
            f'<text x="{x}" y="{_HEIGHT - 6}" text-anchor="{anchor}">{chart.label(value)}</text>'
        )
    return (
        f"<figure>{_svg(_WIDTH, _HEIGHT, chart.title, shapes)}"
        f"<figcaption>{escape(chart.title)}</figcaption></figure>"
    )


def _bar_shape(chart: Chart, bar: Bar, x: float, width: float, height: float) -> str:
    said = f"{chart.label(bar.low)} to {chart.label(bar.high)}: {bar.count}"
    return (
        f'<rect class="bar" x="{x:.1f}" y="{_HEIGHT - _FOOT - height:.1f}"'
        f' width="{max(width - 1, 0.5):.1f}" height="{height:.1f}"><title>{said}</title></rect>'
    )


def _rates(rates: Sequence[Rate]) -> str:
    """Return a picture of win rates as points on lines from 0 to 100 %."""
    if not rates:
        return ""
    shapes = []
    for i, rate in enumerate(rates):
        y = i * _RATE_HEIGHT + _RATE_HEIGHT / 2
        low, share, high = (
            _NAME_WIDTH + _WIDTH * value for value in (rate.low, rate.share, rate.high)
        )
        shapes += [
            f'<text x="0" y="{y + 4:.1f}">{escape(rate.name)}</text>',
            f'<line class="interval" stroke-width="3" x1="{low:.1f}" x2="{high:.1f}"'
            f' y1="{y:.1f}" y2="{y:.1f}"/>',
            f'<circle class="bar" cx="{share:.1f}" cy="{y:.1f}" r="5">'
            f"<title>{escape(rate.text)}</title></circle>",
        ]
    foot = len(rates) * _RATE_HEIGHT
    for value in (0, 25, 50, 75, 100):
        x = _NAME_WIDTH + _WIDTH * value / 100
        shapes.append(f'<text x="{x}" y="{foot + 14}" text-anchor="middle">{value} %</text>')
    picture = _svg(_NAME_WIDTH + _WIDTH + 30, foot + 20, "win rates with intervals", shapes)
    caption = "win rates; the intervals allow for chance and for the undecided both"
    return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>"


def _svg(width: float, height: float, title: str, shapes: Iterable[str]) -> str:
    return (
        f'<svg viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img"'
        f' aria-label="{escape(title)}">{"".join(shapes)}</svg>'
    )
