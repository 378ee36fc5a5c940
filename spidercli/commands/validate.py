"""``spider validate``: whether game codes are right, and where they are wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from solver.errors import brief
from solver.rules.gamecode import parse_game_code, problems
from spidercli.deals import STDIN, read_text
from spidercli.exits import ExitCode
from spidercli.options import json_option
from spidercli.output import json_text


@click.command("validate", short_help="Check game codes.")
@click.argument("codes", metavar="CODE...", nargs=-1, required=True)
@json_option
@click.pass_context
def command(ctx: click.Context, codes: tuple[str, ...], as_json: bool) -> None:
    """Check game codes and say what each one names, or everything that is wrong with it.

    A CODE of - reads codes from standard input, one a line. The exit status is 0 if all codes
    are valid, and 1 if not.
    """
    all_valid = True
    for code in _each_code(codes):
        found = [str(problem) for problem in problems(code)]
        all_valid = all_valid and not found
        click.echo(_record(code, found) if as_json else _line(code, found))
    ctx.exit(ExitCode.OK if all_valid else ExitCode.FAILED)


def _each_code(codes: Iterable[str]) -> Iterator[str]:
    for code in codes:
        if code == STDIN:
            yield from (line for line in read_text(STDIN).splitlines() if line.strip())
        else:
            yield code


def _line(code: str, found: list[str]) -> str:
    if found:
        return f"{brief(code, 40)}: {'; '.join(found)}"
    meant = parse_game_code(code)
    return f"{meant}: valid, {meant.variant.name}, deal number {meant.number}"


def _record(code: str, found: list[str]) -> str:
    meant = None if found else parse_game_code(code)
    return json_text(
        {
            "code": code,
            "valid": not found,
            "normalized": meant and str(meant),
            "variant": meant and meant.variant.name,
            "number": meant and meant.number,
            "problems": found,
        }
    )
