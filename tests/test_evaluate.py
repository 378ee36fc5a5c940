"""The evaluation: what each weight counts, and that the kernels add up the same."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest
from engine_states import NAMES, close_positions, odd_tables, opening, playout, scanned
from hypothesis import given
from hypothesis import strategies as st
from positions import table

from solver.engine.beam import VALUE_SHIFT, VALUES, level_of
from solver.engine.evaluate import (
    BASE_COST,
    BURDEN_SHIFT,
    COST_MASK,
    EMPTY_COST,
    HIDDEN_COST,
    JOINT,
    LAST_COST,
    MAX_ROWS,
    RUN_COST,
    TABLE_SIZE,
    Schedule,
    Weights,
    stage_tables,
    tables,
)
from solver.engine.families import family_of, tables_of
from solver.engine.layout import CARD_CODES, Ints
from solver.engine.moves import TOTAL_VALUE, TOTALS, VALUE
from solver.rules.position import Position
from solver.rules.variant import VARIANTS

FIELDS = [field.name for field in fields(Weights)]
NOTHING = Weights(**dict.fromkeys(FIELDS, 0))


def value_of(position: Position, costs: Ints) -> int:
    return int(scanned(position, costs).table[TOTALS, TOTAL_VALUE])


def plain_value(position: Position, costs: Ints) -> int:
    """Return the value of a position, card by card, as the module's text defines it."""
    value = position.runs * int(costs[RUN_COST])
    value += int(costs[EMPTY_COST + sum(not cards for cards in position.columns)])
    for cards, hidden in zip(position.columns, position.face_down, strict=True):
        value += int(costs[HIDDEN_COST + hidden])
        value += int(costs[LAST_COST + cards[-1]]) if cards else 0
        burden = 0
        for i, card in enumerate(cards):
            joint = BASE_COST + card if i == 0 else JOINT + cards[i - 1] * CARD_CODES + card
            burden += int(costs[joint]) >> BURDEN_SHIFT
            value += (int(costs[joint]) & COST_MASK) + burden
    return value


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_the_kernels_value_is_the_sum_over_all_cards(variant) -> None:
    for position in playout(opening(variant, 17), 100, 17):
        assert value_of(position, odd_tables()) == plain_value(position, odd_tables())


def test_the_kernels_value_is_the_sum_where_few_cards_are_left() -> None:
    for start in close_positions():
        for position in playout(start.copy(), 12, 1):
            assert value_of(position, odd_tables()) == plain_value(position, odd_tables())


def test_a_state_s_value_is_made_of_its_columns_shares() -> None:
    for position in playout(opening(VARIANTS[3], 4), 60, 4):
        scan, costs = scanned(position).table, odd_tables()
        shares = int(scan[VALUE, : position.variant.columns].sum())
        empty = sum(not cards for cards in position.columns)
        rest = position.runs * costs[RUN_COST] + costs[EMPTY_COST + empty]
        assert scan[TOTALS, TOTAL_VALUE] == shares + rest


# What each weight alone makes of a table, by the unit that it counts; slopes and squares are
# in quarters.
COUNTED = [
    ("mixed", 1, ("8H 7S",), 1),
    ("mixed", 1, ("8S 7S",), 0),
    ("mixed", 1, ("9S 7S", "KH QH JS", "2S"), 2),
    ("mixed_slope", 4, ("8H 7S",), 7),
    ("broken", 1, ("9S 7S",), 1),
    ("broken", 1, ("8H 7S",), 0),
    ("broken", 1, ("7S 8S", "7S 7S"), 2),
    ("broken_slope", 4, ("9S 5S",), 4),
    ("inverted", 1, ("7S 9S",), 1),
    ("inverted", 1, ("9S 7S",), 0),
    ("inverted_slope", 4, ("5S 9S",), 4),
    ("face_down", 1, ("(5S) (6S) 8H", "(5H) 2C"), 3),
    ("face_down_more", 4, ("(5S) (6S) 8H", "(5H) 2C"), 5),
    ("not_king", 1, ("QS JS", "KS", "AS"), 2),
    ("not_king_slope", 4, ("JS", "KS"), 2),
    ("empty", 1, ("JS", "KS"), -8),
    ("empty_more", 4, ("JS", "KS"), -64),
    ("run", 1, ("JS",), -3),
    ("suited", 1, ("8S 7S 6S 5H",), 2),
    ("suited_slope", 4, ("8S 7S",), 7),
    ("mixed_burden", 1, ("9H 8S 7S",), 2),
    ("mixed_burden", 1, ("9H 8S 7H",), 3),
    ("broken_burden", 1, ("9S 7S 6S", "KS QS"), 2),
    ("inverted_burden", 1, ("7S 9S 8S", "9S 7S"), 2),
    ("not_king_burden", 1, ("QS JS", "KS QS"), 2),
    ("last_ace", 1, ("2S AS", "AS 2S"), 1),
    ("last_slope", 4, ("KS JS", "KS"), 2),
]


