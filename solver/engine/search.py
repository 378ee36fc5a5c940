"""The beam search of one position: packs it, runs the kernels in slices, unpacks the moves.

Kernels return after some hundred thousand states, so that an interrupt is met at once.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Final

import numpy as np

from solver.engine import beam
from solver.engine.evaluate import Schedule
from solver.engine.families import tables_of
from solver.engine.known import KnownWins
from solver.engine.layout import DEAL, pack, pack_stock
from solver.rules.move import DEAL_ROW, Move
from solver.rules.position import Position

SLICE: Final = 500_000
"""States generated between two looks at the outside world."""
PATIENCE: Final = 6
"""Layers of a stage that may pass without a better state to deal from."""
LAST_PATIENCE: Final = 15
"""Layers that may pass without a better state once the stock is empty."""
MOST_WIDTHS: Final = 12
"""Widths for which a thread keeps memory; those longest unused go."""
LARGEST_HISTORY: Final = 1 << 25
SEEN_BY_WIDTH: Final = 300
"""Slots in the table of seen states for each state of a layer."""
LARGEST_TABLE_BITS: Final = 24

_memory = threading.local()


@dataclass(frozen=True, slots=True)
class BeamAnswer:
    """What one search of one width found.

    ``moves`` is None without a win. ``exhausted`` says that every legal move of every state met
    was followed and nothing discarded: without a win that is a proof of loss. ``nodes`` counts
    the states generated; ``stopped`` says that the limit on them ended the search, and
    ``by_choice`` that only moves to further empty columns were left out.
    """

    moves: tuple[Move, ...] | None
    exhausted: bool
    nodes: int
    stopped: bool = False
    by_choice: bool = False


def beam_search(
    position: Position,
    schedule: Schedule,
    width: int,
    max_depth: int,
    max_nodes: int,
    every_empty: bool = False,
    known: KnownWins | None = None,
    below: int = 0,
) -> BeamAnswer:
    """Search for a win from ``position`` with one width.

    ``max_depth`` bounds the moves between two deals, ``max_nodes`` the states generated.
    ``every_empty`` follows moves to each of several empty columns while stock remains, as a
    proof must, instead of to the first alone.

    The first win ends the search, unless ``below`` asks for a win in fewer moves than so many:
    then it goes on as long as there may be a shorter one, and states of ``known`` wins end
    there.
    """
    search = _Search(position, schedule, width, max_depth, every_empty, known, below)
    filled: set[int] = set()
    while True:
        answer, stuck_at = search.run(max_nodes, filled)
        if stuck_at is None or stuck_at in filled:
            return answer
        filled.add(stuck_at)


class _Search:
    """One search of one width, run again where a stage kept no state that may deal."""

    def __init__(
        self,
        position: Position,
        schedule: Schedule,
        width: int,
        max_depth: int,
        every_empty: bool,
        known: KnownWins | None,
        below: int,
    ) -> None:
        self._position = position
        self._known = known
        self._below = below
        self._row = pack(position)
        self._stock = pack_stock(position)
        self._rules = position.variant.columns, position.variant.relaxed
        # With two decks lost states are too few for what it costs to ask.
        self._prunes = position.variant.decks == 1
        self._tables = tables_of(schedule)
        self._schedule = schedule
        self._width = width
        self._pace = schedule.pace
        self._max_depth = max_depth
        self._every_empty = every_empty
        self._nodes = 0
        rows = len(self._stock)
        self._ws = _workspace(width, max_depth * (rows + 1) + rows)
        if known is not None:
            self._ws = self._ws._replace(posts=known.keys, post_moves=known.moves_left)

    def run(self, max_nodes: int, filled: set[int]) -> tuple[BeamAnswer, int | None]:
        """Search from the start, and say at which stage no state was left to deal from.

        A beam that values empty columns can end a stage with nothing but states that must not
        deal. In the stages of ``filled`` it values full columns instead.
        """
        ws, stock = self._ws, self._stock
        rows = len(stock)
        beam.begin(ws, self._row, self._tables[rows], *self._rules, len(stock) > 0)
        ws.counters[beam.NODES] = self._nodes
        if self._below:
            ws.counters[beam.WIN_MOVES] = self._below
            ws.counters[beam.GO_ON] = 1
        for stage in range(len(stock) + 1):
            end = self._run_stage(stage, stage in filled, max_nodes)
            self._nodes = int(ws.counters[beam.NODES])
            if end == beam.WON:
                return self._win(), None
            if end == beam.MORE:
                return self._shorter() or BeamAnswer(None, False, self._nodes, stopped=True), None
            if stage == len(stock):
                break
            if ws.counters[beam.POOL] == 0:
                cut_short = ws.counters[beam.DISCARDED] & beam.BY_LIMIT
                shorter = self._shorter()
                return shorter or self._failure(), stage if cut_short and not shorter else None
            tables = self._tables[rows - stage - 1]
            beam.next_stage(ws, stock, stage, tables, *self._rules, self._width)
        return self._shorter() or self._failure(), None

    def _win(self) -> BeamAnswer:
        moves = _winning_moves(self._ws)
        if self._ws.counters[beam.WIN_MOVE] < 0:
            assert self._known is not None
            table = self._position.copy()
            for move in moves:
                table.push(move)
            rest = self._known.rest(table)
            if rest is None:
                return self._failure()
            moves += rest
        return BeamAnswer(moves, False, self._nodes)

    def _shorter(self) -> BeamAnswer | None:
        """Return the shortest win that a search which goes on after a win has met."""
        found = self._below and self._ws.counters[beam.WIN_MOVES] < self._below
        return self._win() if found else None

    def _run_stage(self, stage: int, filling: bool, max_nodes: int) -> int:
        tables = tables_of(self._schedule, filling=True) if filling else self._tables
        end = beam.MORE
        while end == beam.MORE and self._ws.counters[beam.NODES] < max_nodes:
            end = beam.run_layers(
                self._ws,
                self._stock,
                stage,
                tables[len(self._stock) - stage],
                *self._rules,
                self._every_empty,
                self._prunes,
                self._width,
                self._pace,
                self._max_depth,
                LAST_PATIENCE if stage == len(self._stock) else PATIENCE,
                min(int(self._ws.counters[beam.NODES]) + SLICE, max_nodes),
            )
        return int(end)

    def _failure(self) -> BeamAnswer:
        discarded = int(self._ws.counters[beam.DISCARDED])
        return BeamAnswer(
            None,
            exhausted=discarded == 0,
            nodes=self._nodes,
            by_choice=discarded == beam.BY_CHOICE,
        )


def _workspaces() -> dict[int, beam.Workspace]:
    if not hasattr(_memory, "workspaces"):
        _memory.workspaces = {}
    workspaces: dict[int, beam.Workspace] = _memory.workspaces
    return workspaces


def _workspace(width: int, layers: int) -> beam.Workspace:
    """Return this thread's memory for searches of a width, made where it is not kept.

    ``layers`` counts those that deals make too.
    """
    workspaces = _workspaces()
    history = min(width * (layers + 2) + 2, LARGEST_HISTORY)
    workspace = workspaces.pop(width, None)
    if workspace is None or len(workspace.history) < history:
        wanted = (width * SEEN_BY_WIDTH - 1).bit_length()
        table_bits = min(max(12, wanted), LARGEST_TABLE_BITS)
        workspace = beam.new_workspace(width, history, table_bits)
    workspaces[width] = workspace  # last, so that the first is the one longest unused
    if len(workspaces) > MOST_WIDTHS:
        del workspaces[next(iter(workspaces))]
    return workspace


def _winning_moves(ws: beam.Workspace) -> tuple[Move, ...]:
    path = np.zeros(int(ws.counters[beam.HISTORY]), np.int64)
    length = beam.path_to(ws.history, ws.counters[beam.WIN_NODE], path)
    packed = [*path[:length][::-1], ws.counters[beam.WIN_MOVE]]
    if packed[-1] < 0:
        packed.pop()
    return tuple(map(unpack_move, packed))


def unpack_move(packed: int) -> Move:
    """Return the move of a packed one."""
    if packed == DEAL:
        return DEAL_ROW
    return Move(int(packed) & 15, int(packed) >> 4 & 15, int(packed) >> 8)
