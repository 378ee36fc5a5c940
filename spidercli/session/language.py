"""What a player may type: one line -> the commands in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from spidercli.session.words import Words


class Word(StrEnum):
    """The commands. The value is the word in full."""

    MOVE = "move"
    TARGETS = "targets"
    DEAL = "deal"
    UNDO = "undo"
    REDO = "redo"
    HINT = "hint"
    SOLVE = "solve"
    TABLE = "table"
    LOG = "log"
    CODE = "code"
    AUTO = "auto"
    RESTART = "restart"
    NEW = "new"
    SAVE = "save"
    LOAD = "load"
    STATS = "stats"
    RULES = "rules"
    HELP = "help"
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class Command:
    """One command: its word, its numbers as typed (columns from 1), or its text.

    ``said`` is what the player typed, shortened and with nothing that a terminal would obey.
    """

    word: Word
    numbers: tuple[int, ...] = ()
    text: str = ""
    said: str = ""


class CommandError(Exception):
    """A line that cannot be understood; ``str()`` says in one line what to type instead."""


MAX_LINE: Final = 10_000
"""No line of a player is longer; what is longer is not looked into."""

_MAX_SAID: Final = 24

_NAMES: Final = {
    **{word.value: word for word in Word},
    **{"t": Word.TARGETS, "d": Word.DEAL, "u": Word.UNDO, "r": Word.REDO, "h": Word.HINT},
    **{"s": Word.SOLVE, "q": Word.QUIT, "?": Word.HELP, "m": Word.MOVE},
    **{"show": Word.TABLE, "moves": Word.LOG, "exit": Word.QUIT, "solver": Word.SOLVE},
}
_NUMBERS_ALLOWED: Final = {
    Word.MOVE: (1, 3),
    Word.TARGETS: (1, 1),
    Word.UNDO: (0, 1),
    Word.REDO: (0, 1),
}
_TAKES_TEXT: Final = (Word.SAVE, Word.LOAD, Word.NEW)

_NUMBER = re.compile(r"-?[0-9]{1,4}", re.ASCII)
_JOINED_MOVE = re.compile(r"([0-9]{1,2})\s*[->]\s*([0-9]{1,2})(?:\s*x\s*([0-9]{1,3}))?", re.ASCII)
_WITH_FILE = re.compile(r"\s*(save|load)\s+(\S.*?)\s*", re.IGNORECASE)


def parse_line(line: str, words: Words) -> list[Command]:
    """Return the commands of a line, none for an empty one.

    Commas or semicolons part several commands; the name of a file may hold them.

    :raises CommandError: if any part of the line cannot be understood; then none of it counts.
    """
    if len(line) > MAX_LINE:
        raise CommandError(words.gettext("that line is too long; nothing was done"))
    commands: list[Command] = []
    rest = line
    while rest.strip():
        with_file = _WITH_FILE.fullmatch(rest)
        if with_file:
            word, file = Word(with_file[1].lower()), _unquoted(with_file[2])
            return [*commands, Command(word, text=file, said=shortened(rest))]
        part, _, rest = _split_once(rest)
        if part.strip():
            commands += _parse_part(part.strip(), words)
    return commands


def _split_once(text: str) -> tuple[str, str, str]:
    ends = [at for at in (text.find(","), text.find(";")) if at >= 0]
    if not ends:
        return text, "", ""
    return text[: min(ends)], text[min(ends)], text[min(ends) + 1 :]


def _unquoted(name: str) -> str:
    if len(name) > 2 and name[0] == name[-1] and name[0] in "'\"":
        return name[1:-1]
    return name


def _parse_part(part: str, words: Words) -> list[Command]:
    """Return the command of a part of a line, or the moves of a part of a solution."""
    moves = [_joined_move(word) for word in part.split()]
    if all(moves):
        return [move for move in moves if move]
    whole = _joined_move(part)
    return [whole or _parse_command(part, words)]


def _joined_move(text: str) -> Command | None:
    """Return the command of a move as solutions write it, ``3-7x2`` or ``deal``."""
    if text.lower() == Word.DEAL:
        return Command(Word.DEAL, said=text)
    joined = _JOINED_MOVE.fullmatch(text.lower())
    if joined is None:
        return None
    return Command(Word.MOVE, tuple(int(n) for n in joined.groups() if n), said=shortened(text))


def _parse_command(part: str, words: Words) -> Command:
    said = shortened(part)
    first, *others = part.split()
    if _NUMBER.fullmatch(first):
        return _with_numbers(Word.MOVE, [first, *others], said, words)
    word = _NAMES.get(first.lower())
    if word is None:
        raise CommandError(
            words.gettext("{said!r} is no command; type 3 7 to move, d to deal, ? for help").format(
                said=said
            )
        )
    if word in _TAKES_TEXT:
        return Command(word, text=" ".join(others), said=said)
    return _with_numbers(word, others, said, words)


def _with_numbers(word: Word, numbers: list[str], said: str, words: Words) -> Command:
    fewest, most = _NUMBERS_ALLOWED.get(word, (0, 0))
    if fewest <= len(numbers) <= most and all(_NUMBER.fullmatch(number) for number in numbers):
        return Command(word, tuple(int(number) for number in numbers), said=said)
    usage = {
        Word.MOVE: words.gettext("a move is 3 7, or 3 7 2 for two cards, or 3 alone"),
        Word.TARGETS: words.gettext("type t and a column, like t 3"),
        Word.UNDO: words.gettext("type u, or u 5 for five actions"),
        Word.REDO: words.gettext("type r, or r 5 for five actions"),
    }
    default = words.gettext("type {word} alone").format(word=word.value)
    raise CommandError(f"{said!r}: {usage.get(word, default)}")


def shortened(text: str) -> str:
    """Return what was typed in a form fit for a message: short, and only printable."""
    text = printable(" ".join(text[: _MAX_SAID * 4].split()))
    return text if len(text) <= _MAX_SAID else text[: _MAX_SAID - 3] + "..."


def printable(text: str) -> str:
    """Return a text with nothing in it that a terminal would obey, tabs apart."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter == "\t" else "?" for letter in text)
