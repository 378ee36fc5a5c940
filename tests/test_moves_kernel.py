"""The kernels against the plain rules: every legal move of every position of a playout."""

from __future__ import annotations

import numpy as np
import pytest
from engine_states import (
    NAMES,
    State,
    along_solution,
    close_positions,
    opening,
    playout,
    scan_of,
    scanned,
)
from positions import case, shown

from solver.engine.layout import LENGTHS, SUMS, pack
from solver.engine.moves import (
    COST_MASK,
    ENDS,
    FACE_DOWN,
    GROUP,
    LAST,
    LENGTH,
    RUN,
    START,
    TOTAL_EMPTY,
    TOTALS,
)
from solver.rules.move import DEAL_ROW, Move
from solver.rules.position import Position
from solver.rules.variant import VARIANTS

CLOSE = close_positions()


def assert_kernels_agree(position: Position) -> None:
    """Check every legal move: cards, counts, polynomials and sums, and what a scan then says."""
    state = State(position)
    before = state.rows.copy()
    for move in position.legal_moves():
        after = state.after(move, position)
        position.push(move)
        expected = State(position)
        assert np.array_equal(after.rows[0], expected.rows[0]), move
        kept, fresh = scan_of(after, position), scanned(position)
        assert np.array_equal(kept.table[:, :10], fresh.table[:, :10])
        assert kept.key == fresh.key
        position.pop()
    assert np.array_equal(state.rows, before), "a move changed the state it started from"


def assert_scan_agrees(position: Position) -> None:
    """Check what a scan says of each column against the rules."""
    scan = scanned(position).table
    start = 0
    for c, cards in enumerate(position.columns):
        assert scan[START, c] == start
        assert scan[LENGTH, c] == len(cards)
        assert scan[FACE_DOWN, c] == position.face_down[c]
        assert scan[LAST, c] == (cards[-1] if cards else 0)
        assert scan[GROUP, c] == position.group_length(c)
        assert scan[RUN, c] == _run_length(position, c)
        start += len(cards)
    for rank in range(14):
        ends = [c for c, cards in enumerate(position.columns) if (cards or [0])[-1] & 15 == rank]
        assert scan[ENDS, rank] == sum(1 << c for c in ends)
    assert scan[TOTALS, TOTAL_EMPTY] == sum(not cards for cards in position.columns)


def _run_length(position: Position, column: int) -> int:
    """Return the length of the run of one suit that ends a column."""
    cards = position.face_up(column)[::-1]
    length = 0
    while length < len(cards) and cards[length] == cards[0] + length:
        length += 1
    return length


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_kernels_agree_with_the_rules_on_playouts(variant) -> None:
    for seed in range(2):
        for position in playout(opening(variant, 100 + seed), 60, seed):
            assert_kernels_agree(position)
            assert_scan_agrees(position)


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
@pytest.mark.slow
def test_kernels_agree_with_the_rules_along_solutions(variant) -> None:
    """Solutions remove runs, in every order of suits (R09), and turn every card up."""
    removed = set()
    for position in along_solution(variant, 0):
        assert_kernels_agree(position)
        assert_scan_agrees(position)
        removed.add(position.runs)
    assert removed == set(range(variant.run_count + 1))


@pytest.mark.parametrize("index", range(len(CLOSE)))
def test_kernels_agree_where_runs_are_about_to_be_completed(index: int) -> None:
    for seed in range(4):
        for position in playout(CLOSE[index].copy(), 12, seed):
            assert_kernels_agree(position)
            assert_scan_agrees(position)


def _after(position: Position, *moves: Move) -> Position:
    """Return what the kernels make of a position, checked against the rules."""
    state = State(position)
    for move in moves:
        state = state.after(move, position)
        position.push(move)
        assert np.array_equal(state.rows[0], State(position).rows[0])
    return position


def test_an_ace_that_is_dealt_completes_a_run() -> None:
    """R01: the run leaves and the card beneath turns up."""
    position = _after(case("P01"), DEAL_ROW)
    assert shown(position, 1) == "9S"
    assert position.runs == 6


def test_one_deal_completes_two_runs() -> None:
    """R03."""
    position = _after(case("P02"), DEAL_ROW)
    assert position.runs == 6
    assert not position.columns[0]
    assert not position.columns[1]


def test_face_down_cards_are_no_part_of_a_run() -> None:
    """P03: the cards would make a king-to-ace run, but for the face-down ones."""
    position = _after(case("P03"), Move(1, 0, 7))
    assert position.runs == 6
    assert shown(position, 1) == "(KS) (QS) (JS) (TS) (9S) 8S 7S 6S 5S 4S 3S 2S AS"


def test_the_last_deal_of_a_spiderette_reaches_three_columns() -> None:
    """R13."""
    position = _after(case("P06"), DEAL_ROW)
    assert [len(column) for column in position.columns] == [2, 3, 2, 2, 2, 1, 1]


def test_a_mixed_run_from_king_to_ace_stays() -> None:
    """R19, relaxed rule: thirteen cards in sequence of two suits move but do not leave."""
    mixed = next(position for position in CLOSE if position.group_length(0) == 13)
    target = next(c for c, column in enumerate(mixed.columns) if not column)
    position = _after(mixed.copy(), Move(0, target, 13))
    assert len(position.columns[target]) == 13
    assert position.runs == mixed.runs


def test_the_last_run_leaves_an_empty_table() -> None:
    position = next(p for p in CLOSE if p.runs == 7 and len(p.columns[0]) == 12)
    _after(position.copy(), Move(1, 0, 1))
    won = position.copy()
    won.push(Move(1, 0, 1))
    assert won.is_won
    assert State(won).rows[0, LENGTHS : LENGTHS + 10].sum() == 0


def test_packing_does_not_depend_on_how_a_position_came_about() -> None:
    position = opening(VARIANTS[0], 5)
    for moved in playout(position, 50, 5):
        fresh = Position.make(
            moved.variant, moved.columns, moved.face_down, moved.stock[::-1], moved.runs
        )
        assert np.array_equal(pack(moved), pack(fresh))


def test_sums_never_reach_into_the_burden() -> None:
    """A column's cost stays far below the bits of its burden, with every card in one column."""
    variant = VARIANTS[0]
    cards = [card for block in range(8) for card in range(1, 14)]
    position = Position.make(variant, [cards, *[[]] * 9], [0] * 10)
    total = int(State(position).words[0, SUMS])
    assert total & COST_MASK < 1 << 31
    assert total >> 32 < 1 << 30
