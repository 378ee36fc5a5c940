"""What a survey adds up to. Its size does not grow with the number of deals."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from solver.result import SolveResult, Verdict
from solver.study.stats import Interval, bounds, median, rate, wide_interval, wilson


@dataclass(slots=True)
class Summary:
    """The counts of a survey.

    ``moves`` and ``scores`` say how often each value was met among the won deals; ``nodes`` and
    ``cpu_s`` are sums over all deals. An undecided deal counts in ``n``, and neither as won nor
    as lost.
    """

    verdicts: Counter[Verdict] = field(default_factory=Counter)
    moves: Counter[int] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)
    nodes: int = 0
    cpu_s: float = 0.0

    def add(self, result: SolveResult) -> None:
        """Count one deal."""
        self.verdicts[result.verdict] += 1
        self.nodes += result.nodes
        self.cpu_s += result.cpu_s
        if result.moves is not None:
            self.moves[result.moves] += 1
        if result.score is not None:
            self.scores[result.score] += 1

    @property
    def n(self) -> int:
        """The number of deals counted."""
        return self.verdicts.total()

    @property
    def won(self) -> int:
        """The number of deals won."""
        return self.verdicts[Verdict.WON]

    @property
    def unwinnable(self) -> int:
        """The number of deals proved lost."""
        return self.verdicts[Verdict.UNWINNABLE]

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

    @property
    def moves_median(self) -> float | None:
        """The median length of the solutions, or None without any."""
        return median(self.moves)

    @property
    def moves_best(self) -> int | None:
        """The length of the shortest solution, or None without any."""
        return min(self.moves, default=None)

    @property
    def score_median(self) -> float | None:
        """The median score of the solutions, or None without any."""
        return median(self.scores)

    @property
    def score_best(self) -> int | None:
        """The highest score, or None without any solution."""
        return max(self.scores, default=None)
