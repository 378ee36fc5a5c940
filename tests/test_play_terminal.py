"""``spider play`` at a real pseudo-terminal: what a person sees and presses."""

from __future__ import annotations

import re
import signal
import sys
from pathlib import Path

import pytest
from wcwidth import wcswidth

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

if sys.platform != "win32":
    from terminal import Terminal

CODE = "SP1-S4C-AAAAAAD"


def test_the_first_screen_is_a_whole_table_with_a_prompt(tmp_path: Path) -> None:
    with Terminal("play", "--code", CODE, data_dir=tmp_path) as at:
        rows = at.wait_for_prompt()
        assert rows[0] == f"{CODE}   score 500   moves 0   rows left 5   runs 0/8"
        assert rows[2].split() == [str(i) for i in range(1, 11)]
        assert rows[8].split() == ["2♣", "6♠", "Q♦", "9♠"]
        assert rows[10] == "3 7 move   d deal   u undo   h hint   ? help   q quit"
        assert rows[11] == ">"


def test_a_move_repaints_the_table_and_marks_what_changed(tmp_path: Path) -> None:
    with Terminal("play", "--code", CODE, data_dir=tmp_path) as at:
        at.wait_for_prompt()
        rows = at.type("8 7")
        assert rows[0].startswith(f"{CODE}   score 499   moves 1")
        assert ">3♠" in rows[8]
        assert any(row.startswith("From 8 to 7: 3♠. ") for row in rows)
        changed = [
            (at.screen.buffer[y][x].data, at.screen.buffer[y][x].reverse)
            for y in range(3, 9)
            for x in range(80)
            if at.screen.buffer[y][x].reverse
        ]
        assert ("3", True) in changed
        assert len(changed) == 6  # two cards of two signs, each with its mark


def test_red_suits_are_red_and_nothing_is_where_it_is_not_wanted(tmp_path: Path) -> None:
    with Terminal("play", "--code", CODE, data_dir=tmp_path) as at:
        at.wait_for_prompt()
        red = {
            at.screen.buffer[y][x].data
            for y in range(9)
            for x in range(80)
            if _fg(at, y, x) == "red"
        }
        assert {"♦", "Q", "A"} <= red
        assert not {"♠", "♣"} & red
    for args, env in (((), {"NO_COLOR": "1"}), (("--color", "never"), {}), ((), {"TERM": "dumb"})):
        with Terminal("play", "--code", CODE, *args, data_dir=tmp_path, **env) as at:
            at.wait_for_prompt()
            assert b"\x1b[31m" not in at.raw
            assert b"\x1b[2m" not in at.raw


def _fg(at: Terminal, y: int, x: int) -> str:
    return str(at.screen.buffer[y][x].fg)


@pytest.mark.slow
@pytest.mark.parametrize("columns", [20, 30, 40, 80, 200])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_every_width_plays_and_no_line_is_broken(
    tmp_path: Path, columns: int, encoding: str
) -> None:
    """T09, T07: compact where it is narrow, and every line fits the screen."""
    env = {"PYTHONIOENCODING": encoding}
    with Terminal("play", "--code", CODE, data_dir=tmp_path, columns=columns, **env) as at:
        at.wait_for_prompt()
        rows = at.type("8 7, d")
        assert "moves 2" in " ".join(rows) or columns == 20
        at.raw.decode("ascii" if encoding == "ascii" else "utf-8")
        shown = at.raw.decode(errors="replace").replace("\r", "").split("\n")
        if columns >= 40:
            assert any(row.split() == [str(i) for i in range(1, 11)] for row in rows)
        assert all(_cells(line) <= columns for line in shown)


