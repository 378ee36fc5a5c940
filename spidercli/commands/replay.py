"""``spider replay``: whether a solution holds by the plain rules."""

from __future__ import annotations

import click

from solver.errors import SpiderError
from solver.rules.move import Move, move_text
from solver.rules.verify import Replay, replay
from spidercli.deals import DealSource, NamedDeal, deal_argument, read_deal, read_text
from spidercli.exits import ExitCode
from spidercli.options import VariantChoice, deal_variant_options, json_option
from spidercli.output import counted, json_text, replay_record
from spidercli.solutions import parse_solution


@click.command("replay", short_help="Check a solution by the rules.")
@deal_argument
@click.argument("solution", metavar="SOLUTION", type=click.Path(allow_dash=True))
@deal_variant_options
@json_option
@click.pass_context
def command(
    ctx: click.Context, source: DealSource, solution: str, choice: VariantChoice, as_json: bool
) -> None:
    """Replay a solution by the rules, and say at which move and by which rule it fails.

    SOLUTION is a file, or - for standard input, that holds moves like 3-7x4 (four cards from
    column 3 to column 7) and deal, or what solve --moves or solve --json wrote. The exit status
    is 0 if the solution wins the deal, and 1 if not.
    """
    if source.text == solution == "-":
        raise click.UsageError("only one of the deal and the solution can be -", ctx)
    deal = read_deal(source, choice)
    text = read_text(solution)
    try:
        moves = parse_solution(text, deal.name)
    except SpiderError as error:
        raise SpiderError(f"{solution}: {error}") from error
    result = replay(deal.position, moves)
    click.echo(
        json_text(replay_record(deal.name, result)) if as_json else _told(deal, moves, result)
    )
    ctx.exit(ExitCode.OK if _holds(result) else ExitCode.FAILED)


def _holds(result: Replay) -> bool:
    return result.won and result.failed_at is None


def _told(deal: NamedDeal, moves: list[Move], result: Replay) -> str:
    if result.failed_at is not None:
        move = move_text(moves[result.failed_at])
        return f"{deal.name}: fails at move {result.failed_at + 1}, {move}: {result.refusal}"
    if result.won:
        return f"{deal.name}: won in {counted(result.played, 'move')}, score {result.score}"
    runs = f"{result.runs} of {deal.position.variant.run_count} runs removed"
    return (
        f"{deal.name}: not won after {counted(result.played, 'move')}, {runs}, score {result.score}"
    )
