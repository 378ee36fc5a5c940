"""What a search says of a deal."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

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
    ladder of the variant); ``max_nodes``
    bounds the states generated for one deal over all its rungs; ``max_depth`` the moves made
    between two deals from the stock.
    """

    widths: tuple[int, ...] = ()
    max_nodes: int = 50_000_000
    max_depth: int = 200


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
