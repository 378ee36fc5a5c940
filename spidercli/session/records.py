"""What is known of the games that were played: a file of events, and what follows from them.

Events are only ever added, one line of JSON each: ``begin`` at the first move of a game and
``win`` when it is won. A line that cannot be read is left out and counted; nothing that was
written is ever changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from solver.rules.variant import VARIANTS
from spidercli.session.named_game import NamedGame
from spidercli.session.storage import append_line, data_dir

BEGIN: Final = "begin"
WIN: Final = "win"
_VARIANT_NAMES: Final = [variant.name for variant in VARIANTS]


def records_path() -> Path:
    """Return the file of events."""
    return data_dir() / "games.jsonl"


def add_event(kind: str, named: NamedGame) -> None:
    """Write down that a game was begun or won.

    :raises OSError: if that cannot be done.
    """
    event: dict[str, Any] = {
        "event": kind,
        "key": named.key,
        "variant": named.variant.name,
        "game": named.name,
    }
    if kind == WIN:
        event |= {"score": named.game.score, "moves": named.game.counter}
    append_line(records_path(), json.dumps(event))


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of the games of one variant.

    ``streak`` counts the wins in a row up to now and ``longest_streak`` the most there ever
    were; the game begun last does not end a streak while it is not won. ``best_score`` and
    ``shortest_win`` are None without a win; a win counts moves and deals (R10).
    """

    variant: str
    games: int
    wins: int
    streak: int
    longest_streak: int
    best_score: int | None
    shortest_win: int | None


@dataclass(slots=True)
class _Played:
    """One game: its variant, and the results of its wins (a win may be undone and come again)."""

    variant: str
    scores: list[int] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)


def read_records(path: Path) -> tuple[list[Tally], int]:
    """Return the tallies of all variants played, and the number of lines that say nothing.

    :raises OSError: if a file is there and cannot be read.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except FileNotFoundError:
        return [], 0
    games: dict[str, _Played] = {}
    wrong = sum(not _count_event(line, games) for line in lines if line.strip())
    tallies = []
    for name in _VARIANT_NAMES:
        played = [game for game in games.values() if game.variant == name]
        if played:
            tallies.append(_tally(name, played))
    return tallies, wrong


def _count_event(line: bytes, games: dict[str, _Played]) -> bool:
    """Add one event to the games; False if the line is none."""
    try:
        event = json.loads(line)
        kind, key, variant = event["event"], event["key"], event["variant"]
        score, moves = (event["score"], event["moves"]) if kind == WIN else (0, 0)
    except (ValueError, KeyError, TypeError, RecursionError):
        return False
    numbers = type(score) is int and type(moves) is int
    if kind not in (BEGIN, WIN) or not isinstance(key, str) or not numbers:
        return False
    if variant not in _VARIANT_NAMES:
        return False
    game = games.setdefault(key, _Played(variant))
    if kind == WIN:
        game.scores.append(score)
        game.moves.append(moves)
    return True


def _tally(name: str, games: list[_Played]) -> Tally:
    won = [bool(game.scores) for game in games]
    if not won[-1]:
        streak, longest = _streaks(won[:-1])
    else:
        streak, longest = _streaks(won)
    return Tally(
        name,
        len(games),
        sum(won),
        streak,
        longest,
        max((max(game.scores) for game in games if game.scores), default=None),
        min((min(game.moves) for game in games if game.moves), default=None),
    )


def _streaks(won: Iterable[bool]) -> tuple[int, int]:
    """Return the wins in a row at the end, and the most in a row."""
    streak = longest = 0
    for win in won:
        streak = streak + 1 if win else 0
        longest = max(longest, streak)
    return streak, longest
