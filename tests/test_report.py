"""``spider report``."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
import xml.dom.minidom
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from results import EASY, HARD, made_up, study
from runner import assert_one_line_error, run

from solver.rules.variant import find_variant
from solver.study.store import Store
from spidercli.charts import bars_of

RELAXED = find_variant("spider", 2, "relaxed")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "results.db"
    studies = [study(stop=60), study(RELAXED, stop=50), study(HARD, stop=50)]
    with Store(path, studies) as store:
        for each, count in zip(studies, (60, 40, 0), strict=True):
            store.add([made_up(each.variant, number) for number in range(count)], each)
    return path


def report(path: Path, *args: str) -> str:
    before = path.read_bytes()
    result = run("report", str(path), *args)
    assert (result.exit_code, result.stderr) == (0, "")
    assert path.read_bytes() == before
    return result.stdout


def test_the_report_for_people_tells_rates_spreads_and_hard_deals(path: Path) -> None:
    """B05: a part is called a part. B01: nothing is divided by nothing."""
    text = report(path)
    lines = text.splitlines()
    assert [line.split("  ")[0] for line in lines[1:4]] == [
        "spider 1 suit", "spider 2 suits relaxed", "spider 4 suits classic",
    ]  # fmt: skip
    assert lines[3].split()[-8:] == ["0", "to", "100", "0", "to", "100", "-/-", "-/-"]
    assert "partial: 40 of 50 deals" in text
    assert text.count("partial") == 1
    assert text.count("hardest: S") == 2


def test_json_has_the_documented_keys(path: Path) -> None:
    records = json.loads(report(path, "--json"))
    assert [record["n"] for record in records] == [60, 40, 0]
    assert list(records[0]) == [
        "file", "variant", "player", "n", "start", "verdicts", "win_rate", "ci95", "bounds",
        "bounds_ci95", "moves", "score", "nodes", "mean", "hardest", "settings", "engine",
        "program",
    ]  # fmt: skip
    for record in records:
        assert sum(record["verdicts"].values()) == record["n"]
        low, high = record["bounds"]
        assert record["win_rate"] is None or 0 <= low <= record["win_rate"] <= high <= 1
    assert records[1]["partial"] is True
    assert "partial" not in records[0]
    assert records[2]["moves"] is None
    assert records[0]["settings"] == {"n": 60, **study().settings}


def test_csv_has_a_row_a_study(path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(report(path, "--csv"))))
    assert [row["variant"] for row in rows] == [
        "spider 1 suit", "spider 2 suits relaxed", "spider 4 suits classic",
    ]  # fmt: skip
    assert float(rows[0]["ci95_low"]) < float(rows[0]["win_rate"]) < float(rows[0]["ci95_high"])
    assert (rows[2]["n"], rows[2]["win_rate"], rows[2]["moves_median"]) == ("0", "", "")
    assert None not in rows[0]


def test_selected_deals_are_codes_rows_or_records(path: Path) -> None:
    expected = [
        result.deal
        for result in (made_up(RELAXED, number) for number in range(40))
        if result.verdict == "won" and (result.moves or 0) < 170
    ]
    conditions = ["--select", "won moves<170 suits=2"]
    assert report(path, *conditions).split() == expected
    assert len(expected) > 4
    assert report(path, *conditions, "--limit", "3").split() == expected[:3]
    rows = list(csv.DictReader(io.StringIO(report(path, *conditions, "--csv"))))
    assert [row["code"] for row in rows] == expected
    assert all(float(row["moves"]) < 170 and row["runs"] == "" for row in rows)
    lines = report(path, *conditions, "--json").splitlines()
    assert [json.loads(line)["code"] for line in lines] == expected
    assert report(path, "--select", "won moves<3") == ""
    assert len(report(path, "--select", "all").split()) == 100


def test_the_page_needs_nothing_else(path: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    page.write_text("old")
    assert report(path, "--html", str(page)) == ""
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"(src|href|url|@import)\s*[=(]", text)
    pictures = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    assert len(pictures) == 1 + 3 + 3
    for picture in pictures:
        xml.dom.minidom.parseString(picture)
    assert "NaN" not in text
    assert "partial: 40 of 50" in text
    assert [other.name for other in tmp_path.iterdir()] == ["report.html"]


def test_names_are_no_markup(path: Path, tmp_path: Path) -> None:
    odd = tmp_path / "<b>&.db"
    odd.write_bytes(path.read_bytes())
    report(odd, "--html", str(tmp_path / "page.html"))
    text = (tmp_path / "page.html").read_text()
    assert "<b>" not in text
    assert "&lt;b&gt;&amp;.db" in text


@pytest.mark.slow
def test_a_picture_is_drawn(path: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for form, start in (("png", b"\x89PNG"), ("svg", b"<?xml")):
        picture = tmp_path / f"rates.{form}"
        assert report(path, "--plot", str(picture)) == ""
        assert picture.read_bytes().startswith(start)
    bad = tmp_path / "rates.xyz"
    line = assert_one_line_error(run("report", str(path), "--plot", str(bad)))
    assert ".png" in line
    assert not bad.exists()


def test_a_missing_matplotlib_is_told_in_one_line(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    line = assert_one_line_error(run("report", str(path), "--plot", str(tmp_path / "x.png")))
    assert "pip install 'spider-solitaire[plot]'" in line
    assert not list(tmp_path.iterdir())


def test_two_files_are_compared(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    each = study(stop=30)
    with Store(other, [each]) as store:
        for number in range(30):
            result = made_up(EASY, number)
            shorter = replace(result, moves=result.moves and result.moves - 10)
            store.add([shorter], each)
    files = [str(path), str(other)]
    (record,) = json.loads(run("report", *files, "--compare", "--json").stdout)
    assert (record["n"], record["first_only"], record["second_only"]) == (30, 0, 0)
    assert (record["difference"], record["mcnemar_p"]) == (0, 1)
    assert record["moves"] == {"n": record["both"], "mean": 10, "median": 10}
    text = run("report", *files, "--compare").stdout
    assert "spider 1 suit, 30 deals that both have" in text
    assert "counted as not won" in text
    assert "mean 10, median 10" in text


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--compare"], "two files, not 1"),
        (["--json", "--csv"], "not both"),
        (["--limit", "3"], "--select"),
        (["--select", "best"], "no condition"),
        (["--select", "all", "--html", "x.html"], "no pictures"),
        (["--html", "/nowhere/at/all/x.html"], "No such file"),
    ],
)
def test_what_does_not_go_together_is_one_line(path: Path, args: list[str], message: str) -> None:
    result = run("report", str(path), *args)
    line = assert_one_line_error(result, 1 if "/nowhere" in args[-1] else 2)
    assert message in line


def test_files_without_a_common_variant_are_not_compared(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with Store(other, [study(find_variant("bicycle", 4))]):
        pass
    line = assert_one_line_error(run("report", str(path), str(other), "--compare"))
    assert "no variant in common" in line


def test_bars_hold_every_value_once() -> None:
    counts = {number: number % 7 for number in range(100, 415)}
    bars = bars_of(Counter(counts))
    assert len(bars) <= 40
    assert sum(bar.count for bar in bars) == sum(counts.values())
    assert {bar.high - bar.low for bar in bars} == {8}
    assert bars[0].low == 100
    assert bars_of(Counter()) == []
    assert [(bar.low, bar.high, bar.count) for bar in bars_of(Counter({5: 2}))] == [(5, 6, 2)]
