"""``spider watch``: a game of a player that does not peek, move by move."""

from __future__ import annotations

import shutil
from typing import Any

import click

from solver.players.levels import Level, PlayerSettings, make_player
from solver.players.referee import Turn, turns
from solver.rules.cards import Card
from solver.rules.game import Game
from solver.rules.move import move_text
from solver.rules.position import Position
from spidercli.deals import DealSource, deal_argument, read_deal
from spidercli.options import (
    Display,
    VariantChoice,
    deal_variant_options,
    display_options,
    json_option,
)
from spidercli.output import counted, json_text
from spidercli.player_games import make_ready, player_option, settings_options
from spidercli.render import card_label, render_position


@click.command("watch", short_help="Watch a game of a player that does not peek.")
@deal_argument
@player_option(tuple(Level), Level.FAIR)
@settings_options
@click.option("--tables", is_flag=True, help="Show the table after each decision.")
@deal_variant_options
@display_options
@json_option
def command(
    source: DealSource,
    player: str,
    settings: PlayerSettings,
    tables: bool,
    choice: VariantChoice,
    display: Display,
    as_json: bool,
) -> None:
    """Show a game of a player that sees no hidden card, move by move, with what each is for.

    The player has no undo and no second try. DEAL is a game code, a file, pysol:N, or - for
    standard input. The moves of --json can be given to replay.
    """
    level = Level(player)
    deal = read_deal(source, choice)
    make_ready(level, settings)
    game = Game(deal.position)
    made: list[Turn] = []
    if not as_json:
        click.echo(f"{deal.name} ({deal.position.variant.name}), player {level}")
    for turn in turns(game, make_player(level, settings)):
        made.append(turn)
        if not as_json:
            click.echo(_line(len(made), turn, game.position, display))
            if tables and turn.is_last:
                click.echo(_table(game.position, display), color=display.color)
    click.echo(json_text(_record(deal.name, level, game, made)) if as_json else _end(game))


def _line(number: int, turn: Turn, position: Position, display: Display) -> str:
    """Return one move: what moves where, what that did, and what it is for."""
    did = [f"removes a run of column {run.column + 1}" for run in turn.outcome.removed]
    for column in turn.outcome.revealed:
        did.append(f"turns up {_label(position.columns[column][-1], display)}")
    happened = ", ".join(did)
    if turn.move.is_deal:
        dealt = [_label(cards[-1], display) for cards in position.columns if cards]
        happened = ", ".join([*did, " ".join(dealt)])
    return f"{number:4}  {move_text(turn.move):8}{turn.reason.value:44}{happened}".rstrip()


def _label(card: Card, display: Display) -> str:
    return card_label(card, ascii=display.ascii)


def _table(position: Position, display: Display) -> str:
    width = shutil.get_terminal_size().columns
    table = render_position(position, ascii=display.ascii, color=display.color, width=width)
    return f"\n{table}\n"


def _end(game: Game) -> str:
    moves = counted(game.counter, "move")
    if game.is_won:
        return f"won in {moves}, score {game.score}"
    runs = f"{game.position.runs} of {game.position.variant.run_count} runs removed"
    return f"gives up after {moves}, {runs}, score {game.score}"


def _record(name: str, level: Level, game: Game, made: list[Turn]) -> dict[str, Any]:
    return {
        "deal": name,
        "player": level.value,
        "won": game.is_won,
        "runs": game.position.runs,
        "moves": game.counter,
        "score": game.score,
        "solution": [move_text(turn.move) for turn in made],
        "reasons": [turn.reason.value for turn in made],
    }
