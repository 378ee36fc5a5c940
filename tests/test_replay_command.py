"""``spider replay``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from runner import assert_one_line_error, run

from solver.errors import SpiderError
from solver.rules.move import DEAL_ROW, Move
from spidercli.solutions import parse_solution, solution_text

ALMOST_WON = "c1: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S\nc2: AS\n" + "\n".join(
    f"c{number}:" for number in range(3, 11)
)


@pytest.fixture
def deal(tmp_path: Path) -> str:
    """A deal that 2-1 wins: seven runs are off."""
    path = tmp_path / "deal.txt"
    path.write_text(f"{ALMOST_WON}\nruns: 7\n")
    return str(path)


def test_a_solution_that_wins_is_0(deal: str) -> None:
    result = run("replay", deal, "-", input="2-1\n")
    assert result.exit_code == 0
    assert result.stdout == f"{deal}: won in 1 move, score 1299\n"


def test_a_solution_that_ends_too_early_is_1(deal: str) -> None:
    result = run("replay", deal, "-", input="2-3x1 # away\n")
    assert result.exit_code == 1
    assert result.stdout == f"{deal}: not won after 1 move, 7 of 8 runs removed, score 1199\n"


def test_the_move_and_the_rule_that_fail_are_told(deal: str) -> None:
    result = run("replay", deal, "-", input="2-3 3-1 1-2")
    assert result.exit_code == 1
    assert result.stdout == f"{deal}: fails at move 3, 1-2x1: column 1 is empty (R3)\n"
    result = run("replay", deal, "-", input="2-3 deal")
    assert "fails at move 2, deal: the stock is empty (R7)" in result.stdout


def test_json_tells_the_same(deal: str) -> None:
    won = json.loads(run("replay", "--json", deal, "-", input="2-1").stdout)
    assert won == {
        "deal": deal,
        "won": True,
        "moves": 1,
        "score": 1299,
        "runs": 8,
        "failed_at": None,
        "reason": "",
    }
    failed = json.loads(run("replay", "--json", deal, "-", input="2-3 1-2x99").stdout)
    assert (failed["won"], failed["failed_at"]) == (False, 2)
    assert failed["reason"].endswith("(R5)")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2-1\nxyz\n", "line 2: 'xyz' is no move; write 3-7x4 or deal"),
        ("0-1", "line 1: "),
        ("{]", "line 1: no valid JSON"),
        ('["2-1", 5]', "move 2: "),
        ('{"deal": "x", "solution": null}', "there is no solution"),
        ('{"deal": "x"}\n{"deal": "y"}', "no line is about"),
        ('{"solution": 5}', "no list of moves"),
        ("[" * 100_000, "no valid JSON"),
    ],
)
def test_a_text_that_is_no_solution_is_one_line(deal: str, text: str, told: str) -> None:
    assert told in assert_one_line_error(run("replay", deal, "-", input=text))


def test_deal_and_solution_cannot_both_be_standard_input() -> None:
    assert "only one" in assert_one_line_error(run("replay", "-", "-", input=ALMOST_WON))


def test_a_missing_solution_file_is_one_line(deal: str) -> None:
    assert "no-such" in assert_one_line_error(run("replay", deal, "no-such"))


def test_a_bad_solution_names_its_file(deal: str, tmp_path: Path) -> None:
    path = tmp_path / "moves"
    path.write_text("2-1\n7")
    assert f"{path}: line 2: " in assert_one_line_error(run("replay", deal, str(path)))


MOVES = [Move(2, 6, 4), DEAL_ROW, Move(9, 0, 1)]


@pytest.mark.parametrize(
    "text",
    [
        "3-7x4 deal 10-1x1",
        "3-7x4, deal, 10-1",
        "# a note\n3-7X4\n\nDEAL # now\n10-1\n",
        '["3-7x4", "deal", "10-1x1"]',
        '{"deal": "other", "solution": ["3-7x4", "deal", "10-1x1"]}',
        '{"deal": "a", "solution": null}\n'
        '{"deal": "this", "solution": ["3-7x4", "deal", "10-1x1"]}\n',
    ],
)
def test_solutions_are_read_in_every_form(text: str) -> None:
    assert parse_solution(text, "this") == MOVES


def test_solutions_that_are_written_are_read_again() -> None:
    text = solution_text(MOVES * 100)
    assert max(map(len, text.splitlines())) <= 80
    assert parse_solution(text, "this") == MOVES * 100


def test_no_line_about_the_deal_is_an_error() -> None:
    with pytest.raises(SpiderError, match="no line is about this"):
        parse_solution('{"deal": "a"}\n{"deal": "b"}', "this")
