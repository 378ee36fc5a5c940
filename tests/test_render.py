"""How a position looks as text."""

from __future__ import annotations

import random

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from solver.rules.cards import card_name, parse_card
from solver.rules.move import DEAL_ROW
from solver.rules.position import Position
from solver.rules.variant import VARIANTS, Variant, find_variant
from spidercli.render import card_label, render_position

SPIDER = find_variant("spider", 4)


def opening(variant: Variant, seed: int = 1) -> Position:
    deck = variant.deck()
    random.Random(seed).shuffle(deck)
    columns, start = [], 0
    for height in variant.column_heights:
        columns.append(deck[start : start + height])
        start += height
    return Position.make(
        variant, columns, [height - 1 for height in variant.column_heights], deck[start:]
    )


def table_of(*columns: str, face_down: int = 0, stock: str = "") -> Position:
    cards = [[parse_card(name) for name in column.split()] for column in columns]
    cards += [[] for _ in range(10 - len(cards))]
    hidden = [min(face_down, len(column)) for column in cards]
    return Position.make(SPIDER, cards, hidden, [parse_card(name) for name in stock.split()])


def test_columns_stand_under_their_numbers() -> None:
    lines = render_position(opening(SPIDER), ascii=True, color=False).splitlines()
    numbers, rows = lines[0], lines[1:7]
    for number in range(1, 11):
        at = numbers.index(str(number))
        assert all(row[at : at + 2].strip() for row in rows[:5]), number


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda v: v.name)
def test_face_down_cards_and_the_stock_tell_nothing(variant: Variant) -> None:
    position = opening(variant)
    text = render_position(position, ascii=True, color=False)
    shown = [word for word in text.split("\n\n")[0].split() if not word.isdigit()]
    face_up = sorted(card_name(column[-1]) for column in position.columns)
    assert sorted(word for word in shown if word != "##") == face_up
    assert shown.count("##") == sum(position.face_down)
    hidden_changed = position.copy()
    hidden_changed.stock.reverse()
    hidden_changed.columns[6][0], hidden_changed.columns[6][1] = hidden_changed.columns[6][1::-1]
    assert render_position(hidden_changed, ascii=True, color=False) == text


def test_open_cards_names_everything_in_the_order_of_the_deal() -> None:
    position = table_of("KS QS JS", "5H", face_down=1, stock="AS 2H 3D 4C 5S 6H 7D 8C 9S TH JD")
    text = render_position(position, ascii=True, color=False, open_cards=True)
    assert "(KS)" in text
    assert "(5H)" in text
    assert " AS 2H 3D 4C 5S 6H 7D 8C 9S TH\n JD\n" in text


def test_an_empty_column_is_marked() -> None:
    row = render_position(table_of("KS"), ascii=True, color=False).splitlines()[1]
    assert row.split() == ["KS"] + ["--"] * 9


def test_the_stock_and_the_runs_are_counted() -> None:
    position = opening(find_variant("spiderette", 4))
    assert render_position(position, ascii=True, color=False).endswith(
        "stock: 24 cards, 4 rows to deal\nruns: 0 of 4 removed"
    )
    for _ in range(3):
        position.columns = [column or [parse_card("KS")] for column in position.columns]
        position.push(DEAL_ROW)
    assert "stock: 3 cards, 1 row to deal" in render_position(position, ascii=True, color=False)


def test_hearts_and_diamonds_are_red_and_nothing_else_changes() -> None:
    position = table_of("KS", "QH", "JD", "TC")
    plain = render_position(position, ascii=False, color=False)
    colored = render_position(position, ascii=False, color=True)
    assert click.unstyle(colored) == plain
    assert "\x1b" not in plain
    red = [click.style(label, fg="red") for label in ("Q♥", "J♦")]
    assert all(label in colored for label in red)
    assert click.style("T♣", fg="red") not in colored


@given(
    seed=st.integers(0, 1000),
    variant=st.sampled_from(VARIANTS),
    width=st.integers(12, 200),
    ascii=st.booleans(),
    open_cards=st.booleans(),
)
def test_no_line_is_wider_than_the_terminal(
    seed: int, variant: Variant, width: int, ascii: bool, open_cards: bool
) -> None:
    """T09, T07: every width works, and every sign is one cell wide."""
    text = render_position(
        opening(variant, seed), ascii=ascii, color=False, open_cards=open_cards, width=width
    )
    for line in text.splitlines():
        assert len(line) <= width
        assert wcswidth(line) == len(line)
    assert "\ufe0f" not in text
    assert text.isascii() or not ascii


