"""Games of players that do not peek, at the command line: their report, table and comparison."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from typing import Any

import click

from solver.players.fair import DEFAULT_STATES
from solver.players.levels import Level, PlayerSettings, make_player
from solver.players.strong import DEFAULT_BUDGET, STRONG_STATES
from solver.rules.variant import Variant
from solver.study.games import GameResult, GameSummary, play_spans
from solver.study.paired import Paired
from solver.study.store import Study
from solver.study.survey import Task
from solver.study.workers import Pool
from spidercli.options import Command
from spidercli.output import json_text, percent, span
from spidercli.progress import Work, progress, tell_compiling
from spidercli.surveys import Sinks, all_results, nothing_stored


def player_option(names: Sequence[str], default: str) -> Callable[[Command], Command]:
    """Return the option --player; the command gets its name as ``player``."""
    return click.option(
        "--player",
        type=click.Choice([str(name) for name in names]),
        default=str(default),
        show_default=True,
        help="Who plays.",
    )


def settings_options(command: Command) -> Command:
    """Add --states, --budget and --seed; the command gets them as ``settings``."""

    @click.option(
        "--states",
        type=click.IntRange(min=1, max=1_000_000),
        metavar="N",
        help="Positions that a fair player looks at for a decision, at most; fair-strong does so"
        " up to five times"
        f" [default: {DEFAULT_STATES}, {STRONG_STATES} {Level.STRONG}]",
    )
    @click.option(
        "--budget",
        type=click.IntRange(min=0, max=1_000_000_000),
        metavar="N",
        default=DEFAULT_BUDGET,
        show_default=True,
        help="Positions that fair-strong meets in playouts for a decision, about;"
        " 0: it looks ahead.",
    )
    @click.option(
        "--seed",
        type=click.IntRange(min=0, max=2**32 - 1),
        metavar="N",
        default=0,
        show_default=True,
        help="Which imagined deals fair-strong plays out.",
    )
    @functools.wraps(command)
    def wrapper(*args: Any, states: int | None, budget: int, seed: int, **kwargs: Any) -> Any:
        return command(*args, settings=PlayerSettings(states, budget, seed), **kwargs)

    return wrapper  # type: ignore[return-value]


def make_ready(level: Level, settings: PlayerSettings) -> None:
    """Load or compile what a player needs."""
    if level is Level.STRONG:
        from solver.engine.fair_strong import warm_up_strong

        warm_up_strong(tell_compiling, settings.budget > 0)
    elif level is not Level.GREEDY:
        from solver.engine.fair import warm_up_fair

        warm_up_fair(tell_compiling)


@dataclass(frozen=True, slots=True)
class GamePlan:
    """Which games to play: ``asked`` deals from number ``start`` on, by a player."""

    variant: Variant
    level: Level
    chosen: PlayerSettings
    start: int
    asked: int

    def study(self) -> Study:
        """Return what a file of the games is about."""
        stop = self.start + self.asked
        return Study(self.variant, self.start, stop, self.settings(), self.level.value)

    def settings(self) -> dict[str, int]:
        """Return the player's own settings by name."""
        return self.chosen.of(self.level)

    @property
    def label(self) -> str:
        """The player with its settings: ``fair (states 4000)``."""
        settings = ", ".join(f"{name} {value}" for name, value in self.settings().items())
        return f"{self.level} ({settings})" if settings else self.level.value


@dataclass(slots=True)
class GameReport:
    """A player's games as far as they have come."""

    plan: GamePlan
    summary: GameSummary = field(default_factory=GameSummary)

    @property
    def is_partial(self) -> bool:
        """Whether games are missing."""
        return self.summary.n < self.plan.asked


def play_games(report: GameReport, pool: Pool, sinks: Sinks) -> None:
    """Play the games of a report, those in its file apart, and count all in it."""
    plan, study = report.plan, report.plan.study()
    player = make_player(plan.level, plan.chosen)
    make_ready(
        plan.level, plan.chosen
    )  # before any worker starts: it fills the cache that they read
    missing = [Task(study.start, study.stop)]
    keep = None
    stored: Callable[[Study], Iterator[GameResult]] = nothing_stored
    if sinks.store is not None:
        missing = sinks.store.missing(study)
        keep = functools.partial(sinks.store.add, study=study)
        stored = sinks.store.games
    played = play_spans(plan.variant, player, missing, pool, keep)
    summary = report.summary

    def standing() -> str:
        return f"{percent(summary.win_rate)} % won"

    def details() -> str:
        return f"{standing()} ({span(summary.ci95)} %)"

    label = f"{plan.variant.name}, {plan.level}"
    done = plan.asked - sum(stop - start for start, stop in missing)
    work = Work(label, plan.asked, done, standing, details)
    with closing(played), progress(work, sinks.log) as update:
        for result, is_new in all_results(study, missing, played, stored):
            summary.add(result)
            if sinks.write_line is not None:
                record = {"player": plan.level.value, **asdict(result)}
                sinks.write_line(json_text(record))
            if is_new:
                update()


