"""``spider verify``: stored wins replayed by the plain rules."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from runner import assert_one_line_error, run

ANALYZE = ["analyze", "--game", "spiderette", "--suits", "1", "--width", "10", "--n", "8"]


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("verify") / "good.db"
    assert run(*ANALYZE, "--workers", "1", "--out", str(path)).exit_code == 0
    return path


def changed(good: Path, folder: Path, change: str) -> Path:
    """Return a copy in which one thing is otherwise; still a whole file."""
    path = folder / "changed.db"
    path.write_bytes(good.read_bytes())
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(change)
    return path


def test_s01_every_stored_win_replays(good: Path) -> None:
    """Case S01."""
    before = good.read_bytes()
    result = run("verify", str(good), "--workers", "1")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"{good}: 8 of 8 wins hold, 8 deals\n"
    assert good.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            "UPDATE result SET solution = CAST(x'0000' || solution AS BLOB) WHERE number = 3",
            "fails at move ",
        ),
        (
            "UPDATE result SET solution = CAST(x'1101' || solution AS BLOB) WHERE number = 3",
            "fails at move 1: ",
        ),
        (
            "UPDATE result SET solution = substr(solution, 1, length(solution) - 2)"
            " WHERE number = 3",
            "not won after ",
        ),
        ("UPDATE result SET moves = moves + 1 WHERE number = 3", " moves, not "),
        ("UPDATE result SET score = score + 1 WHERE number = 3", "a score of "),
        ("UPDATE result SET solution = NULL WHERE number = 3", "no solution is kept"),
    ],
)
def test_a_win_that_does_not_hold_is_named(
    good: Path, tmp_path: Path, change: str, reason: str
) -> None:
    path = changed(good, tmp_path, change)
    result = run("verify", str(path), "--workers", "1")
    assert result.exit_code == 1
    fault, count = result.stdout.splitlines()
    assert fault.startswith(f"{path}: SD1-S1-AAAAAAD: ")
    assert reason in fault
    assert count == f"{path}: 7 of 8 wins hold, 8 deals"
    record = json.loads(run("verify", str(path), "--json", "--workers", "1").stdout)
    assert (record["deals"], record["wins"]) == (8, 8)
    assert [failed["deal"] for failed in record["failed"]] == ["SD1-S1-AAAAAAD"]


def test_a_deal_that_is_not_won_needs_no_solution(good: Path, tmp_path: Path) -> None:
    change = "UPDATE result SET verdict = 'undecided', solution = NULL WHERE number < 2"
    result = run("verify", str(changed(good, tmp_path, change)), "--workers", "1")
    assert result.exit_code == 0
    assert result.stdout.endswith("6 of 6 wins hold, 8 deals\n")


@pytest.mark.slow
def test_several_files_and_workers(good: Path, tmp_path: Path) -> None:
    bad = changed(good, tmp_path, "UPDATE result SET moves = 1 WHERE number = 5")
    result = run("verify", str(bad), str(good), "--workers", "2")
    assert result.exit_code == 1
    assert [line.rpartition(": ")[2].split(",")[0] for line in result.stdout.splitlines()][1:] == [
        "7 of 8 wins hold",
        "8 of 8 wins hold",
    ]


def test_what_is_no_file_of_results_is_one_line(tmp_path: Path) -> None:
    assert "No such file" in assert_one_line_error(run("verify", str(tmp_path / "no.db")), 1)
    other = tmp_path / "other"
    other.write_text("x")
    assert "no file of results" in assert_one_line_error(run("verify", str(other)))
    assert "FILE" in assert_one_line_error(run("verify"))
