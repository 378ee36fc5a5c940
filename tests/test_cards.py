"""Cards as small integers, and their names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.rules.cards import RANKS, SUITS, card_name, make_card, parse_card, rank_of, suit_of

ALL_NAMES = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]


def test_r1_ranks_go_from_ace_to_king():
    assert [rank_of(parse_card(rank + "S")) for rank in "A23456789TJQK"] == list(range(1, 14))


def test_suits_are_in_the_order_in_which_games_take_them():
    assert [suit_of(parse_card("A" + suit)) for suit in "SHDC"] == [0, 1, 2, 3]


@pytest.mark.parametrize("name", ALL_NAMES)
def test_names_and_cards_are_pairs(name):
    card = parse_card(name)
    assert card_name(card) == name
    assert make_card(suit_of(card), rank_of(card)) == card


def test_no_two_cards_are_the_same_number():
    assert len({parse_card(name) for name in ALL_NAMES}) == 52


def test_the_next_card_down_a_run_is_one_less():
    assert parse_card("TS") - 1 == parse_card("9S")


@pytest.mark.parametrize(
    ("text", "name"), [("10h", "TH"), ("10S", "TS"), ("th", "TH"), ("aS", "AS")]
)
def test_ten_may_be_written_10_and_case_does_not_matter(text, name):
    assert card_name(parse_card(text)) == name


@pytest.mark.parametrize(
    "text",
    ["", "A", "S", "1S", "0S", "AX", "SA", "10", "100S", "ASS", " AS", "A♠", "AſS", "Aſ", "ＡＳ"],
)
def test_anything_else_is_no_card(text):
    with pytest.raises(ValueError, match="is not a card"):
        parse_card(text)


@given(st.text())
def test_any_text_is_a_card_or_refused_in_one_short_line(text):
    try:
        card = parse_card(text)
    except ValueError as error:
        message = str(error)
        assert len(message) < 300
        assert "\n" not in message
    else:
        assert card_name(card)[0] in RANKS
        assert card_name(card)[1] in SUITS


def test_a_huge_text_is_refused_in_a_short_line():
    with pytest.raises(ValueError, match=r"\.\.\.' is not a card") as refused:
        parse_card("A" * 100_000)
    assert len(str(refused.value)) < 100
