"""The replay of solutions by the plain rules."""

from __future__ import annotations

import pytest
from positions import case, table

from solver.rules.deal import Deal
from solver.rules.game import Game
from solver.rules.move import DEAL_ROW, Move, parse_move
from solver.rules.variant import VARIANTS
from solver.rules.verify import Replay, replay

RUN_BUT_ACE = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"


def moves(text: str) -> list[Move]:
    return [parse_move(word) for word in text.split()]


def test_a_solution_is_won_with_its_score_and_moves():
    position = table(RUN_BUT_ACE, "AS", runs=7)
    assert replay(position, moves("2-1")) == Replay(True, 1, 500 + 700 - 1 + 100, 8)


def test_s01_a_whole_solution_written_by_hand():
    """Case S01, P13: thirteen cards of one suit gathered into one run."""
    gather = moves("2-1x2 5-1 9-1 10-1 8-1 4-1 6-1 3-1 7-1")
    assert replay(case("P13"), gather) == Replay(True, 9, 500 - 9 + 100, 1)


def test_moves_that_do_not_win_are_no_win():
    assert replay(case("P13"), moves("2-1x2")) == Replay(False, 1, 499, 0)
    assert replay(case("P13"), []) == Replay(False, 0, 500, 0)


def test_s01_the_first_illegal_move_is_named_with_its_rule():
    """Case S01: where and by which rule a solution fails."""
    found = replay(case("P13"), moves("2-1x2 5-1 1-3x3 9-1"))
    assert (found.won, found.played, found.failed_at) == (False, 2, 2)
    assert found.refusal == "TS does not go onto 2S, which is not one rank higher (R3)"


@pytest.mark.parametrize(
    ("solution", "failed_at", "rule"),
    [
        ("1-1", 0, "R3"),
        ("11-1", 0, "R3"),
        ("2-1x2 deal", 1, "R7"),
        ("2-1x2 2-1", 1, "R3"),
        ("1-2x3", 0, "R3"),
        ("3-4x2", 0, "R5"),
    ],
)
def test_every_kind_of_illegal_move_ends_the_replay(solution, failed_at, rule):
    found = replay(case("P13"), moves(solution))
    assert found.failed_at == failed_at
    assert f"({rule})" in found.refusal


def test_a_move_after_the_win_is_refused_and_the_win_stays():
    position = table(RUN_BUT_ACE, "AS", runs=7)
    found = replay(position, moves("2-1 1-2"))
    assert (found.won, found.played, found.failed_at) == (True, 1, 1)


def test_the_position_stays_as_it_is():
    position = case("P13")
    replay(position, moves("2-1x2 5-1"))
    assert position == case("P13")


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_a_replay_scores_as_a_game_does(variant):
    game = Game(Deal.from_number(variant, 11))
    while game.position.is_legal(DEAL_ROW):
        game.play(DEAL_ROW)
        if game.position.legal_moves():
            game.play(game.position.legal_moves()[0])
    found = replay(Deal.from_number(variant, 11).position(), game.moves)
    assert (found.score, found.played, found.runs) == (game.score, game.counter, 0)
    assert found.failed_at is None


def test_s5_a_replay_holds_the_floor():
    position = table("JS TH", "JH")
    assert replay(position, moves("1-2 2-1 " * 300)).score == 0
    spiderette = table("JS TH", "JH", game="spiderette")
    assert replay(spiderette, moves("1-2 2-1 " * 300)).score == -100


def test_a_replay_from_mid_game_counts_the_runs_that_are_off():
    found = replay(case("P01"), [DEAL_ROW])
    assert (found.runs, found.score) == (6, 500 + 500 - 1 + 100)
