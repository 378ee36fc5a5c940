"""The table of lengths: a line a deal, and a summary by suit count."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from spidercli.main import cli

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.short import FIELDS, TOP, Length, checked, main, summary


def test_the_summary_counts_what_is_shorter_and_longer() -> None:
    lengths = [
        Length("a", 90, 100, 50, 1.0),
        Length("b", 100, 100, 52, 2.0),
        Length("c", 120, 110, 54, 3.0),
        Length("d", None, 110, 56, 4.0),
    ]
    told = summary(4, lengths)
    assert "3 of 4 won, median 100 moves (best known 105), 1 shorter, 2 longer" in told
    assert "mean bound 53.0, 2.50 s a deal" in told


PUBLISHED = TOP / "benchmarks" / "short_thorough.jsonl"


def test_every_published_solution_wins_in_the_published_moves() -> None:
    with PUBLISHED.with_suffix(".csv").open(encoding="utf-8", newline="") as file:
        rows = {row["deal"]: int(row["moves"]) for row in csv.DictReader(file)}
    assert len(rows) == 90
    assert dict(checked(PUBLISHED)) == rows


def test_a_solution_that_does_not_win_is_told(tmp_path: Path) -> None:
    record = json.loads(PUBLISHED.read_text(encoding="utf-8").splitlines()[0])
    record["solution"].pop()
    (tmp_path / "cut.jsonl").write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(ValueError, match=r"s1_001\.game does not win"):
        list(checked(tmp_path / "cut.jsonl"))


def test_a_published_solution_can_be_replayed_by_anyone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TOP)
    deal = "tests/data/deals/s4_001.game"
    result = CliRunner().invoke(cli, ["replay", deal, str(PUBLISHED)])
    assert result.exit_code == 0, result.output
    assert "won" in result.output


def test_the_table_is_csv_with_a_line_a_deal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "few.jsonl"
    assert main(["--effort", "quick", "--every", "30", "--solutions", str(file)]) == 0
    out, err = capsys.readouterr()
    rows = list(csv.DictReader(out.splitlines()))
    assert dict(checked(file)) == {row["deal"]: int(row["moves"]) for row in rows}
    assert main(["--check", str(file)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4
    assert [row["deal"] for row in rows] == ["s1_001", "s2_001", "s4_001"]
    assert set(rows[0]) == set(FIELDS)
    assert all(int(row["bound"]) < int(row["moves"]) for row in rows)
    assert all(int(row["moves"]) < 1.1 * int(row["best_known"]) for row in rows)
    assert len(err.splitlines()) == 3
