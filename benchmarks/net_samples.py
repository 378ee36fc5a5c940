"""The games from which the fair player's networks are learnt: ends of plans, and how games ended.

The player plays by networks, or by the scores alone. Now and then it takes another plan than the
best, so that what the others are worth is learnt too.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks.shown_game import ShownGame
from solver.engine.fair_families import fair_weights_of, guide_for
from solver.engine.fair_plans import Effort, Guide, effort_of, find_plans, take_plan
from solver.engine.fair_workspace import (
    BEST_DEAL,
    STATES,
    WIN,
    FairWorkspace,
    new_fair_workspace,
)
from solver.engine.layout import (
    DEAL,
    POLYNOMIALS,
    Ints,
)
from solver.rules.deal import Deal
from solver.rules.position import Position
from solver.rules.variant import Variant

PACKED: Final = 8 * POLYNOMIALS
"""The bytes of a row that hold cards and counts."""
TRIED: Final = 0.1
"""How often another plan than the best may be taken, and ..."""
TRIED_ODDS: Final = 150
"""... how much worse it may be, about, in 1/1024 of log-odds."""


class Samples(NamedTuple):
    """Ends of plans in the order of play: what is seen, how the game ended.

    ``rows`` has shape ``(n, PACKED)``, ``unseen`` a count a card; ``dealt`` says that a deal
    followed, ``tried`` that it was not the best plan known; ``game`` counts up.
    """

    rows: npt.NDArray[np.uint8]
    unseen: npt.NDArray[np.uint8]
    rows_left: npt.NDArray[np.uint8]
    dealt: npt.NDArray[np.bool_]
    tried: npt.NDArray[np.bool_]
    game: npt.NDArray[np.int32]
    won: npt.NDArray[np.bool_]


_TYPES: Final = (np.uint8, np.uint8, np.uint8, np.bool_, np.bool_, np.int32, np.bool_)


def collect(variant: Variant, nets: Ints, numbers: range, states: int) -> Samples:
    """Play some deals and return the samples of the games."""
    effort = effort_of(states)
    ws = new_fair_workspace(effort.deep_states)
    guide = guide_for(variant, fair_weights_of(variant), nets)
    parts: list[tuple[Any, ...]] = []
    for game, number in enumerate(numbers):
        position = Deal.from_number(variant, number).position()
        ends, won = _play(ws, guide, effort, position, np.random.default_rng(number))
        parts += [(*end, game, won) for end in ends]
    columns = [np.array(column) for column in zip(*parts, strict=True)]
    return Samples(*(c.astype(t) for c, t in zip(columns, _TYPES, strict=True)))


def _play(
    ws: FairWorkspace,
    guide: Guide,
    effort: Effort,
    position: Position,
    choices: np.random.Generator,
) -> tuple[list[tuple[Any, ...]], bool]:
    """Play one game; return the ends of its plans, and whether it was won or no card is hidden."""
    game = ShownGame(ws, guide, position)
    ends: list[tuple[Any, ...]] = []
    while game.show():
        best = find_plans(ws, guide, game.rows_left, effort)
        if best < 0:
            return ends, False
        plan = _other(ws, best, choices)
        length = take_plan(ws, plan)
        dealt = ws.plan[length - 1] == DEAL
        if not ws.counters[WIN]:
            row = ws.rows[ws.counters[BEST_DEAL] if dealt else _end_of(ws, plan), :PACKED]
            ends.append((row.copy(), ws.unseen.copy(), game.rows_left, dealt, plan != best))
        game.make(length)
    return ends, True


def _other(ws: FairWorkspace, best: int, choices: np.random.Generator) -> int:
    """Return the best plan, or now and then another, rather a good one."""
    worths = ws.plans.worths[: ws.plans.found[0]]
    if len(worths) < 2 or choices.random() >= TRIED:
        return best
    return int(np.argmax(choices.gumbel(size=len(worths)) - worths / TRIED_ODDS))


def _end_of(ws: FairWorkspace, plan: int) -> int:
    """Return the best end of the event that a plan of the last look leads to."""
    events = np.flatnonzero(ws.best_ends[: ws.counters[STATES]])
    same = (ws.rows[events, :PACKED] == ws.plans.rows[plan, :PACKED]).all(axis=1)
    return int(ws.best_ends[events[np.flatnonzero(same)[0]]])


def play(variant: Variant, nets: Ints, numbers: range, states: int, workers: int) -> Samples:
    """Play some deals with several workers and return the samples, in the order of numbers."""
    share = -(-len(numbers) // workers)
    parts = [numbers[i : i + share] for i in range(0, len(numbers), share)]
    with ProcessPoolExecutor(workers) as pool:
        jobs = [pool.submit(collect, variant, nets, part, states) for part in parts]
        return joined([job.result() for job in jobs])


def joined(parts: Sequence[Samples]) -> Samples:
    """Return all samples as one, the games numbered anew."""
    first, games = 0, []
    for part in parts:
        games.append(part.game + first)
        first += int(part.game[-1]) + 1
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
    return Samples(*columns)._replace(game=np.concatenate(games))


def read_samples(path: Path) -> Samples:
    """Return the samples in a file."""
    with np.load(path) as data:
        return Samples(**{name: data[name] for name in Samples._fields})
