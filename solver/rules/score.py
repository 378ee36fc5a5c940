"""The score (R10, S5, T5): what a game starts with, what an action costs, what a run brings."""

from __future__ import annotations

from typing import Final

from solver.rules.variant import Variant

START_SCORE: Final = 500
ACTION_COST: Final = 1
RUN_BONUS: Final = 100


def start_score(runs: int = 0) -> int:
    """Return the score of a game that starts with ``runs`` runs already off.

    Such a game is credited with its runs and charged nothing for the moves that nobody knows.
    """
    return START_SCORE + RUN_BONUS * runs


def score_after(variant: Variant, score: int, removed: int) -> int:
    """Return the score after one move or deal that completed ``removed`` runs.

    The cost comes off first, then the floor of S5 holds, then the runs count (R10).
    """
    paid = score - ACTION_COST
    if variant.has_score_floor:
        paid = max(paid, 0)
    return paid + RUN_BONUS * removed
