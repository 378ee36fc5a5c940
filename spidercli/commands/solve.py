"""``spider solve``: whether deals can be won, and how."""

from __future__ import annotations

import click

from solver.result import Limits, SolveResult, Verdict
from solver.rules.bound import lower_bound
from spidercli.deals import DealSource, deals_argument, read_deals
from spidercli.exits import ExitCode
from spidercli.options import VariantChoice, deal_variant_options, json_option, limit_options
from spidercli.output import bound_record, counted, json_text, result_record
from spidercli.progress import tell_compiling
from spidercli.solutions import solution_text


@click.command("solve", short_help="Say whether deals can be won, and how.")
@deals_argument
@deal_variant_options
@click.option("--moves", "with_moves", is_flag=True, help="Write the solution, as replay reads it.")
@json_option
@limit_options
@click.pass_context
def command(
    ctx: click.Context,
    sources: tuple[DealSource, ...],
    choice: VariantChoice,
    with_moves: bool,
    as_json: bool,
    limits: Limits,
) -> None:
    """Say of each deal whether it can be won, all cards known, and how.

    DEAL is a game code, a file, pysol:N, or - for standard input; a file or standard input may
    also hold a list of codes, one a line. In a solution 3-7x4 moves four cards from column 3 to
    column 7. Every solution is replayed by the rules before it is reported. With --short a found
    solution is made shorter, and a lower bound says that no solution has fewer moves than that.

    The exit status is 0 if all deals are won, 1 if some are proved unwinnable, and 3 if the
    limits left some undecided, which says nothing of a deal.
    """
    deals = read_deals(sources, choice)
    from solver.engine.warmup import warm_up
    from solver.solve import solve

    warm_up(tell_compiling)
    verdicts = set()
    for deal in deals:
        result = solve(deal.position, limits, deal.name)
        verdicts.add(result.verdict)
        bound = lower_bound(deal.position) if limits.short_nodes and result.solution else None
        if as_json:
            click.echo(json_text(result_record(result) | bound_record(result.moves, bound)))
        else:
            click.echo(_told(result, bound, with_moves))
    ctx.exit(_exit_code(verdicts))


def _exit_code(verdicts: set[Verdict]) -> ExitCode:
    if Verdict.UNDECIDED in verdicts:
        return ExitCode.UNDECIDED
    return ExitCode.FAILED if Verdict.UNWINNABLE in verdicts else ExitCode.OK


def _told(result: SolveResult, bound: int | None, with_moves: bool) -> str:
    verdict = _verdict(result) + ("" if bound is None else f", at least {bound} needed")
    line = f"{result.deal}: {verdict} ({result.nodes:,} nodes, {result.cpu_s:.2f} s)"
    if not with_moves:
        return line
    return "\n".join([f"# {line}", *([solution_text(result.solution)] if result.solution else [])])


def _verdict(result: SolveResult) -> str:
    if result.verdict is Verdict.WON:
        return f"won in {counted(result.moves or 0, 'move')}, score {result.score}"
    return f"{result.verdict}, {result.reason}" if result.reason else result.verdict.value
