"""The rules of play, R2-R9, each by name."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import is_won, successors, table_of
from positions import case, lively_move, shown, table

from solver.errors import IllegalMoveError
from solver.rules.deal import DEAL_COUNT, Deal
from solver.rules.move import DEAL_ROW, Move, Refusal, move_text, parse_move
from solver.rules.position import EXPLANATIONS, Position, RemovedRun
from solver.rules.variant import VARIANTS

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
EVERY_GAME = [(variant.game, variant.suit_count, variant.rule) for variant in VARIANTS]
KINGS = ("KS",) * 10


def full_run(suit: str, last: str = "A") -> str:
    """Return a run from the king down to ``last``."""
    ranks = "KQJT98765432A"
    return " ".join(rank + suit for rank in ranks[: ranks.index(last) + 1])


def refusal(position: Position, text: str) -> Refusal | None:
    return position.refusal(parse_move(text))


# Placing a card: R3, R4


@pytest.mark.parametrize("suit", "SHDC")
def test_r3_a_card_goes_onto_one_of_the_next_rank_whatever_the_suits(suit):
    position = table("9H", f"T{suit}")
    position.push(parse_move("1-2"))
    assert shown(position, 2) == f"T{suit} 9H"


def test_r3_a_queen_goes_onto_a_king_and_an_ace_onto_a_two():
    assert refusal(table("QH", "KS"), "1-2") is None
    assert refusal(table("AH", "2S"), "1-2") is None


@pytest.mark.parametrize("onto", ["9S", "JS", "8S", "9H", "AS"])
def test_r3_no_other_rank_takes_it(onto):
    assert refusal(table("9H", onto), "1-2") in (Refusal.NOT_ONE_HIGHER, Refusal.ONTO_ACE)


@pytest.mark.parametrize("card", ["2S", "9H", "QS", "AS"])
def test_r3_nothing_goes_onto_an_ace(card):
    assert refusal(table(card, "AS"), "1-2") is Refusal.ONTO_ACE


def test_r3_a_king_goes_onto_no_card_not_even_an_ace():
    assert refusal(table("KS", "AS"), "1-2") is Refusal.KING_ONTO_CARD
    assert refusal(table("KS", "QS"), "1-2") is Refusal.KING_ONTO_CARD
    assert refusal(table("KS"), "1-2") is None


@pytest.mark.parametrize("text", ["1-1x1", "2-2x1"])
def test_r3_a_move_needs_two_columns(text):
    assert refusal(table("KS"), text) is Refusal.SAME_COLUMN


@pytest.mark.parametrize("text", ["11-1x1", "1-11x1", "999-1x1"])
def test_t01_there_is_no_such_column(text):
    """Case T01: column 11 in Spider."""
    assert refusal(table("KS"), text) is Refusal.NO_SUCH_COLUMN


def test_t01_spiderette_has_no_column_8():
    """Case T01."""
    assert refusal(table("KS", game="spiderette"), "1-8x1") is Refusal.NO_SUCH_COLUMN


@pytest.mark.parametrize("move", [Move(-1, 1, 1), Move(0, -1, 1), Move(0, 1, -3), Move(-10, -9, 1)])
def test_t01_negative_numbers_do_not_count_from_the_end(move):
    """Case T01: column 0 once became index -1, the last column."""
    position = table(*KINGS)
    before = position.copy()
    with pytest.raises(IllegalMoveError):
        position.push(move)
    assert position == before


def test_r3_an_empty_column_has_nothing_to_move():
    assert refusal(table("KS"), "2-1x1") is Refusal.EMPTY_SOURCE


def test_r4_the_card_beneath_turns_up_at_once():
    position = table("(9S) 8S", "9H")
    outcome = position.push(parse_move("1-2"))
    assert shown(position, 1) == "9S"
    assert outcome.revealed == (0,)


def test_r4_a_face_up_card_beneath_is_no_reveal():
    position = table("9S 8S", "9H")
    assert position.push(parse_move("1-2")).revealed == ()


def test_r07_a_card_that_continues_a_face_down_one_may_still_move():
    """Case R07: 8S on (9S) moves onto 9H, and turns a card."""
    position = table("(9S) 8S", "9H", *KINGS[:8])
    assert Move(0, 1, 1) in position.legal_moves()


# Groups: R5, R6


@pytest.mark.parametrize(("rule", "allowed"), [("classic", False), ("relaxed", True)])
def test_r5_a_group_of_mixed_suits_moves_under_the_relaxed_rule_only(rule, allowed):
    position = table("9S 8H", "TD", rule=rule)
    assert refusal(position, "1-2x2") is (None if allowed else Refusal.MIXED_SUITS)


@pytest.mark.parametrize("rule", ["classic", "relaxed"])
def test_r5_a_group_of_one_suit_moves_under_both_rules(rule):
    position = table("9S 8S 7S", "TD", rule=rule)
    position.push(parse_move("1-2x3"))
    assert shown(position, 1) == ""
    assert shown(position, 2) == "TD 9S 8S 7S"


@pytest.mark.parametrize("rule", ["classic", "relaxed"])
@pytest.mark.parametrize("group", ["9S 7S", "8S 9S", "9S 9S", "AS KS"])
def test_r5_cards_that_do_not_descend_one_by_one_are_no_group(rule, group):
    position = table(group, "TD", rule=rule)
    assert refusal(position, "1-2x2") is Refusal.NOT_DESCENDING


@pytest.mark.parametrize("rule", ["classic", "relaxed"])
def test_r5_a_face_down_card_belongs_to_no_group(rule):
    position = table("(9S) 8S 7S", "TD", rule=rule)
    assert refusal(position, "1-2x3") is Refusal.NOT_FACE_UP
    assert position.group_length(0) == 2


def test_r5_more_cards_than_there_are_do_not_move():
    assert refusal(table("9S", "TD"), "1-2x2") is Refusal.NOT_FACE_UP
    assert refusal(table("9S", "TD"), "1-2x99") is Refusal.NOT_FACE_UP


def test_r5_any_tail_of_a_group_moves():
    position = table("9S 8S 7S 6S", "TD", "9H", "8H", "7H")
    assert {move.count for move in position.legal_moves() if move.source == 0} == {1, 2, 3, 4}
    position.push(parse_move("1-4x2"))
    assert (shown(position, 1), shown(position, 4)) == ("9S 8S", "8H 7S 6S")


def test_r5_a_group_has_no_limit_of_length():
    position = table("KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S")
    position.push(parse_move("1-10x12"))
    assert shown(position, 10) == "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"


def test_r5_a_relaxed_group_may_be_longer_than_a_run():
    """Thirteen cards of mixed suits move as one, and stay a group."""
    position = table("KS QH JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS", rule="relaxed")
    assert position.group_length(0) == 13
    assert position.push(parse_move("1-2x13")).removed == ()


def test_s03_the_tail_of_a_suited_run_may_be_split_off():
    """Case S03: P09 is lost to a program that moves whole suited runs only."""
    assert refusal(case("P09"), "4-3x1") is None, "AS of 2S AS onto 2H"
    assert refusal(table("9S 8S 7S", "8H"), "1-2x1") is None


@pytest.mark.parametrize("card", ["KS", "9H", "AS"])
def test_r6_any_card_goes_to_an_empty_column(card):
    assert refusal(table(f"2S {card}"), "1-5x1") is None


def test_r6_a_whole_column_goes_to_an_empty_one():
    position = table("KS QS JS", "2H")
    position.push(parse_move("1-3x3"))
    assert shown(position, 1) == ""
    assert shown(position, 3) == "KS QS JS"


def test_r11_columns_are_told_apart_by_place_not_by_size():
    """Case R11: no card count of source and target decides whether a move is legal."""
    position = table("KS QS", "", "9H 8H", "TS JS")
    assert position.stock == []
    assert refusal(position, "1-2x2") is None
    assert refusal(position, "1-2x1") is None
    equal = table("8H", "9S", "TS")
    assert refusal(equal, "1-2x1") is None
    assert refusal(case("P11"), "1-2x1") is None


# The deal: R7, T1


def test_r7_a_deal_puts_a_card_on_each_column_from_the_first_on():
    row = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS"
    position = table(*KINGS, stock=f"{row} JS QS KS AS 2S 3S 4S 5S 6S 7S")
    outcome = position.push(DEAL_ROW)
    assert " ".join(shown(position, i).split()[-1] for i in range(1, 11)) == row
    assert outcome.dealt == 10
    assert position.rows_left == 1
    assert position.face_down == [0] * 10


def test_r7_no_deal_from_an_empty_stock():
    assert table(*KINGS).refusal(DEAL_ROW) is Refusal.STOCK_EMPTY


@pytest.mark.parametrize("empty", range(10))
def test_r7_no_deal_while_any_column_is_empty(empty):
    columns = ["KS QS"] * 10
    columns[empty] = ""
    position = table(*columns, stock="AS " * 10)
    before = position.copy()
    with pytest.raises(IllegalMoveError, match=f"column is empty; column {empty + 1} is"):
        position.push(DEAL_ROW)
    assert position == before
    assert DEAL_ROW not in position.legal_moves()


def test_r05_too_few_cards_to_deal_is_said_as_that():
    """Case R05: with 3 cards on 10 columns no deal is possible, ever."""
    assert case("P04").refusal(DEAL_ROW) is Refusal.TOO_FEW_CARDS
    spiderette = table("KS", "QS", "JS", stock="TS " * 10, game="spiderette", runs=3)
    assert spiderette.refusal(DEAL_ROW) is Refusal.TOO_FEW_CARDS
    enough = table("KS QS JS", "QS JS TS 9S", stock="TS " * 10, game="spiderette")
    assert enough.refusal(DEAL_ROW) is Refusal.EMPTY_COLUMN
    text = case("P04").explain(DEAL_ROW, Refusal.TOO_FEW_CARDS)
    assert "too few cards" in text


def test_t1_r13_the_last_deal_of_spiderette_goes_to_columns_1_to_3():
    """Case R13, P06."""
    position = case("P06")
    before = [shown(position, i) for i in range(1, 8)]
    assert position.rows_left == 1
    outcome = position.push(DEAL_ROW)
    assert outcome.dealt == 3
    added = ["3S", "6S", "AS"]
    assert [shown(position, i) for i in (1, 2, 3)] == [
        f"{a} {b}" for a, b in zip(before, added, strict=False)
    ]
    assert [shown(position, i) for i in (4, 5, 6, 7)] == before[3:]
    assert position.stock == []
    assert position.pop().dealt == 3
    assert position == case("P06")


def test_r7_r13_the_last_deal_of_spiderette_too_wants_every_column_filled():
    """Case R13, P07: column 7 is empty, though no card would land there."""
    assert case("P07").refusal(DEAL_ROW) is Refusal.EMPTY_COLUMN


def test_s8_the_last_deal_of_bicycle_goes_to_columns_1_to_4():
    position = table(*KINGS, stock="AS 2S 3S 4S", game="bicycle")
    assert position.push(DEAL_ROW).dealt == 4
    assert [len(column) for column in position.columns] == [2] * 4 + [1] * 6


@each_variant
def test_t1_s1_s8_the_deals_of_each_game(variant):
    position = Deal.from_number(variant, 5).position()
    sizes = []
    while position.stock:
        sizes.append(position.next_row_size)
        assert position.rows_left == -(-len(position.stock) // variant.columns)
        position.push(DEAL_ROW)
    assert (
        sizes
        == {
            "spider": [10] * 5,
            "spiderette": [7, 7, 7, 3],
            "bicycle": [10] * 5 + [4],
        }[variant.game]
    )


# Complete runs: R8


@pytest.mark.parametrize("rule", ["classic", "relaxed"])
@pytest.mark.parametrize("suit", "SHDC")
def test_r8_a_complete_run_leaves_after_the_move_that_completed_it(rule, suit):
    position = table(f"(9S) {full_run(suit, '2')}", f"(4H) A{suit}", rule=rule)
    outcome = position.push(parse_move("2-1"))
    assert outcome.removed == (RemovedRun(0, "SHDC".index(suit), revealed=True),)
    assert outcome.revealed == (1, 0)
    assert (shown(position, 1), shown(position, 2)) == ("9S", "4H")
    assert position.runs == 1


def test_r8_a_whole_tail_may_complete_a_run():
    position = table("KS QS JS TS 9S", "8S 7S 6S 5S 4S 3S 2S AS")
    assert len(position.push(parse_move("2-1x8")).removed) == 1
    assert not any(position.columns)


def test_r8_r01_a_deal_can_complete_a_run():
    """Case R01, P01: the dealt ace takes the run away, and the 9S beneath turns up."""
    position = case("P01")
    outcome = position.push(DEAL_ROW)
    assert outcome.removed == (RemovedRun(0, 0, revealed=True),)
    assert outcome.revealed == (0,)
    assert shown(position, 1) == "9S"
    assert position.runs == 6
    assert position.face_down[0] == 0
    assert shown(position, 2) == "KS QS 2S"
    position.pop()
    assert position == case("P01")


def test_r8_r03_one_deal_can_complete_two_runs():
    """Case R03, P02: both leave, and come back together."""
    position = case("P02")
    outcome = position.push(DEAL_ROW)
    assert outcome.removed == (RemovedRun(0, 0, revealed=False), RemovedRun(1, 1, revealed=False))
    assert (shown(position, 1), shown(position, 2)) == ("", "")
    assert position.runs == 6
    assert position.refusal(DEAL_ROW) is Refusal.STOCK_EMPTY
    position.pop()
    assert position == case("P02")


def test_r8_one_deal_can_complete_a_run_in_every_column():
    columns = [f"(7S) {full_run('S', '2')}"] * 10
    position = table(*columns, stock="AS " * 10)
    assert len(position.push(DEAL_ROW).removed) == 10
    assert [shown(position, i) for i in range(1, 11)] == ["7S"] * 10
    position.pop()
    assert [shown(position, i) for i in range(1, 11)] == columns


def test_r8_a_run_with_a_face_down_card_stays():
    """P03 and a move that puts the ace to it."""
    position = table("(KS) QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", "AS")
    assert position.push(parse_move("2-1")).removed == ()
    position = case("P03")
    assert position.push(parse_move("2-1x7")).removed == ()
    assert shown(position, 1) == "(KS) (QS) (JS) (TS) (9S) 8S 7S 6S 5S 4S 3S 2S AS"
    assert not position.ends_in_complete_run(0)


def test_r8_a_run_leaves_once_its_king_has_turned_up():
    """The queen's tail goes aside, the king turns up, the tail comes back: the run is complete."""
    position = table("(KS) QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS", "KH")
    assert position.push(parse_move("1-2x12")).removed == ()
    assert len(position.push(parse_move("2-1x12")).removed) == 1


