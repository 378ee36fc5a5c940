"""The table of lengths: a line a deal, and a summary by suit count."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.short import FIELDS, Length, main, summary


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


def test_the_table_is_csv_with_a_line_a_deal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--effort", "quick", "--every", "30"]) == 0
    out, err = capsys.readouterr()
    rows = list(csv.DictReader(out.splitlines()))
    assert [row["deal"] for row in rows] == ["s1_001", "s2_001", "s4_001"]
    assert set(rows[0]) == set(FIELDS)
    assert all(int(row["bound"]) < int(row["moves"]) for row in rows)
    assert all(int(row["moves"]) < 1.1 * int(row["best_known"]) for row in rows)
    assert len(err.splitlines()) == 3
