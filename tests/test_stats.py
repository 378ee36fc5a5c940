"""The statistics of a survey."""

from __future__ import annotations

import statistics
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.study.stats import bounds, median, rate, wide_interval, wilson

COUNTS = st.integers(0, 5000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@pytest.mark.parametrize(
    ("count", "n", "low", "high"),
    [
        (0, 10, 0.0, 0.277533),
        (1, 10, 0.017876, 0.404150),
        (5, 10, 0.236593, 0.763407),
        (10, 10, 0.722467, 1.0),
        (81, 263, 0.255288, 0.366208),
        (15, 148, 0.062386, 0.160534),
        (0, 20, 0.0, 0.161125),
        (1, 29, 0.006113, 0.171755),
    ],
)
def test_wilson_interval_is_the_published_one(count: int, n: int, low: float, high: float) -> None:
    """The last four are method 3 in Newcombe (1998), table I, to its four digits."""
    assert wilson(count, n) == pytest.approx((low, high), abs=1e-4)


@given(COUNTS)
def test_wilson_interval_holds_the_share_and_lies_in_0_to_1(counts: tuple[int, int]) -> None:
    count, n = counts
    low, high = wilson(count, n)
    assert 0 <= low <= high <= 1
    if n:
        assert low <= count / n <= high


@given(COUNTS)
def test_wilson_interval_is_the_mirror_of_that_of_the_losses(counts: tuple[int, int]) -> None:
    count, n = counts
    low, high = wilson(count, n)
    assert wilson(n - count, n) == pytest.approx((1 - high, 1 - low), abs=1e-12)


def test_nothing_seen_says_nothing() -> None:
    """B01: no deal, no division by zero."""
    assert wilson(0, 0) == bounds(0, 0, 0) == wide_interval(0, 0, 0) == (0, 1)
    assert rate(0, 0) is None
    assert median({}) is None


@pytest.mark.parametrize(("count", "n"), [(-1, 5), (6, 5), (1, 0)])
def test_what_is_no_share_is_refused(count: int, n: int) -> None:
    with pytest.raises(ValueError, match="no share"):
        wilson(count, n)


def test_the_undecided_widen_the_bounds_and_the_interval() -> None:
    """S05: an undecided deal is neither lost nor won."""
    assert bounds(90, 6, 100) == (0.90, 0.96)
    low, high = wide_interval(90, 6, 100)
    assert low == wilson(90, 100).low
    assert high == wilson(96, 100).high
    assert wide_interval(90, 0, 100) == wilson(90, 100)


@given(st.lists(st.integers(-50, 50), min_size=1))
def test_median_of_counts_is_the_median_of_the_values(values: list[int]) -> None:
    assert median(Counter(values)) == statistics.median(values)
