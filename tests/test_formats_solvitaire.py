"""Solvitaire's JSON form."""

from __future__ import annotations

import json

import pytest
from positions import DATA, case, shown
from texts_of_positions import fault

from solver.errors import DealError
from solver.rules.cards import card_name
from solver.rules.deal import Deal
from solver.rules.formats import read_position, write_position
from solver.rules.move import DEAL_ROW
from solver.rules.variant import VARIANTS, find_variant

OPENING = (DATA / "deals" / "spiderette2_s1.json").read_text()


def changed(**keys) -> str:
    return json.dumps({**json.loads(OPENING), **{k.replace("_", " "): v for k, v in keys.items()}})


def test_lower_case_suits_lie_face_down():
    position = read_position(OPENING)
    assert position.variant == find_variant("spiderette", 2)
    assert shown(position, 1) == "JH"
    assert shown(position, 3) == "(QS) (TS) 3H"
    assert shown(position, 7) == "(7H) (5H) (9H) (QH) (KH) (9S) JS"


def test_the_last_stock_card_is_dealt_first():
    position = read_position(OPENING)
    position.push(DEAL_ROW)
    ends = " ".join(card_name(column[-1]) for column in position.columns)
    assert ends == "8S 4S 6H 2H 5H 6H AS"


def test_what_is_written_is_what_was_read():
    assert json.loads(write_position(read_position(OPENING), "solvitaire")) == json.loads(OPENING)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_every_opening_has_this_form(variant):
    position = Deal.from_number(variant, 6).position()
    data = json.loads(write_position(position, "solvitaire"))
    assert list(map(len, data["tableau piles"])) == list(variant.column_heights)
    assert read_position(json.dumps(data), variant=variant) == position


def test_removed_runs_have_no_place():
    with pytest.raises(DealError, match="cannot hold removed runs"):
        write_position(case("P01"), "solvitaire")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "line 1: this is no JSON"),
        ('{"tableau piles": [["JH"],\n["1"]', "line 2: this is no JSON"),
        ("[]", 'a JSON deal is an object with "tableau piles" and "stock"'),
        ("{}", 'a JSON deal is an object with "tableau piles" and "stock"'),
        ('{"stock": []}', 'a JSON deal is an object with "tableau piles"'),
        ('{"tableau piles": 3}', '"tableau piles" is not a list of columns'),
        ('{"tableau piles": [3]}', "column 1 is not a list of cards"),
        ('{"tableau piles": [[3]]}', "column 1: a card is a text like 10S or AH, not int"),
        ('{"tableau piles": [[["KS"]]]}', "column 1: a card is a text like 10S or AH, not list"),
        ('{"tableau piles": [["KX"]]}', "column 1: 'KX' is not a card"),
        ('{"tableau piles": [[""]]}', "column 1: '' is not a card"),
        ('{"tableau piles": [["KS", "Qs"]]}', "column 1: QS lies face down on a face-up card"),
        ('{"tableau piles": [["Ks"]]}', "column 1: its last card, KS, must lie face up"),
        ('{"tableau piles": [], "tableau piles": []}', "a JSON deal has each key once"),
        ('{"tableau piles": [["KS"]]}', "1 columns; spider has 10, spiderette 7"),
        ('{"tableau piles": []}', "0 columns; spider has 10, spiderette 7"),
        ('{"tableau piles": [], "hole": "AS"}', "'hole' has no place in these games"),
        ("[" * 5000, "this is no JSON"),
        ('{"x": ' * 5000 + "}", "this is no JSON"),
        ('{"x": ' + "9" * 5000 + "}", "this is no JSON"),
        ('{"tableau piles": [["KS"]]} x', "line 1: this is no JSON"),
    ],
)
def test_what_is_wrong_is_named(text, message):
    assert message in fault(text)


def test_wrong_stocks_are_named():
    assert "the stock is not a list of cards" in fault(changed(stock="9S"))
    assert "the stock: 'XX' is not a card" in fault(changed(stock=["XX"]))
    assert "a stock of 1 cards; in spiderette it holds 24" in fault(changed(stock=["9S"]))
    assert "missing for spiderette 2 suits" in fault(changed(stock=[]))
    stock = json.loads(OPENING)["stock"]
    assert "one 9S too many" in fault(changed(stock=[*stock[:-1], "9S"]))


def test_empty_piles_of_other_games_do_not_matter():
    assert read_position(changed(hole=[], waste=None)) == read_position(OPENING)
