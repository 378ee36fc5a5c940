"""``spider analyze --out``: results that last, and runs that go on where they stopped."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from runner import COMMAND, assert_one_line_error, run

from solver.result import SolveResult
from solver.study.store import Results
from spidercli import progress, surveys

EASY = ["analyze", "--game", "spiderette", "--suits", "1", "--width", "10", "--workers", "1"]
POSIX = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


def stored(path: Path) -> list[SolveResult]:
    """Return what a file holds, the times apart."""
    with Results(path) as there:
        (study,) = there.studies
        return [replace(result, cpu_s=0.0) for result in there.results(study)]


def timeless(text: str) -> Any:
    record = json.loads(text)
    return {key: record[key] for key in record if key not in ("cpu_s", "wall_s", "deals_per_s")}


def test_b05_a_second_run_goes_on_and_ends_like_one_unbroken_run(tmp_path: Path) -> None:
    """Case B05: the same results, the same report, the same list."""
    once, twice = tmp_path / "once.db", tmp_path / "twice.db"
    lists = [tmp_path / "a", tmp_path / "b"]
    whole = run(*EASY, "--n", "12", "--json", "--out", str(once), "--list", str(lists[0]))
    run(*EASY, "--n", "5", "--out", str(twice))
    more = run(*EASY, "--n", "12", "--json", "--out", str(twice), "--list", str(lists[1]))
    assert timeless(more.stdout) == timeless(whole.stdout)
    assert stored(twice) == stored(once)
    lines = [[timeless(line) for line in path.read_text().splitlines()] for path in lists]
    assert lines[0] == lines[1]
    assert len(lines[0]) == 12


def test_a_finished_run_is_told_again_without_solving(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "results.db"
    first = run(*EASY, "--n", "5", "--json", "--out", str(path))
    before = path.read_bytes()
    monkeypatch.setattr("solver.study.survey.solve_number", lambda *_: 1 / 0)
    again = run(*EASY, "--n", "5", "--json", "--out", str(path))
    assert timeless(again.stdout) == timeless(first.stdout)
    fewer = json.loads(run(*EASY, "--n", "3", "--json", "--out", str(path)).stdout)
    assert (fewer["n"], fewer["deals_per_s"]) == (3, 0)
    assert "partial" not in fewer
    assert len(path.read_bytes()) == len(before)
    assert len(stored(path)) == 5


def test_b05_an_interrupt_keeps_what_was_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cases B05, T04: finished deals are in the file, and the report says partial."""
    path = tmp_path / "results.db"
    whole = surveys.survey_spans

    def stopping(*args: Any) -> Iterator[SolveResult]:
        for number, result in enumerate(whole(*args)):
            if number == 4:
                raise KeyboardInterrupt
            yield result

    with monkeypatch.context() as patch:
        patch.setattr(surveys, "survey_spans", stopping)
        result = run(*EASY, "--n", "12", "--out", str(path))
    assert (result.exit_code, result.stderr) == (130, "")
    assert "partial: 4 of 12 deals" in result.stdout
    assert len(stored(path)) == 5
    run(*EASY, "--n", "12", "--out", str(path))
    assert len(stored(path)) == 12


def test_b05_other_settings_are_refused_and_change_nothing(tmp_path: Path) -> None:
    """Case B05."""
    path = tmp_path / "results.db"
    run(*EASY, "--n", "3", "--out", str(path))
    before = path.read_bytes()
    for other in (["--suits", "2"], ["--width", "20"], ["--start", "1"], ["--max-nodes", "5"]):
        line = assert_one_line_error(run(*EASY, "--n", "3", *other, "--out", str(path)))
        assert str(path) in line
        assert "write to another file" in line
    assert path.read_bytes() == before
    assert [other.name for other in tmp_path.iterdir()] == ["results.db"]


def test_files_that_cannot_be_written_are_one_line(tmp_path: Path) -> None:
    """T11: a status of 1 where the system refuses, 2 where the file is the wrong one."""
    line = assert_one_line_error(run(*EASY, "--out", str(tmp_path / "no" / "results.db")), 1)
    assert "No such file or directory" in line
    assert_one_line_error(run(*EASY, "--out", str(tmp_path)), 2)
    other = tmp_path / "letter.txt"
    other.write_text("Dear all,\n")
    assert "no file of results" in assert_one_line_error(run(*EASY, "--out", str(other)), 2)
    assert other.read_text() == "Dear all,\n"


