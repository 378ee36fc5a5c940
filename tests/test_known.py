"""Wins known from states: each is entered with the fewest moves, and can be played from there."""

from __future__ import annotations

import numpy as np
import pytest
from engine_states import NAMES, key_of
from positions import table

from solver.engine.beam import find_slot
from solver.engine.known import SMALLEST_TABLE, KnownWins, positions_along
from solver.result import Limits
from solver.rules.deal import Deal
from solver.rules.move import Move
from solver.rules.position import Position
from solver.rules.variant import VARIANTS, Variant
from solver.rules.verify import replay
from solver.solve import solve

FIRST = Move(1, 0, 1)
LATER = (Move(1, 2, 1), Move(2, 3, 1), Move(3, 0, 1))


def nearly_won() -> Position:
    return table("KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", "AS", runs=7)


def moves_left(known: KnownWins, position: Position) -> int | None:
    key = np.uint64(known.key(position))
    slot = find_slot(known.keys, key)
    return int(known.moves_left[slot]) if known.keys[slot] == key else None


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_each_state_along_a_solution_is_known_by_the_key_of_a_search(variant: Variant) -> None:
    start = Deal.from_number(variant, 3).position()
    moves = solve(start, Limits(max_nodes=1_000_000, max_states=0)).solution
    if moves is None:
        pytest.skip("no solution within the limits of this test")
    known = KnownWins(start)
    known.add(moves)
    for made, position in enumerate(positions_along(start, moves)):
        assert known.key(position) == key_of(position)
        left = moves_left(known, position)
        rest = known.rest(position)
        assert rest is not None
        assert left == len(rest) <= len(moves) - made
        assert replay(position, rest).won


def test_the_shorter_of_two_ways_counts_whichever_came_first() -> None:
    for order in ([(FIRST,), LATER], [LATER, (FIRST,)]):
        known = KnownWins(nearly_won())
        for moves in order:
            known.add(moves)
        assert moves_left(known, nearly_won()) == 1
        assert known.rest(nearly_won()) == (FIRST,)


def test_with_the_stock_empty_columns_may_lie_in_another_order() -> None:
    known = KnownWins(nearly_won())
    known.add([FIRST])
    turned = table("", "AS", "", "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", runs=7)
    rest = known.rest(turned)
    assert rest == (Move(1, 3, 1),)
    assert replay(turned, rest).won


def test_a_state_that_was_not_met_is_not_known() -> None:
    known = KnownWins(nearly_won())
    known.add([FIRST])
    assert moves_left(known, table("KS", runs=7)) is None
    assert known.rest(table("KS", runs=7)) is None


def test_the_table_grows() -> None:
    known = KnownWins(nearly_won())
    for number in range(SMALLEST_TABLE):
        known.enter(number + 1, (FIRST,) * (number % 7 + 1), nearly_won())
    assert known.keys.size > SMALLEST_TABLE
    for number in range(SMALLEST_TABLE):
        slot = find_slot(known.keys, np.uint64(number + 1))
        assert known.keys[slot] == number + 1
        assert known.moves_left[slot] == number % 7 + 1
