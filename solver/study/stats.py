"""The statistics of a survey, as plain functions of counts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, NamedTuple

Z95: Final = 1.959963984540054
"""The normal quantile of a two-sided 95 % interval."""


class Interval(NamedTuple):
    """A closed interval of shares, 0 <= low <= high <= 1."""

    low: float
    high: float


def rate(count: int, n: int) -> float | None:
    """Return the share ``count`` of ``n``, or None of nothing."""
    return count / n if n else None


def wilson(count: int, n: int, z: float = Z95) -> Interval:
    """Return Wilson's score interval for a share of which ``count`` of ``n`` were seen.

    Nothing seen says nothing: the interval of n = 0 is [0, 1].

    :raises ValueError: unless 0 <= count <= n.
    """
    if not 0 <= count <= n:
        raise ValueError(f"{count} of {n} is no share")
    if n == 0:
        return Interval(0.0, 1.0)
    share, spread = count / n, z * z / n
    center = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt((share * (1 - share) + spread / 4) / n) / (1 + spread)
    # Rounding must not keep the interval off the ends that it reaches exactly.
    low = 0.0 if count == 0 else max(0.0, center - half)
    high = 1.0 if count == n else min(1.0, center + half)
    return Interval(low, high)


def bounds(won: int, undecided: int, n: int) -> Interval:
    """Return the shares won if every undecided deal is lost, and if every one is won."""
    if n == 0:
        return Interval(0.0, 1.0)
    return Interval(won / n, (won + undecided) / n)


def wide_interval(won: int, undecided: int, n: int, z: float = Z95) -> Interval:
    """Return the interval that allows for chance and for the undecided both.

    It goes from the lower Wilson end with the undecided lost to the upper one with them won.
    """
    return Interval(wilson(won, n, z).low, wilson(won + undecided, n, z).high)


def median(counts: Mapping[int, int]) -> float | None:
    """Return the median of values given as value -> how often, or None of nothing.

    Of an even number of values it is the mean of the middle two.
    """
    total = sum(counts.values())
    if total == 0:
        return None
    lower = upper = 0
    seen = 0
    for value in sorted(counts):
        if seen <= (total - 1) // 2:
            lower = value
        if seen <= total // 2:
            upper = value
        seen += counts[value]
    return (lower + upper) / 2
