"""Surveys: the same results whoever works, in order, and nothing left behind."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
from collections.abc import Iterator
from dataclasses import replace

import pytest

from solver.errors import DealError
from solver.result import Limits, SolveResult
from solver.rules.deal import DEAL_COUNT
from solver.rules.gamecode import format_game_code
from solver.rules.variant import find_variant
from solver.study.survey import solve_number, survey

VARIANT = find_variant("spiderette", 4)
LIMITS = Limits((10, 30), max_nodes=100_000)


def timeless(results: Iterator[SolveResult]) -> list[SolveResult]:
    return [replace(result, cpu_s=0.0) for result in results]


@pytest.fixture(scope="module")
def alone() -> list[SolveResult]:
    """Forty deals, worked off by this process."""
    return timeless(survey(VARIANT, 5, 40, LIMITS, 1))


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2, 3])
def test_any_number_of_workers_gives_the_same_results(
    alone: list[SolveResult], workers: int
) -> None:
    """B03, S11: bit-equal, and again the second time."""
    assert timeless(survey(VARIANT, 5, 40, LIMITS, workers)) == alone
    assert timeless(survey(VARIANT, 5, 40, LIMITS, workers)) == alone
    assert not multiprocessing.active_children()


@pytest.mark.slow
def test_a_deal_is_the_same_whatever_was_solved_before(alone: list[SolveResult]) -> None:
    """S11: no search leaves anything to the next."""
    backwards = timeless(solve_number(VARIANT, n, LIMITS) for n in reversed(range(5, 45)))
    assert backwards[::-1] == alone


def test_results_are_those_of_the_numbers_in_order(alone: list[SolveResult]) -> None:
    assert [result.deal for result in alone] == [
        format_game_code(VARIANT, number) for number in range(5, 45)
    ]
    assert len({result.verdict for result in alone}) > 1


def test_a_survey_is_lazy() -> None:
    """Memory does not grow with n: a huge survey starts at once."""
    results = survey(VARIANT, 0, DEAL_COUNT, LIMITS, 1)
    assert len(list(itertools.islice(results, 3))) == 3
    results.close()


def test_no_deals_are_no_results() -> None:
    """B01."""
    assert list(survey(VARIANT, 0, 0, LIMITS, 1)) == []
    assert list(survey(VARIANT, 0, 0, LIMITS, 2)) == []


@pytest.mark.parametrize(("start", "n"), [(-1, 5), (0, -1), (DEAL_COUNT, 1), (1, DEAL_COUNT)])
def test_deals_that_there_are_not_are_refused(start: int, n: int) -> None:
    with pytest.raises(DealError, match="no deals"):
        survey(VARIANT, start, n, LIMITS, 1)


def test_no_workers_are_refused() -> None:
    """N05."""
    with pytest.raises(ValueError, match="workers"):
        survey(VARIANT, 0, 5, LIMITS, 0)


@pytest.mark.slow
def test_closing_ends_the_workers() -> None:
    """T04: no surviving child."""
    results = survey(VARIANT, 0, 10_000, LIMITS, 2)
    next(results)
    assert len(multiprocessing.active_children()) == 2
    results.close()
    assert not multiprocessing.active_children()


@pytest.mark.slow
def test_a_dead_worker_ends_the_survey_with_an_error() -> None:
    """The system may kill a worker for its memory; that is no hang."""
    results = survey(VARIANT, 0, 10_000, LIMITS, 2)
    next(results)
    victim = multiprocessing.active_children()[0].pid
    assert victim is not None
    os.kill(victim, signal.SIGTERM)
    with pytest.raises(ChildProcessError, match="a worker died"):
        for _ in results:
            pass
    assert not multiprocessing.active_children()
