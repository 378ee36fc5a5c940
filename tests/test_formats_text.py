"""Our own text form: its lines, and what is said of a wrong one."""

from __future__ import annotations

import pytest
from positions import DATA, case
from texts_of_positions import SPIDERETTE, fault

from solver.rules.formats import read_position, write_position
from solver.rules.formats.text import is_text_line
from solver.rules.variant import RELAXED, VARIANTS, find_variant


def with_line(text: str, start: str, line: str) -> str:
    return "".join(
        line + "\n" if old.startswith(start) else old + "\n" for old in text.splitlines()
    )


@pytest.mark.parametrize(
    ("start", "line", "message"),
    [
        (
            "c2",
            "c2: (6S) 3X",
            "line 2: '3X' is not a card; a card is rank then suit, like TS or AH",
        ),
        ("c2", "c2: (6S 3S", "line 2: '(6S' is not a card"),
        ("c2", "c2: () 3S", "line 2: '()' is not a card"),
        ("c2", "c2: 6S (3S)", "line 2: column 2: 3S lies face down on a face-up card"),
        ("c2", "c2: (6S) (3S)", "line 2: column 2: its last card, 3S, must lie face up"),
        (
            "c2",
            "c2: (6S) 5S",
            "line 8: one 5S too many (column 1, column 2, column 5, column 6, the stock); "
            "spiderette 1 suit has 4; 3S missing",
        ),
        (
            "c2",
            "c2: (6S) 3H",
            "line 5: one AS too many (column 3, column 4, column 5); spiderette 2 suits has 2",
        ),
        ("c2", "c2: (6S)", "line 2: column 2: its last card, 6S, must lie face up"),
        ("c2", "c2: 6S", "3S missing for spiderette 1 suit"),
        ("c2", "c2:", "3S, 6S missing for spiderette 1 suit"),
        ("c7", "c7: QS", "3S, 3S, 7S, 9S, TS and more missing for spiderette 1 suit"),
        ("c2", "c3: (6S) 3S", "line 3: c3 is there twice; first in line 2"),
        ("c2", "c9: (6S) 3S", "column c2 is missing; columns are c1, c2, c3 and so on"),
        ("c2", "c0: (6S) 3S", "line 2: 'c0: (6S) 3S' is no line of a position"),
        ("c2", "c02: (6S) 3S", "line 2: 'c02: (6S) 3S' is no line of a position"),
        ("c2", "d2: (6S) 3S", "line 2: 'd2: (6S) 3S' is no line of a position"),
        ("c2", "", "column c2 is missing"),
        ("c7", "", "6 columns; spider has 10, spiderette 7"),
        ("stock", "stock: 8S", "line 8: a stock of 1 cards; in spiderette it holds 24, 17, 10, 3"),
        ("stock", "stock: 8S (9S)", "line 8: '(9S)' is not a card"),
        ("stock", "", "2S, 4S, 4S, 4S, 5S and more missing"),
        ("runs", "runs: 1", "line 9: 1 runs said to be off, but the cards that are missing make 0"),
        ("runs", "runs: -1", "line 9: runs: '-1' is not how many runs are off"),
        ("runs", "runs: x", "line 9: runs: 'x' is not how many runs are off"),
        ("runs", "runs:", "line 9: runs: '' is not how many runs are off"),
        (
            "runs",
            "runs: 99",
            "line 9: 99 runs said to be off, but the cards that are missing make 0",
        ),
        ("runs", "runs: ²", "line 9: runs: '²' is not"),
        (
            "runs",
            "variant: bridge",
            "line 9: 'bridge' is no variant; write one like spider 4 suits",
        ),
        ("runs", "variant: spider 1 suit", "7 columns; spider has 10"),
        (
            "runs",
            "variant: spiderette 4 suits",
            "line 3: one 6S too many (column 2, column 3, the stock)",
        ),
    ],
)
def test_a_wrong_line_is_named(start, line, message):
    assert message in fault(with_line(SPIDERETTE, start, line))


def test_what_is_off_must_be_what_is_missing():
    text = (DATA / "positions" / "P01_run_by_deal.txt").read_text()
    message = fault(text.replace("runs: 5", "runs: 4"))
    assert message == (
        "line 13: 4 runs said to be off, but the cards that are missing make 5 (S S S S S)"
    )
    assert "0 runs said to be off" in fault(text.replace("runs: 5", ""))


def test_a_missing_card_is_none_of_a_missing_run():
    text = (DATA / "positions" / "P01_run_by_deal.txt").read_text()
    assert "JS missing for spider 1 suit" in fault(text.replace("c3: JS", "c3:"))


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_the_variant_line_names_every_variant(variant):
    cards = "".join(f"c{i}:\n" for i in range(1, variant.columns + 1))
    text = f"variant: {variant.name}\n{cards}runs: {variant.run_count}"
    assert read_position(text).variant == variant
    assert read_position(text.replace(variant.name, variant.name.upper())).variant == variant


def test_a_classic_variant_may_be_named_so_even_where_no_other_rule_is_offered():
    text = SPIDERETTE + "variant:  spiderette 1 suit  classic"
    assert read_position(text).variant == find_variant("spiderette", 1)
    assert "is no variant" in fault(SPIDERETTE + "variant: spiderette 1 suit relaxed")


def test_the_variant_line_wins_over_what_the_cards_show():
    two_suits = write_position(case("P01"), "text").replace("1 suit", "2 suits relaxed")
    assert read_position(two_suits).variant == find_variant("spider", 2, RELAXED)
    message = fault(SPIDERETTE + "variant: spiderette 2 suits")
    assert "too many" in message, "but the cards must agree with it"
    bicycle = write_position(case("P03"), "text").replace("spider 1 suit", "bicycle 1 suit")
    assert read_position(bicycle).variant == find_variant("bicycle", 1)


def test_what_the_user_says_wins_over_the_variant_line():
    text = write_position(case("P02"), "text")
    relaxed = find_variant("spider", 2, RELAXED)
    assert read_position(text, variant=relaxed).variant == relaxed


def test_the_lines_may_come_in_any_order_and_the_last_ones_be_left_out():
    lines = SPIDERETTE.splitlines()
    assert read_position("\n".join(reversed(lines))) == read_position(SPIDERETTE)
    assert read_position("\n".join(lines[:-1])) == read_position(SPIDERETTE)


def test_a_position_is_written_as_people_read_it():
    assert write_position(case("P06"), "text") == (
        "variant: spiderette 1 suit\nc1: KS\nc2: QS 5S\nc3: 9S\nc4: JS 4S\nc5: 2S TS\nc6: 8S\n"
        "c7: 7S\nstock: 3S 6S AS\nruns: 3\n"
    )


def test_the_first_stock_card_goes_to_column_1():
    assert case("P06").stock[-1] == case("P06").columns[0][0] - 10


@pytest.mark.parametrize("line", ["c1:", "C10 : KS", "stock:", "runs: 3", "Variant: x"])
def test_lines_of_this_form_are_known(line):
    assert is_text_line(line)


@pytest.mark.parametrize("line", ["c0:", "c100:", "c", "", "Play0:", "cc1:", "stocks:"])
def test_other_lines_are_not(line):
    assert not is_text_line(line)