def game_record(report: GameReport) -> dict[str, Any]:
    """Return the figures of a player's games; ``cpu_s`` alone differs from run to run."""
    plan, summary = report.plan, report.summary
    record = {
        "variant": plan.variant.name,
        "player": plan.level.value,
        "n": summary.n,
        "start": plan.start,
        "won": summary.won,
        "win_rate": summary.win_rate,
        "ci95": list(summary.ci95),
        "mean": dict(summary.means()),
        "settings": {"n": plan.asked} | plan.settings(),
    }
    return record | ({"partial": True} if report.is_partial else {})


_COLUMNS = (
    "variant", "player", "n", "won", "win rate %", "95 % interval", "runs", "score", "moves",
    "reveals", "cpu s",
)  # fmt: skip


def games_table(reports: Sequence[GameReport]) -> str:
    """Return a table with a row for each player's games; from runs on, means over all games."""
    rows = [_COLUMNS, *(_row(report) for report in reports)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(_COLUMNS))]
    lines = []
    for row in rows:
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        cells[0] = row[0].ljust(widths[0])
        lines.append("  ".join(cells))
    for report in reports:
        if report.is_partial:
            plan = report.plan
            lines.append(
                f"partial: {report.summary.n} of {plan.asked} games of {plan.variant.name}"
            )
    lines.append("runs, score, moves, reveals and cpu: the mean of all games, lost ones too")
    return "\n".join(lines)


def _row(report: GameReport) -> tuple[str, ...]:
    summary = report.summary
    means = dict(summary.means())
    formats = {"runs": ".2f", "score": ".0f", "moves": ".0f", "reveals": ".1f", "cpu_s": ".4f"}
    return (
        report.plan.variant.name,
        report.plan.level.value,
        str(summary.n),
        str(summary.won),
        percent(summary.win_rate),
        span(summary.ci95),
        *(
            "-" if means[name] is None else format(means[name], how)
            for name, how in formats.items()
        ),
    )


def _formatted(value: float | None, how: str) -> str:
    return "-" if value is None else format(value, how)


def paired_of(first: GameReport, second: GameReport) -> Paired:
    """Compare two players on the deals that both have played."""
    both = min(first.summary.n, second.summary.n)
    return Paired.of(first.summary.outcomes[:both], second.summary.outcomes[:both])


def paired_record(first: GameReport, second: GameReport) -> dict[str, Any]:
    """Return the figures of two players' games and of the comparison."""
    paired = paired_of(first, second)
    return {
        "players": [game_record(first), game_record(second)],
        "paired": {
            "n": paired.n,
            "both": paired.both,
            "first_only": paired.first_only,
            "second_only": paired.second_only,
            "neither": paired.neither,
            "difference": paired.difference,
            "ci95": list(paired.interval()),
            "mcnemar_p": paired.p_value,
        },
    }


def paired_text(first: GameReport, second: GameReport) -> str:
    """Return the comparison of two players for people."""
    paired = paired_of(first, second)
    return (
        f"{first.plan.label} - {second.plan.label} on the same {paired.n} deals of"
        f" {first.plan.variant.name}: {paired.difference_text}\n"
        f"won by both {paired.both}, by the first only {paired.first_only}, by the second only"
        f" {paired.second_only}, by neither {paired.neither};"
        f" {paired.test_text}"
    )


def play_and_tell(
    plans: Sequence[Sequence[GamePlan]],
    pool: Pool,
    sinks: Sinks,
    *,
    as_json: bool,
) -> None:
    """Play the games of each plan and tell of them; plans that stand together are compared.

    After Ctrl-C or an error too: what was done is not lost.
    """
    begun: list[list[GameReport]] = []
    try:
        for together in plans:
            begun.append([])
            for plan in together:
                begun[-1].append(GameReport(plan))
                play_games(begun[-1][-1], pool, sinks)
    finally:
        if begun and begun[0]:
            click.echo(_told(begun, as_json=as_json))


def _told(begun: list[list[GameReport]], *, as_json: bool) -> str:
    pairs = [(reports[0], reports[1]) for reports in begun if len(reports) > 1]
    flat = [report for reports in begun for report in reports]
    if as_json:
        records = [paired_record(*pair) for pair in pairs] or [game_record(r) for r in flat]
        return json_text(records[0] if len(records) == 1 else records)
    return "\n\n".join([games_table(flat), *(paired_text(*pair) for pair in pairs)])
