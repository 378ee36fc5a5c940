"""PySolFC's numbered deals."""

from __future__ import annotations

import itertools

import pytest
from positions import DATA

from solver.errors import DealError
from solver.rules.formats import pysol_position, read_position
from solver.rules.variant import RELAXED, find_variant

SPIDER = find_variant("spider", 4)


@pytest.mark.parametrize("number", [1, 2, 3, 3168, 14934])
def test_the_deals_are_those_that_pysolfc_deals(number):
    deal = read_position((DATA / "deals" / f"pysol4_{number}.game").read_text())
    assert pysol_position(str(number), SPIDER) == deal
    assert pysol_position(f"ms{number}", SPIDER) == deal, "numbers below 32000 are ms numbers"
    assert pysol_position(f" PYSOL:MS{number}\n", SPIDER) == deal


def test_from_32000_on_plain_numbers_use_another_generator():
    assert pysol_position("31999", SPIDER) == pysol_position("ms31999", SPIDER)
    assert pysol_position("32000", SPIDER) != pysol_position("ms32000", SPIDER)


@pytest.mark.parametrize(
    "number", ["32000", "100000000000000000000", "ms8589934591", "ms4294967296"]
)
def test_large_numbers_give_whole_decks(number):
    position = pysol_position(number, SPIDER)
    cards = [card for column in position.columns for card in column] + position.stock
    assert sorted(cards) == sorted(SPIDER.deck())
    assert list(map(len, position.columns)) == [6, 5, 5, 6, 5, 5, 6, 5, 5, 6]
    assert position.face_down == [5, 4, 4, 5, 4, 4, 5, 4, 4, 5]
    assert pysol_position(number, SPIDER) == position, "the same number, the same deal"


def test_fewer_suits_are_the_same_deal_with_suits_taken_together():
    """Black suits become spades and red ones hearts; the ranks stay."""
    four = pysol_position("7", SPIDER)
    two = pysol_position("7", find_variant("spider", 2))
    one = pysol_position("7", find_variant("spider", 1))
    for cards, red_black, spades in zip(four.columns, two.columns, one.columns, strict=True):
        assert red_black == [(1 if card >> 4 in (1, 2) else 0) << 4 | card & 15 for card in cards]
        assert spades == [card & 15 for card in cards]
    assert sorted([*two.stock, *itertools.chain(*two.columns)]) == sorted(
        find_variant("spider", 2).deck()
    )


def test_the_relaxed_rule_may_be_played_with_these_deals():
    relaxed = find_variant("spider", 4, RELAXED)
    assert pysol_position("1", relaxed).columns == pysol_position("1", SPIDER).columns


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0", "no PySolFC number 0; they are 1 to 100000000000000000000"),
        ("ms0", "no PySolFC number ms0; they are ms1 to ms8589934591"),
        ("ms8589934592", "no PySolFC number ms8589934592"),
        ("100000000000000000001", "no PySolFC number"),
        ("", "'' is no PySolFC number; write pysol:14934 or pysol:ms14934"),
        ("x", "'x' is no PySolFC number"),
        ("-1", "'-1' is no PySolFC number"),
        ("1.5", "'1.5' is no PySolFC number"),
        ("１", "'１' is no PySolFC number"),
        ("9" * 10_000, "is no PySolFC number"),
    ],
)
def test_what_is_no_number_is_refused(text, message):
    with pytest.raises(DealError) as refused:
        pysol_position(text, SPIDER)
    assert message in str(refused.value)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("game", ["spiderette", "bicycle"])
def test_other_games_have_no_such_numbers(game):
    with pytest.raises(DealError, match=f"deals of spider, not of {game}"):
        pysol_position("1", find_variant(game, 4))
