"""The solver as a player may ask it. Importing this imports no engine."""

from __future__ import annotations

from typing import Final

from solver.errors import SpiderError
from solver.result import Limits, SolveResult
from solver.rules.position import Position

LIMITS: Final = Limits(max_nodes=30_000_000, short_nodes=3_000_000)
"""How far the solver goes while a player waits: some seconds at most. Its length is the par."""


def ask_solver(position: Position, name: str) -> SolveResult:
    """Return whether a position can be won, and how.

    :raises SpiderError: if the solver cannot be loaded here; the game does not need it.
    """
    try:
        from solver.engine.warmup import warm_up
        from solver.solve import solve
        from spidercli.progress import tell_compiling
    except ImportError as error:
        raise SpiderError(f"the solver cannot be loaded here: {error}") from error
    warm_up(tell_compiling)
    return solve(position, LIMITS, name)
