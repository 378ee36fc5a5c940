"""What a survey adds up to. Its size does not grow with the number of deals."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from solver.result import SolveResult, Verdict
from solver.study.rates import Rates
from solver.study.stats import median


@dataclass(slots=True)
class Summary(Rates):
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
    def unwinnable(self) -> int:
        """The number of deals proved lost."""
        return self.verdicts[Verdict.UNWINNABLE]

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