@pytest.mark.parametrize(("name", "weight", "columns", "expected"), COUNTED)
def test_what_a_weight_counts(name: str, weight: int, columns, expected: int) -> None:
    costs = tables(replace(NOTHING, **{name: weight}))
    position = table(*columns, runs=3)
    assert value_of(position, costs) == expected


def test_no_weight_is_forgotten_above() -> None:
    assert {name for name, *_ in COUNTED} == set(FIELDS)


def test_without_weights_nothing_counts() -> None:
    assert not tables(NOTHING).any()


def test_negative_weights_do_not_reach_into_the_burden() -> None:
    """Costs are packed with burdens, and so never below nothing."""
    costs = tables(replace(NOTHING, suited=-5, mixed=-5, broken=-3, not_king=-9, mixed_burden=-2))
    joints = costs[: BASE_COST + CARD_CODES]
    assert not joints.any()


SCHEDULE = Schedule(late=replace(NOTHING, mixed=10, run=100), early=replace(NOTHING, mixed=60))


def test_a_schedule_leads_from_its_early_weights_to_its_late_ones() -> None:
    assert SCHEDULE.at(5) == SCHEDULE.early
    assert SCHEDULE.at(0) == SCHEDULE.late
    assert [SCHEDULE.at(rows).mixed for rows in range(6)] == [10, 20, 30, 40, 50, 60]
    assert [SCHEDULE.at(rows).run for rows in range(6)] == [100, 80, 60, 40, 20, 0]
    assert SCHEDULE.at(6) == SCHEDULE.early


def test_there_are_tables_for_every_number_of_rows_in_any_stock() -> None:
    spread = stage_tables(SCHEDULE)
    assert spread.shape == (MAX_ROWS, TABLE_SIZE)
    assert max(opening(variant, 0).rows_left for variant in VARIANTS) < MAX_ROWS
    for rows_left in range(MAX_ROWS):
        assert np.array_equal(spread[rows_left], tables(SCHEDULE.at(rows_left)))


def test_filling_makes_empty_columns_dear_and_changes_nothing_else() -> None:
    plain, filling = stage_tables(SCHEDULE), stage_tables(SCHEDULE, filling=True)
    empties = slice(EMPTY_COST, RUN_COST)
    assert (np.diff(filling[:, empties]) > 0).all()
    filling[:, empties] = plain[:, empties]
    assert np.array_equal(filling, plain)


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_the_weights_in_use_value_every_opening_within_the_counted_range(variant) -> None:
    """Values out of that range are all alike to a search."""
    costs = tables_of(family_of(variant).schedule)
    for number in range(3):
        for position in playout(opening(variant, number), 150, number):
            value = value_of(position, costs[position.rows_left])
            assert -VALUE_SHIFT < value < VALUES - VALUE_SHIFT - 1


def test_tables_in_use_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        tables_of(family_of(VARIANTS[0]).schedule)[0, 0] = 1


@given(st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6))
def test_levels_keep_the_order_of_values(one: int, other: int) -> None:
    assert (one < other) <= (level_of(one) <= level_of(other))
    assert 0 <= level_of(one) < VALUES
