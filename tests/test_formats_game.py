"""The Play/Deal/Off form."""

from __future__ import annotations

import pytest
from positions import DATA, case, shown
from texts_of_positions import fault

from solver.rules.cards import card_name
from solver.rules.deal import Deal
from solver.rules.formats import read_position, write_position
from solver.rules.move import DEAL_ROW
from solver.rules.variant import VARIANTS, find_variant

OPENING = (DATA / "deals" / "s4_001.game").read_text()
MIDDLE = write_position(case("P02"), "game")


def test_columns_lie_from_the_bottom_with_their_face_down_cards():
    position = read_position(OPENING)
    assert shown(position, 1) == "(AC) (8D) (TS) (3D) (7H) 2D"
    assert shown(position, 10) == "(JD) (4H) (JD) (5C) 8C"
    assert position.variant == find_variant("spider", 4)


def test_deal0_is_dealt_first_from_the_left():
    position = read_position(OPENING)
    position.push(DEAL_ROW)
    ends = " ".join(card_name(column[-1]) for column in position.columns)
    assert ends == "TD 2S 2C TH 6H 2H 9H 2H 5C AH"


@pytest.mark.parametrize("number", ["1", "3168"])
def test_other_column_heights_are_read_as_they_are(number):
    position = read_position((DATA / "deals" / f"pysol4_{number}.game").read_text())
    assert list(map(len, position.columns)) == [6, 5, 5, 6, 5, 5, 6, 5, 5, 6]


def test_off_names_the_king_of_each_removed_run():
    assert MIDDLE.splitlines()[-1] == "Off: KS KS KH KH"
    assert read_position(MIDDLE) == case("P02")


def test_rows_that_were_dealt_are_empty_lines():
    assert [line for line in MIDDLE.splitlines() if line.startswith("Deal")] == [
        *(f"Deal{i}:" for i in range(4)),
        "Deal4: AS AH 5S 9H 2S QH 7H 3S TS 4H",
    ]
    assert write_position(case("P03"), "game").count("\nDeal") == 5


def test_dealt_rows_may_as_well_be_left_out():
    lines = [line for line in MIDDLE.splitlines() if line not in [f"Deal{i}:" for i in range(4)]]
    text = "\n".join(lines).replace("Deal4", "Deal0")
    assert read_position(text) == case("P02")


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_every_game_has_as_many_rows_as_its_stock(variant):
    text = write_position(Deal.from_number(variant, 4).position(), "game")
    rows = [line.split()[1:] for line in text.splitlines() if line.startswith("Deal")]
    assert (
        list(map(len, rows))
        == {
            "spider": [10] * 5,
            "spiderette": [7, 7, 7, 3],
            "bicycle": [10] * 5 + [4],
        }[variant.game]
    )
    assert text.startswith(f"# {variant.name}\nPlay0: ")


def replaced(old: str, new: str, text: str = OPENING) -> str:
    assert old in text
    return text.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("|AC |8D", "|AX |8D", "line 2: 'AX' is not a card"),
        ("|AC |8D", "| |8D", "line 2: '' is not a card"),
        ("|AC |8D", "||AC |8D", "line 2: '|AC' is not a card"),
        ("|AC |8D", "AC |8D", "line 2: column 1: 8D lies face down on a face-up card"),
        ("7H 2D", "7H |2D", "line 2: column 1: its last card, 2D, must lie face up"),
        ("Play3", "Play2", "line 5: this line is there twice; first in line 4"),
        ("Play3", "Play10", "Play3 is missing; the lines count from 0"),
        ("Deal3", "Deal5", "Deal3 is missing; the lines count from 0"),
        ("Play3:", "Play:", "line 5: 'Play: |TC |9C |8S |5...' is no line of this form"),
        ("Play3", "Plby3", "line 5: 'Plby3: |TC |9C |8S |...' is no line of this form"),
        ("Deal4: 6D 9S", "Deal4: 9S", "line 12: a stock of 49 cards; in spider it holds 50, 40"),
        ("Deal3: 6C AS", "Deal3: AS", "line 15: 9 cards in a row of the stock, not 10"),
        ("Deal4: 6D 9S", "Deal4: 6D 6D", "line 12: one 6D too many (column 8, the stock)"),
        ("Deal4: 6D 9S", "Deal4: 6D 1S", "line 16: '1S' is not a card"),
        (
            "Off:",
            "Off: KS",
            "line 17: 1 (S) runs said to be off, but the cards that are missing make 0",
        ),
        ("Off:", "Off: QS", "line 17: Off names the king of each removed run, not QS"),
        ("Off:", "Off: X", "line 17: 'X' is not a card"),
        ("Off:", "Off: KS KS KS", "line 17: 3 (S S S) runs said to be off"),
    ],
)
def test_a_wrong_line_is_named(old, new, message):
    assert message in fault(replaced(old, new))


def test_the_suits_that_are_off_must_be_those_that_are_missing():
    text = replaced("Off: KS KS KH KH", "Off: KS KH KH KH", MIDDLE)
    assert fault(text) == (
        "line 17: 4 (S H H H) runs said to be off, but the cards that are missing make 4 (S S H H)"
    )
    text = replaced("Off: KS KS KH KH", "Off: KS KS KH", MIDDLE)
    assert "line 17: 3 (S S H) runs said to be off, but the cards that are missing make 4" in fault(
        text
    )


def test_a_card_of_a_suit_that_the_variant_lacks_is_refused():
    message = fault(OPENING, variant=find_variant("spider", 1))
    assert message == "line 2: AC (column 1, column 2) is no card of spider 1 suit"


def test_this_form_holds_no_puzzle():
    lines = write_position(case("P14"), "text").splitlines()
    columns = [line.split(": ", 1)[1] for line in lines if line.startswith("c")]
    text = "\n".join(f"Play{i}: {cards}" for i, cards in enumerate(columns))
    assert "0 runs said to be off, but the cards that are missing make 6" in fault(text)
