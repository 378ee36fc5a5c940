"""``spider analyze``: how many deals of a variant can be won."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click

from solver.players.levels import Level, PlayerSettings
from solver.result import Limits
from solver.rules.variant import VARIANTS
from solver.study.cluster import Cluster
from solver.study.store import OPEN_PLAYER, Store, Study, settings_of
from solver.study.survey import check_numbers, open_solver
from solver.study.workers import Pool, Processes
from spidercli.options import (
    VariantChoice,
    json_option,
    limit_options,
    variant_options,
    workers_option,
)
from spidercli.output import (
    Report,
    json_text,
    report_record,
    report_text,
    reports_table,
)
from spidercli.player_games import GamePlan, play_and_tell, player_option, settings_options
from spidercli.progress import tell_compiling
from spidercli.surveys import Sinks, run_survey


@click.command("analyze", short_help="Report how many deals of a variant can be won.")
@variant_options
@click.option("--all", "all_variants", is_flag=True, help="Every variant, in one table.")
@click.option(
    "--n",
    "count",
    type=click.IntRange(min=1),
    metavar="N",
    default=1000,
    show_default=True,
    help="How many deals.",
)
@click.option(
    "--start",
    type=click.IntRange(min=0),
    metavar="N",
    default=0,
    show_default=True,
    help="The first deal number.",
)
@workers_option
@json_option
@click.option(
    "--list",
    "list_path",
    type=click.Path(dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="Write one line of JSON for each deal, as they come.",
)
@click.option(
    "--out",
    "out_path",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep every result in FILE, or go on where it stopped.",
)
@click.option(
    "--progress", "log", is_flag=True, help="Where nobody looks, write a line a minute to stderr."
)
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Work on the Dask cluster of this scheduler instead of here.",
)
@player_option((OPEN_PLAYER, *Level), OPEN_PLAYER)
@click.option(
    "--paired",
    type=click.Choice([str(level) for level in Level]),
    help="Compare --player with this one on the same deals.",
)
@settings_options
@limit_options
@click.pass_context
def command(
    ctx: click.Context,
    choice: VariantChoice,
    all_variants: bool,
    count: int,
    start: int,
    workers: int,
    as_json: bool,
    list_path: str | None,
    out_path: Path | None,
    log: bool,
    scheduler: str | None,
    player: str,
    paired: str | None,
    settings: PlayerSettings,
    limits: Limits,
) -> None:
    """Solve many deals of a variant, all cards known, and report how many can be won.

    A deal that the limits leave undecided is never counted as lost: the bounds say what the win
    rate is with all of them lost and with all of them won. The same command gives the same
    results with any number of workers. Ctrl-C reports what was done so far.

    With --player it is not the solver that plays but a player that sees no hidden card: once,
    without undo. What is not won is lost then.

    With --out each result is in the file as soon as it is there. The same command goes on where
    it stopped, whatever had stopped it, and with a larger --n it adds deals.
    """
    if all_variants and not choice.is_empty:
        raise click.UsageError("--all is every variant; leave out --game, --suits and --rule", ctx)
    variants = VARIANTS if all_variants else (choice.variant(),)
    check_numbers(start, count)
    if paired is not None and player == OPEN_PLAYER:
        raise click.UsageError("--paired compares players that do not peek; give --player too", ctx)
    with ExitStack() as stack:
        if player != OPEN_PLAYER:
            levels = [Level(player), *([] if paired is None else [Level(paired)])]
            plans = [
                [GamePlan(variant, level, settings, start, count) for level in levels]
                for variant in variants
            ]
            studies = [plan.study() for together in plans for plan in together]
            sinks = _sinks(stack, out_path, studies, list_path, log)
            pool = _pool(stack, scheduler, min(workers, count))
            play_and_tell(plans, pool, sinks, as_json=as_json)
        else:
            reports = [Report(variant, start, count, limits, workers) for variant in variants]
            studies = [_study(report) for report in reports]
            sinks = _sinks(stack, out_path, studies, list_path, log)
            pool = _pool(stack, scheduler, min(workers, count))
            _solve_and_tell(reports, studies, pool, sinks, as_json, all_variants)


def _sinks(
    stack: ExitStack,
    out_path: Path | None,
    studies: Sequence[Study],
    list_path: str | None,
    log: bool,
) -> Sinks:
    """Open what the results go to."""
    store = stack.enter_context(Store(out_path, studies)) if out_path else None
    return Sinks(store, stack.enter_context(_line_writer(list_path)), log)


def _pool(stack: ExitStack, scheduler: str | None, workers: int) -> Pool:
    """Return who does the work."""
    return Processes(workers) if scheduler is None else stack.enter_context(Cluster(scheduler))


def _solve_and_tell(
    reports: Sequence[Report],
    studies: Sequence[Study],
    pool: Pool,
    sinks: Sinks,
    as_json: bool,
    all_variants: bool,
) -> None:
    """Solve the deals of each report and tell of them.

    After Ctrl-C or an error too: what was done is not lost.
    """
    from solver.engine.warmup import warm_up

    warm_up(tell_compiling)
    begun: list[Report] = []
    try:
        for report, study in zip(reports, studies, strict=True):
            begun.append(report)
            report.workers = pool.count
            solver = open_solver(report.variant, report.limits)
            run_survey(report, study, solver, pool, sinks)
    finally:
        if begun:
            click.echo(_told(begun, as_json, all_variants))


def _study(report: Report) -> Study:
    """Return what a file of the report's results is about."""
    stop = report.start + report.asked
    return Study(report.variant, report.start, stop, settings_of(report.limits))


@contextmanager
def _line_writer(path: str | None) -> Iterator[Callable[[str], None] | None]:
    """Open the file of ``--list``, if any; what is written is in the file at once."""
    if path is None:
        yield None
        return
    with ExitStack() as stack:
        # A failed write is tried again at the end, so that names the file too.
        file = stack.enter_context(click.open_file(path, "w", encoding="utf-8"))

        def write_line(line: str) -> None:
            with _naming(path):
                click.echo(line, file=file)

        try:
            yield write_line
        finally:
            with _naming(path):
                stack.close()


@contextmanager
def _naming(path: str) -> Iterator[None]:
    """Let what the system refuses name the file."""
    try:
        yield
    except OSError as error:
        error.filename = path
        raise


def _told(reports: list[Report], as_json: bool, all_variants: bool) -> str:
    if as_json:
        records = [report_record(report) for report in reports]
        return json_text(records if all_variants else records[0])
    return reports_table(reports) if all_variants else report_text(reports[0])