@pytest.mark.parametrize("rule", ["classic", "relaxed"])
def test_r8_r19_a_mixed_king_to_ace_stays(rule):
    """Case R19 and R8: under both rules one suit is needed."""
    position = table("KH QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", "AS", rule=rule)
    assert position.push(parse_move("2-1")).removed == ()
    position = table(full_run("S", "2"), "AH", rule=rule)
    assert position.push(parse_move("2-1")).removed == ()


def test_r8_only_the_end_of_a_column_counts():
    position = table("3H " + full_run("S", "2"), "AS")
    outcome = position.push(parse_move("2-1"))
    assert outcome.removed == (RemovedRun(0, 0, revealed=False),)
    assert shown(position, 1) == "3H"


# The end: R9


@pytest.mark.parametrize("order", list(itertools.permutations("SHDC")), ids="".join)
def test_r9_s4_the_game_is_won_with_the_last_run_whatever_its_suit(order):
    """Case R09: eight runs, in every order of suits; the win comes with the eighth."""
    suits = [*order, *order]
    aces = [f"A{suit}" for suit in reversed(suits)]
    position = table(*(full_run(suit, "2") for suit in suits), " ".join(aces))
    for number, column in enumerate(range(1, 9), 1):
        assert not position.is_won
        outcome = position.push(parse_move(f"9-{column}"))
        assert [run.suit for run in outcome.removed] == ["SHDC".index(suits[number - 1])]
        assert position.runs == number
    assert position.is_won


