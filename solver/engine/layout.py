"""The packed state: the whole contract between Python and the kernels.

A state is one row of ``STRIDE`` bytes. The cards of all columns stand one after another from
byte 0, column 0 first, each column from its bottom; then come the length and the number of
face-down cards of each column, and the number of removed runs. The same memory seen as ``WORDS``
64-bit words holds, after these, each column's key polynomial and its sum of joint costs, so that
a move need look only at the cards that it moves. The stock is no part of a state: every state of
a stage has the same.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from solver.rules.position import Position

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]
Int = Any
"""An integer inside a kernel: numpy's where it came from an array, Python's elsewhere."""

MAX_COLUMNS: Final = 10
MAX_CARDS: Final = 104
LENGTHS: Final = MAX_CARDS
HIDDEN: Final = LENGTHS + MAX_COLUMNS
RUNS: Final = HIDDEN + MAX_COLUMNS
POLYNOMIALS: Final = 16
"""The word of the first column's polynomial."""
SUMS: Final = POLYNOMIALS + MAX_COLUMNS
"""The word of the first column's sum of joint costs."""
WORDS: Final = SUMS + MAX_COLUMNS
STRIDE: Final = 8 * WORDS
CARD_CODES: Final = 64

DEAL: Final = 0
"""The packed move that deals a row. Others are source | target << 4 | count << 8."""


def pack(position: Position) -> Bytes:
    """Return the row of a position, without its stock. Shape ``(STRIDE,)``.

    Its words are for :func:`solver.engine.moves.summarise` to fill.
    """
    row = np.zeros(STRIDE, np.uint8)
    cards = [card for column in position.columns for card in column]
    row[: len(cards)] = cards
    width = len(position.columns)
    row[LENGTHS : LENGTHS + width] = [len(column) for column in position.columns]
    row[HIDDEN : HIDDEN + width] = position.face_down
    row[RUNS] = position.runs
    return row


def pack_stock(position: Position) -> Bytes:
    """Return the stock as rows in dealing order; 0 stands where a short row has no card.

    Shape ``(rows, MAX_COLUMNS)``.
    """
    width = len(position.columns)
    rows = np.zeros((position.rows_left, MAX_COLUMNS), np.uint8)
    for index, card in enumerate(reversed(position.stock)):
        rows[index // width, index % width] = card
    return rows


def unpack(row: npt.NDArray[Any], like: Position, rows_dealt: int) -> Position:
    """Return the position of a row that a search from ``like`` reached."""
    width = len(like.columns)
    columns, start = [], 0
    for length in row[LENGTHS : LENGTHS + width]:
        columns.append([int(card) for card in row[start : start + int(length)]])
        start += int(length)
    hidden = [int(count) for count in row[HIDDEN : HIDDEN + width]]
    stock = like.stock[::-1][rows_dealt * width :]
    return Position.make(like.variant, columns, hidden, stock, int(row[RUNS]))
