"""``spider show``: what a deal looks like, as a table or in a form that programs read."""

from __future__ import annotations

import shutil

import click

from solver.rules.formats import FORMS, write_position
from spidercli.deals import DealSource, deal_argument, read_deal
from spidercli.options import Display, VariantChoice, deal_variant_options, display_options
from spidercli.render import render_position


@click.command("show", short_help="Show a deal, or write it for another program.")
@deal_argument
@click.option("--open", "open_cards", is_flag=True, help="Show face-down cards and the stock.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    help="Write the whole deal, hidden cards included, in a form that can be read again.",
)
@deal_variant_options
@display_options
def command(
    source: DealSource,
    open_cards: bool,
    form: str | None,
    choice: VariantChoice,
    display: Display,
) -> None:
    """Show a deal as a player sees it, or write it for another program.

    DEAL is a game code, a file, pysol:N, or - for standard input.
    """
    deal = read_deal(source, choice)
    if form is not None:
        click.echo(write_position(deal.position, form), nl=False)
        return
    table = render_position(
        deal.position,
        ascii=display.ascii,
        color=display.color,
        open_cards=open_cards,
        width=shutil.get_terminal_size().columns,
    )
    click.echo(f"{deal.name} ({deal.position.variant.name})\n\n{table}", color=display.color)
