"""Game codes (S6, T6), and every fault of one that is none."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import GameCodeError
from solver.rules.deal import DEAL_COUNT
from solver.rules.gamecode import format_game_code, parse_game_code, problems
from solver.rules.variant import VARIANTS, find_variant

VALID = re.compile(r"(S[PB]1-S(1C|[24][CR])|SD1-S[124])-[A-Z]{7}")


@pytest.mark.parametrize(
    ("code", "variant", "number"),
    [
        ("SP1-S1C-AAAAAAD", find_variant("spider", 1), 3),
        ("SD1-S1-AAAAABD", find_variant("spiderette", 1), 29),
        ("SP1-S4R-AAAAAAA", find_variant("spider", 4, "relaxed"), 0),
        ("SP1-S2C-ZZZZZZZ", find_variant("spider", 2), DEAL_COUNT - 1),
        ("SB1-S4C-AAAABAA", find_variant("bicycle", 4), 676),
    ],
)
def test_s6_t6_a_code_names_a_variant_and_a_number(code, variant, number):
    assert (parse_game_code(code).variant, parse_game_code(code).number) == (variant, number)
    assert format_game_code(variant, number) == code
    assert str(parse_game_code(code)) == code


@given(st.sampled_from(VARIANTS), st.integers(0, DEAL_COUNT - 1))
def test_every_deal_has_its_own_code(variant, number):
    code = format_game_code(variant, number)
    assert VALID.fullmatch(code)
    assert (parse_game_code(code).variant, parse_game_code(code).number) == (variant, number)


@pytest.mark.parametrize("text", ["sp1-s1c-aaaaaad", " SP1-S1C-AAAAAAD\n", "\tSp1-s1C-aAAAAAd\r\n"])
def test_c07_lower_case_and_blanks_around_are_accepted(text):
    """Case C07."""
    assert str(parse_game_code(text)) == "SP1-S1C-AAAAAAD"
    assert problems(text) == []


def test_c07_another_letter_is_another_deal():
    """Case C07: there is no check letter."""
    assert parse_game_code("SP1-S1C-AAAAAAE").number == 4


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", [(1, "no code")]),
        ("  \n", [(1, "no code")]),
        ("SP1-S1C-AAAAAA0", [(15, "'0' is not a letter A to Z (is O meant?)")]),
        ("SP1-S1C-AAAA1AA", [(13, "'1' is not a letter A to Z (is I meant?)")]),
        ("SP1-S1C-AAAAAA", [(15, "6 letters")]),
        ("SP1-S1C-AAAAAAAA", [(16, "8 letters")]),
        ("SP1-S1C-A", [(10, "1 letter ")]),
        ("SP1-S1C-", [(9, "no letter")]),
        ("SP1-S3C-AAAAAAA", [(6, "'3' suits; the suits are 1, 2 or 4")]),
        ("SP1-SC-AAAAAAA", [(6, "'C' suits"), (7, "rule letter is missing")]),
        ("SP1-S-AAAAAAA", [(6, "number of suits is missing"), (7, "rule letter is missing")]),
        ("SP1-4C-AAAAAAA", [(5, "S is missing")]),
        ("SP1--AAAAAAA", [(5, "suits are missing")]),
        ("SP1-T4C-AAAAAAA", [(5, "'T' instead of S")]),
        ("SP1-S1-AAAAAAA", [(7, "rule letter is missing; it is C")]),
        ("SP1-S4-AAAAAAA", [(7, "it is C (Classic) or R (Relaxed)")]),
        ("SP1-S4X-AAAAAAA", [(7, "rule letter 'X'; it is C (Classic) or R (Relaxed)")]),
        ("SP1-S1R-AAAAAAA", [(7, "R with 1 suit")]),
        ("SP1-S4CC-AAAAAAA", [(8, "surplus 'C'")]),
        ("SD1-S1C-AAAAAAA", [(7, "surplus 'C'; a spiderette code has no rule letter")]),
        ("SP2-S1C-AAAAAAA", [(3, "unknown version '2'; it is 1")]),
        ("SP-S1C-AAAAAAA", [(3, "version is missing; it is 1")]),
        ("SP11-S1C-AAAAAAA", [(3, "unknown version '11'")]),
        ("FC1-S1C-AAAAAAA", [(1, "unknown game 'FC'; the games are SP (spider), SD")]),
        ("-S1C-AAAAAAA", [(1, "the game is missing")]),
        ("ＳＰ１-S1C-AAAAAAA", [(1, "unknown game 'ＳＰ'"), (3, "unknown version '１'")]),
        ("ＳＰ１", [(1, "unknown game"), (1, "not three parts"), (3, "unknown version")]),
        ("SP1-S1C-AAAAAAD-X", [(16, "surplus '-X'")]),
        ("SP1–S1C–AAAAAAD", [(4, "'–' instead of '-'"), (8, "'–' instead of '-'")]),
        ("SP1 S1C_AAAAAAD", [(4, "' ' instead of '-'"), (8, "'_' instead of '-'")]),
        ("SP1S1CAAAAAAD", [(4, "'-' is missing"), (7, "'-' is missing")]),
        ("SP1-S1CAAAAAAD", [(8, "'-' is missing")]),
        ("SD1S1-AAAAABD", [(4, "'-' is missing")]),
        ("SP1-S1C", [(1, "not three parts joined by '-', like SP1-S1C-AAAAAAD")]),
        ("SP1-AAAAAAA", [(1, "not three parts")]),
        ("S\u0130P1-S1C-AAAAAAA", [(1, "unknown game"), (3, "unknown version")]),
        ("sp1-\u017f1c-aaaaaaa", [(5, "instead of S")]),
        ("SP1-S\u00b9C-AAAAAAA", [(6, "suits are 1, 2 or 4")]),
        ("SP1-S1C-AAA\0AAA", [(12, "'\\x00' is not a letter")]),
        ("SP1-S1C-AAA\udcffAAA", [(12, "'\\udcff' is not a letter")]),
        ("  SP1-S1C-AAAAAA0", [(17, "'0' is not")]),
        (
            "xy9-q7zz-12aaaaa0",
            [
                (1, "unknown game 'XY'"),
                (3, "unknown version '9'"),
                (5, "'Q' instead of S"),
                (6, "'7' suits"),
                (7, "rule letter 'Z'"),
                (8, "surplus 'Z'"),
                (10, "'1' is not a letter"),
                (11, "'2' is not a letter"),
                (17, "8 letters"),
            ],
        ),
    ],
)
def test_c07_every_fault_is_named_with_its_place_and_what_is_right(text, faults):
    """Case C07; places count from 1 in the text as it was typed."""
    found = problems(text)
    assert [problem.position for problem in found] == [place for place, _ in faults]
    for problem, (_, part) in zip(found, faults, strict=True):
        assert part in problem.text
        assert str(problem) == f"character {problem.position}: {problem.text}"
    with pytest.raises(GameCodeError) as refused:
        parse_game_code(text)
    assert "\n" not in str(refused.value)
    assert all(str(problem) in str(refused.value) for problem in found)


@pytest.mark.parametrize("char", ["A", "-", "Ａ", "\0", "0", "\u2013", "😀"])
def test_c07_ten_kilobytes_get_one_short_line(char):
    """Case C07."""
    with pytest.raises(GameCodeError, match="10000 characters are too many") as refused:
        parse_game_code(char * 10_000)
    assert len(str(refused.value)) < 300


@given(st.one_of(st.text(), st.text("SPDB1234CR-_ AZaz0", max_size=20)))
def test_a_text_has_no_problems_exactly_if_it_is_a_code(text):
    found = problems(text)
    stripped = "".join(c.upper() if c.isascii() else c for c in text.strip())
    assert (not found) == bool(VALID.fullmatch(stripped))
    assert [problem.position for problem in found] == sorted(p.position for p in found)
    assert len("; ".join(map(str, found))) < 1500


@given(st.sampled_from(VARIANTS), st.integers(0, DEAL_COUNT - 1), st.data())
def test_one_wrong_character_is_found_at_its_place(variant, number, data):
    code = format_game_code(variant, number)
    index = data.draw(st.integers(0, len(code) - 1))
    wrong = code[:index] + "?" + code[index + 1 :]
    place = 1 if index < 2 else index + 1
    assert place in [problem.position for problem in problems(wrong)]


@pytest.mark.parametrize("number", [-1, DEAL_COUNT])
def test_a_number_without_a_code_is_refused(number):
    with pytest.raises(GameCodeError, match="0 to 8031810175"):
        format_game_code(VARIANTS[0], number)
