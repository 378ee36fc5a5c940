"""The commands that put another game on the table, or touch the player's files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Final

from solver.errors import SpiderError, StoreError
from spidercli.session.keeper import save_path
from spidercli.session.language import Command, Word
from spidercli.session.named_game import NamedGame
from spidercli.session.records import read_records, records_path
from spidercli.session.refused import RefusedError
from spidercli.session.saves import load_save, write_save

if TYPE_CHECKING:
    from spidercli.session.session import Session


def _new(session: Session, command: Command) -> None:
    variant = session.named.variant
    try:
        named = NamedGame.of_code(command.text) if command.text else NamedGame.at_random(variant)
    except SpiderError as error:
        raise RefusedError(str(error)) from error
    _take_up(session, named)


def _load(session: Session, command: Command) -> None:
    if not command.text:
        raise RefusedError(session.words.gettext("type load and the name of a file"))
    try:
        named = load_save(Path(command.text).expanduser())
    except (StoreError, RuntimeError) as error:
        raise RefusedError(str(error)) from error
    _take_up(session, named)


def _take_up(session: Session, named: NamedGame) -> None:
    session.take_up(named)
    session.say(f"{named.name} ({named.variant.name})")


def _save(session: Session, command: Command) -> None:
    try:
        path = Path(command.text).expanduser() if command.text else _own_path(session)
        write_save(path, session.named)
    except OSError as error:
        raise RefusedError(_fault(error)) from error
    except (StoreError, ValueError, RuntimeError) as error:
        raise RefusedError(str(error)) from error
    session.say(session.words.gettext("saved to {file}").format(file=path))


def _own_path(session: Session) -> Path:
    path = save_path(session.named)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _fault(error: OSError) -> str:
    why = error.strerror or str(error)
    return why if error.filename is None else f"{error.filename}: {why}"


def _stats(session: Session, _command: Command) -> None:
    name = session.named.variant.name
    try:
        tallies, _wrong = read_records(records_path())
    except OSError as error:
        raise RefusedError(_fault(error)) from error
    tally = next((tally for tally in tallies if tally.variant == name), None)
    if tally is None:
        session.say(session.words.gettext("{variant}: no game yet").format(variant=name))
        return
    text = session.words.gettext(
        "{variant}: games {games}, won {wins}, in a row {streak} (longest {longest_streak}),"
        " best score {best_score}, shortest win {shortest_win}"
    )
    figures = {key: "-" if value is None else value for key, value in asdict(tally).items()}
    session.say(text.format(**figures))


HANDLERS: Final[dict[Word, Callable[[Session, Command], None]]] = {
    Word.NEW: _new,
    Word.LOAD: _load,
    Word.SAVE: _save,
    Word.STATS: _stats,
}