def _cells(line: str) -> int:
    return wcswidth(re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", line))


def test_a_low_terminal_folds_the_table_so_that_its_numbers_stay_in_sight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LINES", "24")  # what a shell says of its own terminal
    monkeypatch.setenv("COLUMNS", "40")
    with Terminal("play", "--code", CODE, data_dir=tmp_path, lines=15) as at:
        at.wait_for_prompt()
        rows = at.type("d,d,d,d,d")
        rows = at.type("table")
        assert rows[0].startswith(CODE)
        assert rows[2].split()[0] == "1"
        assert rows[3].split() == ["░5"] * 4 + ["░4"] * 6
        assert at.type("")[0].startswith(CODE)


def test_the_size_is_asked_anew_for_each_table(tmp_path: Path) -> None:
    with Terminal("play", "--code", CODE, data_dir=tmp_path) as at:
        at.wait_for_prompt()
        at.child.setwinsize(24, 40)
        at.screen.resize(24, 40)
        rows = at.type("")
        assert rows[1].startswith("rows left 5")


def test_columns_of_zero_and_nonsense_are_no_size(tmp_path: Path) -> None:
    """T09."""
    for value in ("0", "-3", "x"):
        with Terminal("play", "--code", CODE, data_dir=tmp_path, COLUMNS=value) as at:
            assert at.wait_for_prompt()[0].endswith("runs 0/8")


@pytest.mark.parametrize("lang", ["hu", "ja", "ko"])
def test_wide_letters_leave_the_table_straight(tmp_path: Path, lang: str) -> None:
    """T07."""
    with Terminal("play", "--code", CODE, "--lang", lang, data_dir=tmp_path) as at:
        at.wait_for_prompt()
        at.type("rules")
        rows = at.type("8 7")
        numbers = at.screen.display[2]
        row = at.screen.display[8]
        assert row.index("3♠") <= numbers.index("7") <= row.index("3♠") + 1
        assert "500" not in rows[0]


def test_a_refusal_is_one_line_below_and_the_table_stays(tmp_path: Path) -> None:
    with Terminal("play", "--code", CODE, data_dir=tmp_path) as at:
        before = at.wait_for_prompt()
        rows = at.type("1 2")
        assert rows[:11] == before[:11]
        assert rows[12].startswith("2♣ does not go onto 6♠, which is not one rank higher (R3)")


def test_lines_are_edited_recalled_and_completed(tmp_path: Path) -> None:
    with Terminal("play", "--code", CODE, data_dir=tmp_path) as at:
        at.wait_for_prompt()
        rows = at.type("8 77\x7f")
        assert "moves 1" in rows[0]
        rows = at.type("u")
        at.type("\x1b[A\x1b[A")
        assert "moves 1" in at.rows()[0]
        assert at.type("resta\t")[0].endswith("runs 0/8")
        assert at.leave("q\r") == 0
    with Terminal("play", "--code", CODE, data_dir=tmp_path) as at:
        at.wait_for_prompt()
        assert "moves 1" in at.type("\x1b[A\x1b[A\x1b[A\x1b[A\x1b[A")[0], "typed in the game before"


@pytest.mark.parametrize(
    ("keys", "status"), [("\x03", 130), ("\x04", 0), ("q\r", 0), ("8 7\x03", 130)]
)
def test_every_way_out_keeps_the_game(tmp_path: Path, keys: str, status: int) -> None:
    with Terminal("play", "--code", CODE, data_dir=tmp_path) as at:
        at.wait_for_prompt()
        at.type("d")
        assert at.leave(keys) == status
        assert b"Traceback" not in at.raw
        assert (
            b"score 499, moves 1, runs 0/8. spider play --resume goes on with it."
            in at.raw.replace(b"\r\n", b" ")
        )
    with Terminal("play", "--resume", data_dir=tmp_path) as at:
        assert "moves 1   rows left 4" in at.wait_for_prompt()[0]


@pytest.mark.parametrize("number", ["SIGTERM", "SIGKILL", "SIGHUP"])
def test_a_killed_game_can_be_resumed(tmp_path: Path, number: str) -> None:
    with Terminal("play", "--code", CODE, data_dir=tmp_path) as at:
        at.wait_for_prompt()
        at.type("8 7")
        at.kill(getattr(signal, number))
        assert b"Traceback" not in at.raw
    with Terminal("play", "--resume", data_dir=tmp_path) as at:
        assert "moves 1" in at.wait_for_prompt()[0]


def test_an_untouched_game_is_not_kept(tmp_path: Path) -> None:
    with Terminal("play", "--code", CODE, data_dir=tmp_path) as at:
        at.wait_for_prompt()
        assert at.leave("q\r") == 0
        assert b"--resume" not in at.raw
    assert not (tmp_path / "games").exists()


def test_odd_keys_do_no_harm(tmp_path: Path) -> None:
    """T01: control characters, broken UTF-8 and long lines."""
    with Terminal("play", "--code", CODE, data_dir=tmp_path) as at:
        at.wait_for_prompt()
        at.child.send(b"\xff\xfe\r")
        at.wait_for_prompt()
        at.type("\x01\x02\x05")
        at.type("9" * 300)
        assert "moves 1" in at.type("d")[0]


@pytest.mark.slow
def test_the_solver_answers_with_what_can_be_typed(tmp_path: Path) -> None:
    with Terminal("play", "--code", "SD1-S1-AAAAABD", data_dir=tmp_path, lines=50) as at:
        at.wait_for_prompt()
        rows = at.type("s", patience=300)  # the engine may have to be compiled first
        at_line = next(i for i, row in enumerate(rows) if row.startswith("This can still be won"))
        line = " ".join(row for row in rows[at_line + 1 :] if row and row != ">")
        rows = at.type(line)
        assert any(row.startswith("The game is won in") for row in rows)
        rows = at.type("s", patience=300)
        assert any(row.startswith("The solver wins this deal in") for row in rows)


def test_scroll_and_a_dumb_terminal_leave_the_tables_standing(tmp_path: Path) -> None:
    for args, env in ((("--scroll",), {}), ((), {"TERM": "dumb"})):
        with Terminal("play", "--code", CODE, *args, data_dir=tmp_path, lines=50, **env) as at:
            at.wait_for_prompt()
            rows = at.type("8 7")
            assert sum(row.startswith(CODE) for row in rows) == 2
            assert b"\x1b[2J" not in at.raw
