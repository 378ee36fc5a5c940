"""Two players on the same deals: counts, interval, McNemar's test."""

import pytest

from solver.study.paired import Paired


def test_pairs_are_counted_by_who_won() -> None:
    paired = Paired.of([True, True, False, False, True], [True, False, True, False, True])
    assert (paired.both, paired.first_only, paired.second_only, paired.neither) == (2, 1, 1, 1)
    assert paired.difference == 0


def test_unequal_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="shorter"):
        Paired.of([True, False], [True])


def test_the_interval_is_newcombes() -> None:
    """His own example (1998, paired, table II): 36, 12, 2, 0 gives 0.0569 to 0.3404."""
    interval = Paired(36, 12, 2, 0).interval()
    assert interval.low == pytest.approx(0.0569, abs=5e-4)
    assert interval.high == pytest.approx(0.3404, abs=5e-4)


def test_mcnemar_is_the_exact_sign_test() -> None:
    assert Paired(5, 1, 7, 3).p_value == pytest.approx(2 * (1 + 8) / 2**8)
    assert Paired(5, 4, 4, 3).p_value == 1.0
    assert Paired(5, 0, 0, 3).p_value == 1.0


def test_nothing_seen_says_nothing() -> None:
    assert Paired(0, 0, 0, 0).interval() == (-1.0, 1.0)
