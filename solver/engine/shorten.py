"""Short solutions: several beams that put a high price on moves, then the rest of the best again.

Every beam has its own weights, price of a move and width. From states along the best solution so
far further beams look for a shorter rest: a shorter way to the win, or to any state from which a
win is known already. The plan is data, in ``short.json``, by suit count; the widths follow from
the states that may be generated in all.

Beyond :data:`PLAN_NODES` the same effort brings next to nothing: a solution is soon as short as
searches near it can make it. What is left then goes to other solutions, found by weights that
differ at random, and in each round the shorter half of them is made shorter still.
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from solver.engine.evaluate import Schedule, Weights
from solver.engine.families import schedules
from solver.engine.known import KnownWins
from solver.engine.search import beam_search
from solver.rules.move import Move
from solver.rules.position import Position
from solver.rules.shuffle import SplitMix64

PLAN_NODES: Final = 20_000_000
"""The states that the plan may generate; what is allowed beyond goes to other solutions."""
NODES_OF_WIDTH: Final = 3500
"""About what a beam generates from the opening to the win for each state of its width."""
NARROWEST: Final = 10
WIDEST: Final = 4000
STEP: Final = 10
"""Moves between two states of a solution from which its rest is looked for again."""
MOST_WIDER: Final = 8
NODES_OF_OTHER: Final = 3_000_000
"""States for finding another solution, with ``BEAMS_OF_OTHER`` beams."""
BEAMS_OF_OTHER: Final = 3
FINDING: Final = 45
"""The part for finding other solutions, of all that is allowed beyond the plan, in percent."""
PASSES: Final = 3
"""Passes along each solution that stays, in each round."""
SPREAD: Final = 20
"""By how many percent, at most, a weight differs at random."""
UNKNOWN: Final = 1 << 30
"""The length of a solution that is still to be found."""


class Run(NamedTuple):
    """One beam, or one beam from each of several states; ``share`` of all nodes, in percent."""

    schedule: Schedule
    share: int

    def width(self, max_nodes: int, starts: float = 1) -> int:
        """Return the width with which so many searches of a whole game take the share."""
        return width_for(max_nodes * self.share / 100, starts)


class Plan(NamedTuple):
    """The beams that start from the position, and those that start along the best solution."""

    first: tuple[Run, ...]
    again: tuple[Run, ...]


class Shortened(NamedTuple):
    """The shortest solution found and the number of states generated for it."""

    moves: tuple[Move, ...]
    nodes: int


def width_for(nodes: float, starts: float) -> int:
    """Return the width with which so many searches of a whole game generate so many states."""
    return max(NARROWEST, min(int(nodes / NODES_OF_WIDTH / starts), WIDEST))


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


@cache
def varied(schedule: Schedule, seed: int) -> Schedule:
    """Return a schedule whose weights and pace each differ by up to ``SPREAD`` percent."""
    chance = SplitMix64(seed)

    def changed(value: int) -> int:
        percent = 100 - SPREAD + chance.below(2 * SPREAD + 1)
        return value * percent // 100 if value >= 0 else -(-value * percent // 100)

    def weights(old: Weights) -> Weights:
        return Weights(**{name: changed(value) for name, value in asdict(old).items()})

    return Schedule(weights(schedule.late), weights(schedule.early), changed(schedule.pace))


def shortest_found(
    position: Position, moves: tuple[Move, ...], max_depth: int, max_nodes: int
) -> Shortened:
    """Look for a solution of ``position`` that is shorter than ``moves``, which is one.

    ``max_depth`` bounds the moves between two deals, ``max_nodes`` the states generated in all.
    The answer is no longer than ``moves``, nor than with fewer nodes; nothing says that it is
    the shortest there is.
    """
    plan_nodes = min(max_nodes, PLAN_NODES)
    line = _Line(position, max_depth, moves)
    _follow_plan(line, plan_nodes)
    if max_nodes == plan_nodes:
        return Shortened(line.best, line.nodes)
    return _with_others(line, max_nodes - plan_nodes)


class _Line:
    """One solution of a position, which gets shorter; ``best`` is empty until one is found."""

    def __init__(self, position: Position, max_depth: int, moves: tuple[Move, ...] = ()) -> None:
        self._position = position
        self._max_depth = max_depth
        self._known = KnownWins(position)
        self.plan = _plans()[position.variant.suit_count]
        self.best: tuple[Move, ...] = ()
        self.nodes = 0
        if moves:
            self.accept(moves)

    def __len__(self) -> int:
        """Return the moves of the solution."""
        return len(self.best) or UNKNOWN

    def other(self) -> _Line:
        """Return a line of the same position that begins with nothing."""
        return _Line(self._position, self._max_depth)

    def accept(self, moves: tuple[Move, ...]) -> None:
        """Make the states of a solution known, and make it the best if it is."""
        self._known.add(moves)
        if len(moves) < len(self):
            self.best = moves

    def look_along(self, schedule: Schedule, nodes: float, offset: int, max_nodes: int) -> None:
        """Look for a shorter rest from states along the best solution, the latest first.

        On average half of a game is left there.
        """
        cuts = range(len(self.best) - STEP + offset, 0, -STEP) or range(1)
        width = width_for(nodes, max(len(cuts) / 2, 1))
        for cut in cuts:
            self.look(schedule, width, cut, max_nodes)

    def look(self, schedule: Schedule, width: int, made: int, max_nodes: int) -> None:
        """Search once after the first ``made`` moves of the best solution.

        ``max_nodes`` bounds what the line has generated in all.
        """
        left = max_nodes - self.nodes
        if left <= 0 or made >= len(self):
            return
        table = self._position.copy()
        for move in self.best[:made]:
            table.push(move)
        answer = beam_search(
            table,
            schedule,
            width,
            self._max_depth,
            left,
            known=self._known,
            below=len(self) - made,
        )
        self.nodes += answer.nodes
        if answer.moves is not None:
            self.accept((*self.best[:made], *answer.moves))


def _follow_plan(line: _Line, max_nodes: int) -> None:
    """Follow the plan; repeat its second part, wider where it did not help, to the end."""
    for run in line.plan.first:
        line.look(run.schedule, run.width(max_nodes), 0, max_nodes)
    offset, wider = 0, 1
    while line.nodes < max_nodes and wider <= MOST_WIDER:
        before = len(line)
        for run in line.plan.again:
            line.look_along(run.schedule, max_nodes * wider * run.share / 100, offset, max_nodes)
            offset = STEP // 2 - offset
        if len(line) == before:
            wider *= 2


def _with_others(line: _Line, max_nodes: int) -> Shortened:
    """Make other solutions short too: the shorter half of them, half of that, to the last.

    The last learns of the states of all before.
    """
    found: list[_Line] = []
    for number in range(max(max_nodes * FINDING // 100 // NODES_OF_OTHER, 1)):
        other = line.other()
        _find(other, number)
        found.append(other)
    lines = [line, *(other for other in found if other.best)]
    left = max_nodes - sum(other.nodes for other in found)
    rounds = max((len(lines) - 1).bit_length(), 1)
    for number in range(rounds):
        lines = sorted(lines, key=len)[: (len(lines) + 1) // 2]
        if number == rounds - 1:
            for other in found:
                if other.best:
                    lines[0].accept(other.best)
        for each in lines:
            _improve(each, left // rounds // len(lines), number)
    nodes = sum(each.nodes for each in (line, *found))
    best = min((line, *lines), key=len).best
    return Shortened(best, nodes)


def _find(line: _Line, number: int) -> None:
    """Look for a solution with the beams of the plan in turn, their weights varied."""
    first = line.plan.first
    width = width_for(NODES_OF_OTHER, BEAMS_OF_OTHER)
    for beam in range(number * BEAMS_OF_OTHER, (number + 1) * BEAMS_OF_OTHER):
        schedule = varied(first[beam % len(first)].schedule, beam)
        line.look(schedule, width, 0, NODES_OF_OTHER)


def _improve(line: _Line, max_nodes: int, number: int) -> None:
    """Go along a solution with the plan's weights varied; ``number`` makes them differ."""
    again, end = line.plan.again, line.nodes + max_nodes
    turn = number * 100
    while line.nodes < end:
        before = line.nodes
        schedule = varied(again[turn % len(again)].schedule, turn)
        line.look_along(schedule, max_nodes / PASSES, turn % 2 * STEP // 2, end)
        turn += 1
        if line.nodes == before:
            return