@pytest.mark.parametrize("order", list(itertools.permutations("SHDC")), ids="".join)
def test_r9_t4_spiderette_is_won_with_the_fourth_run(order):
    """Case R09."""
    aces = [f"A{suit}" for suit in reversed(order)]
    columns = [full_run(suit, "2") for suit in order]
    position = table(*columns, " ".join(aces), game="spiderette")
    for column in range(1, 5):
        assert not position.is_won
        position.push(parse_move(f"5-{column}"))
    assert position.is_won


def test_r9_a_won_position_has_no_moves_left():
    position = table(runs=8)
    assert position.is_won
    assert position.legal_moves() == []


def test_r9_no_card_on_the_table_is_no_win_while_the_stock_holds_some():
    assert not table(stock="KS " * 10).is_won


# Pushing, popping and telling


def test_an_illegal_move_changes_nothing_and_names_its_rule():
    position = table("9S", "9H")
    before = position.copy()
    with pytest.raises(IllegalMoveError, match=r"9S does not go onto 9H.*\(R3\)") as refused:
        position.push(parse_move("1-2"))
    assert refused.value.refusal is Refusal.NOT_ONE_HIGHER
    assert position == before
    with pytest.raises(IndexError):
        position.pop()


def test_every_refusal_of_a_move_is_explained_in_one_line_with_its_rule():
    position = table("9S 8H", "TD", "AS", "KS")
    for refused in EXPLANATIONS:
        text = position.explain(Move(0, 1, 2), refused)
        assert text.endswith(f"({refused.rule})")
        assert "{" not in text
        assert "\n" not in text


