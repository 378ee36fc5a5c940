"""Made-up results, for tests of what is done with results."""

from __future__ import annotations

import random

from solver.result import Limits, SolveResult, Verdict
from solver.rules.gamecode import format_game_code
from solver.rules.move import DEAL_ROW, Move
from solver.rules.variant import Variant, find_variant
from solver.study.store import Study, settings_of

EASY = find_variant("spider", 1)
HARD = find_variant("spider", 4)
LIMITS = Limits((10, 30), 1000, 50)


def study(
    variant: Variant = EASY, stop: int = 100, start: int = 0, limits: Limits = LIMITS
) -> Study:
    return Study(variant, start, stop, settings_of(limits))


def made_up(variant: Variant, number: int) -> SolveResult:
    """Return a result that has something of everything, the same each time."""
    dice = random.Random(number)
    verdict = dice.choice(list(Verdict))
    won = verdict is Verdict.WON
    moves = [
        Move(dice.randrange(10), dice.randrange(10), dice.randint(1, 13))
        for _ in range(dice.randint(90, 200))
    ]
    moves[dice.randrange(len(moves))] = DEAL_ROW
    return SolveResult(
        deal=format_game_code(variant, number),
        variant=variant,
        verdict=verdict,
        solution=tuple(moves) if won else None,
        moves=len(moves) if won else None,
        score=1300 - len(moves) if won else None,
        nodes=dice.randrange(10**6),
        cpu_s=dice.random(),
        reason="" if won else "no answer",
    )
