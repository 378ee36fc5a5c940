"""``spider analyze``."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from runner import COMMAND, assert_one_line_error, run, run_process

import solver.solve
from solver.engine.warmup import warm_up
from solver.errors import SpiderError
from solver.result import Limits, SolveResult
from solver.rules.deal import Deal
from solver.rules.game import Game
from solver.rules.gamecode import parse_game_code
from solver.rules.move import parse_move
from solver.rules.position import Position
from solver.rules.variant import VARIANTS, find_variant
from solver.study.survey import survey
from spidercli.exits import Terminated

LONG = ["--suits", "1", "--n", "100000", "--workers", "2"]
QUICK = ["--suits", "1", "--n", "12", "--workers", "1"]
POSIX = pytest.mark.skipif(os.name == "nt", reason="signals and pipes of POSIX")
TIMES = ("cpu_s", "wall_s", "deals_per_s")


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """No run here tells that it compiles."""
    warm_up()


def record(*args: str) -> dict[str, Any]:
    result = run("analyze", "--json", *args)
    assert result.exit_code == 0
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def timeless(text: str) -> list[dict[str, Any]]:
    """Return the records of lines of JSON without what may differ from run to run."""
    return [
        {key: value for key, value in json.loads(line).items() if key not in TIMES}
        for line in text.splitlines()
    ]


def test_a_table_is_written_and_nothing_else() -> None:
    result = run("analyze", *QUICK)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("spider 1 suit, deals 0 to 11\n")
    assert "won         12 of 12" in result.stdout


def test_json_has_the_documented_keys() -> None:
    found = record(*QUICK, "--start", "5")
    assert list(found) == [
        "variant", "n", "start", "won", "unwinnable", "undecided", "win_rate", "ci95", "bounds",
        "bounds_ci95", "moves", "score", "nodes", "cpu_s", "wall_s", "deals_per_s", "settings",
    ]  # fmt: skip
    assert (found["variant"], found["n"], found["start"]) == ("spider 1 suit", 12, 5)
    assert found["settings"]["n"] == 12


@pytest.mark.slow
def test_the_workers_change_nothing(tmp_path: Path) -> None:
    """B03, S11: the same bytes with 1 worker and with 2, twice, the times apart."""
    outputs = []
    for workers in ("1", "2", "2"):
        path = tmp_path / "list"
        args = ["--game", "spiderette", "--n", "24", "--max-nodes", "50000", "--list", str(path)]
        made = run("analyze", "--json", *args, "--workers", workers)
        outputs.append((timeless(made.stdout), timeless(path.read_text())))
    assert all(output == outputs[0] for output in outputs)


def test_the_list_has_a_line_a_deal_and_every_solution_replays(tmp_path: Path) -> None:
    """S01: by the game that people play, with equal score, moves and runs."""
    path = tmp_path / "list"
    for suits in ("1", "2", "4"):
        run("analyze", "--suits", suits, "--n", "6", "--workers", "1", "--list", str(path))
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        assert [parse_game_code(line["deal"]).number for line in lines] == list(range(6))
        for line in lines:
            assert line["verdict"] == "won"
            code = parse_game_code(line["deal"])
            game = Game(Deal.from_number(code.variant, code.number))
            for move in line["solution"]:
                game.play(parse_move(move))
            assert game.is_won
            assert (game.counter, game.score) == (line["moves"], line["score"])


@pytest.mark.slow
def test_limits_move_deals_out_of_undecided_only() -> None:
    """S05: what a small limit decides, a large one decides alike; the three add up."""
    verdicts = []
    for max_nodes in (2_000, 20_000, 200_000):
        limits = Limits((5, 20, 80), max_nodes=max_nodes)
        results = survey(find_variant("spiderette", 4), 0, 40, limits, 1)
        verdicts.append([result.verdict.value for result in results])
    for small, large in itertools.pairwise(verdicts):
        for before, after in zip(small, large, strict=True):
            assert before in (after, "undecided")
    assert "undecided" in verdicts[0]
    assert verdicts[0] != verdicts[-1]


@pytest.mark.slow
def test_all_variants_come_in_one_table() -> None:
    args = ["analyze", "--all", "--n", "2", "--workers", "1", "--max-nodes", "20000"]
    lines = run(*args).stdout.splitlines()
    assert [line.split("  ")[0] for line in lines[1:14]] == [v.name for v in VARIANTS]
    records = json.loads(run(*args, "--json").stdout)
    assert [found["variant"] for found in records] == [v.name for v in VARIANTS]
    assert all(found["n"] == 2 for found in records)


def stop_after(count: int, stop: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let something happen after ``count`` deals."""
    real, calls = solver.solve.solve, itertools.count()

    def solve(position: Position, limits: Limits, name: str) -> SolveResult:
        if next(calls) % (count + 1) == count:
            raise stop
        return real(position, limits, name)

    monkeypatch.setattr(solver.solve, "solve", solve)


