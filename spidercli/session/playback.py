"""A game that was played or solved, shown again: step by step, or as an animation."""

from __future__ import annotations

import functools
import re
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Final

import click

from solver.errors import SpiderError
from solver.result import SolveResult
from solver.rules.move import Move, move_text
from solver.rules.position import Position
from spidercli.render import card_label
from spidercli.session.keeper import NoKeeper
from spidercli.session.lines import read_lines, typed_lines
from spidercli.session.loop import fitted, write
from spidercli.session.named_game import NamedGame
from spidercli.session.screen import Look, frame
from spidercli.session.session import Session
from spidercli.session.words import load_words

_KEYS: Final = "Enter next   b back   12 move 12   q quit"
_MOVE_NUMBER: Final = re.compile(r"[0-9]{1,6}", re.ASCII)


class Playback:
    """The moves of a game, and the table after the first ``at`` of them.

    The moves must be legal. Of what a player is told after a move only what the move did is
    told here: nobody plays on from it.
    """

    def __init__(self, name: str, start: Position, moves: Sequence[Move], *, ascii: bool) -> None:
        self._start = NamedGame.begun(name, start)
        self._moves = moves
        self._session = Session(
            self._start,
            load_words("en"),
            functools.partial(card_label, ascii=ascii),
            NoKeeper(),
            _no_solver,
        )
        self.at = 0
        self._lines: list[str] = []

    def go_to(self, at: int) -> None:
        """Show the table after ``at`` moves, or the nearest number of moves that there are."""
        at = min(max(at, 0), len(self._moves))
        if at != self.at + 1:
            named = NamedGame.begun(self._start.name, self._start.start)
            for move in self._moves[: max(at - 1, 0)]:
                named.game.play(move)
            self._session.take_up(named)
            self._session.changed = frozenset()
            self._lines = []
        if at:
            self._lines = self._session.answer(move_text(self._moves[at - 1])).lines[:1]
        self.at = at

    def frame(self, look: Look, *, keys: bool) -> str:
        """Return the table, the number of the move and what it did."""
        count = f"move {self.at} of {len(self._moves)}"
        if self.at:
            count += f": {move_text(self._moves[self.at - 1])}"
        lines = [count, *self._lines, *([_KEYS] if keys else [])]
        return frame(self._session, lines, look, with_legend=False)


def _no_solver(_position: Position, name: str) -> SolveResult:
    raise SpiderError(f"{name}: no solver while moves are shown again")


def animate(playback: Playback, count: int, look: Look, delay: float) -> None:
    """Show the table before the first move and after each of ``count``, ``delay`` seconds each.

    Where no terminal shows it, the tables come one below the other and nothing waits.
    """
    watched = sys.stdout.isatty()
    for at in range(count + 1):
        playback.go_to(at)
        _show(playback, look, watched=watched, keys=False)
        if watched and at < count:
            time.sleep(delay)


def step(playback: Playback, look: Look) -> None:
    """Show the table before the first move, and go where the lines of standard input say."""
    watched = sys.stdin.isatty() and sys.stdout.isatty()
    _show(playback, look, watched=watched, keys=watched)
    for line in _lines(watched):
        word = line.strip().lower()
        if word in ("q", "quit"):
            return
        if _MOVE_NUMBER.fullmatch(word):
            playback.go_to(int(word))
        elif word in ("", "n", "b"):
            playback.go_to(playback.at + (-1 if word == "b" else 1))
        else:
            write([_KEYS], look)
            continue
        _show(playback, look, watched=watched, keys=watched)


def _lines(watched: bool) -> Iterator[str]:
    return typed_lines(None) if watched else read_lines(sys.stdin.buffer)


def _show(playback: Playback, look: Look, *, watched: bool, keys: bool) -> None:
    if watched:
        click.clear()
        look = fitted(look, repaint=True)
    write([playback.frame(look, keys=keys), *([] if watched else [""])], look)
