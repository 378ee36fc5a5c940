"""``spider play``: the game at the table, in text."""

from __future__ import annotations

import functools
import shutil
import sys
from pathlib import Path

import click

from solver.rules.gamecode import parse_game_code
from spidercli.deals import STDIN, DealArgument, DealSource, read_deal, read_text
from spidercli.exits import InputError
from spidercli.options import (
    Display,
    VariantChoice,
    display_options,
    is_watched,
    json_option,
    variant_options,
)
from spidercli.render import card_label
from spidercli.session.keeper import FileKeeper, NoKeeper, last_unfinished
from spidercli.session.loop import play_at_terminal, play_for_program, play_from_stream
from spidercli.session.named_game import NamedGame
from spidercli.session.saves import load_save, looks_saved
from spidercli.session.screen import Look
from spidercli.session.session import Session
from spidercli.session.solver_call import ask_solver
from spidercli.session.storage import data_dir
from spidercli.session.words import (
    LANGUAGES,
    can_be_written,
    load_words,
    preferred_language,
)


@click.command("play", short_help="Play a game.")
@click.option("--code", metavar="CODE", help="Play the deal of a game code.")
@click.option(
    "--deal",
    "source",
    metavar="DEAL",
    type=DealArgument(),
    help="Play a deal or a position of a file, or pysol:N.",
)
@click.option("--resume", is_flag=True, help="Go on with the unfinished game played last.")
@click.option(
    "--load",
    "saved",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Go on with a game that was saved to a file.",
)
@variant_options
@click.option("--auto", is_flag=True, help="Send a move that does not fit to the best column.")
@click.option("--par", is_flag=True, help="After a win, tell how short the solver's own is.")
@click.option(
    "--record/--no-record",
    default=None,
    help="Keep the game for --resume and count it in the statistics [default: unless --json]",
)
@click.option("--lang", type=click.Choice(LANGUAGES), help="The language [default: the system's]")
@click.option("--four-colors", is_flag=True, help="A colour for each suit, not only red and black.")
@click.option("--scroll", is_flag=True, help="Print each table below the last one.")
@display_options
@json_option
def command(
    code: str | None,
    source: DealSource | None,
    resume: bool,
    saved: Path | None,
    choice: VariantChoice,
    auto: bool,
    par: bool,
    record: bool | None,
    lang: str | None,
    four_colors: bool,
    scroll: bool,
    display: Display,
    as_json: bool,
) -> None:
    """Play a game at the terminal: 3 7 moves cards from column 3 to column 7, ? shows the rest.

    Without --code, --deal, --resume or --load any deal of the game is played, and its code
    shown. The game is kept after every move. Without a terminal the moves come from standard
    input; --json writes a state a line, for programs that play.
    """
    named = _begun(code, source, resume, saved, choice)
    words = load_words("en" if as_json else _language(lang, display))
    session = Session(
        named,
        words,
        functools.partial(card_label, ascii=display.ascii or as_json),
        FileKeeper() if _is_recorded(record, as_json) else NoKeeper(),
        ask_solver,
        auto=auto,
        par=par,
    )
    if as_json:
        play_for_program(session)
        return
    look = Look(
        display.ascii,
        display.color,
        four_colors,
        shutil.get_terminal_size().columns,
        wrap=sys.stdout.isatty(),
    )
    greeting = [] if named.has_code else [f"{named.name} ({named.variant.name})"]
    if sys.stdin.isatty() and sys.stdout.isatty():
        history = data_dir() / "typed" if _is_recorded(record, as_json) else None
        repaint = is_watched(sys.stdout) and not scroll
        play_at_terminal(session, look, greeting, history, repaint=repaint)
    else:
        play_from_stream(session, look, greeting)


def _is_recorded(record: bool | None, as_json: bool) -> bool:
    """Whether the game is kept and counted: a program's games are not, unless it says so."""
    return not as_json if record is None else record


def _begun(
    code: str | None,
    source: DealSource | None,
    resume: bool,
    saved: Path | None,
    choice: VariantChoice,
) -> NamedGame:
    """Return the game that the options name.

    :raises click.UsageError: if they name more than one.
    :raises SpiderError: if there is no such game.
    """
    said = {"--code": code, "--deal": source, "--resume": resume, "--load": saved}
    starts = [option for option, value in said.items() if value]
    if len(starts) > 1:
        raise click.UsageError(f"{' and '.join(starts)} name different games; give one of them")
    if (resume or saved) and not choice.is_empty:
        raise click.UsageError(f"{starts[0]} knows its game; leave out --game, --suits and --rule")
    if resume:
        return last_unfinished()
    if saved:
        return load_save(saved)
    if code is not None:
        source = DealSource(str(parse_game_code(code)))
    if source is None:
        return NamedGame.at_random(choice.variant())
    if source.text == STDIN:
        raise click.UsageError("--deal needs a file: what is typed comes from standard input")
    if source.path is not None and looks_saved(read_text(source.text)):
        raise InputError(f"{source.text} is a saved game; take it up with --load")
    deal = read_deal(source, choice)
    return NamedGame.begun(deal.name, deal.position)


def _language(lang: str | None, display: Display) -> str:
    """Return the language to speak: the one asked for, or the system's if it can be shown.

    :raises click.UsageError: if the one asked for cannot be shown.
    """
    language = lang or preferred_language()
    shown = can_be_written(language, "ascii" if display.ascii else sys.stdout.encoding)
    if lang and not shown:
        raise click.UsageError(f"--lang {lang} needs letters that are not shown here; use en")
    return language if shown else "en"
