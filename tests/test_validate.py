"""``spider validate``."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from runner import run

from solver.rules.deal import DEAL_COUNT
from solver.rules.gamecode import format_game_code
from solver.rules.variant import VARIANTS, Variant


def test_valid_codes_are_named_and_the_status_is_0() -> None:
    result = run("validate", "SP1-S1C-AAAAAAD", "SD1-S1-AAAAABD")
    assert result.exit_code == 0
    assert result.stdout == (
        "SP1-S1C-AAAAAAD: valid, spider 1 suit, deal number 3\n"
        "SD1-S1-AAAAABD: valid, spiderette 1 suit, deal number 29\n"
    )


@pytest.mark.parametrize("code", ["sp1-s1c-aaaaaad", " SP1-S1C-AAAAAAD\n", "Sp1-S1c-AaAaAaD"])
def test_case_and_blanks_around_are_normalised(code: str) -> None:
    """C07."""
    assert run("validate", code).stdout.startswith("SP1-S1C-AAAAAAD: valid")


def test_every_fault_is_told_and_the_status_is_1() -> None:
    result = run("validate", "SP1-S1C-AAAAAAD", "XX2-S3C-AAA0")
    assert result.exit_code == 1
    good, bad = result.stdout.splitlines()
    assert "valid" in good
    for fault in ("'XX'", "'2'", "'3'", "'0'", "seven"):
        assert fault in bad


def test_one_bad_code_anywhere_makes_1() -> None:
    assert run("validate", "bad", "SP1-S1C-AAAAAAD").exit_code == 1


def test_codes_come_from_standard_input_one_a_line() -> None:
    result = run("validate", "-", input="SP1-S1C-AAAAAAD\r\n\n  sd1-s4-zzzzzzz\n")
    assert result.exit_code == 0
    assert [line.split(":")[0] for line in result.stdout.splitlines()] == [
        "SP1-S1C-AAAAAAD",
        "SD1-S4-ZZZZZZZ",
    ]


def test_no_code_on_standard_input_is_no_bad_code() -> None:
    result = run("validate", "-", input="")
    assert (result.exit_code, result.output) == (0, "")


def test_bytes_that_are_no_text_are_bad_codes() -> None:
    result = run("validate", "-", input=b"\xff\xfe\xfa\n\0\n")
    assert result.exit_code == 1


def test_a_huge_code_stays_one_short_line() -> None:
    result = run("validate", "A" * 10_000)
    assert len(result.stdout.splitlines()) == 1
    assert len(result.stdout) < 200


def test_json_is_an_object_a_code() -> None:
    result = run("validate", "--json", "sp1-s4r-aaaaaba", "nope")
    assert result.exit_code == 1
    good, bad = map(json.loads, result.stdout.splitlines())
    assert good == {
        "code": "sp1-s4r-aaaaaba",
        "valid": True,
        "normalized": "SP1-S4R-AAAAABA",
        "variant": "spider 4 suits relaxed",
        "number": 26,
        "problems": [],
    }
    assert bad["valid"] is False
    assert bad["problems"]
    assert bad["normalized"] is bad["variant"] is bad["number"] is None


@given(variant=st.sampled_from(VARIANTS), number=st.integers(0, DEAL_COUNT - 1))
def test_every_code_that_is_written_is_valid(variant: Variant, number: int) -> None:
    record = json.loads(run("validate", "--json", format_game_code(variant, number)).stdout)
    assert (record["valid"], record["variant"], record["number"]) == (True, variant.name, number)
