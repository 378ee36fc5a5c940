"""The packed state: what is packed comes out again, and every byte has its meaning."""

from __future__ import annotations

import random

import numpy as np
import pytest
from engine_states import CASES, close_positions, opening, playout
from positions import case, lively_move, table

from solver.engine.layout import (
    HIDDEN,
    LENGTHS,
    MAX_CARDS,
    MAX_COLUMNS,
    POLYNOMIALS,
    RUNS,
    STRIDE,
    SUMS,
    WORDS,
    pack,
    pack_stock,
    unpack,
)
from solver.rules.position import Position
from solver.rules.variant import VARIANTS, Variant


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_any_position_comes_out_as_it_was_packed(variant: Variant) -> None:
    for position in playout(opening(variant, 7), 120, seed=7):
        assert unpack(pack(position), position, 0) == position


def test_positions_of_few_cards_come_out_as_they_were_packed() -> None:
    for position in close_positions():
        assert unpack(pack(position), position, 0) == position


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_unpack_takes_the_dealt_rows_off_the_first_position_s_stock(variant: Variant) -> None:
    """The short last row of a Spiderette and of Bicycle's layout included."""
    start, chance, dealt = opening(variant, 3), random.Random(3), 0
    position = start.copy()
    for _ in range(400):
        move = lively_move(position, chance)
        if move is None:
            break
        dealt += move.is_deal
        position.push(move)
        assert unpack(pack(position), start, dealt) == position
    assert dealt > 0


def test_cards_stand_column_by_column_from_the_bottom() -> None:
    position = table("(9S) 8H", "", "KC", runs=3)
    row = pack(position)
    assert row[:3].tolist() == [9, 16 + 8, 48 + 13]
    assert not row[3:LENGTHS].any()
    assert row[LENGTHS:HIDDEN].tolist() == [2, 0, 1] + [0] * 7
    assert row[HIDDEN:RUNS].tolist() == [1] + [0] * 9
    assert row[RUNS] == 3


def test_a_whole_deck_and_all_words_fit_into_a_row() -> None:
    assert max(variant.card_count for variant in VARIANTS) <= MAX_CARDS
    assert max(variant.columns for variant in VARIANTS) <= MAX_COLUMNS
    assert RUNS < 8 * POLYNOMIALS
    assert POLYNOMIALS + MAX_COLUMNS <= SUMS
    assert SUMS + MAX_COLUMNS <= WORDS
    row = pack(opening(VARIANTS[0], 0))
    assert row.shape == (STRIDE,)
    assert row.view(np.uint64).shape == (WORDS,)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_the_stock_is_packed_in_the_order_in_which_it_is_dealt(variant: Variant) -> None:
    """C01: the row that the rules deal next is the first row, from the first column on."""
    position = opening(variant, 11)
    stock = pack_stock(position)
    assert len(stock) == position.rows_left
    for row in stock:
        before = [list(column) for column in position.columns]
        size = position.next_row_size
        expected = position.stock[::-1][:size]
        assert row.tolist() == expected + [0] * (MAX_COLUMNS - size)
        position = _with_row_dealt(position, before)
    assert not position.stock


def _with_row_dealt(position: Position, columns: list[list[int]]) -> Position:
    size = position.next_row_size
    stock = position.stock[::-1][size:]
    return Position.make(position.variant, columns, position.face_down, stock)


@pytest.mark.parametrize("name", CASES)
def test_packing_leaves_the_position_as_it_is(name: str) -> None:
    position = case(name)
    pack(position)
    pack_stock(position)
    assert position == case(name)
