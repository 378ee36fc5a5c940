"""Tables and JSON; the only place where the names of fields live."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from solver.result import Limits, SolveResult
from solver.rules.move import move_text
from solver.rules.shuffle import SHUFFLE_VERSION
from solver.rules.variant import Variant
from solver.rules.verify import Replay
from solver.study.audit import Audit
from solver.study.stats import Interval
from solver.study.summary import Summary


@dataclass(slots=True)
class Report:
    """A survey of ``asked`` deals from number ``start`` on, as far as it has come.

    ``kept`` of them were in a file from an earlier run and took no time.
    """

    variant: Variant
    start: int
    asked: int
    limits: Limits
    workers: int
    summary: Summary = field(default_factory=Summary)
    wall_s: float = 0.0
    kept: int = 0

    @property
    def is_partial(self) -> bool:
        """Whether deals are missing."""
        return self.summary.n < self.asked

    @property
    def deals_per_s(self) -> float | None:
        """Deals solved a second of wall time, or None where there was no time."""
        return max(0, self.summary.n - self.kept) / self.wall_s if self.wall_s else None


def counted(count: int, word: str) -> str:
    """Return a number with its noun: ``1 move``, ``2 moves``."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def json_text(value: Any) -> str:
    """Return records as one line of JSON in ASCII."""
    return json.dumps(value)


def result_record(result: SolveResult) -> dict[str, Any]:
    """Return what a search said of one deal; ``cpu_s`` alone differs from run to run."""
    return {
        "deal": result.deal,
        "variant": result.variant.name,
        "verdict": result.verdict.value,
        "moves": result.moves,
        "score": result.score,
        "nodes": result.nodes,
        "cpu_s": round(result.cpu_s, 6),
        "solution": None
        if result.solution is None
        else [move_text(move) for move in result.solution],
        "reason": result.reason,
    }


def bound_record(moves: int | None, bound: int | None) -> dict[str, Any]:
    """Return what is added of a short solution: a lower bound, and how far it is from that."""
    if moves is None or bound is None:
        return {}
    return {"bound": bound, "gap": moves - bound}


def replay_record(deal: str, replay: Replay) -> dict[str, Any]:
    """Return where a solution led; ``failed_at`` counts moves from 1."""
    return {
        "deal": deal,
        "won": replay.won,
        "moves": replay.played,
        "score": replay.score,
        "runs": replay.runs,
        "failed_at": None if replay.failed_at is None else replay.failed_at + 1,
        "reason": replay.refusal,
    }


def verify_record(file: str, deals: int, wins: int, faults: Iterable[Audit]) -> dict[str, Any]:
    """Return what came of replaying a file of results."""
    return {
        "file": file,
        "deals": deals,
        "wins": wins,
        "failed": [{"deal": fault.deal, "reason": fault.fault} for fault in faults],
    }


def report_record(report: Report) -> dict[str, Any]:
    """Return a survey's figures.

    ``cpu_s``, ``wall_s`` and ``deals_per_s`` alone differ from run to run. ``n`` counts the
    deals that the figures are about; ``partial`` is there, and true, if these are fewer than
    ``settings`` asked for. A figure of nothing is null, and no widths are the variant's own
    ladder.
    """
    summary = report.summary
    record = {
        "variant": report.variant.name,
        "n": summary.n,
        "start": report.start,
        "won": summary.won,
        "unwinnable": summary.unwinnable,
        "undecided": summary.undecided,
        "win_rate": summary.win_rate,
        "ci95": list(summary.ci95),
        "bounds": list(summary.bounds),
        "bounds_ci95": list(summary.ci95_wide),
        "moves": {"median": summary.moves_median, "best": summary.moves_best},
        "score": {"median": summary.score_median, "best": summary.score_best},
        "nodes": summary.nodes,
        "cpu_s": round(summary.cpu_s, 6),
        "wall_s": round(report.wall_s, 6),
        "deals_per_s": report.deals_per_s,
        "settings": {
            "n": report.asked,
            "widths": list(report.limits.widths),
            "max_nodes": report.limits.max_nodes,
            "max_depth": report.limits.max_depth,
            "max_states": report.limits.max_states,
            "short_nodes": report.limits.short_nodes,
            "shuffle": SHUFFLE_VERSION,
        },
    }
    return record | ({"partial": True} if report.is_partial else {})


