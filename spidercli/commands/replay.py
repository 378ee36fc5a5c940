"""``spider replay``: whether a solution holds by the plain rules."""

from __future__ import annotations

import shutil
import sys
from typing import Final

import click

from solver.errors import SpiderError
from solver.rules.move import Move, move_text
from solver.rules.verify import Replay, replay
from spidercli.deals import DealSource, NamedDeal, deal_argument, read_deal, read_text
from spidercli.exits import ExitCode
from spidercli.options import (
    Display,
    VariantChoice,
    deal_variant_options,
    display_options,
    json_option,
)
from spidercli.output import counted, json_text, replay_record
from spidercli.session.playback import Playback, animate, step
from spidercli.session.saves import looks_saved, parse_save
from spidercli.session.screen import Look
from spidercli.solutions import parse_solution

_DELAY: Final = 0.5


@click.command("replay", short_help="Check or show a solution or a saved game.")
@deal_argument
@click.argument("solution", metavar="[SOLUTION]", required=False, type=click.Path(allow_dash=True))
@click.option("--step", "by_step", is_flag=True, help="Show each move when Enter is pressed.")
@click.option("--animate", "animated", is_flag=True, help="Show one move after another.")
@click.option(
    "--delay",
    type=click.FloatRange(0, 60),
    metavar="SECONDS",
    help=f"How long --animate shows a move [default: {_DELAY}]",
)
@deal_variant_options
@display_options
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    source: DealSource,
    solution: str | None,
    by_step: bool,
    animated: bool,
    delay: float | None,
    choice: VariantChoice,
    display: Display,
    as_json: bool,
) -> None:
    """Replay a solution by the rules, and say at which move and by which rule it fails.

    SOLUTION is a file, or - for standard input, that holds moves like 3-7x4 (four cards from
    column 3 to column 7) and deal, or what solve --moves or solve --json wrote. It is left out
    where DEAL is a file that play has saved. The exit status is 0 if the moves win the deal, and
    1 if not.
    """
    if source.text == solution == "-":
        raise click.UsageError("only one of the deal and the solution can be -", ctx)
    if by_step + animated + as_json > 1:
        raise click.UsageError("--step, --animate and --json exclude each other", ctx)
    if delay is not None and not animated:
        raise click.UsageError("--delay is for --animate", ctx)
    if by_step and "-" in (source.text, solution):
        raise click.UsageError("--step reads the keys from standard input; give files", ctx)
    deal, moves = _game(ctx, source, solution, choice)
    result = replay(deal.position, moves)
    if by_step or animated:
        _show(deal, moves[: result.played], display, delay, by_step=by_step)
    click.echo(
        json_text(replay_record(deal.name, result)) if as_json else _told(deal, moves, result)
    )
    ctx.exit(ExitCode.OK if _holds(result) else ExitCode.FAILED)


def _game(
    ctx: click.Context, source: DealSource, solution: str | None, choice: VariantChoice
) -> tuple[NamedDeal, list[Move]]:
    """Return a deal and the moves of its solution, or those of a saved game."""
    if solution is None:
        saved = None if source.path is None else read_text(source.text)
        if saved is None or not looks_saved(saved):
            raise click.UsageError("give a solution, or a saved game for the deal", ctx)
        try:
            named = parse_save(saved)
        except SpiderError as error:
            raise SpiderError(f"{source.text}: {error}") from error
        return NamedDeal(named.name, named.start), list(named.game.moves)
    deal = read_deal(source, choice)
    text = read_text(solution)
    try:
        return deal, parse_solution(text, deal.name)
    except SpiderError as error:
        raise SpiderError(f"{solution}: {error}") from error


def _show(
    deal: NamedDeal, moves: list[Move], display: Display, delay: float | None, *, by_step: bool
) -> None:
    """Show moves that are legal, step by step or as an animation."""
    look = Look(
        display.ascii,
        display.color,
        width=shutil.get_terminal_size().columns,
        wrap=sys.stdout.isatty(),
    )
    playback = Playback(deal.name, deal.position, moves, ascii=display.ascii)
    if by_step:
        step(playback, look)
    else:
        animate(playback, len(moves), look, _DELAY if delay is None else delay)


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
