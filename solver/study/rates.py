"""The rates that follow from how many deals came out how."""

from __future__ import annotations

from collections import Counter
from typing import Any

from solver.result import Verdict
from solver.study.stats import Interval, bounds, rate, wide_interval, wilson


class Rates:
    """What a count of verdicts says; ``verdicts`` is the subclass's."""

    __slots__ = ()
    verdicts: Counter[Any]

    @property
    def n(self) -> int:
        """The number of deals with results."""
        return self.verdicts.total()

    @property
    def won(self) -> int:
        """The number of deals won."""
        return self.verdicts[Verdict.WON]

    @property
    def undecided(self) -> int:
        """The number of deals of which the limits ended the search."""
        return self.verdicts[Verdict.UNDECIDED]

    @property
    def win_rate(self) -> float | None:
        """The share of all deals that was won, or None of nothing."""
        return rate(self.won, self.n)

    @property
    def ci95(self) -> Interval:
        """Wilson's interval for the win rate."""
        return wilson(self.won, self.n)

    @property
    def bounds(self) -> Interval:
        """The win rate with every undecided deal lost, and with every one won."""
        return bounds(self.won, self.undecided, self.n)

    @property
    def ci95_wide(self) -> Interval:
        """The interval that allows for chance and for the undecided both."""
        return wide_interval(self.won, self.undecided, self.n)
