"""``spider show``."""

from __future__ import annotations

import click
import pytest
from positions import DATA
from runner import run

from solver.rules.deal import Deal
from solver.rules.formats import FORMS, read_position
from solver.rules.gamecode import format_game_code
from solver.rules.variant import VARIANTS, Variant, find_variant
from spidercli.render import render_position

CODE = "SP1-S4C-AAAAAAD"


def test_a_deal_is_shown_as_a_player_sees_it() -> None:
    shown = run("show", CODE)
    table = render_position(
        Deal.from_number(find_variant("spider", 4), 3).position(), ascii=False, color=False
    )
    assert shown.exit_code == 0
    assert shown.stdout == f"{CODE} (spider 4 suits classic)\n\n{table}\n"
    assert shown.stdout.count("░░") == 44


def test_open_shows_every_card() -> None:
    shown = run("show", CODE, "--open", "--ascii").stdout
    assert "##" not in shown
    cards = [word.strip("()") for line in shown.splitlines()[3:-1] for word in line.split()]
    names = [word for word in cards if len(word) == 2 and word[1] in "SHDC"]
    assert len(names) == 104


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda v: v.name)
@pytest.mark.parametrize("form", FORMS)
def test_what_is_written_in_a_form_is_the_deal(variant: Variant, form: str) -> None:
    written = run("show", format_game_code(variant, 77), "--format", form)
    assert written.exit_code == 0
    assert read_position(written.stdout, variant=variant) == (
        Deal.from_number(variant, 77).position()
    )


def test_a_position_in_mid_game_is_shown() -> None:
    (path,) = (DATA / "positions").glob("P01*")
    shown = run("show", str(path), "--ascii")
    assert "runs: 5 of 8 removed" in shown.stdout
    assert "stock: 10 cards, 1 row to deal" in shown.stdout


def test_a_narrow_terminal_gets_another_table() -> None:
    """T09."""
    for columns in ("20", "40", "200"):
        shown = run("show", CODE, env={"COLUMNS": columns})
        table = shown.stdout.split("\n\n", 1)[1]
        assert all(len(line) <= int(columns) for line in table.splitlines())
    assert run("show", CODE, env={"COLUMNS": "0"}).exit_code == 0


def test_colour_is_shown_when_asked_for() -> None:
    plain, colored = run("show", CODE).stdout, run("show", CODE, "--color", "always").stdout
    assert "\x1b[" in colored
    assert click.unstyle(colored) == plain
