"""``spider replay`` with --step and --animate, and of saved games."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from runner import assert_one_line_error, run

CODE = "SD1-S4-AAAAAND"
MOVES = "6-4x1 3-1x1 deal 2-7x1"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIDER_DATA_DIR", str(tmp_path / "data"))


@pytest.fixture
def solution(tmp_path: Path) -> str:
    path = tmp_path / "moves.txt"
    path.write_text(MOVES)
    return str(path)


def tables(text: str) -> list[str]:
    """Return the header of each table in a text."""
    return [line for line in text.splitlines() if line.startswith(f"{CODE}   score")]


def test_an_animation_shows_the_table_before_and_after_each_move(solution: str) -> None:
    """B07: in a pipe nothing waits and nothing is cleared."""
    result = run("replay", CODE, solution, "--animate", "--delay", "60")
    assert result.exit_code == 1
    assert "\x1b" not in result.stdout
    assert [line.split()[4] for line in tables(result.stdout)] == ["0", "1", "2", "3", "4"]
    assert "move 3 of 4: deal" in result.stdout
    assert "From 6 to 4: 3♣. 8♣ turns up in column 6." in result.stdout
    last = result.stdout.splitlines()[-1]
    assert last == f"{CODE}: not won after 4 moves, 0 of 4 runs removed, score 496"


@pytest.mark.parametrize(
    ("keys", "moves"),
    [
        ("", "0"),
        ("\n\n", "0 1 2"),
        ("\nb\nb\n", "0 1 0 0"),
        ("3\n", "0 3"),
        ("99\n\n", "0 4 4"),
        ("2\n1\nn\n", "0 2 1 2"),
        ("q\n\n", "0"),
        ("x\n\n", "0 1"),
    ],
)
def test_steps_go_where_the_keys_say(solution: str, keys: str, moves: str) -> None:
    result = run("replay", CODE, solution, "--step", "--ascii", input=keys)
    assert result.exit_code == 1
    assert [line.split()[4] for line in tables(result.stdout)] == moves.split()
    assert result.stdout.isascii()


def test_the_same_table_comes_by_steps_and_by_a_jump(solution: str) -> None:
    by_steps = run("replay", CODE, solution, "--step", input="\n\n\n\n").stdout.split(CODE)[-2]
    assert run("replay", CODE, solution, "--step", input="4\n").stdout.split(CODE)[-2] == by_steps


def test_what_comes_before_the_fault_is_shown_and_the_fault_is_told(tmp_path: Path) -> None:
    path = tmp_path / "moves.txt"
    path.write_text(f"{MOVES} 1-2x9")
    result = run("replay", CODE, str(path), "--animate")
    assert result.exit_code == 1
    assert len(tables(result.stdout)) == 5
    assert "fails at move 5, 1-2x9: " in result.stdout.splitlines()[-1]


def test_a_saved_game_is_replayed_without_a_solution(tmp_path: Path) -> None:
    path = tmp_path / "saved.txt"
    run("play", "--code", CODE, input=f"6 4\nd\nu\nsave {path}\n")
    saved = path.read_bytes()
    result = run("replay", str(path))
    assert result.stdout == f"{CODE}: not won after 1 move, 0 of 4 runs removed, score 499\n"
    assert len(tables(run("replay", str(path), "--animate").stdout)) == 2
    assert path.read_bytes() == saved
    path.write_bytes(saved.replace(b"6-4x1", b"6-4x9"))
    line = assert_one_line_error(run("replay", str(path)))
    assert f"{path}: line 8: " in line


@pytest.mark.parametrize(
    "args",
    [
        ["--step", "--animate"],
        ["--step", "--json"],
        ["--animate", "--json"],
        ["--delay", "1"],
        ["--animate", "--delay", "-1"],
        ["--animate", "--delay", "x"],
    ],
)
def test_wrong_options_are_told_in_one_line(solution: str, args: list[str]) -> None:
    assert_one_line_error(run("replay", CODE, solution, *args))


def test_steps_need_files_since_keys_come_from_standard_input(solution: str) -> None:
    assert_one_line_error(run("replay", CODE, "-", "--step", input=MOVES))


def test_a_deal_alone_is_no_game_to_replay() -> None:
    assert_one_line_error(run("replay", CODE))
    assert_one_line_error(run("replay", __file__))


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_terminal_is_repainted_and_shows_the_keys(tmp_path: Path, solution: str) -> None:
    from terminal import Terminal

    with Terminal("replay", CODE, solution, "--step", data_dir=tmp_path) as at:
        rows = at.wait_for_prompt()
        assert "Enter next   b back   12 move 12   q quit" in rows
        rows = at.type("")
        assert rows[0].startswith(f"{CODE}   score 499")
        assert at.leave("q\r") == 1
    with Terminal("replay", CODE, solution, "--animate", "--delay", "0", data_dir=tmp_path) as at:
        assert at.leave("") == 1
        assert at.raw.count(b"\x1b[2J") == 5
    with Terminal("replay", CODE, solution, "--animate", "--delay", "60", data_dir=tmp_path) as at:
        at.send("")
        assert at.leave("\x03") == 130
        assert b"Traceback" not in at.raw
