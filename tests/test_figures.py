"""What the results in a file say in figures, and two files on the same deals."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from results import EASY, HARD, made_up, study

from solver.result import SolveResult, Verdict
from solver.study.comparison import compare, pairs_of_studies
from solver.study.figures import PERCENTS, figures, spread_of
from solver.study.store import Results, Store
from solver.study.summary import Summary

RESULTS = [made_up(EASY, number) for number in range(70)]


def written(path: Path, results: list[SolveResult]) -> Path:
    with Store(path, [study()]) as store:
        store.add(results, study())
    return path


def test_figures_are_those_of_the_survey(tmp_path: Path) -> None:
    """The same as are told while the deals are solved; the undecided are counted apart."""
    summary = Summary()
    for result in RESULTS:
        summary.add(result)
    with Results(written(tmp_path / "results.db", RESULTS)) as results:
        found = figures(results, study(), hardest=3)
    assert (found.n, found.asked) == (70, 100)
    assert (found.won, found.lost, found.undecided) == (
        summary.won, summary.unwinnable, summary.undecided,
    )  # fmt: skip
    assert min(found.won, found.lost, found.undecided) > 0
    assert (found.moves, found.scores) == (summary.moves, summary.scores)
    assert (found.win_rate, found.ci95) == (summary.win_rate, summary.ci95)
    assert (found.bounds, found.ci95_wide) == (summary.bounds, summary.ci95_wide)
    assert found.means["nodes"] == pytest.approx(summary.nodes / 70)
    nodes = sorted(result.nodes for result in RESULTS)
    assert found.effort is not None
    assert found.effort == tuple(nodes[max(0, math.ceil(p * 70 / 100) - 1)] for p in PERCENTS)
    assert found.effort_counts.total() == 70
    hardest = sorted(RESULTS, key=lambda result: -result.nodes)[:3]
    assert [hard.deal for hard in found.hardest] == [result.deal for result in hardest]


def test_b01_figures_of_nothing_divide_by_nothing(tmp_path: Path) -> None:
    """Case B01."""
    with Results(written(tmp_path / "results.db", [])) as results:
        found = figures(results, study())
    assert (found.n, found.win_rate, found.effort, found.hardest) == (0, None, None, [])
    assert found.ci95 == (0, 1)


@given(st.lists(st.integers(-50, 50), min_size=1))
def test_a_spread_tells_what_shares_of_the_values_do_not_exceed(values: list[int]) -> None:
    spread = spread_of(Counter(values))
    assert spread is not None
    assert (spread.lowest, spread.highest) == (min(values), max(values))
    for percent, limit in zip(PERCENTS[1:], spread[1:], strict=True):
        assert 100 * sum(value <= limit for value in values) >= percent * len(values)
        assert 100 * sum(value < limit for value in values) < percent * len(values)


def test_two_files_are_compared_on_the_deals_that_both_have(tmp_path: Path) -> None:
    others = [made_up(EASY, number) for number in range(30, 90)]
    for i, result in enumerate(others):
        if result.moves is not None and result.score is not None and i % 2:
            others[i] = replace(result, moves=result.moves - 4, score=result.score + 4)
        elif i % 3 == 0:
            changed = replace(result, verdict=Verdict.UNDECIDED, solution=None)
            others[i] = replace(changed, moves=None, score=None)
    first = written(tmp_path / "first.db", RESULTS)
    second = written(tmp_path / "second.db", others)
    with Results(first) as one, Results(second) as two:
        ((a, b),) = pairs_of_studies(one, two)
        found = compare(one, two, (a, b))
    pairs = list(zip(RESULTS[30:], others[:40], strict=True))
    won = Counter((one.verdict == "won", two.verdict == "won") for one, two in pairs)
    paired = found.paired
    assert paired.n == 40
    assert (paired.both, paired.first_only, paired.second_only, paired.neither) == (
        won[True, True], won[True, False], won[False, True], won[False, False],
    )  # fmt: skip
    assert min(won.values()) > 0
    assert set(found.moves) == {0, 4}
    assert found.scores == Counter({-value: count for value, count in found.moves.items()})
    assert found.undecided == (
        sum(one.verdict == "undecided" for one, _ in pairs),
        sum(two.verdict == "undecided" for _, two in pairs),
    )


def test_studies_are_paired_by_variant_and_player(tmp_path: Path) -> None:
    fair = replace(study(), player="fair")
    with Store(tmp_path / "a.db", [study(), study(HARD)]):
        pass
    with Store(tmp_path / "b.db", [fair, study()]):
        pass
    with Store(tmp_path / "c.db", [fair]):
        pass
    with (
        Results(tmp_path / "a.db") as a,
        Results(tmp_path / "b.db") as b,
        Results(tmp_path / "c.db") as c,
    ):
        assert pairs_of_studies(a, b) == [(study(), study())]
        assert pairs_of_studies(a, c) == [(study(), fair)]
