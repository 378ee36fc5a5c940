"""``spider report``: what files of results say."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path

import click

from solver.errors import SpiderError
from solver.study.comparison import compare as compare_studies
from solver.study.comparison import pairs_of_studies
from solver.study.figures import Figures, figures
from solver.study.fingerprint import program_version
from solver.study.selection import EXAMPLE, Selected, Selection, parse_selection
from solver.study.store import Results
from spidercli.options import json_option
from spidercli.output import json_text
from spidercli.session.storage import write_bytes, write_whole
from spidercli.stored_html import html_page
from spidercli.stored_output import (
    comparison_record,
    comparison_text,
    figures_csv,
    figures_record,
    figures_text,
    selected_csv,
)
from spidercli.stored_plot import check_plot, picture


class Conditions(click.ParamType):  # type: ignore[type-arg]
    """Which deals are meant."""

    name = "conditions"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Selection:
        """Return the conditions."""
        if isinstance(value, Selection):
            return value
        try:
            return parse_selection(str(value))
        except SpiderError as error:
            self.fail(str(error), param, ctx)


_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("report", short_help="Report what files of results say.")
@click.argument("paths", metavar="FILE...", type=_FILE, nargs=-1, required=True)
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Write CSV.")
@click.option("--html", "html_path", type=_FILE, metavar="FILE", help="Write a page to FILE.")
@click.option(
    "--plot",
    "plot_path",
    type=_FILE,
    metavar="FILE",
    help="Draw a picture into FILE, as its name ends: .png, .svg, .pdf.",
)
@click.option("--compare", is_flag=True, help="Compare two files on the deals that both have.")
@click.option(
    "--select",
    "selection",
    type=Conditions(),
    metavar="CONDITIONS",
    help=f'Write the codes of deals instead, like "{EXAMPLE}".',
)
@click.option(
    "--limit", type=click.IntRange(min=1), metavar="N", help="At most N deals of --select."
)
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[Path, ...],
    as_json: bool,
    as_csv: bool,
    html_path: Path | None,
    plot_path: Path | None,
    compare: bool,
    selection: Selection | None,
    limit: int | None,
) -> None:
    """Report what the files say that analyze --out wrote; they stay as they are.

    Without options there is a table of the win rates by variant and player, how moves, score and
    nodes are spread, and the hardest deals. A file may still be being written.

    CONDITIONS stand between blanks and must all be met: won, unwinnable, undecided or lost;
    classic or relaxed; a game; moves, score, nodes, number, runs or reveals with <, <=, =, !=, >=
    or > and a number; suits=2; player=fair. With all every deal is meant. With --csv or --json
    there is all that is known of each deal.
    """
    _check(ctx, paths, as_json, as_csv, compare, selection, limit, html_path, plot_path)
    with ExitStack() as stack:
        files = [(str(path), stack.enter_context(Results(path))) for path in paths]
        if selection is not None:
            _tell_selected(files, selection, limit, as_json, as_csv)
        elif compare:
            _tell_compared(files, as_json)
        else:
            _tell_figures(files, as_json, as_csv, html_path, plot_path)


def _check(
    ctx: click.Context,
    paths: tuple[Path, ...],
    as_json: bool,
    as_csv: bool,
    compare: bool,
    selection: Selection | None,
    limit: int | None,
    html_path: Path | None,
    plot_path: Path | None,
) -> None:
    """Refuse what does not go together."""
    pictures = html_path or plot_path
    if as_json and as_csv:
        raise click.UsageError("--json or --csv, not both", ctx)
    if compare and (selection is not None or pictures or as_csv):
        raise click.UsageError("--compare goes with --json only", ctx)
    if compare and len(paths) != 2:
        raise click.UsageError(f"--compare needs two files, not {len(paths)}", ctx)
    if selection is not None and pictures:
        raise click.UsageError("--select writes no pictures; leave out --html and --plot", ctx)
    if limit is not None and selection is None:
        raise click.UsageError('--limit is of --select; add --select "all"', ctx)
    if plot_path is not None:
        check_plot(plot_path)


Files = list[tuple[str, Results]]


def _tell_selected(
    files: Files, selection: Selection, limit: int | None, as_json: bool, as_csv: bool
) -> None:
    found = islice((deal for _, results in files for deal in selection.deals(results)), limit)
    for line in _selected_lines(found, as_json, as_csv):
        click.echo(line)


def _selected_lines(found: Iterator[Selected], as_json: bool, as_csv: bool) -> Iterator[str]:
    if as_csv:
        return selected_csv(found)
    return (json_text(deal._asdict()) if as_json else deal.code for deal in found)


def _tell_compared(files: Files, as_json: bool) -> None:
    (first_name, first), (second_name, second) = files
    names = first_name, second_name
    pairs = pairs_of_studies(first, second)
    if not pairs:
        raise SpiderError(f"{first_name} and {second_name} have no variant in common")
    compared = [compare_studies(first, second, pair) for pair in pairs]
    if as_json:
        click.echo(json_text([comparison_record(names, each) for each in compared]))
    else:
        click.echo("\n\n".join(comparison_text(names, each) for each in compared))


def _tell_figures(
    files: Files, as_json: bool, as_csv: bool, html_path: Path | None, plot_path: Path | None
) -> None:
    found: list[tuple[str, Figures]] = [
        (name, figures(results, study)) for name, results in files for study in results.studies
    ]
    if html_path is not None:
        write_whole(html_path, html_page(found, program_version()))
    if plot_path is not None:
        form = plot_path.suffix[1:].lower()
        write_bytes(plot_path, picture([each for _, each in found], form))
    if as_json:
        click.echo(json_text([figures_record(name, each) for name, each in found]))
    elif as_csv:
        click.echo(figures_csv(found))
    elif not (html_path or plot_path):
        click.echo(figures_text(found))
