"""What is kept of a game while it is played: its save, and its place in the statistics."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import Protocol

from solver.errors import StoreError
from spidercli.session.named_game import NamedGame
from spidercli.session.records import BEGIN, WIN, add_event
from spidercli.session.saves import format_save, load_save
from spidercli.session.storage import data_dir, write_whole


class Keeper(Protocol):
    """Told of every change of a game. An OSError of either method never ends a game."""

    keeps: bool
    """Whether a game can be taken up again later."""

    def keep(self, named: NamedGame) -> None:
        """Save a game that has changed."""

    def note(self, named: NamedGame) -> None:
        """Write down that a game has been begun, and that it is won if it is."""


class NoKeeper:
    """Keeps nothing."""

    keeps = False

    def keep(self, named: NamedGame) -> None:
        """Do nothing."""

    def note(self, named: NamedGame) -> None:
        """Do nothing."""


class FileKeeper:
    """Keeps games in the player's data folder, a file for each that is unfinished."""

    keeps = True

    def __init__(self) -> None:
        self._begun: set[str] = set()

    def keep(self, named: NamedGame) -> None:
        """Save a game that goes on; the file of one that is won goes away.

        :raises OSError: if that cannot be done; the save before it stays as it was.
        """
        path = save_path(named)
        if named.game.is_won:
            with contextlib.suppress(FileNotFoundError):
                path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, format_save(named))

    def note(self, named: NamedGame) -> None:
        """Count a game at its first move, and its win; only games that began as openings count.

        :raises OSError: if the statistics cannot be written.
        """
        if not named.is_whole or not named.game.moves:
            return
        if named.key not in self._begun:
            add_event(BEGIN, named)
            self._begun.add(named.key)
        if named.game.is_won:
            add_event(WIN, named)


def games_dir() -> Path:
    """Return the folder of the unfinished games."""
    return data_dir() / "games"


def save_path(named: NamedGame) -> Path:
    """Return the file in which an unfinished game is kept."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", Path(named.name).stem)[:40].strip("-")
    return games_dir() / f"{name or 'game'}-{named.key}.txt"


def last_unfinished() -> NamedGame:
    """Return the unfinished game that was played last.

    :raises StoreError: if there is none, or it cannot be read.
    """
    try:
        saves = [(path.stat().st_mtime_ns, path) for path in games_dir().glob("[!.]*.txt")]
    except OSError as error:
        raise StoreError(f"{games_dir()}: {error.strerror}") from error
    if not saves:
        raise StoreError("no unfinished game is kept; begin one with spider play")
    return load_save(max(saves)[1])
