"""``spider stats``: what came of the games that were played."""

from __future__ import annotations

from dataclasses import asdict

import click

from spidercli.options import json_option
from spidercli.output import json_text
from spidercli.session.records import Tally, read_records, records_path

_TITLES = ("variant", "games", "won", "won %", "streak", "longest", "best score", "shortest")


@click.command("stats", short_help="Show games, wins and streaks.")
@json_option
def command(as_json: bool) -> None:
    """Show how many games were played and won, by variant.

    A game counts once, from its first move. A streak is of wins in a row; the game begun last
    does not end it while it is not won. The shortest win counts moves and deals.
    """
    path = records_path()
    tallies, wrong = read_records(path)
    if wrong:
        lines = "1 line says" if wrong == 1 else f"{wrong} lines say"
        click.echo(f"spider: {path}: {lines} nothing of a game and were left out", err=True)
    if as_json:
        click.echo(json_text([asdict(tally) for tally in tallies]))
    elif tallies:
        click.echo(_table(tallies))
    else:
        click.echo("no game was played yet; spider play begins one")


def _table(tallies: list[Tally]) -> str:
    rows = [_TITLES, *map(_row, tallies)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(_TITLES))]
    return "\n".join(
        "  ".join(
            [row[0].ljust(widths[0])]
            + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        )
        for row in rows
    )


def _row(tally: Tally) -> tuple[str, ...]:
    return (
        tally.variant,
        str(tally.games),
        str(tally.wins),
        f"{100 * tally.wins / tally.games:.0f}",
        str(tally.streak),
        str(tally.longest_streak),
        "-" if tally.best_score is None else str(tally.best_score),
        "-" if tally.shortest_win is None else str(tally.shortest_win),
    )
