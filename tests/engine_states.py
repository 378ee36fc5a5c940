"""Packed states for the tests of the engine, and positions to pack."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from positions import case, lively_move, table

from solver.engine.evaluate import Weights, tables
from solver.engine.layout import DEAL, STRIDE, Ints, pack, pack_stock
from solver.engine.moves import apply_deal, apply_move, new_scan, scan_state, summarise
from solver.result import Limits
from solver.rules.deal import Deal
from solver.rules.move import Move
from solver.rules.position import Position
from solver.rules.variant import VARIANTS, Variant
from solver.solve import solve

CASES = ("P01", "P02", "P03", "P04", "P05", "P06", "P07", "P09", "P11", "P12", "P13", "P14")

NAMES = [variant.name for variant in VARIANTS]


@cache
def odd_tables() -> Ints:
    """Return tables in which every weight counts and no two are alike."""
    primes = (61, 3, 31, 5, 13, 7, 17, 11, 19, 2, 43, 23, 89, 29, 37, 41, 47, 53, 59, 67, 71, 73)
    names = [field.name for field in fields(Weights)]
    chosen = dict(zip(names, primes + tuple(range(101, 201)), strict=False))
    return tables(Weights(**chosen))


class State:
    """A packed state of its own, with its summary."""

    def __init__(self, position: Position | None = None, costs: Ints | None = None) -> None:
        self.rows = np.zeros((1, STRIDE), np.uint8)
        self.words = self.rows.view(np.uint64)
        self.costs = odd_tables() if costs is None else costs
        if position is not None:
            self.columns = position.variant.columns
            self.rows[0] = pack(position)
            summarise(self.rows, self.words, 0, self.costs, self.columns)

    def after(self, move: Move, position: Position) -> State:
        """Return the state that a kernel makes of this one by a move that ``position`` allows."""
        out = State(costs=self.costs)
        out.columns = self.columns
        out.rows[:] = 0xAA  # whatever lay there before must not matter
        here, there = (self.rows, self.words, 0), (out.rows, out.words, 0)
        if move.is_deal:
            apply_deal(*here, *there, pack_stock(position), 0, self.costs, self.columns)
        else:
            apply_move(*here, *there, *move, self.costs, self.columns)
        return out


class Scan(NamedTuple):
    """What a scan says of a state."""

    table: Ints
    keys: Any
    key: int


def scanned(position: Position, costs: Ints | None = None, placed: bool | None = None) -> Scan:
    """Return the scan of a position packed afresh."""
    return scan_of(State(position, costs), position, placed)


def scan_of(state: State, position: Position, placed: bool | None = None) -> Scan:
    """Return the scan of a state whose variant and stock are those of ``position``."""
    scan, keys = new_scan()
    scan[:] = -7  # whatever lay there before must not matter
    by_place = bool(position.stock) if placed is None else placed
    key = scan_state(
        state.rows,
        state.words,
        0,
        scan,
        keys,
        state.costs,
        position.variant.columns,
        position.variant.relaxed,
        by_place,
    )
    return Scan(scan, keys, int(key))


def key_of(position: Position) -> int:
    """Return the key of a position."""
    return scanned(position).key


def packed(move: Move) -> int:
    """Return a move as the kernels write it."""
    return DEAL if move.is_deal else move.source | move.target << 4 | move.count << 8


def opening(variant: Variant, number: int) -> Position:
    """Return the opening position of a deal number."""
    return Deal.from_number(variant, number).position()


def playout(position: Position, steps: int, seed: int) -> Iterator[Position]:
    """Yield the positions of a lively playout; each only until the next is asked for."""
    chance = random.Random(seed)
    yield position
    for _ in range(steps):
        move = lively_move(position, chance)
        if move is None:
            return
        position.push(move)
        yield position


def along_solution(variant: Variant, start: int) -> Iterator[Position]:
    """Yield the positions of a solution of the first deal from ``start`` on that is soon won."""
    for number in range(start, start + 100):
        position = opening(variant, number)
        solution = solve(position, Limits(max_nodes=1_000_000)).solution
        if solution is not None:
            break
    yield position
    for move in solution or ():
        position.push(move)
        yield position


def relaxed_positions() -> list[Position]:
    """Return positions in which mixed groups, K..A among them, lie ready to move."""
    long_mixed = "KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS"
    return [
        table(long_mixed, "QS JS", "", "KH QH", suits=2, rule="relaxed", runs=6),
        table(f"(5H) {long_mixed}", "KH", "2S", suits=2, rule="relaxed", runs=6),
        table("KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", "(4D) 2H AS", suits=4, rule="relaxed", runs=6),
        table(
            "KD QD JD TD 9D 8D 7D", "8S 7C 6D 5D 4D 3D 2D AD", "9H", suits=4, rule="relaxed", runs=6
        ),
    ]


def close_positions() -> list[Position]:
    """Return positions one action before a run is complete, in every manner."""
    nearly = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
    return [
        *map(case, CASES),
        *relaxed_positions(),
        table(nearly, "AS", suits=1, runs=7),
        table(nearly, "KS AS", "2S", suits=1, runs=6),
        table(f"(3S) {nearly}", "(4S) AS", suits=1, runs=6),
        table(f"KS {nearly}", "(4S) 2S AS", suits=1, runs=6),
        table("(KS) KS QS JS TS 9S 8S", "7S 6S 5S 4S 3S 2S AS", "7S", suits=1, runs=6),
        table("2S AS", "4S 3S", "KS QS JS TS 9S 8S 7S 6S 5S", game="spiderette", suits=1, runs=3),
        table(*[nearly] * 7, "5H", "6H", "7H", stock="AS " * 7 + "2H 3H 4H", suits=2, runs=0),
        table(
            *[f"(2H) {nearly}"] * 3,
            *["5H"] * 7,
            stock="AS " * 3 + "KH " * 7,
            suits=2,
            runs=0,
        ),
    ]
