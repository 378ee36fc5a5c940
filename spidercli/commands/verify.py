"""``spider verify``: whether the wins in a file of results are wins."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from solver.errors import StoreError
from solver.study.audit import Audit, audit
from solver.study.store import OPEN_PLAYER, Results
from spidercli.exits import ExitCode
from spidercli.options import json_option, workers_option
from spidercli.output import counted, json_text, verify_record
from spidercli.progress import count_bar


@click.command("verify", short_help="Replay every win in files of results.")
@click.argument(
    "paths",
    metavar="FILE...",
    type=click.Path(dir_okay=False, path_type=Path),
    nargs=-1,
    required=True,
)
@workers_option
@json_option
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], workers: int, as_json: bool) -> None:
    """Replay by the rules every win that analyze --out kept, and say which do not hold.

    FILE is a file of results; it stays as it is. Games of players are not asked about: only their
    ends are kept. The exit status is 0 if every win holds, with
    the moves and the score that the file says, and 1 if one does not.
    """
    all_hold = True
    for path in paths:
        deals, wins, faults = _audited(path, workers)
        all_hold &= not faults
        if as_json:
            click.echo(json_text(verify_record(str(path), deals, wins, faults)))
        else:
            for fault in faults:
                click.echo(f"{path}: {fault.deal}: {fault.fault}")
            click.echo(
                f"{path}: {wins - len(faults)} of {counted(wins, 'win')} hold,"
                f" {counted(deals, 'deal')}"
            )
    ctx.exit(ExitCode.OK if all_hold else ExitCode.FAILED)


def _audited(path: Path, workers: int) -> tuple[int, int, list[Audit]]:
    """Return how many deals and wins a file holds, and the wins that do not hold."""
    wins = 0
    faults = []
    with Results(path) as results:
        # Of the games of players no moves are kept.
        studies = [study for study in results.studies if study.player == OPEN_PLAYER]
        if not studies:
            raise StoreError(f"{path}: no wins of the solver are kept in it, only games of players")
        total = sum(results.count(study) for study in studies)
        with count_bar(total, path.name) as update:
            for study in studies:
                with closing(audit(results, study, workers)) as audits:
                    for found in audits:
                        wins += found.is_win
                        if found.fault:
                            faults.append(found)
                        update()
    return total, wins, faults
