"""``spider analyze``: how many deals of a variant can be won."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace

import click

from solver.result import Limits
from solver.rules.variant import VARIANTS
from solver.study.survey import check_numbers, survey
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
    result_record,
)
from spidercli.progress import progress_bar, tell_compiling


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
    limits: Limits,
) -> None:
    """Solve many deals of a variant, all cards known, and report how many can be won.

    A deal that the limits leave undecided is never counted as lost: the bounds say what the win
    rate is with all of them lost and with all of them won. The same command gives the same
    results with any number of workers. Ctrl-C reports what was done so far.
    """
    if all_variants and not choice.is_empty:
        raise click.UsageError("--all is every variant; leave out --game, --suits and --rule", ctx)
    variants = VARIANTS if all_variants else (choice.variant(),)
    check_numbers(start, count)
    reports: list[Report] = []
    with _line_writer(list_path) as write_line:
        from solver.engine.families import family_of
        from solver.engine.warmup import warm_up

        warm_up(tell_compiling)
        try:
            for variant in variants:
                ladder = limits.widths or family_of(variant).widths
                used = replace(limits, widths=ladder)
                reports.append(Report(variant, start, count, used, workers))
                _run(reports[-1], write_line)
        finally:
            # Also after Ctrl-C or an error: what was done is not lost.
            if reports:
                click.echo(_told(reports, as_json, all_variants))


def _run(report: Report, write_line: Callable[[str], None]) -> None:
    """Solve the deals of a report and count them in it."""
    results = survey(report.variant, report.start, report.asked, report.limits, report.workers)
    began = time.perf_counter()
    with closing(results), progress_bar(report.asked, report.variant.name) as update:
        for result in results:
            report.summary.add(result)
            report.wall_s = time.perf_counter() - began
            write_line(json_text(result_record(result)))
            update(report.summary)


@contextmanager
def _line_writer(path: str | None) -> Iterator[Callable[[str], None]]:
    """Open the file of ``--list``; what is written is in the file at once."""
    if path is None:
        yield lambda _line: None
        return
    with click.open_file(path, "w", encoding="utf-8") as file:

        def write_line(line: str) -> None:
            try:
                click.echo(line, file=file)
            except OSError as error:
                error.filename = path
                raise

        yield write_line


def _told(reports: list[Report], as_json: bool, all_variants: bool) -> str:
    if as_json:
        records = [report_record(report) for report in reports]
        return json_text(records if all_variants else records[0])
    return reports_table(reports) if all_variants else report_text(reports[0])
