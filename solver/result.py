"""What a search says of a deal."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from solver.rules.move import Move
from solver.rules.variant import Variant


class Verdict(StrEnum):
    """The three honest answers."""

    WON = "won"
    """A solution was found and replayed by the plain rules."""
    UNWINNABLE = "unwinnable"
    """A search without loss of any state has ended: there is no solution."""
    UNDECIDED = "undecided"
    """A limit ended the search. This says nothing of the deal."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a search goes. Counts, never seconds: the same limits give the same answer.

    ``widths`` is the ladder of beam widths, climbed until one decides the deal (empty: the
    ladder of the variant); ``max_nodes`` bounds the states generated for one deal over all its
    rungs; ``max_depth`` the moves made between two deals from the stock. ``max_states`` bounds
    the different states that the exhaustive search after the last rung may meet (within
    ``max_nodes``); it needs about 16 bytes of memory for each. 0 leaves it out. ``short_nodes``
    bounds the states generated to make a found solution shorter (within ``max_nodes``); 0
    leaves it as it was found.
    """

    widths: tuple[int, ...] = ()
    max_nodes: int = 200_000_000
    max_depth: int = 200
    max_states: int = 300_000
    short_nodes: int = 0


EFFORTS: Final = {
    "quick": Limits(widths=(10, 30, 100, 300), max_nodes=5_000_000, max_states=0),
    "normal": Limits(),
    "thorough": Limits(max_nodes=500_000_000, max_states=3_000_000),
}
"""Limits by name: a first look, the default, and ten seconds or more for a deal that resists."""

SHORT_NODES: Final = {"quick": 3_000_000, "normal": 20_000_000, "thorough": 100_000_000}
"""What each effort spends on a short solution where one is asked for."""


@dataclass(frozen=True, slots=True)
class SolveResult:
    """The answer for one deal.

    ``deal`` is its name (a game code where it has one). ``solution`` is None unless the verdict
    is WON; ``moves`` counts moves and deals (R10) and ``score`` is the game's score at the end
    of the solution, both None without one. ``nodes`` counts states generated; ``cpu_s`` is CPU
    seconds, and the only value here that differs from run to run. ``reason`` says what limit
    ended an undecided search, and what a proof of loss rests on.
    """

    deal: str
    variant: Variant
    verdict: Verdict
    solution: tuple[Move, ...] | None
    moves: int | None
    score: int | None
    nodes: int
    cpu_s: float
    reason: str = ""
