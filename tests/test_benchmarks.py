"""The benchmarks' own logic: what counts as a difference, and what a report holds."""

from __future__ import annotations

import copy
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import compare, fixed, peers  # noqa: E402
from solver.result import Limits, SolveResult, Verdict  # noqa: E402
from solver.rules.variant import VARIANTS, find_variant  # noqa: E402

TWO = (find_variant("spider", 1), find_variant("spiderette", 4))
LIMITS = Limits(max_nodes=20_000, max_states=0)


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    """Return a small report, really measured."""
    return fixed.measure(TWO, {"spider": 2, "spiderette": 3}, LIMITS, 2)


def timed(report: dict[str, Any], factor: float, seconds: float = 1.0) -> dict[str, Any]:
    """Return the report with made-up times, two rounds that differ by a tenth."""
    changed = copy.deepcopy(report)
    for entry in changed["variants"].values():
        entry["cpu_s"] = [factor * seconds, factor * seconds * 1.1]
    return changed


def compared(tmp_path: Path, old: object, new: object, *options: str) -> int:
    paths = tmp_path / "old.json", tmp_path / "new.json"
    for path, content in zip(paths, (old, new), strict=True):
        path.write_text(content if isinstance(content, str) else json.dumps(content))
    return compare.main([*options, *(str(path) for path in paths)])


def test_a_report_holds_what_is_exact_and_what_is_timed_apart(report) -> None:
    assert set(report["versions"]) == {"python", "numba", "numpy"}
    assert report["compile_s"] >= 0
    assert report["limits"]["max_nodes"] == 20_000
    assert list(report["variants"]) == [variant.name for variant in TWO]
    for entry, n in zip(report["variants"].values(), (2, 3), strict=True):
        assert (entry["start"], entry["n"]) == (fixed.START, n)
        assert entry["won"] + entry["unwinnable"] + entry["undecided"] == n
        assert len(entry["nodes"]) == n
        assert min(entry["nodes"]) > 0
        assert len(entry["cpu_s"]) == 2


def test_verdicts_and_nodes_are_the_same_each_time(report) -> None:
    again = fixed.measure(TWO, {"spider": 2, "spiderette": 3}, LIMITS, 1)
    assert compare.differences(report, again, counts_alone=True) == []


def test_counts_tell_the_three_verdicts_apart() -> None:
    plain = SolveResult("", TWO[0], Verdict.WON, (), 0, 500, 7, 0.0)
    results = [replace(plain, verdict=v, nodes=n) for n, v in enumerate([*Verdict, Verdict.WON])]
    assert fixed.counts(results, range(5, 9)) == {
        "start": 5, "n": 4, "won": 2, "unwinnable": 1, "undecided": 1,
        "nodes": [0, 1, 2, 3], "cpu_s": [],
    }  # fmt: skip


def test_json_text_is_read_back_as_it_was(report) -> None:
    text = fixed.json_text(report)
    assert json.loads(text) == json.loads(json.dumps(report))
    assert len(text.splitlines()) < 100


def test_a_machine_is_told_apart_but_not_named() -> None:
    name = fixed.machine()
    assert name == fixed.machine()
    assert len(name) == 12
    assert int(name, 16) >= 0


def test_identical_reports_do_not_differ(tmp_path, report, capsys) -> None:
    """B09: no alarm on identical code."""
    assert compared(tmp_path, report, report) == 0
    assert capsys.readouterr().out == "no difference\n"


@pytest.mark.parametrize("factor", [0.1, 0.8, 1.0, 1.1, 1.3])
def test_noise_is_no_alarm(tmp_path, report, factor: float) -> None:
    """B09: ten to thirty percent are noise; the slowest old round is 1.1 times the fastest."""
    assert compared(tmp_path, timed(report, 1), timed(report, factor)) == 0


@pytest.mark.parametrize("seconds", [1.0, 0.01])
def test_twice_as_slow_is_an_alarm(tmp_path, report, capsys, seconds: float) -> None:
    """B09: a synthetic slow-down; variants too short to time alone still count in the sum."""
    assert compared(tmp_path, timed(report, 1, seconds), timed(report, 2, seconds)) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == compare.ADVICE
    named = [line.split(":")[0] for line in lines[:-1]]
    assert "all variants" in named
    assert (TWO[0].name in named) == (seconds >= compare.SHORTEST_S)


def test_times_of_another_machine_are_not_compared(tmp_path, report, capsys) -> None:
    slow = timed(report, 3) | {"machine": "another"}
    assert compared(tmp_path, timed(report, 1), slow) == 0
    assert "different machines" in capsys.readouterr().out


