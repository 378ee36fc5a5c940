"""What surveys, results and replays look like in tables and in JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.result import Limits, SolveResult, Verdict
from solver.rules.move import DEAL_ROW, Move
from solver.rules.variant import VARIANTS, find_variant
from spidercli.output import (
    Report,
    counted,
    json_text,
    report_record,
    report_text,
    reports_table,
    result_record,
)

SPIDER = find_variant("spider", 4)
WON = SolveResult(
    "SP1-S4C-AAAAAAD",
    SPIDER,
    Verdict.WON,
    (Move(2, 6, 4), DEAL_ROW),
    2,
    598,
    nodes=70,
    cpu_s=0.25,
)
LOST = replace(
    WON, verdict=Verdict.UNWINNABLE, solution=None, moves=None, score=None, reason="searched all"
)
OPEN = replace(LOST, verdict=Verdict.UNDECIDED, reason="no answer")


def report(won: int, lost: int, undecided: int, asked: int | None = None) -> Report:
    made = Report(
        SPIDER,
        7,
        won + lost + undecided if asked is None else asked,
        Limits((10, 30), 5_000, 90, 70),
        2,
    )
    for result, count in ((WON, won), (LOST, lost), (OPEN, undecided)):
        for _ in range(count):
            made.summary.add(result)
    made.wall_s = 0.5 * made.summary.n
    return made


def test_a_result_has_the_documented_fields() -> None:
    assert result_record(WON) == {
        "deal": "SP1-S4C-AAAAAAD",
        "variant": "spider 4 suits classic",
        "verdict": "won",
        "moves": 2,
        "score": 598,
        "nodes": 70,
        "cpu_s": 0.25,
        "solution": ["3-7x4", "deal"],
        "reason": "",
    }
    lost = result_record(LOST)
    assert (lost["verdict"], lost["solution"], lost["moves"]) == ("unwinnable", None, None)
    assert result_record(OPEN)["verdict"] == "undecided"


def test_a_report_has_the_documented_fields() -> None:
    record = json.loads(json_text(report_record(report(90, 4, 6))))
    assert record == {
        "variant": "spider 4 suits classic",
        "n": 100,
        "start": 7,
        "won": 90,
        "unwinnable": 4,
        "undecided": 6,
        "win_rate": 0.9,
        "ci95": pytest.approx([0.82564, 0.94477], abs=1e-5),
        "bounds": [0.9, 0.96],
        "bounds_ci95": pytest.approx([0.82564, 0.98434], abs=1e-5),
        "moves": {"median": 2, "best": 2},
        "score": {"median": 598, "best": 598},
        "nodes": 7000,
        "cpu_s": 25,
        "wall_s": 50,
        "deals_per_s": 2,
        "settings": {
            "n": 100,
            "widths": [10, 30],
            "max_nodes": 5_000,
            "max_depth": 90,
            "max_states": 70,
            "short_nodes": 0,
            "shuffle": 1,
        },
    }


def test_a_report_for_people_says_the_same() -> None:
    assert report_text(report(90, 4, 6)) == (
        "spider 4 suits classic, deals 7 to 106\n"
        "\n"
        "won         90 of 100\n"
        "unwinnable  4\n"
        "undecided   6\n"
        "win rate    90.00 %, 95 % interval 82.56 to 94.48 %\n"
        "bounds      90.00 to 96.00 % with the undecided lost and won,\n"
        "            95 % interval 82.56 to 98.43 %\n"
        "moves       median 2, best 2\n"
        "score       median 598, best 598\n"
        "nodes       7,000, 70 a deal\n"
        "cpu         25.00 s, 0.2500 s a deal\n"
        "wall        50.00 s, 2.0 deals a second, 2 workers"
    )


def test_a_partial_report_says_so() -> None:
    """B01, B05: with the denominator that counts."""
    made = report(3, 0, 0, asked=1000)
    assert "partial: 3 of 1000 deals" in report_text(made)
    assert "partial: 3 of 1000 deals" in reports_table([made])
    assert report_record(made)["partial"] is True
    assert report_record(made)["n"] == 3
    assert "partial" not in report_record(report(3, 0, 0))
    assert "partial" not in report_text(report(3, 0, 0))


def test_a_report_of_nothing_divides_by_nothing() -> None:
    """B01."""
    made = report(0, 0, 0, asked=10)
    record = json.loads(json_text(report_record(made)))
    assert record["win_rate"] is record["deals_per_s"] is record["moves"]["median"] is None
    assert (record["ci95"], record["bounds"]) == ([0, 1], [0, 1])
    assert "won         0 of 0" in report_text(made)
    assert "nan" not in report_text(made) + reports_table([made])


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 30))
def test_the_three_verdicts_add_up_and_no_rate_leaves_0_to_1(
    won: int, lost: int, undecided: int
) -> None:
    """S05, B01."""
    record = report_record(report(won, lost, undecided))
    assert record["won"] + record["unwinnable"] + record["undecided"] == record["n"]
    if record["n"]:
        low, high = record["bounds"]
        assert 0 <= low <= record["win_rate"] <= high <= 1
        assert high - low == pytest.approx(undecided / record["n"])
        assert record["bounds_ci95"][1] >= record["ci95"][1]


def test_almost_all_is_not_rounded_to_all() -> None:
    text = report_text(report(0, 0, 0))
    assert "- %" in text
    made = report(1, 0, 0)
    made.summary.verdicts.update({Verdict.WON: 99_999, Verdict.UNDECIDED: 1})
    assert "win rate    99.99 %" in report_text(made)
    assert "bounds      99.99 to 100 %" in report_text(made)


def test_the_table_has_a_row_for_each_variant_and_straight_columns() -> None:
    reports = [
        replace(report(90, 4, 6), variant=variant, workers=count)
        for variant, count in zip(VARIANTS, range(1, 14), strict=True)
    ]
    lines = reports_table(reports).splitlines()
    assert len({len(line) for line in lines[:-1]}) == 1
    assert [line[: len("bicycle 4 suits relaxed")].strip() for line in lines[1:-1]] == [
        variant.name for variant in VARIANTS
    ]


def test_counts_take_the_plural() -> None:
    assert [counted(n, "move") for n in (0, 1, 2)] == ["0 moves", "1 move", "2 moves"]


def test_json_is_one_line_of_ascii() -> None:
    for text, number in product(("\u2660\n", "\udcff"), (1, None)):
        line = json_text({"a": text, "b": number})
        assert line.isascii()
        assert "\n" not in line
        assert json.loads(line) == {"a": text, "b": number}
