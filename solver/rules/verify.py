"""Replay of a solution by the plain rules. It knows nothing of the engine that found it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from solver.errors import IllegalMoveError
from solver.rules.move import Move
from solver.rules.position import Position
from solver.rules.score import score_after, start_score


@dataclass(frozen=True, slots=True)
class Replay:
    """Where a list of moves led.

    ``played`` counts the moves and deals made (R10), ``runs`` the runs off at the end, those
    off before the first move included. ``failed_at`` is the index of the first move that the
    rules refuse and ``refusal`` their reason; None and an empty text if all were made. A move
    after the win is refused like any other.
    """

    won: bool
    played: int
    score: int
    runs: int
    failed_at: int | None = None
    refusal: str = ""


def replay(position: Position, moves: Iterable[Move]) -> Replay:
    """Play ``moves`` from ``position``, which stays as it is, up to the first illegal one."""
    table = position.copy()
    score = start_score(table.runs)
    played = 0
    for index, move in enumerate(moves):
        try:
            outcome = table.push(move)
        except IllegalMoveError as error:
            return Replay(table.is_won, played, score, table.runs, index, str(error))
        score = score_after(table.variant, score, len(outcome.removed))
        played += 1
    return Replay(table.is_won, played, score, table.runs)
