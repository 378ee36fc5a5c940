"""Opening layouts: R2, S1, S8, T1, and that a number gives the same deal for ever."""

from __future__ import annotations

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from positions import DATA, shown

from solver.errors import DealError
from solver.rules.cards import parse_card
from solver.rules.deal import DEAL_COUNT, Deal
from solver.rules.formats import write_position
from solver.rules.gamecode import parse_game_code
from solver.rules.move import DEAL_ROW
from solver.rules.variant import VARIANTS, find_variant

LAYOUTS = sorted((DATA / "layouts").glob("*.txt"))
HASHES = json.loads((DATA / "deal_hashes.json").read_text())


def deal_of(code: str) -> Deal:
    named = parse_game_code(code)
    return Deal.from_number(named.variant, named.number)


@pytest.mark.parametrize("path", LAYOUTS, ids=lambda path: path.stem)
def test_c01_whole_layouts_are_as_they_always_were(path):
    """Case C01: byte-equal layout and stock."""
    assert write_position(deal_of(path.stem).position(), "text") == path.read_text()


def test_c01_the_first_stock_card_goes_to_column_1():
    """Case C01."""
    position = deal_of("SP1-S4C-AAAAAAD").position()
    position.push(DEAL_ROW)
    deck = Deal.from_number(find_variant("spider", 4), 3).cards
    assert [column[-1] for column in position.columns] == list(deck[54:64])


def test_c03_fifty_codes_give_the_deals_they_always_gave():
    """Case C03: by hash, over every variant, the first and the last number among them."""
    found = {
        code: hashlib.sha256(write_position(deal_of(code).position(), "text").encode()).hexdigest()
        for code in HASHES
    }
    assert len(found) >= 50
    assert found == HASHES


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_r2_only_the_last_card_of_each_column_lies_face_up(variant):
    position = Deal.from_number(variant, 77).position()
    assert tuple(map(len, position.columns)) == variant.column_heights
    assert position.face_down == [height - 1 for height in variant.column_heights]
    hidden = {"spider": 44, "spiderette": 21, "bicycle": 40}[variant.game]
    assert sum(position.face_down) == hidden
    assert position.runs == 0


def test_cards_go_down_row_by_row():
    deck = find_variant("spiderette", 4).deck()
    position = Deal.from_cards(find_variant("spiderette", 4), deck).position()
    assert shown(position, 1) == "AS"
    assert shown(position, 2) == "(2S) 8S"
    assert shown(position, 7) == "(7S) (KS) (5H) (9H) (QH) (AD) 2D"
    assert position.stock[::-1] == deck[28:]


@pytest.mark.parametrize("number", [-1, DEAL_COUNT, 10**30])
def test_numbers_outside_the_codes_are_refused(number):
    with pytest.raises(DealError, match="0 to 8031810175"):
        Deal.from_number(VARIANTS[0], number)


def test_deals_of_one_number_have_the_same_ranks_at_every_suit_count():
    ranks = {
        tuple(card & 15 for card in Deal.from_number(find_variant("spider", suits), 9).cards)
        for suits in (1, 2, 4)
    }
    assert len(ranks) == 1


@given(st.sampled_from(VARIANTS), st.integers(0, DEAL_COUNT - 1))
def test_a_deal_can_be_given_by_its_cards(variant, number):
    deal = Deal.from_number(variant, number)
    again = Deal.from_cards(variant, list(deal.cards))
    assert again.number is None
    assert again.position() == deal.position()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda cards: cards[:-1], "KC missing for spiderette 4 suits"),
        (lambda cards: [*cards, parse_card("AS")], "too many of AS for spiderette 4 suits"),
        (lambda cards: [*cards[:-1], parse_card("AS")], "too many of AS"),
        (lambda cards: [], "AS, 2S, 3S, 4S, 5S and more missing"),
        (lambda cards: [*cards[:-1], 99], "99 is no card"),
        (lambda cards: [*cards[:-1], 15], "15 is no card"),
        (lambda cards: [*cards[:-1], 0], "0 is no card"),
        (lambda cards: [*cards[:-1], -1], "-1 is no card"),
    ],
)
def test_wrong_cards_are_refused_by_name(change, message):
    spiderette = find_variant("spiderette", 4)
    with pytest.raises(DealError, match=message):
        Deal.from_cards(spiderette, change(spiderette.deck()))


def test_cards_of_suits_that_the_variant_lacks_are_too_many():
    with pytest.raises(DealError, match="too many of"):
        Deal.from_cards(find_variant("spider", 1), find_variant("spider", 2).deck())
