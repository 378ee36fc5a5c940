"""Tables, JSON and CSV of what files of results hold."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from solver.study.comparison import Comparison
from solver.study.figures import Figures, Hard, Spread, effort_column, spread_of
from solver.study.paired import Paired
from solver.study.selection import Selected
from solver.study.stats import median
from spidercli.output import counted, percent, span, table_text


def figures_record(file: str, figures: Figures) -> dict[str, Any]:
    """Return all figures of a study; a figure of nothing is null."""
    study = figures.study
    record = {
        "file": file,
        "variant": study.variant.name,
        "player": study.player,
        "n": figures.n,
        "start": study.start,
        "verdicts": dict(sorted(figures.verdicts.items())),
        "win_rate": figures.win_rate,
        "ci95": list(figures.ci95),
        "bounds": list(figures.bounds),
        "bounds_ci95": list(figures.ci95_wide),
        "moves": _spread_record(spread_of(figures.moves), median(figures.moves)),
        "score": _spread_record(spread_of(figures.scores), median(figures.scores)),
        effort_column(study): _spread_record(figures.effort),
        "mean": figures.means,
        "hardest": [hard._asdict() for hard in figures.hardest],
        "settings": {"n": figures.asked, **study.settings},
        "engine": study.engine,
        "program": study.program,
    }
    return record | ({"partial": True} if figures.n < figures.asked else {})


def _spread_record(spread: Spread | None, middle: float | None = None) -> dict[str, float] | None:
    if spread is None:
        return None
    return spread._asdict() | ({} if middle is None else {"median": middle})


_CSV_COLUMNS = (
    "file", "variant", "player", "n", "asked", "won", "lost", "undecided", "win_rate", "ci95_low",
    "ci95_high", "bound_low", "bound_high", "moves_median", "moves_best", "score_median",
    "score_best", "nodes_mean", "cpu_s_mean", "runs_mean", "reveals_mean",
)  # fmt: skip


def figures_csv(figures: Iterable[tuple[str, Figures]]) -> str:
    """Return a row for each study; a figure of nothing is an empty field."""
    rows = (_csv_row(file, each) for file, each in figures)
    return "\n".join(map(_csv_line, [_CSV_COLUMNS, *rows]))


def _csv_row(file: str, figures: Figures) -> tuple[Any, ...]:
    study, means = figures.study, figures.means
    return (
        file,
        study.variant.name,
        study.player,
        figures.n,
        figures.asked,
        figures.won,
        figures.lost,
        figures.undecided,
        figures.win_rate,
        *figures.ci95,
        *figures.bounds,
        median(figures.moves),
        min(figures.moves, default=None),
        median(figures.scores),
        max(figures.scores, default=None),
        *(means.get(name) for name in ("nodes", "cpu_s", "runs", "reveals")),
    )


def selected_csv(deals: Iterable[Selected]) -> Iterator[str]:
    """Yield a header and a line for each deal."""
    yield _csv_line(Selected._fields)
    yield from map(_csv_line, deals)


def _csv_line(fields: Iterable[Any]) -> str:
    """Return fields as a line of CSV; None is an empty field."""
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(fields)
    return text.getvalue()


_COLUMNS = (
    "variant", "player", "n", "won", "lost", "undecided", "win rate %", "95 % interval", "bounds",
    "moves", "score",
)  # fmt: skip


def figures_text(figures: Sequence[tuple[str, Figures]]) -> str:
    """Return a table of all studies, and below it what there is to say of each."""
    table = table_text([_COLUMNS, *(_row(each) for _, each in figures)], left=2)
    notes = "moves and score: median/best of the deals won; lost: proved, or lost by a player"
    return "\n".join([table, notes, *(_details(file, each) for file, each in figures if each.n)])


def _row(figures: Figures) -> tuple[str, ...]:
    return (
        figures.study.variant.name,
        figures.study.player,
        str(figures.n),
        str(figures.won),
        str(figures.lost),
        str(figures.undecided),
        percent(figures.win_rate),
        span(figures.ci95),
        span(figures.bounds),
        f"{number(median(figures.moves))}/{number(min(figures.moves, default=None))}",
        f"{number(median(figures.scores))}/{number(max(figures.scores, default=None))}",
    )


def _details(file: str, figures: Figures) -> str:
    study = figures.study
    effort = effort_column(study)
    lines = [
        "",
        f"{study.name}, deals {study.start} to {study.stop - 1} ({file}, spider {study.program})",
    ]
    if figures.n < figures.asked:
        lines.append(f"partial: {figures.n} of {counted(figures.asked, 'deal')}")
    rows: list[tuple[str, ...]] = [("", *(name.replace("p", "") for name in Spread._fields))]
    for name, spread in (
        ("moves", spread_of(figures.moves)),
        ("score", spread_of(figures.scores)),
        (effort.replace("_", " "), figures.effort),
    ):
        if spread is not None:
            rows.append((name, *(number(value) for value in spread)))
    rows[0] = ("% of deals", *rows[0][1:])
    lines.append(table_text(rows))
    lines.append("hardest: " + ", ".join(map(_hard_text, figures.hardest[:5])))
    return "\n".join(lines)


def _hard_text(hard: Hard) -> str:
    return f"{hard.deal} ({hard.verdict}, {number(hard.effort)})"


def number(value: float | None) -> str:
    """Return a figure for people."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.4g}"


def comparison_record(files: tuple[str, str], comparison: Comparison) -> dict[str, Any]:
    """Return what came of comparing two studies."""
    paired = comparison.paired
    return {
        "files": list(files),
        "variant": comparison.first.variant.name,
        "players": [comparison.first.player, comparison.second.player],
        "n": paired.n,
        "both": paired.both,
        "first_only": paired.first_only,
        "second_only": paired.second_only,
        "neither": paired.neither,
        "undecided": list(comparison.undecided),
        "difference": paired.difference if paired.n else None,
        "ci95": list(paired.interval()),
        "mcnemar_p": paired.p_value,
        "moves": {
            "n": comparison.moves.total(),
            "mean": comparison.moves_mean,
            "median": comparison.moves_median,
        },
        "verdicts": [[*pair, count] for pair, count in sorted(comparison.verdicts.items())],
    }


def comparison_text(files: tuple[str, str], comparison: Comparison) -> str:
    """Return the same for people."""
    paired = comparison.paired
    lines = [f"{comparison.first.variant.name}, {counted(paired.n, 'deal')} that both have"]
    for which, file, study in zip(
        ("first", "second"), files, (comparison.first, comparison.second), strict=True
    ):
        lines.append(f"{which:8}  {file}, player {study.player}")
    lines += [
        f"won       by both {paired.both}, by the first only {paired.first_only},"
        f" by the second only {paired.second_only}, by neither {paired.neither}",
        _difference_text(paired),
    ]
    if any(comparison.undecided):
        lines.append("undecided {} and {}, counted as not won".format(*comparison.undecided))
    if comparison.moves:
        lines.append(
            f"moves     first less second where both won: mean {number(comparison.moves_mean)},"
            f" median {number(comparison.moves_median)}"
        )
    return "\n".join(lines)


def _difference_text(paired: Paired) -> str:
    low, high = paired.interval()
    return (
        f"win rate  {100 * paired.difference:+.2f} points, 95 % interval {100 * low:+.2f} to"
        f" {100 * high:+.2f}; McNemar's exact test: p = {paired.p_value:.2g}"
    )
