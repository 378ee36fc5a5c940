"""The kernels by themselves: ``pytest benchmarks --benchmark-only``."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from solver.engine import beam
from solver.engine.families import family_of, tables_of
from solver.engine.layout import STRIDE, pack, pack_stock
from solver.engine.moves import apply_deal, apply_move, new_scan, scan_state, summarise
from solver.engine.search import beam_search
from solver.engine.warmup import warm_up
from solver.rules.deal import Deal
from solver.rules.move import DEAL_ROW, Move
from solver.rules.position import Position
from solver.rules.variant import VARIANTS, Variant, find_variant
from solver.solve import solve

FOUR = find_variant("spider", 4)
NUMBER = 500_003
WIDTH = 100
NAMES = [variant.name for variant in VARIANTS]


class Table:
    """A position in mid-game, packed, with room for a second state."""

    def __init__(self) -> None:
        self.position = self._mid_game()
        self.rows = np.zeros((2, STRIDE), np.uint8)
        self.words = self.rows.view(np.uint64)
        self.rows[0] = pack(self.position)
        self.stock = pack_stock(self.position)
        self.costs = tables_of(family_of(FOUR).schedule)[len(self.stock)]
        self.scan, self.keys = new_scan()
        summarise(self.rows, self.words, 0, self.costs, FOUR.columns)

    @staticmethod
    def _mid_game() -> Position:
        """Return the position after the second deal of a solution."""
        position = Deal.from_number(FOUR, NUMBER).position()
        deals = 0
        for move in solve(position).solution or ():
            position.push(move)
            deals += move.is_deal
            if deals == 2:
                break
        return position

    def a_move(self) -> Move:
        """Return a legal move of cards."""
        return next(move for move in self.position.legal_moves() if not move.is_deal)


@pytest.fixture(scope="module")
def table() -> Table:
    warm_up()
    return Table()


def test_summarise(benchmark: Any, table: Table) -> None:
    benchmark(summarise, table.rows, table.words, 0, table.costs, FOUR.columns)


def test_scan_state(benchmark: Any, table: Table) -> None:
    benchmark(
        scan_state,
        table.rows,
        table.words,
        0,
        table.scan,
        table.keys,
        table.costs,
        FOUR.columns,
        False,
        True,
    )


def test_apply_move(benchmark: Any, table: Table) -> None:
    state = table.rows, table.words
    move = table.a_move()
    benchmark(apply_move, *state, 0, *state, 1, *move, table.costs, FOUR.columns)


def test_apply_deal(benchmark: Any, table: Table) -> None:
    assert table.position.is_legal(DEAL_ROW)
    state = table.rows, table.words
    benchmark(apply_deal, *state, 0, *state, 1, table.stock, 0, table.costs, FOUR.columns)


def test_one_stage(benchmark: Any, table: Table) -> None:
    """Up to twelve layers of up to a hundred states, from expansion to selection."""
    ws = beam.new_workspace(WIDTH, 100 * WIDTH, 18)
    rules = FOUR.columns, FOUR.relaxed

    def stage() -> int:
        beam.begin(ws, table.rows[0], table.costs, *rules, True)
        beam.run_layers(
            ws, table.stock, 0, table.costs, *rules, False, False, WIDTH, 0, 12, 8, 10**9
        )
        return int(ws.counters[beam.NODES])

    assert benchmark(stage) > 0


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_one_search(benchmark: Any, variant: Variant) -> None:
    """One deal with one width, packing and unpacking included."""
    warm_up()
    position = Deal.from_number(variant, NUMBER).position()
    schedule = family_of(variant).schedule
    answer = benchmark(beam_search, position, schedule, 30, 200, 10**7)
    assert answer.nodes > 0


def test_legal_moves_of_the_plain_rules(benchmark: Any, table: Table) -> None:
    """For scale: what the kernels replace."""
    assert benchmark(table.position.legal_moves)
