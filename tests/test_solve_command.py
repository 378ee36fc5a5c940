"""``spider solve``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from positions import DATA
from runner import assert_one_line_error, run

import solver.engine.warmup
import solver.solve
from solver.result import Limits, SolveResult, Verdict
from solver.rules.position import Position

EASY, SPIDERETTE = "SP1-S1C-AAAAAAD", "SD1-S1-AAAAABD"
DEAD = next((DATA / "positions").glob("P04*"))


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """No run here tells that it compiles."""
    solver.engine.warmup.warm_up()


def fake(*verdicts: Verdict) -> Any:
    """Return what stands for the solver: it gives these verdicts in turn."""
    rest = list(verdicts)

    def solve(position: Position, limits: Limits, name: str) -> SolveResult:
        verdict = rest.pop(0)
        won = verdict is Verdict.WON
        return SolveResult(
            name, position.variant, verdict, () if won else None, 0 if won else None,
            500 if won else None, 10, 0.5, "" if won else "a reason",
        )  # fmt: skip

    return solve


@pytest.mark.parametrize(
    ("verdicts", "status"),
    [
        ([Verdict.WON, Verdict.WON], 0),
        ([Verdict.WON, Verdict.UNWINNABLE], 1),
        ([Verdict.UNDECIDED, Verdict.WON], 3),
        ([Verdict.UNDECIDED, Verdict.UNWINNABLE], 3),
    ],
)
def test_the_status_says_the_worst_verdict(
    verdicts: list[Verdict], status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver.solve, "solve", fake(*verdicts))
    result = run("solve", EASY, SPIDERETTE)
    assert result.exit_code == status
    for line, verdict in zip(result.stdout.splitlines(), verdicts, strict=True):
        assert verdict in line


def test_undecided_is_told_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """S05: what a limit ended is never called lost."""
    monkeypatch.setattr(solver.solve, "solve", fake(Verdict.UNDECIDED))
    result = run("solve", EASY)
    assert result.stdout == f"{EASY}: undecided, a reason (10 nodes, 0.50 s)\n"


def test_an_easy_deal_is_won() -> None:
    result = run("solve", EASY)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{EASY}: won in ")
    assert "score" in result.stdout
    assert result.stderr == ""


def test_a_dead_deal_is_unwinnable() -> None:
    """R05: refused deals and too few cards are no hang."""
    result = run("solve", str(DEAD))
    assert result.exit_code == 1
    assert "unwinnable" in result.stdout


def test_small_limits_leave_a_deal_undecided() -> None:
    """S05, S13: at once, and with exit status 3."""
    result = run("solve", "SP1-S4C-AAAAAAD", "--max-nodes", "1", "--json")
    assert result.exit_code == 3
    record = json.loads(result.stdout)
    assert (record["verdict"], record["solution"]) == ("undecided", None)
    assert record["reason"]


def test_moves_are_what_replay_reads(tmp_path: Path) -> None:
    """S01."""
    solved = run("solve", EASY, "--moves")
    path = tmp_path / "solution"
    path.write_text(solved.stdout)
    replayed = run("replay", EASY, str(path))
    assert replayed.exit_code == 0
    assert solved.stdout.splitlines()[0].startswith(f"# {replayed.stdout.rstrip()}")


def test_json_is_what_replay_reads_and_has_the_documented_keys(tmp_path: Path) -> None:
    """S01."""
    solved = run("solve", EASY, SPIDERETTE, "--json")
    path = tmp_path / "solutions"
    path.write_text(solved.stdout)
    for line, code in zip(solved.stdout.splitlines(), (EASY, SPIDERETTE), strict=True):
        record = json.loads(line)
        assert list(record) == [
            "deal", "variant", "verdict", "moves", "score", "nodes", "cpu_s", "solution", "reason",
        ]  # fmt: skip
        assert (record["deal"], record["verdict"]) == (code, "won")
        assert record["moves"] == len(record["solution"])
        replayed = json.loads(run("replay", "--json", code, str(path)).stdout)
        assert replayed["won"]
        assert (replayed["moves"], replayed["score"]) == (record["moves"], record["score"])


def test_the_same_command_gives_the_same_answers() -> None:
    """S11, B03."""

    def record() -> dict[str, Any]:
        solved: dict[str, Any] = json.loads(run("solve", "SP1-S2C-AAAABCD", "--json").stdout)
        del solved["cpu_s"]
        return solved

    assert record() == record()


def test_a_bad_deal_anywhere_stops_all_before_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver.solve, "solve", fake())
    assert_one_line_error(run("solve", EASY, "nonsense"))
    assert_one_line_error(run("solve", EASY, str(DATA)))


def test_compiling_is_told_in_one_line_on_stderr(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver.engine.warmup, "warm_up", lambda tell: tell("compiling, once"))
    monkeypatch.setattr(solver.solve, "solve", fake(Verdict.WON))
    result = run("solve", EASY)
    assert result.stderr == "spider: compiling, once\n"
    assert result.exit_code == 0


def test_ctrl_c_keeps_what_was_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """T04."""
    answers = fake(Verdict.WON)

    def solve(position: Position, limits: Limits, name: str) -> SolveResult:
        if name == SPIDERETTE:
            raise KeyboardInterrupt
        result: SolveResult = answers(position, limits, name)
        return result

    monkeypatch.setattr(solver.solve, "solve", solve)
    result = run("solve", EASY, SPIDERETTE)
    assert result.exit_code == 130
    assert result.stdout.startswith(EASY)
    assert result.stderr == ""


def test_codes_come_from_standard_input() -> None:
    result = run("solve", "-", input=f"{EASY}\n{SPIDERETTE}\n")
    assert [line.split(":")[0] for line in result.stdout.splitlines()] == [EASY, SPIDERETTE]