def report_text(report: Report) -> str:
    """Return a survey's figures for people, one a line."""
    summary = report.summary
    last = report.start + report.asked - 1
    lines = [f"{report.variant.name}, deals {report.start} to {last}"]
    if report.is_partial:
        lines.append(_partial(report))
    n, workers = max(summary.n, 1), counted(report.workers, "worker")
    rows = [
        ("won", f"{summary.won} of {summary.n}"),
        ("unwinnable", str(summary.unwinnable)),
        ("undecided", str(summary.undecided)),
        ("win rate", f"{percent(summary.win_rate)} %, 95 % interval {span(summary.ci95)} %"),
        ("bounds", f"{span(summary.bounds)} % with the undecided lost and won,"),
        ("", f"95 % interval {span(summary.ci95_wide)} %"),
        ("moves", f"median {_number(summary.moves_median)}, best {_number(summary.moves_best)}"),
        ("score", f"median {_number(summary.score_median)}, best {_number(summary.score_best)}"),
        ("nodes", f"{summary.nodes:,}, {summary.nodes / n:,.0f} a deal"),
        ("cpu", f"{summary.cpu_s:.2f} s, {summary.cpu_s / n:.4f} s a deal"),
        ("wall", f"{report.wall_s:.2f} s, {_rate(report)} deals a second, {workers}"),
    ]
    return "\n".join(["\n".join(lines), "", *(f"{name:10}  {value}" for name, value in rows)])


def standing_text(summary: Summary) -> str:
    """Return in a few words how a survey stands."""
    return f"{percent(summary.win_rate)} % won{_undecided(summary)}"


def running_text(summary: Summary) -> str:
    """Return the same with the interval."""
    won = f"{percent(summary.win_rate)} % won ({span(summary.ci95)} %)"
    return f"{won}{_undecided(summary)}"


def _undecided(summary: Summary) -> str:
    return f", {summary.undecided} undecided" if summary.undecided else ""


_COLUMNS = (
    "variant", "n", "won", "unwinnable", "undecided", "win rate %", "95 % interval", "bounds",
    "moves", "score", "nodes", "cpu s", "wall s", "deals/s",
)  # fmt: skip


def reports_table(reports: Sequence[Report]) -> str:
    """Return a table with a row for each survey; moves, score, nodes and cpu are as in the note."""
    rows = [_COLUMNS, *(_row(report) for report in reports)]
    lines = [table_text(rows)]
    lines += [_partial(report) for report in reports if report.is_partial]
    lines.append("moves and score: median/best; nodes and cpu: a deal")
    return "\n".join(lines)


def _row(report: Report) -> tuple[str, ...]:
    summary, n = report.summary, max(report.summary.n, 1)
    return (
        report.variant.name,
        str(summary.n),
        str(summary.won),
        str(summary.unwinnable),
        str(summary.undecided),
        percent(summary.win_rate),
        span(summary.ci95),
        span(summary.bounds),
        f"{_number(summary.moves_median)}/{_number(summary.moves_best)}",
        f"{_number(summary.score_median)}/{_number(summary.score_best)}",
        f"{summary.nodes / n:,.0f}",
        f"{summary.cpu_s / n:.4f}",
        f"{report.wall_s:.1f}",
        _rate(report),
    )


def _partial(report: Report) -> str:
    return f"partial: {report.summary.n} of {report.asked} deals of {report.variant.name}"


def table_text(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Return rows as lines, the first ``left`` columns flush left and the others flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)


def percent(share: float | None) -> str:
    """Return a share in percent; what is not all or nothing is not rounded to it."""
    if share is None:
        return "-"
    if 0 < share < 1:
        return f"{min(max(100 * share, 0.01), 99.99):.2f}"
    return f"{100 * share:.0f}"


def span(interval: Interval) -> str:
    """Return an interval of shares in percent."""
    return f"{percent(interval.low)} to {percent(interval.high)}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"


def _rate(report: Report) -> str:
    return "-" if report.deals_per_s is None else f"{report.deals_per_s:.1f}"