def test_counts_alone_do_not_heed_how_busy_the_machine_is(tmp_path, report, capsys) -> None:
    """A kept report on a day when the same machine is three times as slow."""
    assert compared(tmp_path, timed(report, 1), timed(report, 3), "--counts") == 0
    assert capsys.readouterr().out == "no difference\n"
    other = copy.deepcopy(report)
    other["variants"][TWO[0].name]["nodes"][0] += 1
    assert compared(tmp_path, report, other, "--counts") == 1


def test_reports_of_another_format_are_not_compared_further(tmp_path, report, capsys) -> None:
    """Their variants need not have times, or any count that is known here."""
    other = {"format": 0, "limits": report["limits"], "machine": report["machine"]}
    variants = {name: {} for name in report["variants"]}
    assert compared(tmp_path, other | {"variants": variants}, report) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [f"format: 0 before, {report['format']} now", compare.ADVICE]


def test_compile_time_is_no_part_of_the_comparison(tmp_path, report) -> None:
    """B09: the first sample of a cold cache."""
    assert compared(tmp_path, report, report | {"compile_s": 99.0}) == 0


def test_one_node_more_is_a_difference(tmp_path, report, capsys) -> None:
    other = copy.deepcopy(report)
    other["variants"][TWO[1].name]["nodes"][2] += 1
    assert compared(tmp_path, report, other) == 1
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith(f"{TWO[1].name}: nodes differ in 1 of 3 deals, first in 500002;")


@pytest.mark.parametrize("what", ["won", "unwinnable", "undecided", "n", "start"])
def test_every_count_is_compared(tmp_path, report, capsys, what: str) -> None:
    other = copy.deepcopy(report)
    other["variants"][TWO[0].name][what] += 1
    assert compared(tmp_path, report, other) == 1
    assert f"{TWO[0].name}: {what} " in capsys.readouterr().out


@pytest.mark.parametrize("swap", [False, True])
def test_a_variant_on_one_side_only_is_a_difference(tmp_path, report, capsys, swap) -> None:
    fewer = copy.deepcopy(report)
    del fewer["variants"][TWO[1].name]
    pair = (fewer, report) if swap else (report, fewer)
    assert compared(tmp_path, *pair) == 1
    assert f"only in the {'new' if swap else 'old'} file" in capsys.readouterr().out


def test_other_limits_are_the_only_difference_told(tmp_path, report, capsys) -> None:
    other = copy.deepcopy(report)
    other["limits"]["max_nodes"] = 5
    other["variants"][TWO[0].name]["nodes"][0] += 1
    assert compared(tmp_path, report, other) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("limits: ")


@pytest.mark.parametrize("content", ["", "{", "[]", '{"variants": 3}', "{}"])
def test_what_is_no_report_is_told_in_one_line(tmp_path, report, capsys, content: str) -> None:
    assert compared(tmp_path, report, content) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    assert "new.json" in told.err


def test_a_missing_file_is_told_in_one_line(tmp_path, capsys) -> None:
    assert compare.main([str(tmp_path / "none"), str(tmp_path / "none")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_the_baseline_is_of_the_deals_and_limits_in_use() -> None:
    """Its verdicts and nodes are held by the benchmark itself, which CI runs."""
    baseline = compare.read_report(fixed.BASELINE)
    assert compare.differences(baseline, baseline) == []
    assert baseline["format"] == fixed.FORMAT
    assert baseline["limits"] == json.loads(json.dumps(fixed.asdict(fixed.LIMITS)))
    assert {name: entry["n"] for name, entry in baseline["variants"].items()} == {
        variant.name: fixed.DEALS[variant.game] for variant in VARIANTS
    }


def test_update_writes_the_baseline(tmp_path, monkeypatch, report) -> None:
    monkeypatch.setattr(fixed, "BASELINE", tmp_path / "baseline.json")
    monkeypatch.setattr(fixed, "measure", lambda *_: report)
    assert fixed.main(["--update"]) == 0
    assert compare.read_report(tmp_path / "baseline.json") == json.loads(json.dumps(report))


def test_peers_know_the_best_solution_of_every_spider_deal() -> None:
    known = peers.best_known()
    for suits in (1, 2, 4):
        paths = list(peers.DEALS.glob(peers.PATTERNS["spider"].format(suits=suits)))
        assert len(paths) == 30
        assert {path.stem for path in paths} <= known.keys()


def test_a_row_of_peers_counts_each_verdict() -> None:
    plain = SolveResult("", TWO[0], Verdict.WON, (), 90, 1210, 7, 0.5)
    lost = replace(plain, verdict=Verdict.UNWINNABLE, moves=None, cpu_s=1.5)
    row = peers.Row("spider", 1, [plain, plain, lost], [80, 84])
    assert row.text().split() == ["spider", "1", "3", "2", "1", "0", "0.5000", "0.8333", "90", "82"]
    assert len(row.text()) == len(peers.HEADER)
