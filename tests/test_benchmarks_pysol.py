"""The deals that PySolFC numbers: a line a deal in a file that survives, and a summary."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks import pysol
from solver.result import Verdict
from solver.rules.formats.pysol import pysol_position
from solver.rules.verify import replay
from solver.study.store import unpack_solution
from solver.study.survey import Task


def run(path: Path, *more: str) -> int:
    return pysol.main([str(path), "--effort", "quick", *more])


def records(path: Path) -> dict[int, dict[str, object]]:
    _, *lines = path.read_text("ascii").splitlines()
    return {record["number"]: record for record in map(json.loads, lines)}


def without_times(path: Path) -> list[dict[str, object]]:
    return [dict(record, cpu_s=0) for _, record in sorted(records(path).items())]


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("pysol") / "whole.jsonl"
    assert run(path, "--last", "4") == 0
    return path


def test_every_solution_in_the_file_wins_its_deal(whole: Path) -> None:
    found = records(whole)
    assert set(found) == {1, 2, 3, 4}
    for number, record in found.items():
        assert record["verdict"] == "won"
        moves = unpack_solution(bytes.fromhex(str(record["solution"])))
        assert replay(pysol_position(str(number), pysol.VARIANT), moves).won
        assert record["moves"] == len(moves)


@pytest.mark.parametrize("share", [0.01, 0.5, 0.95, 0.999])
def test_a_run_goes_on_after_a_kill_at_any_byte(whole: Path, tmp_path, share: float) -> None:
    content = whole.read_bytes()
    path = tmp_path / "torn.jsonl"
    path.write_bytes(content[: int(len(content) * share)])
    assert run(path, "--last", "4") == 0
    assert without_times(path) == without_times(whole)


def test_more_deals_and_a_gap_are_filled(whole: Path, tmp_path, capsys) -> None:
    path = tmp_path / "gap.jsonl"
    assert run(path, "--first", "4", "--last", "4") == 0
    assert run(path, "--first", "2", "--last", "2") == 0
    capsys.readouterr()
    assert run(path, "--last", "4", "--workers", "2") == 0
    assert capsys.readouterr().out.startswith("4 of 4 deals\nwon              4\n")
    assert without_times(path) == without_times(whole)


def test_nothing_is_solved_twice(whole: Path, monkeypatch, capsys) -> None:
    before = whole.read_bytes()
    monkeypatch.setattr(pysol, "solve_task", None)
    assert run(whole, "--last", "3") == 0
    assert capsys.readouterr().out.startswith("3 of 3 deals\n")
    assert whole.read_bytes() == before


def test_ctrl_c_sums_up_what_is_done(whole: Path, monkeypatch, tmp_path, capsys) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(pysol, "solve_task", interrupted)
    path = tmp_path / "stopped.jsonl"
    path.write_bytes(whole.read_bytes())
    assert run(path, "--last", "5") == pysol.INTERRUPTED
    assert capsys.readouterr().out.startswith("4 of 5 deals\n")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"a letter\n", "line 1 makes no sense"),
        (b"a letter", "no file of PySol results"),
        (b"[1]\n", "no file of PySol results"),
    ],
)
def test_a_file_of_another_kind_is_left_alone(tmp_path, capsys, content: bytes, told: str) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(content)
    assert run(path, "--last", "1") == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line
    assert path.read_bytes() == content


def test_results_of_another_effort_are_not_mixed_in(whole: Path, capsys) -> None:
    assert pysol.main([str(whole), "--last", "1", "--effort", "thorough"]) == 2
    assert "with another effort" in capsys.readouterr().err


def test_a_damaged_line_is_named(whole: Path, tmp_path, capsys) -> None:
    path = tmp_path / "damaged.jsonl"
    first, second, *rest = whole.read_bytes().splitlines(keepends=True)
    path.write_bytes(first + second + b'{"number": "x"}\n' + b"".join(rest))
    assert run(path, "--last", "4") == 2
    assert "line 3 makes no sense" in capsys.readouterr().err


def test_spans_of_numbers() -> None:
    assert list(pysol.spans([])) == []
    assert list(pysol.spans([1, 2, 3, 7, 9, 10])) == [Task(1, 4), Task(7, 8), Task(9, 11)]


def test_the_summary_names_what_is_not_won() -> None:
    lines = [
        pysol.Line(1, Verdict.WON, 150, 0.5),
        pysol.Line(2, Verdict.WON, 160, 0.25),
        pysol.Line(3, Verdict.UNDECIDED, None, 3.0),
        pysol.Line(4, Verdict.UNWINNABLE, None, 0.25),
    ]
    told = pysol.summary(lines, 5).splitlines()
    assert told[0] == "4 of 5 deals"
    assert told[1].split() == ["won", "2"]
    assert told[2].split() == ["unwinnable", "1", "pysol:4"]
    assert told[3].split() == ["undecided", "1", "pysol:3"]
    assert told[-2].split() == ["moves", "155", "(median)"]
    assert told[-1].split() == ["CPU", "s", "1.0000", "a", "deal,", "4", "in", "all"]


@pytest.mark.parametrize("bad", [["--first", "0"], ["--last", "0"], ["--workers", "0"]])
def test_numbers_that_make_no_sense_are_refused(tmp_path, bad: list[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        run(tmp_path / "x.jsonl", *bad)
    assert refused.value.code == 2
