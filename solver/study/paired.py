"""Two players on the same deals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from solver.study.stats import Z95, Interval, wilson


@dataclass(frozen=True, slots=True)
class Paired:
    """How often both players won, only the first, only the second, and neither."""

    both: int
    first_only: int
    second_only: int
    neither: int

    @classmethod
    def of(cls, first: Sequence[bool], second: Sequence[bool]) -> Paired:
        """Count the outcomes of the same deals in the same order.

        :raises ValueError: if there are not as many of each.
        """
        pairs = list(zip(first, second, strict=True))
        return cls(
            pairs.count((True, True)),
            pairs.count((True, False)),
            pairs.count((False, True)),
            pairs.count((False, False)),
        )

    @property
    def n(self) -> int:
        """The number of deals."""
        return self.both + self.first_only + self.second_only + self.neither

    @property
    def difference(self) -> float:
        """How much larger the first player's win rate is; 0 of nothing."""
        return (self.first_only - self.second_only) / self.n if self.n else 0.0

    def interval(self, z: float = Z95) -> Interval:
        """Return Newcombe's interval for the difference, from both players' Wilson intervals.

        Nothing seen says nothing: the interval of no deals is [-1, 1].
        """
        if not self.n:
            return Interval(-1.0, 1.0)
        first, second = self.both + self.first_only, self.both + self.second_only
        one, two = wilson(first, self.n, z), wilson(second, self.n, z)
        share, other = first / self.n, second / self.n
        link = self._correlation(first, second)
        down, up = share - one.low, one.high - share
        other_down, other_up = other - two.low, two.high - other
        low = down**2 - 2 * link * down * other_up + other_up**2
        high = up**2 - 2 * link * up * other_down + other_down**2
        return Interval(
            self.difference - math.sqrt(max(low, 0.0)), self.difference + math.sqrt(max(high, 0.0))
        )

    def _correlation(self, first: int, second: int) -> float:
        spread = first * (self.n - first) * second * (self.n - second)
        if spread == 0:
            return 0.0
        link = float(self.both * self.neither - self.first_only * self.second_only)
        if link > 0:
            link = max(link - self.n / 2, 0.0)
        return link / math.sqrt(spread)

    @property
    def p_value(self) -> float:
        """McNemar's exact test, two-sided: how likely such a difference is between equals."""
        apart = self.first_only + self.second_only
        fewer = min(self.first_only, self.second_only)
        tail = sum(math.comb(apart, k) for k in range(fewer + 1))
        return min(1.0, tail / 2 ** (apart - 1)) if apart else 1.0

    @property
    def difference_text(self) -> str:
        """The difference in points with its interval, for people."""
        low, high = self.interval()
        return (
            f"{100 * self.difference:+.2f} points,"
            f" 95 % interval {100 * low:+.2f} to {100 * high:+.2f}"
        )

    @property
    def test_text(self) -> str:
        """McNemar's test, for people."""
        return f"McNemar's exact test: p = {self.p_value:.2g}"
