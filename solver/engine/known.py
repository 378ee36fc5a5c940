"""Wins known so far for one position: from each state along them the moves that are left.

A search that meets such a state has found a win. It needs no more than the state's key.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from solver.engine.beam import find_slot
from solver.engine.evaluate import TABLE_SIZE
from solver.engine.hashing import Keys
from solver.engine.layout import Ints, pack
from solver.engine.moves import new_scan, scan_state, summarise
from solver.rules.move import Move
from solver.rules.position import Position

SMALLEST_TABLE: Final = 1 << 10
_COSTS: Final = np.zeros(TABLE_SIZE, np.int64)
"""A key does not depend on what a state costs."""


class KnownWins:
    """The states from which a win of ``position`` is known, with the fewest moves known from each.

    ``keys`` is a table of keys as a beam's, ``moves_left`` holds the moves by its slots.
    """

    def __init__(self, position: Position) -> None:
        self._position = position
        self._scan = new_scan()
        self._used = 0
        self._rests: dict[int, tuple[tuple[Move, ...], Position]] = {}
        self.keys: Keys = np.zeros(SMALLEST_TABLE, np.uint64)
        self.moves_left: Ints = np.zeros(SMALLEST_TABLE, np.int64)

    def add(self, moves: Sequence[Move]) -> None:
        """Enter the states along a solution of the position."""
        for made, table in enumerate(positions_along(self._position, moves)):
            self.enter(self.key(table), tuple(moves[made:]), table)

    def key(self, table: Position) -> int:
        """Return the key that a search gives a state."""
        row = pack(table).reshape(1, -1)
        words = row.view(np.uint64)
        columns = len(table.columns)
        summarise(row, words, 0, _COSTS, columns)
        rules = columns, table.variant.relaxed, bool(table.stock)
        return int(scan_state(row, words, 0, *self._scan, _COSTS, *rules))

    def rest(self, table: Position) -> tuple[Move, ...] | None:
        """Return the moves that win from a state entered before, the columns as they lie in it."""
        entry = self._rests.get(self.key(table))
        if entry is None:
            return None
        moves, like = entry
        place = _places(like, table)
        return None if place is None else tuple(_moved(move, place) for move in moves)

    def enter(self, key: int, rest: tuple[Move, ...], table: Position) -> None:
        """Enter a state from which ``rest`` wins, unless fewer moves are known."""
        slot = find_slot(self.keys, np.uint64(key))
        if self.keys[slot] != 0 and self.moves_left[slot] <= len(rest):
            return
        if self.keys[slot] == 0:
            self._used += 1
        self.keys[slot] = key
        self.moves_left[slot] = len(rest)
        self._rests[key] = rest, table.copy()
        if 2 * self._used > self.keys.size:
            self._grow()

    def _grow(self) -> None:
        keys, moves_left = self.keys, self.moves_left
        self.keys = np.zeros(2 * keys.size, np.uint64)
        self.moves_left = np.zeros(2 * keys.size, np.int64)
        for slot in np.flatnonzero(keys):
            to = find_slot(self.keys, keys[slot])
            self.keys[to] = keys[slot]
            self.moves_left[to] = moves_left[slot]


def positions_along(position: Position, moves: Sequence[Move]) -> Iterator[Position]:
    """Yield the positions before each of the moves: one object, which changes."""
    table = position.copy()
    for move in moves:
        yield table
        table.push(move)


def _places(like: Position, table: Position) -> list[int] | None:
    """Return for each column of ``like`` the place of its equal in ``table``."""
    there = list(zip(map(tuple, table.columns), table.face_down, strict=True))
    wanted = list(zip(map(tuple, like.columns), like.face_down, strict=True))
    if there == wanted:
        return list(range(len(there)))
    if table.stock or like.stock or sorted(there) != sorted(wanted):
        return None
    free = list(range(len(there)))
    places = []
    for column in wanted:
        place = next(place for place in free if there[place] == column)
        free.remove(place)
        places.append(place)
    return places


def _moved(move: Move, place: list[int]) -> Move:
    """Return a move with other columns."""
    return move if move.is_deal else Move(place[move.source], place[move.target], move.count)
