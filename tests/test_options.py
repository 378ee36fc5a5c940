"""The options that commands share, and what may stand for a deal."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from runner import assert_one_line_error, run

from solver.errors import SpiderError
from solver.result import Limits
from solver.rules.deal import Deal
from solver.rules.formats import write_position
from solver.rules.variant import find_variant
from spidercli import options
from spidercli.deals import DealSource, read_deal, read_deals
from spidercli.options import (
    Display,
    VariantChoice,
    display_options,
    holds_suit_signs,
    limit_options,
    usable_cores,
    variant_options,
    workers_option,
)

CODE = "SP1-S2C-AAAAABD"
SPIDERETTE = find_variant("spiderette", 4)


def handed_over(decorator: Any, *args: str) -> Any:
    """Return the one value that a decorator's options give a command."""
    values: list[Any] = []

    @click.command()
    @decorator
    def command(**kwargs: Any) -> None:
        values.extend(kwargs.values())

    result = CliRunner().invoke(command, args, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return values[0]


def test_what_was_not_said_of_the_variant_stays_open() -> None:
    assert handed_over(variant_options) == VariantChoice()
    assert handed_over(variant_options, "--suits", "2") == VariantChoice(suits=2)
    assert VariantChoice().variant() == find_variant("spider", 4)
    assert VariantChoice("spiderette", 1).variant() == find_variant("spiderette", 1)
    assert VariantChoice(rule="relaxed").over(find_variant("bicycle", 2)) == find_variant(
        "bicycle", 2, "relaxed"
    )


def test_limits_are_the_defaults_where_nothing_is_said() -> None:
    assert handed_over(limit_options) == Limits()


@pytest.mark.parametrize(
    "args", [["--width", "5,10,20"], ["--width", "5", "--width", "10,20"], ["--width", "5, 10,20"]]
)
def test_widths_are_a_list_or_said_again(args: list[str]) -> None:
    assert handed_over(limit_options, *args).widths == (5, 10, 20)


def test_nodes_and_depth_are_limits() -> None:
    limits = handed_over(limit_options, "--max-nodes", "7", "--depth", "9")
    assert (limits.max_nodes, limits.max_depth) == (7, 9)


def test_workers_are_the_usable_cores_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """N05: more than there are is capped with a note."""
    monkeypatch.setattr(options, "usable_cores", lambda: 2)
    assert handed_over(workers_option) == 2
    assert handed_over(workers_option, "--workers", "1") == 1
    assert handed_over(workers_option, "--workers", "8") == 2


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no affinity here")
def test_usable_cores_are_those_this_process_may_use() -> None:
    """N05: as under ``taskset``."""
    before = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(before)})
        assert usable_cores() == 1
    finally:
        os.sched_setaffinity(0, before)


