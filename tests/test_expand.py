"""The children that a search generates are the rules' own, each with its true value and key."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from engine_states import (
    NAMES,
    along_solution,
    close_positions,
    key_of,
    odd_tables,
    opening,
    packed,
    playout,
    scanned,
)
from positions import case, table

from solver.engine import beam
from solver.engine.layout import pack, pack_stock
from solver.engine.moves import TOTAL_VALUE, TOTALS
from solver.rules.move import DEAL_ROW, Move
from solver.rules.position import Position
from solver.rules.variant import VARIANTS

WIDTH = 600
CLOSE = close_positions()


class Expansion(NamedTuple):
    """What one state's expansion left: each child's level and key by its packed move."""

    children: dict[int, tuple[int, int]]
    dealt_value: int | None
    won: bool
    discarded: int
    nodes: int


@pytest.fixture(scope="module")
def ws() -> beam.Workspace:
    return beam.new_workspace(WIDTH, 4 * WIDTH, 14)


def expanded(ws: beam.Workspace, position: Position, every_empty: bool = True) -> Expansion:
    costs, stock = odd_tables(), pack_stock(position)
    rules = position.variant.columns, position.variant.relaxed
    beam.begin(ws, pack(position), costs, *rules, bool(position.stock))
    won = beam.expand(
        ws.rows,
        ws.words,
        ws.nodes,
        ws.counters,
        ws.candidates,
        ws.table,
        ws.table_layer,
        ws.counts,
        ws.pool,
        ws.pool_words,
        ws.pool_counts,
        ws.scan,
        ws.keys,
        ws.cards,
        ws.piles,
        ws.memory,
        stock,
        0,
        costs,
        *rules,
        every_empty,
        False,
        WIDTH,
        0,
    )
    found = ws.candidates[: ws.counters[beam.CANDIDATES]]
    return Expansion(
        {
            int(move) % beam.FOR_GOOD: (int(level), int(ws.table[slot]))
            for level, _, move, slot in found
        },
        int(ws.pool[0, 0]) if ws.counters[beam.POOL] else None,
        bool(won),
        int(ws.counters[beam.DISCARDED]),
        int(ws.counters[beam.NODES]),
    )


def children_by_rule(position: Position) -> dict[int, tuple[int, int, bool]]:
    """Return level, key and whether it is won, of the state after each legal move of cards."""
    children = {}
    for move in position.legal_moves():
        if not move.is_deal:
            position.push(move)
            scan = scanned(position)
            level = beam.level_of(scan.table[TOTALS, TOTAL_VALUE])
            children[packed(move)] = int(level), scan.key, position.is_won
            position.pop()
    return children


def assert_expansion_is_complete(ws: beam.Workspace, position: Position) -> None:
    """Check that each state after a legal move is a child, and that there is no other."""
    expansion = expanded(ws, position)
    children = children_by_rule(position)
    for move, (level, key) in expansion.children.items():
        assert (level, key) == children[move][:2], move
    reached = {key for _, key, _ in children.values()} - {key_of(position)}
    assert sorted(key for _, key in expansion.children.values()) == sorted(reached)
    assert expansion.won == any(won for _, _, won in children.values())
    assert expansion.discarded == 0
    assert (expansion.dealt_value is not None) == position.is_legal(DEAL_ROW)


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_children_are_the_legal_moves_on_playouts(ws, variant) -> None:
    for seed in range(3):
        for position in playout(opening(variant, 200 + seed), 120, seed):
            assert_expansion_is_complete(ws, position)


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
@pytest.mark.slow
def test_children_are_the_legal_moves_along_solutions(ws, variant) -> None:
    for position in along_solution(variant, 500_000):
        assert_expansion_is_complete(ws, position)


@pytest.mark.parametrize("index", range(len(CLOSE)))
def test_children_are_the_legal_moves_close_to_runs(ws, index: int) -> None:
    for seed in range(6):
        for position in playout(CLOSE[index].copy(), 12, seed):
            assert_expansion_is_complete(ws, position)


def test_while_stock_remains_every_empty_column_is_a_target_of_its_own(ws) -> None:
    position = case("P04")
    expansion = expanded(ws, position)
    legal = {packed(move) for move in position.legal_moves()}
    assert set(expansion.children) == legal
    assert expansion.nodes == len(legal)


def test_the_first_empty_column_stands_for_all_unless_every_one_is_asked_for(ws) -> None:
    """What is left out by choice is said, so that it is not taken for a proof."""
    position = table("KS", "9H 5S", "8D", stock="AS " * 10, runs=6)
    expansion = expanded(ws, position, every_empty=False)
    assert expansion.discarded == beam.BY_CHOICE
    assert set(expansion.children) == {packed(Move(1, 3, 1))}


def test_nothing_is_left_out_by_choice_where_no_column_is_empty(ws) -> None:
    for position in playout(opening(VARIANTS[3], 1), 10, 1):
        if all(position.columns):
            expansion = expanded(ws, position, every_empty=False)
            assert expansion == expanded(ws, position)
            assert expansion.discarded == 0


@pytest.mark.parametrize("every_empty", [False, True])
def test_without_stock_columns_are_interchangeable(ws, every_empty: bool) -> None:
    """A whole column to an empty one changes nothing, nor which empty column is taken."""
    position = table("KS", "", "9H 5S", "", suits=2, runs=6)
    expansion = expanded(ws, position, every_empty)
    assert set(expansion.children) == {packed(Move(2, 1, 1))}
    assert expansion.discarded == 0


def test_a_card_between_equal_places_is_no_child(ws) -> None:
    """6S from a 7S to a 7S that is alone: without stock the state is the same as before."""
    position = table("7S 6S", "7S", suits=1, runs=7)
    position.columns[2].extend(position.columns[0][:1])
    keys = {key for _, key in expanded(ws, position).children.values()}
    assert key_of(position) not in keys
    assert packed(Move(0, 1, 1)) not in expanded(ws, position).children


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_a_state_is_offered_for_the_deal_with_its_value_after_it(ws, variant) -> None:
    """Runs that the deal completes count as removed runs, the rest of their worth does not."""
    offered = 0
    for seed in range(3):
        for position in playout(opening(variant, 300 + seed), 60, seed):
            value = expanded(ws, position).dealt_value
            if value is None:
                continue
            outcome = position.push(DEAL_ROW)
            if not outcome.removed:
                assert value == scanned(position).table[TOTALS, TOTAL_VALUE]
                offered += 1
            position.pop()
    assert offered > 10


def test_a_deal_that_completes_a_run_is_worth_more(ws) -> None:
    """R01: P01 with and without the ace as the first card of the stock."""
    with_ace = case("P01")
    without = with_ace.copy()
    without.stock[-1], without.stock[0] = without.stock[0], without.stock[-1]
    gain, none = expanded(ws, with_ace).dealt_value, expanded(ws, without).dealt_value
    assert gain is not None
    assert none is not None
    assert gain < none


def test_no_deal_is_offered_while_a_column_is_empty(ws) -> None:
    """R7, P07: not even the last deal of a Spiderette that would not reach the empty column."""
    assert expanded(ws, case("P07")).dealt_value is None
    assert expanded(ws, case("P05")).dealt_value is None
    assert expanded(ws, case("P06")).dealt_value is not None
