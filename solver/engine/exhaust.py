"""Exhaustive search of one position: finds a win, or proves that there is none.

All legal moves of all reachable states are followed, but for some that cannot matter. The
columns that no later deal puts a card on (with the stock empty all of them, before a short last
row those beyond it) are interchangeable: no rule tells them apart but by their cards, so states
that differ only in their order are won or lost together. Their places do not enter the key; of
several empty ones only the first is moved to, and a whole column is not moved from one of them
to another. While a row will be dealt onto a column its place counts.

A state from which a relaxed game cannot be won is lost and not followed; the module
:mod:`solver.engine.deadend` says how that is known. It is asked after each move that is for good,
since states that lead to one another are lost together. While rows are left it is not asked any
more once its answers have cost too much; of the first state it is asked at length.

Every other move is followed. Ideas that look as sound and are not: to move only whole runs; to
leave a card where it lies on its own suit; to put it there whenever that is possible (another
card of its rank may need the place). The tests show games that each of these loses. While stock
remains nothing is left out at all: which of two empty columns is filled, and whether a whole
column goes to another, decides what the next row falls on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from solver.engine import depthfirst
from solver.engine.deadend import is_dead, new_memory
from solver.engine.hashing import PLACE_SALT, Keys
from solver.engine.layout import MAX_COLUMNS, Ints, pack_stock
from solver.engine.search import unpack_move
from solver.rules.move import Move
from solver.rules.position import Position

SLICE: Final = 500_000
"""States met between two looks at the outside world."""
FULLEST: Final = 0.75
"""The share of the table's slots that may be in use."""
SMALLEST_TABLE: Final = 1 << 12
FIRST_STATES: Final = 1 << 20
"""States of the relaxed game that the first question may take, if not fewer are allowed anyway."""


@dataclass(frozen=True, slots=True)
class ExhaustAnswer:
    """What the search found.

    ``moves`` is None without a win. ``exhausted`` says that there is none: all was searched.
    ``states`` counts the different states met. ``reason`` says what a proof of loss rests on, or
    which limit ended the search.
    """

    moves: tuple[Move, ...] | None
    exhausted: bool
    states: int
    reason: str


def exhaust(position: Position, max_states: int) -> ExhaustAnswer:
    """Search all that can be reached from ``position``, up to ``max_states`` states.

    Its memory is at most about 16 bytes a state, and half as much again while it grows.
    """
    search = _Search(position)
    if search.starts_lost(min(FIRST_STATES, max_states)):
        return ExhaustAnswer(None, True, 1, "all heads cannot leave, wherever cards have places")
    end = search.run(max_states)
    states = search.states
    if end == depthfirst.WON:
        return ExhaustAnswer(search.moves(), False, states, "")
    if end == depthfirst.EXHAUSTED:
        return ExhaustAnswer(None, True, states, proof_text(states))
    return ExhaustAnswer(None, False, states, f"no answer in {states:,} states")


def proof_text(states: int) -> str:
    """Say what a proof of loss by so many states rests on.

    Only keys of 64 bits are kept: should two states share one, the second is not searched. Of n
    random keys some two are equal with a chance below n * n / 2**65. The answers on lost states
    are kept by keys of 63 bits, at most one for each state: below n * n / 2**64.
    """
    chance = 3 * states * states / 2**65
    return (
        f"all {states:,} states that can matter were searched;"
        f" the chance that equal keys hid a further one is below {chance:.0e}"
    )


def places(position: Position) -> tuple[Keys, Ints]:
    """Return what tells the columns' places apart, for each number of rows dealt.

    The first array holds the salts of the places, shape (rows left + 1, columns): 0 for columns
    that no later deal puts a card on. The second holds the masks of these columns.
    """
    columns = len(position.columns)
    rows = position.rows_left
    salts = np.zeros((rows + 1, columns), np.uint64)
    alike = np.zeros(rows + 1, np.int64)
    for dealt in range(rows + 1):
        first = min(columns, len(position.stock) - columns * dealt) if dealt < rows else 0
        salts[dealt, :first] = PLACE_SALT[:first]
        alike[dealt] = (1 << columns) - (1 << first)
    return salts, alike


class _Search:
    """The memory of one search, which grows with it, and the state that it holds."""

    def __init__(self, position: Position) -> None:
        self._columns = len(position.columns)
        self._relaxed = position.variant.relaxed
        self._stock = pack_stock(position)
        self._salts, self._alike = places(position)
        room = MAX_COLUMNS << depthfirst.ROOM_BITS
        self._state = (
            np.zeros(room, np.uint8),
            np.zeros(room, np.uint64),
            np.zeros(room, np.uint8),
            np.zeros(room, np.uint8),
            np.zeros((depthfirst.PILE_ROWS, MAX_COLUMNS), np.int64),
            np.zeros(16, np.int64),
            np.zeros(MAX_COLUMNS, np.uint64),
        )
        self._memory = new_memory()
        self._table = np.zeros(SMALLEST_TABLE, np.uint64)
        self._pending = np.zeros(1 << 12, np.uint16)
        self._frames = np.zeros(1 << 12, np.uint32)
        self._waiting = np.zeros(1 << 12, np.uint16)
        self._counters = np.zeros(depthfirst.COUNTERS, np.int64)
        depthfirst.begin(
            *self._state,
            self._table,
            self._counters,
            np.array([card for column in position.columns for card in column], np.uint8),
            np.array([len(column) for column in position.columns], np.int64),
            np.array(position.face_down, np.int64),
            self._salts,
            self._columns,
        )

    @property
    def states(self) -> int:
        """The number of different states met."""
        return int(self._counters[depthfirst.USED])

    def starts_lost(self, most_states: int) -> bool:
        """Whether so many states of the relaxed game show that the state held is lost."""
        cards, piles, stock = self._state[0], self._state[4], self._stock
        memory = new_memory(most_states)
        return bool(is_dead(cards, piles, memory, self._columns, self._relaxed, stock, 0))

    def run(self, max_states: int) -> int:
        """Search until the end or the limit; return what it ended with."""
        while self.states < max_states:
            self._make_room(max_states)
            end = depthfirst.search(
                *self._state,
                self._memory,
                self._table,
                self._pending,
                self._frames,
                self._waiting,
                self._counters,
                self._stock,
                self._salts,
                self._alike,
                self._columns,
                self._relaxed,
                min(self.states + SLICE, max_states, self._room()),
            )
            if end == depthfirst.STACK_FULL:
                self._pending = _doubled(self._pending)
                self._frames = _doubled(self._frames)
                self._waiting = _doubled(self._waiting)
            elif end != depthfirst.MORE:
                return int(end)
        return depthfirst.MORE

    def _room(self) -> int:
        """Return the number of states up to which the table lets the search go on."""
        return int(self._table.size * FULLEST) - depthfirst.MOST_CHILDREN

    def _make_room(self, max_states: int) -> None:
        if self.states >= self._room():
            most = int((max_states + 2 * depthfirst.MOST_CHILDREN) / FULLEST)
            table = np.zeros(min(2 * self._table.size, most), np.uint64)
            depthfirst.fill_table(self._table, table)
            self._table = table

    def moves(self) -> tuple[Move, ...]:
        """Return the moves to the state that the search holds: its stack."""
        frames = self._frames[1 : self._counters[depthfirst.DEPTH] + 1]
        return tuple(unpack_move(int(frame) & depthfirst.MOVE_MASK) for frame in frames)


def _doubled(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return an array of twice the size that begins with the same elements."""
    return np.concatenate([array, np.zeros_like(array)])