def test_cores_are_counted_where_there_is_no_affinity(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert usable_cores() == (os.cpu_count() or 1)


@pytest.mark.parametrize(
    ("args", "display"),
    [
        ([], Display(ascii=False, color=False)),
        (["--ascii"], Display(ascii=True, color=False)),
        (["--color", "always"], Display(ascii=False, color=True)),
        (["--color", "never"], Display(ascii=False, color=False)),
    ],
)
def test_a_file_gets_no_colour_unless_asked(args: list[str], display: Display) -> None:
    assert handed_over(display_options, *args) == display


@pytest.mark.parametrize(
    ("env", "color"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_a_terminal_gets_colour_unless_told_not_to(
    env: dict[str, str], color: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True, raising=False)
    assert options.wants_color(terminal) is color


@pytest.mark.parametrize(
    ("encoding", "holds"),
    [("utf-8", True), ("ascii", False), ("cp1252", False), ("latin-1", False), ("utf-16", True)],
)
def test_suit_signs_need_an_encoding_that_has_them(encoding: str, holds: bool) -> None:
    """T06."""
    assert holds_suit_signs(io.TextIOWrapper(io.BytesIO(), encoding=encoding)) is holds


def test_a_code_is_a_deal_in_any_case_and_blanks() -> None:
    """C07: accepted and normalised."""
    deal = read_deal(DealSource(f" {CODE.lower()}\n"), VariantChoice())
    assert deal.name == CODE
    assert deal.position == Deal.from_number(find_variant("spider", 2), 29).position()


@pytest.mark.parametrize(
    "choice", [VariantChoice(suits=1), VariantChoice("bicycle"), VariantChoice(rule="relaxed")]
)
def test_a_code_fixes_its_variant(choice: VariantChoice) -> None:
    with pytest.raises(SpiderError, match=f"{CODE} is spider 2 suits classic"):
        read_deal(DealSource(CODE), choice)
    assert read_deal(DealSource(CODE), VariantChoice("spider", 2, "classic")).name == CODE


def test_a_pysol_number_is_a_deal_of_the_chosen_suits() -> None:
    deal = read_deal(DealSource("PySol:1"), VariantChoice(suits=1))
    assert deal.name == "pysol:1"
    assert deal.position.variant == find_variant("spider", 1)
    with pytest.raises(SpiderError, match="spiderette"):
        read_deal(DealSource("pysol:1"), VariantChoice("spiderette"))


@pytest.mark.parametrize("form", ["text", "game", "solvitaire"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_is_a_deal_in_any_form(form: str, encoding: str, tmp_path: Path) -> None:
    position = Deal.from_number(SPIDERETTE, 5).position()
    path = tmp_path / "deal"
    path.write_text(write_position(position, form), encoding=encoding)
    deal = read_deal(DealSource(str(path), path), VariantChoice())
    assert deal.name == str(path)
    assert deal.position == position


def test_the_variant_of_a_file_can_be_chosen(tmp_path: Path) -> None:
    path = tmp_path / "deal"
    path.write_text(
        write_position(Deal.from_number(find_variant("spider", 4), 5).position(), "game")
    )
    source = DealSource(str(path), path)
    relaxed = find_variant("spider", 4, "relaxed")
    for choice in (VariantChoice(rule="relaxed"), VariantChoice("spider", 4, "relaxed")):
        assert read_deal(source, choice).position.variant == relaxed
    with pytest.raises(SpiderError):
        read_deal(source, VariantChoice(suits=1))


def test_a_file_of_codes_is_many_deals(tmp_path: Path) -> None:
    path = tmp_path / "codes"
    path.write_text(f"# two\n{CODE}\n\n pysol:3 \n")
    source = DealSource(str(path), path)
    assert [deal.name for deal in read_deals([source], VariantChoice())] == [CODE, "pysol:3"]
    with pytest.raises(SpiderError, match="holds 2 deals"):
        read_deal(source, VariantChoice())


def test_a_wrong_line_is_named(tmp_path: Path) -> None:
    codes, cards = tmp_path / "codes", tmp_path / "cards"
    codes.write_text(f"{CODE}\nSP1-S9C-AAAAAAD\n")
    cards.write_text("c1: KS\nc2: XX\n")
    assert f"{codes}: line 2: " in assert_one_line_error(run("solve", str(codes)))
    assert f"{cards}: line 2: " in assert_one_line_error(run("solve", str(cards)))


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xff" * 50, b"\0\0", b"{" * 5000, b"hello"])
def test_a_file_that_is_no_deal_is_one_line(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "deal"
    path.write_bytes(content)
    assert str(path) in assert_one_line_error(run("show", str(path)))
    assert "standard input" in assert_one_line_error(run("show", "-", input=content))


def test_what_cannot_be_read_is_bad_input(tmp_path: Path) -> None:
    assert "cannot read" in assert_one_line_error(run("show", str(tmp_path)))


def test_standard_input_is_a_deal() -> None:
    text = run("show", CODE, "--format", "text").stdout
    assert run("show", "-", "--format", "text", input=text).stdout == text
    assert run("show", "-", input=CODE).stdout == run("show", CODE).stdout
