"""Saved games: readable text that holds the deal and the moves, replayed when it is read.

::

    # A game of Spider. spider play --load FILE goes on with it.
    save: 1
    key: 5f2a90c1d4e7b3a8
    game: SP1-S1C-AAAAAAD
    counter: 3
    score: 497
    undo: 3
    moves: 3-7x2 4-7x1 deal
    redo: 2-1x1

``undo`` is how many actions may be taken back, ``redo`` what may be made again. A deal without
a game code has its ``game`` for a name only and ends in its position, in the project's text
form, after a line ``position:``. Counter and score must come out as they are written.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from solver.errors import DealError, SpiderError, StoreError, brief
from solver.rules.formats import read_position, write_position
from solver.rules.game import Game
from solver.rules.move import Move, move_text, parse_move
from spidercli.session.named_game import NamedGame
from spidercli.session.storage import write_whole

_VERSION: Final = "1"
_KEYS: Final = ("save", "key", "game", "counter", "score", "undo", "moves", "redo")
_MAY_REPEAT: Final = ("moves", "redo")
_POSITION: Final = "position"
_LINE: Final = re.compile(r"([a-z]+):(.*)")
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}", re.ASCII)
_GAME_KEY: Final = re.compile(r"[0-9a-f]{16}", re.ASCII)
_MOVES_WIDTH: Final = 88
_LONGEST: Final = 2_000_000


def format_save(named: NamedGame) -> str:
    """Return the text of a save."""
    game = named.game
    lines = [
        "# A game of Spider. spider play --load FILE goes on with it.",
        f"save: {_VERSION}",
        f"key: {named.key}",
        f"game: {' '.join(named.name.split())}",
        f"counter: {game.counter}",
        f"score: {game.score}",
        f"undo: {game.undo_count}",
        *_moves_lines("moves", game.moves),
        *_moves_lines("redo", game.undone),
    ]
    text = "\n".join(lines) + "\n"
    if named.has_code:
        return text
    return f"{text}{_POSITION}:\n{write_position(named.start, 'text')}"


def _moves_lines(key: str, moves: tuple[Move, ...]) -> Iterator[str]:
    words = " ".join(map(move_text, moves))
    for line in textwrap.wrap(words, _MOVES_WIDTH, break_on_hyphens=False):
        yield f"{key}: {line}"


def looks_saved(text: str) -> bool:
    """Whether a text means to be a save: its first line that is no comment says so."""
    lines = (line.strip() for line in text[:10_000].splitlines())
    return next((line for line in lines if line and not line.startswith("#")), "").startswith(
        "save:"
    )


def parse_save(text: str) -> NamedGame:
    """Return the game of a save, played through the rules from its deal to where it stood.

    :raises StoreError: if anything in it is wrong; the text names the line.
    """
    if len(text) > _LONGEST:
        raise StoreError("too long for a saved game")
    values, position_text = _split(text)
    _expect(values["save"], lambda value: value == _VERSION, f"the version is {_VERSION}")
    _expect(values["key"], lambda value: bool(_GAME_KEY.fullmatch(value)), "a key has 16 digits")
    named = _named_game(values, position_text)
    _replay(named.game, values)
    return named


_Values = dict[str, list[tuple[int, str]]]
"""By key: the lines with that key, each with its number."""


def _split(text: str) -> tuple[_Values, str | None]:
    """Return the values by key, and the text of the position with its lines where they were."""
    lines = text.removeprefix("\ufeff").rstrip().split("\n")
    values: _Values = {key: [] for key in _KEYS}
    position_text = None
    for number, line in enumerate(lines, 1):
        content = line.strip()
        if not content or content.startswith("#"):
            continue
        match = _LINE.fullmatch(content)
        if match and match[1] == _POSITION and not match[2]:
            position_text = "\n" * number + "\n".join(lines[number:])
            break
        if match is None or match[1] not in values:
            raise StoreError(f"line {number}: {brief(content)} is no line of a saved game")
        if values[match[1]] and match[1] not in _MAY_REPEAT:
            raise StoreError(f"line {number}: {match[1]} is there twice")
        values[match[1]].append((number, match[2].strip()))
    missing = [key for key in _KEYS if not values[key] and key not in _MAY_REPEAT]
    if missing:
        raise StoreError(f"line {len(lines)}: the file ends without its line {missing[0]}: ..")
    return values, position_text


def _expect(lines: list[tuple[int, str]], holds: Callable[[str], bool], otherwise: str) -> None:
    number, value = lines[0]
    if not holds(value):
        raise StoreError(f"line {number}: {brief(value)}; {otherwise}")


def _named_game(values: _Values, position_text: str | None) -> NamedGame:
    number, name = values["game"][0]
    key = values["key"][0][1]
    try:
        if position_text is None:
            named = NamedGame.of_code(name)
        else:
            named = NamedGame.begun(name, read_position(position_text))
    except DealError as error:
        raise StoreError(str(error)) from error
    except SpiderError as error:
        raise StoreError(f"line {number}: {error}") from error
    named.key = key
    return named


def _replay(game: Game, values: _Values) -> None:
    """Play what was played, take back what was taken back, and compare."""
    taken_back = 0
    for key in ("moves", "redo"):
        for number, line in values[key]:
            for word in line.split():
                _replay_move(game, word, number)
                taken_back += key == "redo"
    for _ in range(min(taken_back, game.undo_count)):
        game.undo()
    for key, value in (("counter", game.counter), ("score", game.score)):
        number, said = _number(values[key])
        if said != value:
            raise StoreError(f"line {number}: {key} {said}, but the moves give {value}")
    number, undo_count = _number(values["undo"])
    if not 0 <= undo_count <= game.undo_count:
        raise StoreError(f"line {number}: undo {undo_count}; at most {game.undo_count} are left")
    game.forget_undo(undo_count)


def _replay_move(game: Game, word: str, number: int) -> None:
    try:
        game.play(parse_move(word))
    except SpiderError as error:
        raise StoreError(f"line {number}: {brief(word)}: {error}") from error


def _number(lines: list[tuple[int, str]]) -> tuple[int, int]:
    number, value = lines[0]
    if not _NUMBER.fullmatch(value):
        raise StoreError(f"line {number}: {brief(value)} is no number")
    return number, int(value)


def load_save(path: Path) -> NamedGame:
    """Return the game of a file, which stays as it is.

    :raises StoreError: if it cannot be read, or holds no sound save.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig", errors="replace")
    except (OSError, ValueError) as error:
        raise StoreError(f"{path}: {getattr(error, 'strerror', None) or error}") from error
    try:
        return parse_save(text)
    except StoreError as error:
        raise StoreError(f"{path}: {error}") from error


def write_save(path: Path, named: NamedGame) -> None:
    """Save a game to a file; only another save there is replaced.

    :raises StoreError: if something else is there.
    :raises OSError: if the file cannot be written; what was there stays as it was.
    """
    if path.exists() and not (path.is_file() and _holds_save(path)):
        raise StoreError(f"{path} is there and is no saved game; choose another name")
    write_whole(path, format_save(named))


def _holds_save(path: Path) -> bool:
    with path.open("rb") as file:
        beginning = file.read(10_000)
    return not beginning.strip() or looks_saved(beginning.decode("utf-8-sig", errors="replace"))