@pytest.mark.parametrize(("stop", "status"), [(KeyboardInterrupt(), 130), (Terminated(), 143)])
def test_an_interrupt_reports_what_was_done(
    stop: BaseException, status: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """T04, B01, B05: partial, with its own denominator, and the finished deals on disk."""
    stop_after(3, stop, monkeypatch)
    path = tmp_path / "list"
    result = run("analyze", *QUICK, "--list", str(path))
    assert (result.exit_code, result.stderr) == (status, "")
    assert "partial: 3 of 12 deals" in result.stdout
    assert "won         3 of 3" in result.stdout
    assert len(path.read_text().splitlines()) == 3
    found = json.loads(run("analyze", *QUICK, "--json").stdout)
    assert (found["n"], found["partial"], found["settings"]["n"]) == (3, True, 12)
    assert found["win_rate"] == 1


def test_an_interrupt_before_the_first_deal_divides_by_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """B01."""
    stop_after(0, KeyboardInterrupt(), monkeypatch)
    assert "partial: 0 of 12" in run("analyze", *QUICK).stdout
    assert json.loads(run("analyze", *QUICK, "--json").stdout)["win_rate"] is None


def test_a_dead_worker_is_one_line_and_the_rest_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stop_after(3, ChildProcessError("a worker died"), monkeypatch)
    result = run("analyze", *QUICK)
    assert (result.exit_code, result.stderr) == (1, "spider: error: a worker died\n")
    assert "partial: 3 of 12 deals" in result.stdout


def test_a_list_that_cannot_be_written_is_one_line_and_1(tmp_path: Path) -> None:
    """T11."""
    line = assert_one_line_error(run("analyze", *QUICK, "--list", str(tmp_path / "no" / "x")), 1)
    assert str(tmp_path / "no" / "x") in line
    assert_one_line_error(run("analyze", *QUICK, "--list", str(tmp_path)), 2)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line_and_1() -> None:
    result = run("analyze", *QUICK, "--list", "/dev/full")
    assert result.exit_code == 1
    assert result.stderr == "spider: error: /dev/full: No space left on device\n"


@pytest.mark.parametrize("bad", [["--suits", "3"], ["--n", "0"], ["--start", "9" * 30]])
def test_bad_options_leave_a_list_that_was_there(bad: list[str], tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_text("mine")
    assert_one_line_error(run("analyze", "--list", str(path), *bad))
    assert path.read_text() == "mine"


def test_the_list_can_go_to_standard_output() -> None:
    lines = run("analyze", *QUICK, "--json", "--list", "-").stdout.splitlines()
    assert [next(iter(json.loads(line))) for line in lines] == ["deal"] * 12 + ["variant"]


def test_a_variant_that_there_is_not_is_refused() -> None:
    assert "T3" in assert_one_line_error(
        run("analyze", "--game", "spiderette", "--rule", "relaxed")
    )
    with pytest.raises(SpiderError):
        find_variant("spiderette", 1, "relaxed")


@pytest.mark.slow
@pytest.mark.parametrize("env", [{}, {"CI": "1"}, {"TERM": "dumb"}], ids=["file", "CI", "dumb"])
def test_a_file_gets_no_progress_bar(env: dict[str, str], tmp_path: Path) -> None:
    """B07: no carriage return, no escape sequence."""
    done = run_process("analyze", *QUICK, env=env, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\r" not in done.stdout
    assert b"\x1b" not in done.stdout


@POSIX
@pytest.mark.slow
@pytest.mark.parametrize(
    ("env", "watched"), [({"TERM": "xterm"}, True), ({"CI": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_a_person_who_looks_gets_a_progress_bar(env: dict[str, str], watched: bool) -> None:
    """B07: on stderr only, and gone at the end."""
    import pexpect

    kept = {key: value for key, value in os.environ.items() if key not in ("CI", "TERM")}
    out, status = pexpect.run(
        f"sh -c '{' '.join(COMMAND)} analyze --suits 1 --n 40 --workers 1 >/dev/null'",
        # At each deal: a fast machine solves all before it is time to draw the bar again.
        env={**kept, "TERM": "xterm", "TQDM_MININTERVAL": "0", **env},
        withexitstatus=True,
        timeout=600,
    )
    assert status == 0
    assert (b"40/40" in out and b"won" in out) is watched
    assert watched or out == b""


@POSIX
@pytest.mark.slow
def test_a_reader_that_leaves_early_is_no_error() -> None:
    """T05."""
    done = subprocess.run(
        ["sh", "-c", f"{{ {' '.join(COMMAND)} analyze --suits 1 --n 20 --list -; "
         "echo $? >&2; } | head -1"],
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        capture_output=True,
        check=True,
    )  # fmt: skip
    assert json.loads(done.stdout)["verdict"] == "won"
    assert done.stderr in (b"141\n", b"0\n")


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no affinity here")
@pytest.mark.slow
def test_more_workers_than_cores_are_capped_with_a_note() -> None:
    """N05: as under ``taskset -c 0``."""
    code = (
        "import os, sys; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
        "from spidercli.main import main; main()"
    )
    args = ["analyze", "--suits", "1", "--n", "3", "--workers", "8"]
    done = subprocess.run(
        [sys.executable, "-c", code, *args], capture_output=True, text=True, check=True
    )
    assert done.stderr == "spider: --workers 8: this process may use 1\n"
    assert "1 worker" in done.stdout


def is_gone(group: int) -> bool:
    """Whether no process of a group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


@contextlib.contextmanager
def long_run(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a survey of its own process group that would take hours, and wait for results."""
    path = tmp_path / "list"
    # A shell that runs the tests in the background may have told them to ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen(
            [*COMMAND, "analyze", *LONG, "--list", str(path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    try:
        wait_until(lambda: process.poll() is not None or _lines(path) >= 3)
        assert process.poll() is None, process.communicate()
        yield process
    finally:
        process.kill()
        process.communicate()


def _lines(path: Path) -> int:
    return path.read_text().count("\n") if path.exists() else 0


def wait_until(condition: Any) -> None:
    end = time.monotonic() + 600
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@POSIX
@pytest.mark.slow
@pytest.mark.parametrize("whole_group", [True, False], ids=["terminal", "kill"])
@pytest.mark.parametrize(("signum", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it_at_once_and_leaves_nothing(
    signum: signal.Signals, status: int, whole_group: bool, tmp_path: Path
) -> None:
    """T04: no traceback, no surviving child, finished deals on disk, also at a second signal."""
    with long_run(tmp_path) as process:
        send = os.killpg if whole_group else os.kill
        send(process.pid, signum)
        if signum == signal.SIGINT:
            with contextlib.suppress(ProcessLookupError):
                send(process.pid, signum)
        out, err = process.communicate(timeout=60)
        assert process.returncode == status
        assert err == ""
        assert "partial: " in out
        wait_until(lambda: is_gone(process.pid))
    lines = (tmp_path / "list").read_text().splitlines()
    done = [json.loads(line)["deal"] for line in lines]
    assert len(done) == len(set(done)) >= 3
    # The signal may come between the line of a deal and its count.
    assert any(f"partial: {count} of 100000" in out for count in (len(done), len(done) - 1))


@POSIX
@pytest.mark.slow
def test_workers_do_not_outlive_a_killed_parent(tmp_path: Path) -> None:
    """T04, B05: kill -9 leaves no worker, and whole lines on disk."""
    with long_run(tmp_path) as process:
        process.kill()
        process.wait()
        wait_until(lambda: is_gone(process.pid))
    for line in (tmp_path / "list").read_text().splitlines():
        json.loads(line)
