"""Moves and their text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import InvalidMoveError
from solver.rules.move import DEAL_ROW, Move, Refusal, move_text, parse_move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("3-7x4", Move(2, 6, 4)),
        ("3-7", Move(2, 6, 1)),
        ("10-1x13", Move(9, 0, 13)),
        ("deal", DEAL_ROW),
        (" DEAL\r\n", DEAL_ROW),
        (" 3-7X4 ", Move(2, 6, 4)),
    ],
)
def test_moves_are_read(text, move):
    assert parse_move(text) == move


@given(st.integers(0, 998), st.integers(0, 998), st.integers(1, 999))
def test_a_moves_text_gives_the_move_again(source, target, count):
    move = Move(source, target, count)
    assert parse_move(move_text(move)) == move


def test_the_deals_text_gives_the_deal_again():
    assert parse_move(move_text(DEAL_ROW)) is DEAL_ROW
    assert DEAL_ROW.is_deal
    assert not Move(0, 1, 1).is_deal


@pytest.mark.parametrize(
    "text",
    [
        *("", "0-1x1", "1-0x1", "1-2x0", "-1-2x1", "1-2x-3", "1--2", "x", "1 2 1", "１-２"),
        *("1-2x", "1-2x1;", "1-2x1.0", "deal 2", "9999-1", "\0", "\udcff", "1\n2"),
    ],
)
def test_t01_what_is_no_move_is_refused(text):
    """Case T01: column 0, negative numbers, full-width digits and the like are no moves."""
    with pytest.raises(InvalidMoveError):
        parse_move(text)


@given(st.text())
def test_t01_any_text_is_a_move_or_refused_in_one_short_line(text):
    """Case T01."""
    message = ""
    try:
        parse_move(text)
    except InvalidMoveError as error:
        message = str(error)
    assert len(message) < 300
    assert "\n" not in message


def test_t01_a_huge_line_is_refused_in_a_short_one():
    """Case T01."""
    with pytest.raises(InvalidMoveError) as refused:
        parse_move("1" * 1_000_000)
    assert len(str(refused.value)) < 100


def test_every_refusal_begins_with_its_rule():
    assert all(refusal.rule in ("R3", "R5", "R7", "R11") for refusal in Refusal)