def test_positions_are_equal_by_what_lies_there():
    assert table("9S") == table("9S")
    assert table("9S", "8S") != table("(9S)", "8S")
    assert table("9S") != table("9S", runs=1)
    assert table("9S") != table("9S", stock="8S")
    assert table("9S") != table("9S", rule="relaxed")
    assert table("9S") != "9S"


@pytest.mark.parametrize(("game", "suits", "rule"), EVERY_GAME)
def test_r09_the_rules_are_the_same_in_every_variant(game, suits, rule):
    """Case R09: the suit of the target never matters, the suits of the group do."""
    position = table("9S 8S", "TS", "9S", game=game, suits=suits, rule=rule)
    assert refusal(position, "1-2x2") is None
    assert refusal(position, "1-3x1") is None
    if suits > 1:
        other = table("9S 8S", "TH", "9H 8S", game=game, suits=suits, rule=rule)
        assert refusal(other, "1-2x2") is None
        assert (refusal(other, "3-2x2") is None) == (rule == "relaxed")


# Against the second implementation


def check_against_naive(position: Position, steps: int, chance: random.Random) -> int:
    """Play on, comparing everything at each step; undo it all; return the runs removed."""
    other = table_of(position)
    tables = [other]
    copies = [position.copy()]
    removed = 0
    for _ in range(steps):
        following = successors(other)
        assert sorted(map(move_text, position.legal_moves())) == sorted(following)
        move = lively_move(position, chance)
        if move is None:
            break
        outcome = position.push(move)
        other = following[move_text(move)]
        removed += len(outcome.removed)
        shown_now = table_of(position)
        assert (shown_now.columns, shown_now.stock, len(other.gone)) == (
            other.columns,
            other.stock,
            position.runs,
        )
        assert position.is_won == is_won(other)
        tables.append(other)
        copies.append(position.copy())
    for before in reversed(copies[:-1]):
        position.pop()
        assert position == before
    return removed


@given(st.sampled_from(VARIANTS), st.integers(0, DEAL_COUNT - 1), st.integers(0, 2**32))
def test_random_playouts_agree_with_a_second_implementation(variant, number, seed):
    """Case R17: and every undo gives back exactly what was, face flags included."""
    check_against_naive(Deal.from_number(variant, number).position(), 40, random.Random(seed))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "runs"),
    [("P01", 40), ("P02", 40), ("P05", 0), ("P06", 0), ("P09", 1), ("P11", 20), ("P13", 20)],
)
def test_playouts_with_many_runs_agree_with_a_second_implementation(name, runs):
    """At least ``runs`` are completed in the twenty playouts, else they would show little."""
    removed = [check_against_naive(case(name), 60, random.Random(seed)) for seed in range(20)]
    assert sum(removed) >= runs