def test_all_variants_go_into_one_file(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    args = ["analyze", "--all", "--n", "1", "--width", "5", "--max-nodes", "2000"]
    args += ["--workers", "1", "--json", "--out", str(path)]
    first, second = (json.loads(run(*args).stdout) for _ in range(2))
    assert len(first) == len(second) == 13
    assert [record["nodes"] for record in first] == [record["nodes"] for record in second]
    with Results(path) as there:
        assert [there.count(study) for study in there.studies] == [1] * 13


def test_a_log_gets_a_line_a_minute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """B07: whole lines only, and none unless asked for."""
    args = [*EASY, "--n", "6", "--out", str(tmp_path / "results.db")]
    run(*EASY, "--n", "2", "--out", str(tmp_path / "results.db"))
    monkeypatch.setattr(progress, "LOG_SECONDS", 0.0)
    result = run(*args, "--progress")
    lines = result.stderr.splitlines()
    assert len(lines) == 4
    assert lines[0].startswith("spider: spiderette 1 suit: 3 of 6 deals, ")
    assert " a second, " in lines[0]
    assert lines[-1].endswith("0 s left, 100 % won (60.97 to 100 %)")
    assert "\r" not in result.stderr
    assert run(*args).stderr == ""
    monkeypatch.setattr(progress, "LOG_SECONDS", 60.0)
    assert run(*EASY, "--n", "2", "--progress").stderr == ""


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0 s"), (59.4, "59 s"), (61, "1 min 01 s"), (3599, "59 min 59 s"), (11100, "3 h 05 min")],
)
def test_times_are_told_as_people_say_them(seconds: float, text: str) -> None:
    assert progress.duration_text(seconds) == text


def count_of(path: Path) -> int:
    """Return how many results a file holds that may be in use, damaged by nothing."""
    with contextlib.suppress(sqlite3.OperationalError):
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        with contextlib.closing(connection):
            ((count,),) = connection.execute("SELECT COUNT(*) FROM result").fetchall()
            return int(count)
    return 0


def wait_until_it_grows(path: Path, process: subprocess.Popen[bytes], by: int) -> None:
    before = count_of(path)
    while process.poll() is None and count_of(path) < before + by:
        time.sleep(0.01)


MANY = 8000
"""More deals than a fast machine solves while a run is killed ten times."""


@POSIX
@pytest.mark.slow
def test_b05_a_run_killed_ten_times_ends_like_an_unbroken_one(tmp_path: Path) -> None:
    """Case B05: SIGKILL at random moments; each deal once, and nothing done is lost."""
    dice = random.Random()
    unbroken, killed = tmp_path / "unbroken.db", tmp_path / "killed.db"
    args = ["analyze", "--game", "spiderette", "--suits", "1", "--n", str(MANY), "--workers", "2"]
    kept = 0
    kills = 0
    while kills < 10:
        process = subprocess.Popen(
            [*COMMAND, *args, "--out", str(killed)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        if kills % 3 == 0:
            time.sleep(dice.uniform(0.05, 1.5))
        else:
            wait_until_it_grows(killed, process, dice.randint(1, 50))
            time.sleep(dice.uniform(0, 0.02))
        process.kill()
        _, errors = process.communicate(timeout=60)
        assert process.returncode == -signal.SIGKILL, errors
        kills += 1
        now = count_of(killed)
        assert now >= kept
        kept = now
    assert 0 < kept < MANY
    for path in (killed, unbroken):
        assert run(*args, "--out", str(path)).exit_code == 0
    assert stored(killed) == stored(unbroken)
    assert len(stored(killed)) == MANY
    assert {path.name for path in tmp_path.iterdir()} == {"killed.db", "unbroken.db"}


def test_games_of_players_are_kept_too(tmp_path: Path) -> None:
    """Resumed, paired, reported and compared like the solver's results."""
    path, solved = tmp_path / "games.db", tmp_path / "solved.db"
    args = ["analyze", "--game", "spiderette", "--suits", "1", "--player", "greedy"]
    args += ["--workers", "1", "--json"]
    whole = json.loads(run(*args, "--n", "20").stdout)
    run(*args, "--n", "8", "--out", str(path))
    lines = tmp_path / "list"
    again = json.loads(run(*args, "--n", "20", "--out", str(path), "--list", str(lines)).stdout)
    for record in (whole, again):
        del record["mean"]["cpu_s"]
    assert again == whole
    assert len(lines.read_text().splitlines()) == 20
    (record,) = json.loads(run("report", str(path), "--json").stdout)
    assert (record["player"], record["n"], record["win_rate"]) == ("greedy", 20, whole["win_rate"])
    assert record["mean"]["runs"] == pytest.approx(whole["mean"]["runs"])
    lost = run("report", str(path), "--select", "lost player=greedy").stdout.split()
    assert len(lost) == 20 - whole["won"]
    assert "player greedy" in run("report", str(path)).stdout
    run(*EASY, "--n", "15", "--out", str(solved))
    (pair,) = json.loads(run("report", str(solved), str(path), "--compare", "--json").stdout)
    assert (pair["n"], pair["players"], pair["second_only"]) == (15, ["open", "greedy"], 0)
    assert "only games of players" in assert_one_line_error(run("verify", str(path)))