@pytest.mark.parametrize("width", [0, 1, 7, 20, 40, 200])
def test_thirty_cards_in_a_column_fit_any_terminal(width: int) -> None:
    """T09: a long column neither crashes nor loses a card."""
    position = table_of(" ".join(["KS", "QH"] * 15), "AS", face_down=3)
    text = render_position(position, ascii=True, color=False, width=width)
    assert text.count("KS") + text.count("QH") == 27
    assert text.count("##") == 4


def test_columns_that_are_too_high_fold_their_backs_and_then_their_runs() -> None:
    position = table_of(
        "9S 8S 2H KS QS JS TS 9S 8S 7S 6S 5S 4S", "KH QH JD", "AS", *["KS"] * 7, face_down=3
    )
    position.face_down[1:] = [2, 0, *[0] * 7]

    def column(height: int | None) -> list[str]:
        text = render_position(position, ascii=True, color=False, height=height, notes=False)
        assert height is None or len(text.splitlines()) <= max(height, 5)
        return [line[:5].strip() for line in text.splitlines()]

    cards = ["KS", "QS", "JS", "TS", "9S", "8S", "7S", "6S", "5S", "4S"]
    assert column(None) == column(14) == ["1", "##", "##", "##", *cards]
    assert column(13) == column(12) == ["1", "#3", *cards]
    assert column(11) == ["1", "#3", "KS", ":8", "4S"]
    text = render_position(position, ascii=True, color=False, height=11, notes=False)
    assert [line[6:11].strip() for line in text.splitlines()] == ["2", "##", "##", "JD", ""]


def test_a_table_that_cannot_be_folded_enough_becomes_a_column_a_line() -> None:
    position = table_of(" ".join(["KS", "QH"] * 12), *["KS"] * 9)
    lines = render_position(position, ascii=True, color=False, height=12, notes=False).splitlines()
    assert len(lines) == 10
    assert lines[0] == " 1: " + " ".join(["KS", "QH"] * 12)


@given(
    seed=st.integers(0, 1000),
    variant=st.sampled_from(VARIANTS),
    width=st.integers(12, 100),
    height=st.integers(1, 40),
)
def test_folding_tells_the_number_of_all_cards_and_breaks_no_width(
    seed: int, variant: Variant, width: int, height: int
) -> None:
    """T09: long columns on small terminals."""
    position = opening(variant, seed)
    chance = random.Random(seed)
    for _ in range(60):
        moves = position.legal_moves()
        if moves:
            position.push(chance.choice(moves))
    text = render_position(
        position, ascii=True, color=False, width=width, height=height, notes=False
    )
    counted = 0
    for line in text.splitlines():
        assert len(line) <= width
    lines = text.splitlines()[0 if " 1:" in text else 1 :]
    for word in " ".join(lines).replace(":", " :").split():
        if word[0] in "#:" and word[1:].isdigit():
            counted += int(word[1:])
        elif word in ("--", ":") or (word.isdigit() and len(word) <= 2):
            continue
        else:
            counted += 1
    assert counted == sum(map(len, position.columns))


def test_marks_stand_before_cards_and_around_numbers_and_move_nothing() -> None:
    position = table_of("KS", "QH", "JD", "TC")
    plain = render_position(position, ascii=True, color=False)
    marked = render_position(
        position, ascii=True, color=False, changed={(1, 0)}, marked_columns={3, 9}
    )
    assert marked.replace(">QH", " QH").replace("[4]", " 4 ").replace("[10]", " 10") == plain
    assert ">QH" in marked
    narrow = render_position(
        position, ascii=True, color=False, changed={(1, 0)}, marked_columns={3}, width=20
    )
    assert " 2:>QH" in narrow
    assert " 4* TC" in narrow


def test_each_suit_of_four_has_a_colour_of_its_own() -> None:
    position = table_of("KS", "QH", "JD", "TC")
    text = render_position(position, ascii=True, color=True, four_colors=True)
    codes = [text[text.index(name) - 5 : text.index(name)] for name in ("QH", "JD", "TC")]
    assert len({*codes}) == 3
    assert all("\x1b[" in code for code in codes)
    assert click.unstyle(text) == render_position(position, ascii=True, color=False)


def test_notes_can_be_left_out() -> None:
    assert "stock" not in render_position(table_of("KS"), ascii=True, color=False, notes=False)


def test_ten_is_one_character() -> None:
    assert card_label(parse_card("10H"), ascii=True) == "TH"
    assert card_label(parse_card("TH"), ascii=False) == "T♥"
