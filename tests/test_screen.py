"""How header, table and answers are laid out."""

from __future__ import annotations

import functools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from positions import table
from wcwidth import wcswidth

from solver.errors import SpiderError
from solver.result import SolveResult
from solver.rules.position import Position
from spidercli.render import card_label
from spidercli.session.help_page import help_page, legend
from spidercli.session.keeper import NoKeeper
from spidercli.session.named_game import NamedGame
from spidercli.session.screen import Look, fields, frame, header, plain_name, told, wrapped
from spidercli.session.session import Session
from spidercli.session.words import LANGUAGES, load_words

LOOK = Look(ascii=True, color=False)


def no_solver(position: Position, name: str) -> SolveResult:
    raise SpiderError("no solver here")


def session_of(named: NamedGame, language: str = "en") -> Session:
    label = functools.partial(card_label, ascii=True)
    return Session(named, load_words(language), label, NoKeeper(), no_solver)


def test_the_header_tells_code_score_moves_rows_and_runs() -> None:
    session = session_of(NamedGame.of_code("SD1-S1-AAAAABD"))
    assert header(session, LOOK) == [
        "SD1-S1-AAAAABD   score 500   moves 0   rows left 4   runs 0/4"
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [20, 30, 40, 80])
def test_header_help_and_legend_fit_in_every_language(language: str, width: int) -> None:
    """T07, T09."""
    words = load_words(language)
    session = session_of(NamedGame.of_code("SP1-S4C-AAAAAAD"), language)
    lines = header(session, Look(True, False, width=width))
    lines += told(
        [f"{typed}\t{does}" for typed, does in help_page(words)], Look(True, False, width=width)
    )
    lines += fields(legend(words), width, "   ")
    assert all(wcswidth(line) <= width for line in lines)


def test_a_low_screen_keeps_the_last_answers_and_the_table() -> None:
    session = session_of(NamedGame.of_code("SP1-S4C-AAAAAAD"))
    answers = [f"answer {i}" for i in range(30)]
    lines = frame(session, answers, Look(True, False, height=24), with_legend=True).splitlines()
    assert len(lines) < 24
    assert lines[0].startswith("SP1")
    assert "..." in lines
    assert "answer 29" in lines
    assert "answer 20" not in lines


def test_a_command_is_never_broken_between_lines() -> None:
    text = "column 3 can go: " + ", ".join(["3 7"] * 40)
    for width in range(20, 60):
        for line in wrapped(text, width) + wrapped("\u2660" + text, width):
            assert not line.endswith(" 3")
            assert not line.startswith("7")


@given(
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Mn", "Me", "Cf"])), st.integers(10, 80)
)
def test_wrapped_text_loses_no_letter_and_fits(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert "".join("".join(lines).split()) == "".join(text.replace("\ufffc", " ").split())
    assert all(wcswidth(line) <= width for line in lines)


def test_lines_for_a_file_are_not_wrapped() -> None:
    text = "word " * 100 + "end"
    assert told([text, f"term\t{text}"], Look(True, False, width=40, wrap=False)) == [
        text,
        "term".ljust(15) + text,
    ]


def test_the_name_in_the_header_is_short_and_harmless() -> None:
    assert plain_name("SP1-S4C-AAAAAAD") == "SP1-S4C-AAAAAAD"
    assert plain_name("some/folder/deal.txt") == "deal.txt"
    assert plain_name("\x1b[2Jx") == "?[2Jx"
    assert len(plain_name("x" * 300)) == 40
    assert "x" in header(session_of(NamedGame.begun("x" * 300, table("KS"))), LOOK)[0]
