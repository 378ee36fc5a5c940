"""The beam search of one position: packs it, runs the kernels in slices, unpacks the moves.

Kernels return after some hundred thousand states, so that an interrupt is met at once.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Final

import numpy as np

from solver.engine import beam
from solver.engine.evaluate import Weights
from solver.engine.families import tables_of
from solver.engine.layout import DEAL, pack, pack_stock
from solver.rules.move import DEAL_ROW, Move
from solver.rules.position import Position

SLICE: Final = 500_000
"""States generated between two looks at the outside world."""
PATIENCE: Final = 8
"""Layers of a stage that may pass without a better state to deal from."""
LARGEST_HISTORY: Final = 1 << 25
SEEN_BY_WIDTH: Final = 2048
"""Slots in the table of seen states for each state of a layer."""

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
    weights: Weights,
    width: int,
    max_depth: int,
    max_nodes: int,
    every_empty: bool = False,
) -> BeamAnswer:
    """Search for a win from ``position`` with one width.

    ``max_depth`` bounds the moves between two deals, ``max_nodes`` the states generated.
    ``every_empty`` follows moves to each of several empty columns while stock remains, as a
    proof must, instead of to the first alone.
    """
    stock = pack_stock(position)
    stages = len(stock) + 1
    ws = _workspace(width, max_depth * stages)
    tables = tables_of(weights)
    columns, relaxed = position.variant.columns, position.variant.relaxed
    beam.begin(ws, pack(position), tables, columns, relaxed, len(stock) > 0)
    for stage in range(stages):
        end = beam.MORE
        while end == beam.MORE:
            if ws.counters[beam.NODES] >= max_nodes:
                return BeamAnswer(None, False, int(ws.counters[beam.NODES]), stopped=True)
            pause = min(int(ws.counters[beam.NODES]) + SLICE, max_nodes)
            end = beam.run_layers(
                ws,
                stock,
                stage,
                tables,
                columns,
                relaxed,
                every_empty,
                width,
                max_depth,
                PATIENCE,
                pause,
            )
        nodes = int(ws.counters[beam.NODES])
        if end == beam.WON:
            return BeamAnswer(_winning_moves(ws), False, nodes)
        if stage + 1 < stages:
            if ws.counters[beam.POOL] == 0:
                break
            beam.next_stage(ws, stock, stage, tables, columns, relaxed, width)
    discarded = int(ws.counters[beam.DISCARDED])
    return BeamAnswer(
        None,
        exhausted=discarded == 0,
        nodes=int(ws.counters[beam.NODES]),
        by_choice=discarded == beam.BY_CHOICE,
    )


def _workspaces() -> dict[int, beam.Workspace]:
    if not hasattr(_memory, "workspaces"):
        _memory.workspaces = {}
    workspaces: dict[int, beam.Workspace] = _memory.workspaces
    return workspaces


def _workspace(width: int, layers: int) -> beam.Workspace:
    """Return this thread's memory for searches of a width, made at its first use."""
    workspaces = _workspaces()
    history = min(width * (layers + 2) + 2, LARGEST_HISTORY)
    if width not in workspaces or len(workspaces[width].history) < history:
        table_bits = max(12, (width * SEEN_BY_WIDTH - 1).bit_length())
        workspaces[width] = beam.new_workspace(width, history, table_bits)
    return workspaces[width]


def _winning_moves(ws: beam.Workspace) -> tuple[Move, ...]:
    path = np.zeros(int(ws.counters[beam.HISTORY]), np.int64)
    length = beam.path_to(ws.history, ws.counters[beam.WIN_NODE], path)
    packed = [*path[:length][::-1], ws.counters[beam.WIN_MOVE]]
    return tuple(map(unpack_move, packed))


def unpack_move(packed: int) -> Move:
    """Return the move of a packed one."""
    if packed == DEAL:
        return DEAL_ROW
    return Move(int(packed) & 15, int(packed) >> 4 & 15, int(packed) >> 8)
