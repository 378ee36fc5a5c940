"""The lower bound on moves: what it counts, and that no solution is shorter."""

from __future__ import annotations

import random

import pytest
from end_games import end_game, shortest
from positions import lively_move, table

from solver.rules.bound import lower_bound
from solver.rules.deal import Deal
from solver.rules.variant import CLASSIC, RELAXED, VARIANTS, Variant, find_variant

HIGH = "KS QS JS TS 9S 8S 7S"


def test_a_won_table_needs_no_move() -> None:
    assert lower_bound(table()) == 0


def test_each_card_that_lies_on_a_wrong_one_needs_a_move() -> None:
    position = table(HIGH + " 3H", "6S 5S 4S 3S 2S AS")
    assert lower_bound(position) == 2  # 6S, and 3H that lies on 7S


def test_a_king_may_leave_with_its_run() -> None:
    assert lower_bound(table("3H " + HIGH, "6S 5S 4S 3S 2S AS")) == 2  # 3H and 6S


def test_a_card_on_the_only_one_where_it_can_end_needs_two_moves() -> None:
    assert lower_bound(table("5S 4H 4S")) == 3 + 1  # 5S, 4H, and 4S that lies above 5S


def test_under_the_relaxed_rule_it_may_leave_with_a_group() -> None:
    columns = "6S 6H 5S", ""
    assert lower_bound(table(*columns)) == 1 + 1 + 2
    assert lower_bound(table(*columns, rule=RELAXED)) == 1 + 1 + 1


def test_a_dealt_card_needs_no_move_where_it_can_fall_well() -> None:
    falls_well = table("5S", "9H", stock="4S KH", game="spiderette")
    assert lower_bound(falls_well) == 2 + 1  # the cards of the table, and the deal
    falls_badly = table("5S", "9H", stock="4H KH", game="spiderette")
    assert lower_bound(falls_badly) == 2 + 1 + 1


def test_only_one_of_two_dealt_cards_falls_on_a_single_one() -> None:
    position = table("5S", "9H", stock="4S 4S", game="spiderette", suits=1)
    assert lower_bound(position) == 2 + 1 + 1


def test_a_card_has_one_place_on_it_for_the_whole_game() -> None:
    taken = table("5S 4S", "9H", stock="4S KH", game="spiderette", suits=1)
    assert lower_bound(taken) == 2 + 1 + 1  # 5S and 9H, the deal, and the 4S that falls badly
    one_each_row = "4S " + "KH " * 6 + "4S"
    two_rows = table("5S", "9H", stock=one_each_row, game="spiderette", suits=1)
    assert lower_bound(two_rows) == 2 + 2 + 1


@pytest.mark.slow
@pytest.mark.parametrize("rule", [CLASSIC, RELAXED])
def test_no_end_game_has_a_shorter_solution(rule: str) -> None:
    chance, gaps = random.Random(rule), []
    for _ in range(40):
        position = end_game(chance, find_variant("spider", 4, rule))
        moves = shortest(position, 300)
        if moves is not None:
            gaps.append(moves - lower_bound(position))
    assert min(gaps) == 0
    assert len(gaps) >= 5, gaps


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_one_move_lowers_it_by_one_at_most(variant: Variant) -> None:
    """With nothing needed at the win, that makes it a bound for every position."""
    chance = random.Random(variant.name)
    for number in range(2):
        position = Deal.from_number(variant, number).position()
        for _ in range(60):
            before = lower_bound(position)
            for move in position.legal_moves():
                position.push(move)
                assert lower_bound(position) >= before - 1
                position.pop()
            following = lively_move(position, chance)
            if following is None:
                break
            position.push(following)


def test_the_position_stays_as_it_is() -> None:
    position = Deal.from_number(VARIANTS[0], 5).position()
    before = position.copy()
    lower_bound(position)
    assert position == before
