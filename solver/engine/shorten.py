"""Short solutions: several beams that put a high price on moves, then the rest of the best again.

Every beam has its own weights, price of a move and width. From states along the best solution so
far further beams look for a shorter rest. The plan is data, in ``short.json``, by suit count; the
widths follow from the states that may be generated in all.
"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from solver.engine.evaluate import Schedule
from solver.engine.families import schedules
from solver.engine.search import beam_search
from solver.rules.move import Move
from solver.rules.position import Position

NODES_OF_WIDTH: Final = 3500
"""About what a beam generates from the opening to the win for each state of its width."""
NARROWEST: Final = 10
WIDEST: Final = 4000
STEP: Final = 10
"""Moves between two states of a solution from which its rest is looked for again."""
MOST_WIDER: Final = 8


class Run(NamedTuple):
    """One beam, or one beam from each of several states; ``share`` of all nodes, in percent."""

    schedule: Schedule
    share: int

    def width(self, max_nodes: int, starts: float = 1) -> int:
        """Return the width with which so many searches of a whole game take the share."""
        width = max_nodes * self.share / 100 / NODES_OF_WIDTH / starts
        return max(NARROWEST, min(int(width), WIDEST))


class Plan(NamedTuple):
    """The beams that start from the position, and those that start along the best solution."""

    first: tuple[Run, ...]
    again: tuple[Run, ...]


class Shortened(NamedTuple):
    """The shortest solution found and the number of states generated for it."""

    moves: tuple[Move, ...]
    nodes: int


@cache
def _plans() -> dict[int, Plan]:
    data = json.loads((Path(__file__).parent / "short.json").read_text("ascii"))
    return {
        int(suits): Plan(*(tuple(map(_run, plan[part])) for part in ("first", "again")))
        for suits, plan in data.items()
    }


def _run(entry: tuple[str, int, int]) -> Run:
    weights, pace, share = entry
    return Run(replace(schedules()[weights], pace=pace), share)


def shortest_found(
    position: Position, moves: tuple[Move, ...], max_depth: int, max_nodes: int
) -> Shortened:
    """Look for a solution of ``position`` that is shorter than ``moves``, which is one.

    ``max_depth`` bounds the moves between two deals, ``max_nodes`` the states generated in all.
    The answer is no longer than ``moves``; nothing says that it is the shortest there is.
    """
    search = _Shortening(position, moves, max_depth, max_nodes)
    search.run()
    return Shortened(search.best, search.nodes)


class _Shortening:
    """The search for short solutions of one position."""

    def __init__(
        self, position: Position, moves: tuple[Move, ...], max_depth: int, max_nodes: int
    ) -> None:
        self._position = position
        self._max_depth = max_depth
        self._max_nodes = max_nodes
        self.best = moves
        self.nodes = 0

    def run(self) -> None:
        """Follow the plan; repeat its second part, wider where it did not help, to the end."""
        plan = _plans()[self._position.variant.suit_count]
        for run in plan.first:
            self._try(run.schedule, run.width(self._max_nodes), 0)
        offset, wider = 0, 1
        while self.nodes < self._max_nodes and wider <= MOST_WIDER:
            before = len(self.best)
            for run in plan.again:
                self._look_along(run, offset, wider)
                offset = STEP // 2 - offset
            if len(self.best) == before:
                wider *= 2

    def _look_along(self, run: Run, offset: int, wider: int) -> None:
        """Look for a shorter rest from states along the best solution, the latest first.

        On average half of a game is left there.
        """
        cuts = range(len(self.best) - STEP + offset, 0, -STEP) or range(1)
        width = run.width(self._max_nodes * wider, max(len(cuts) / 2, 1))
        for cut in cuts:
            self._try(run.schedule, width, cut)

    def _try(self, schedule: Schedule, width: int, made: int) -> None:
        """Search once after the first ``made`` moves of the best solution."""
        left = self._max_nodes - self.nodes
        if left <= 0 or made >= len(self.best):
            return
        table = self._position.copy()
        for move in self.best[:made]:
            table.push(move)
        answer = beam_search(table, schedule, width, self._max_depth, left)
        self.nodes += answer.nodes
        if answer.moves is not None and made + len(answer.moves) < len(self.best):
            self.best = (*self.best[:made], *answer.moves)
