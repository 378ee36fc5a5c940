"""Whole games of the fair player: a referee holds the cards and shows only what is seen."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from solver.engine.fair_plans import Effort, Guide, decide
from solver.engine.fair_workspace import FairWorkspace
from solver.engine.hashing import Keys
from solver.engine.jit import kernel
from solver.engine.layout import (
    CARD_CODES,
    DEAL,
    HIDDEN,
    LENGTHS,
    MAX_COLUMNS,
    RUNS,
    STRIDE,
    Bytes,
    Ints,
    pack,
    pack_stock,
)
from solver.engine.moves import apply_deal, apply_move, summarise
from solver.rules.position import Position

# How a game ends.
WON: Final = 0
LOST: Final = 1
OPEN: Final = 2  # no card is hidden any more
STOPPED: Final = 3  # it went as far as was asked for

NEVER: Final = 1 << 20
"""More rows or decisions than any game has."""

# What is counted of a game.
MOVES: Final = 0
REVEALS: Final = 1
DEALS: Final = 2
DECISIONS: Final = 3
GAME_COUNTERS: Final = 4


class Game(NamedTuple):
    """How a game of the fair player went: how it ended, runs removed, and its counts."""

    end: int
    runs: int
    counts: Ints

    @property
    def won(self) -> bool:
        """Whether it was won, or as good as won: no card is hidden any more."""
        return self.end in (WON, OPEN)


def play_position(ws: FairWorkspace, position: Position, guide: Guide, effort: Effort) -> Game:
    """Play a game from a position until it ends or no card is hidden any more."""
    table, words = laid_out(position, guide)
    counts = np.zeros(GAME_COUNTERS, np.int64)
    end = play_on(
        ws, table, words, pack_stock(position), 0, guide, effort, NEVER, NEVER, counts
    )  # fmt: skip
    return Game(int(end), int(table[0, RUNS]), counts)


def laid_out(position: Position, guide: Guide) -> tuple[Bytes, Keys]:
    """Return a table with a position in row 0 and room for another, as bytes and as words."""
    table = np.zeros((2, STRIDE), np.uint8)
    table[0] = pack(position)
    words = table.view(np.uint64)
    summarise(table, words, 0, guide.orders[0], guide.columns)
    return table, words


@kernel
def show(table: Any, at: int, rows: Any, unseen: Any, stock: Any, stage: int, columns: int) -> int:
    """Write to row 0 of ``rows`` what is seen of a table, and count what is not.

    Return the number of face-down cards.
    """
    for card in range(CARD_CODES):
        unseen[card] = 0
    for i in range(STRIDE):
        rows[0, i] = table[at, i]
    start = np.int64(0)
    face_down = 0
    for c in range(columns):
        for i in range(start, start + np.int64(table[at, HIDDEN + c])):
            unseen[np.int64(table[at, i])] += 1
            rows[0, i] = 0
            face_down += 1
        start += np.int64(table[at, LENGTHS + c])
    for row in range(stage, stock.shape[0]):
        for c in range(MAX_COLUMNS):
            if stock[row, c] != 0:
                unseen[np.int64(stock[row, c])] += 1
    return face_down


@kernel
def make_moves(
    table: Any,
    table_words: Any,
    plan: Any,
    length: int,
    stock: Any,
    stage: int,
    tables: Any,
    columns: int,
) -> int:
    """Make the moves of a plan, from row 0 of ``table`` to row 0; return the rows dealt by then."""
    at = 0
    for i in range(length):
        move = plan[i]
        if move == DEAL:
            apply_deal(
                table, table_words, at, table, table_words, 1 - at, stock, stage, tables, columns
            )
            stage += 1
        else:
            apply_move(
                table, table_words, at, table, table_words, 1 - at,
                move & 15, (move >> 4) & 15, move >> 8, tables, columns,
            )  # fmt: skip
        at = 1 - at
    if at == 1:
        for i in range(STRIDE):
            table[0, i] = table[1, i]
    return stage


@kernel
def play_on(
    ws: FairWorkspace,
    table: Any,
    table_words: Any,
    stock: Any,
    stage: int,
    guide: Guide,
    effort: Effort,
    stop_stage: int,
    stop_decisions: int,
    counts: Any,
) -> int:
    """Play a game on from row 0 of ``table``; return how it ends.

    The last position is left in row 0. The game ends, unfinished, once no card is hidden, or
    once ``stop_stage`` rows of the stock are dealt or ``stop_decisions`` decisions were made.
    """
    columns = guide.columns
    while True:
        if np.int64(table[0, LENGTHS]) == 0 and stage == stock.shape[0]:
            cards = np.int64(0)
            for c in range(columns):
                cards += np.int64(table[0, LENGTHS + c])
            if cards == 0:
                end = WON
                break
        if stage >= stop_stage or counts[DECISIONS] >= stop_decisions:
            end = STOPPED
            break
        face_down = show(table, 0, ws.rows, ws.unseen, stock, stage, columns)
        rows_left = stock.shape[0] - stage
        if face_down == 0 and rows_left == 0:
            end = OPEN
            break
        length = decide(ws, guide, rows_left, effort)
        counts[DECISIONS] += 1
        if length == 0:
            end = LOST
            break
        dealt = make_moves(
            table, table_words, ws.plan, length, stock, stage, guide.orders[0], columns
        )
        counts[MOVES] += length
        counts[DEALS] += dealt - stage
        stage = dealt
    return end
