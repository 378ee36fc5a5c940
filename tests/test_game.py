"""A game in progress: score, counter, undo, 'double click' and 'placement help' (R10-R15)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import successors, table_of
from positions import case, lively_move, shown, table

from solver.errors import IllegalMoveError
from solver.rules.deal import DEAL_COUNT, Deal
from solver.rules.game import UNDO_LIMIT, Game
from solver.rules.move import DEAL_ROW, Move, Refusal, move_text, parse_move
from solver.rules.score import score_after, start_score
from solver.rules.variant import VARIANTS, find_variant

SPIDER = find_variant("spider", 4)
SPIDERETTE = find_variant("spiderette", 4)
SHUTTLE = ("JS TH", "JH")
RUN_BUT_ACE = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"


def state(game: Game) -> tuple:
    return game.position.key(), game.score, game.counter, game.moves


def play(game: Game, *texts: str) -> Game:
    for text in texts:
        game.play(parse_move(text))
    return game


def shuttle(game: Game, moves: int) -> Game:
    """Move one card to and fro between columns 1 and 2."""
    return play(game, *(("1-2", "2-1")[i % 2] for i in range(moves)))


# Score and counter: R10, S5, T5


def test_r10_a_game_starts_at_500_with_no_move_made():
    game = Game(Deal.from_number(SPIDER, 1))
    assert (game.score, game.counter, game.moves) == (500, 0, ())


def test_r10_a_game_in_mid_game_is_credited_with_its_runs():
    game = Game(case("P01"))
    assert (game.score, game.counter) == (500 + 5 * 100, 0)


def test_r10_a_move_and_a_deal_cost_one_each():
    game = Game(table("TS 9S", *["TH"] * 9, stock="2S " * 10))
    play(game, "1-2")
    assert (game.score, game.counter) == (499, 1)
    play(game, "deal")
    assert (game.score, game.counter) == (498, 2)


def test_r10_a_removed_run_brings_100_and_is_no_move():
    game = play(Game(table(RUN_BUT_ACE, "AS")), "2-1")
    assert (game.score, game.counter) == (500 - 1 + 100, 1)


def test_r10_r01_a_run_completed_by_a_deal_counts_alike():
    """Case R01: moves +1, score -1 +100."""
    game = Game(case("P01"))
    before = game.score
    play(game, "deal")
    assert (game.score - before, game.counter, game.position.runs) == (99, 1, 6)


def test_r10_r03_two_runs_by_one_deal():
    """Case R03: score -1 +200, moves +1; the next deal is refused; undo restores both."""
    game = Game(case("P02"))
    start = state(game)
    play(game, "deal")
    assert (game.score - start[1], game.counter, game.position.runs) == (199, 1, 6)
    with pytest.raises(IllegalMoveError, match="stock is empty"):
        play(game, "deal")
    game.undo()
    assert state(game) == start


def test_s7_a_win_in_117_moves_scores_1183():
    score = start_score()
    for move in range(117):
        score = score_after(SPIDER, score, 1 if move % 15 == 11 else 0)
    assert score == 1183 == 500 - 117 + 800


def test_t7_a_win_in_53_moves_scores_847():
    score = start_score()
    for move in range(53):
        score = score_after(SPIDERETTE, score, 1 if move >= 49 else 0)
    assert score == 847 == 500 - 53 + 400


@pytest.mark.parametrize("game", ["spider", "bicycle"])
def test_s5_the_score_of_spider_never_falls_below_0(game):
    shuttled = Game(table(*SHUTTLE, game=game))
    shuttle(shuttled, 502)
    assert (shuttled.score, shuttled.counter) == (0, 502)


def test_t5_the_score_of_spiderette_has_no_floor():
    game = shuttle(Game(table(*SHUTTLE, game="spiderette")), 510)
    assert (game.score, game.counter) == (-10, 510)


@pytest.mark.parametrize(
    ("before", "runs", "after"), [(0, 0, 0), (1, 0, 0), (0, 1, 100), (1, 1, 100), (2, 2, 201)]
)
def test_r10_s5_the_cost_comes_off_before_the_floor_and_the_runs(before, runs, after):
    assert score_after(SPIDER, before, runs) == after


@pytest.mark.parametrize(("before", "runs", "after"), [(0, 0, -1), (0, 1, 99), (-5, 2, 194)])
def test_r10_t5_spiderette_counts_below_zero(before, runs, after):
    assert score_after(SPIDERETTE, before, runs) == after


# Undo and redo: R11


@pytest.mark.parametrize("moves", [499, 500, 501, 530])
def test_r11_s5_r15_undo_across_the_floor_gives_the_old_score(moves):
    """Case R15: at 1 a move and its undo give 0 and 1, at 0 they give 0 and 0."""
    game = shuttle(Game(table(*SHUTTLE)), moves)
    scores = [game.score]
    for _ in range(40):
        game.undo()
        scores.append(game.score)
    assert scores == [max(0, 500 - made) for made in range(moves, moves - 41, -1)]


def test_r11_r15_a_move_and_its_undo_a_thousand_times_drift_nowhere():
    """Case R15: the score cannot be farmed."""
    game = shuttle(Game(table(*SHUTTLE)), 500)
    start = state(game)
    for _ in range(1000):
        game.play(parse_move("1-2"))
        game.undo()
        assert state(game) == start


def test_r11_r15_a_completing_move_at_0_is_undone_to_0():
    """Case R15."""
    game = shuttle(Game(table(*SHUTTLE, RUN_BUT_ACE, "AS")), 500)
    assert game.score == 0
    play(game, "4-3")
    assert game.score == 100
    game.undo()
    assert game.score == 0
    assert shown(game.position, 3) == RUN_BUT_ACE


def test_r11_undo_over_a_removal_and_the_reveals_with_it():
    game = Game(table(f"(9S) {RUN_BUT_ACE}", "(4H) AS"))
    start = state(game)
    play(game, "2-1")
    assert (shown(game.position, 1), shown(game.position, 2)) == ("9S", "4H")
    game.undo()
    assert state(game) == start
    assert shown(game.position, 1) == f"(9S) {RUN_BUT_ACE}"
    assert shown(game.position, 2) == "(4H) AS"


def test_r11_undo_over_a_reveal_turns_the_card_down_again():
    game = play(Game(table("(9S) 8S", "9H")), "1-2")
    game.undo()
    assert shown(game.position, 1) == "(9S) 8S"
    assert game.position.refusal(Move(0, 1, 2)) is Refusal.NOT_FACE_UP


def test_r11_r13_undo_over_the_short_deal():
    """Case R13: exactly the three cards go back, in their order."""
    game = Game(case("P06"))
    start = state(game)
    play(game, "deal")
    game.undo()
    assert state(game) == start
    game.redo()
    assert [shown(game.position, i).split()[-1] for i in (1, 2, 3)] == ["3S", "6S", "AS"]


def test_r11_r13_undo_after_a_refused_deal_takes_back_the_last_accepted_action():
    """Case R13, P07."""
    game = Game(case("P07"))
    start = state(game)
    play(game, "1-7")
    play(game, "7-1")
    after = state(game)
    with pytest.raises(IllegalMoveError):
        play(game, "deal")
    assert state(game) == after
    game.undo()
    game.undo()
    assert state(game) == start


def test_r11_a_win_can_be_undone():
    game = Game(table(RUN_BUT_ACE, "AS", runs=7))
    play(game, "2-1")
    assert game.is_won
    game.undo()
    assert not game.is_won
    game.redo()
    assert game.is_won


def test_r11_the_101st_undo_is_refused():
    game = shuttle(Game(table(*SHUTTLE)), 150)
    for _ in range(UNDO_LIMIT):
        assert game.can_undo
        game.undo()
    assert not game.can_undo
    before = state(game)
    with pytest.raises(IllegalMoveError, match=r"only the last 100 .*\(R11\)") as refused:
        game.undo()
    assert refused.value.refusal is Refusal.UNDO_LIMIT
    assert state(game) == before
    assert game.counter == 50


def test_r11_undoing_nothing_is_refused():
    game = Game(table("9S"))
    with pytest.raises(IllegalMoveError, match="nothing to undo") as refused:
        game.undo()
    assert refused.value.refusal is Refusal.NOTHING_TO_UNDO
    with pytest.raises(IllegalMoveError, match="nothing to redo") as refused:
        game.redo()
    assert refused.value.refusal is Refusal.NOTHING_TO_REDO


def test_redo_makes_again_what_was_undone_until_another_move_is_made():
    game = shuttle(Game(table(*SHUTTLE)), 3)
    states = [state(game)]
    for _ in range(3):
        game.undo()
        states.append(state(game))
    for before in reversed(states[:-1]):
        game.redo()
        assert state(game) == before
    assert not game.can_redo
    game.undo()
    play(game, "1-3")
    assert not game.can_redo


def test_a_refused_move_forgets_nothing_that_could_be_redone():
    game = shuttle(Game(table(*SHUTTLE)), 1)
    game.undo()
    with pytest.raises(IllegalMoveError):
        play(game, "deal")
    assert game.can_redo


def test_r15_restart_gives_the_same_game_from_its_start():
    deal = Deal.from_number(SPIDER, 4)
    game = play(Game(deal), "deal")
    game.restart()
    assert state(game) == state(Game(deal))
    assert not game.can_undo
    assert not game.can_redo


def test_the_position_handed_over_stays_as_it_is():
    start = case("P01")
    play(Game(start), "deal")
    assert start == case("P01")


def test_the_moves_played_give_the_same_game_again():
    chance = random.Random(3)
    deal = Deal.from_number(find_variant("spiderette", 1), 8)
    game, again = Game(deal), Game(deal)
    for _ in range(60):
        move = lively_move(game.position, chance)
        if move is None:
            break
        game.play(move)
    for move in game.moves:
        again.play(move)
    assert state(again) == state(game)


@given(st.sampled_from(VARIANTS), st.integers(0, DEAL_COUNT - 1), st.integers(0, 2**32))
def test_r17_every_undo_gives_back_exactly_what_was(variant, number, seed):
    """Case R17: 300 actions with undo at random; face flags, score and counter included."""
    chance = random.Random(seed)
    game = Game(Deal.from_number(variant, number))
    states = [state(game)]
    for _ in range(300):
        if len(states) > 1 and game.can_undo and chance.random() < 0.45:
            states.pop()
            game.undo()
        else:
            moves = game.position.legal_moves()
            if not moves:
                continue
            game.play(chance.choice(moves))
            states.append(state(game))
        assert state(game) == states[-1]


@given(st.sampled_from(VARIANTS), st.integers(0, DEAL_COUNT - 1), st.integers(0, 2**32))
def test_scores_agree_with_a_second_implementation(variant, number, seed):
    chance = random.Random(seed)
    game = Game(Deal.from_number(variant, number))
    other = table_of(game.position)
    for _ in range(30):
        move = lively_move(game.position, chance)
        if move is None:
            break
        game.play(move)
        other = successors(other)[move_text(move)]
        assert (game.score, game.position.runs) == (other.score, len(other.gone))


# 'Double click' and 'placement help': R13, R14


def best(*columns: str, column: int = 1, **options: str) -> str | None:
    move = Game(table(*columns, **options)).best_move(column - 1)
    return move and move_text(move)


@pytest.mark.parametrize("game", ["spider", "spiderette", "bicycle"])
def test_r13_r19_the_same_suit_wins_over_another_suit_and_an_empty_column(game):
    """Case R19: the same suit to the right, another to the left; the same order in every game."""
    assert best("9H", "8S", "", "9S", column=2, game=game) == "2-4x1"
    assert best("9H", "8S", "", "9D", column=2, game=game) == "2-1x1"
    assert best("7H", "8S", "", "7S", column=2, game=game) == "2-3x1"


def test_r13_the_first_of_equal_columns_is_taken():
    assert best("8S", "9H", "9S", "9D", "9S") == "1-3x1"
    assert best("8S", "9C", "9D") == "1-2x1"


def test_r13_r19_exactly_the_largest_movable_group_goes():
    """Case R19."""
    assert best("9S 8S 7S", "TS", "8S") == "1-2x3"
    assert best("9H 8S 7S", "9S", "TH", "8H") == "1-2x2"
    assert best("9H 8S 7S", "9S", "TH", rule="relaxed") == "1-3x3"
    assert best("9S 8S 7S", "KS", "8S", *["KS"] * 7) == "1-3x1"


def test_r13_r19_nothing_happens_where_nothing_fits():
    """Case R19: an empty column, no target, a column that is not there."""
    full = ["KS"] * 9
    assert best("", *full) is None
    assert best("8S", *full) is None
    assert best("8S", column=11) is None
    assert best("8S", column=0) is None


def test_r13_r19_a_mixed_king_to_ace_is_not_taken_off():
    """Case R19: under the relaxed rule it moves whole, under the classic one its tail does."""
    mixed = "KH QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"
    game = Game(table(mixed, rule="relaxed"))
    move = game.best_move(0)
    assert move == Move(0, 1, 13)
    assert game.play(move).removed == ()
    assert best(mixed, "2H", *["AH"] * 8) == "1-2x1"


def test_r13_a_double_click_is_one_legal_move():
    game = Game(Deal.from_number(SPIDER, 12))
    for column in range(10):
        move = game.best_move(column)
        assert move is None or game.position.is_legal(move)


def test_r14_the_columns_where_a_group_may_go():
    game = Game(table("9S 8S", "TH", "9H", "", "TD", "KS"))
    assert list(map(move_text, game.targets(0))) == [
        *("1-2x2", "1-3x1", "1-4x2", "1-5x2"),
        *(f"1-{column}x2" for column in range(7, 11)),
    ]
    assert list(map(move_text, game.targets(0, 1)))[:2] == ["1-3x1", "1-4x1"]
    assert game.targets(0, 3) == []
    assert game.targets(0, 0) == []
    assert game.targets(3) == []
    assert game.targets(-1) == []
    assert game.targets(10) == []


def test_r14_the_help_shows_no_deal():
    game = Game(table(*["9S"] * 10, stock="AS " * 10))
    assert not any(DEAL_ROW in game.targets(column) for column in range(10))
