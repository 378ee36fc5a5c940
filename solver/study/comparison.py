"""Two studies of the same variant on the deals that both have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from solver.result import Verdict
from solver.study.paired import Paired
from solver.study.stats import median
from solver.study.store import Results, Study

_WON = Verdict.WON.value


@dataclass(slots=True)
class Comparison:
    """What two studies say of the same deals.

    ``verdicts`` counts pairs of verdicts, the first study's first. Of the deals that both won
    ``moves`` counts the differences in moves and ``scores`` those in score, first less second.
    """

    first: Study
    second: Study
    verdicts: Counter[tuple[str, str]] = field(default_factory=Counter)
    moves: Counter[int] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)

    @property
    def paired(self) -> Paired:
        """How often both won, only one did, and neither; an undecided deal is not won."""
        won = Counter[tuple[bool, bool]]()
        for (first, second), count in self.verdicts.items():
            won[first == _WON, second == _WON] += count
        return Paired(won[True, True], won[True, False], won[False, True], won[False, False])

    @property
    def undecided(self) -> tuple[int, int]:
        """How many of the deals each study left undecided."""
        counts = [0, 0]
        for pair, count in self.verdicts.items():
            for i in (0, 1):
                counts[i] += count * (pair[i] == Verdict.UNDECIDED.value)
        return counts[0], counts[1]

    @property
    def moves_median(self) -> float | None:
        """The median difference in moves, or None where both won nothing."""
        return median(self.moves)

    @property
    def moves_mean(self) -> float | None:
        """The mean difference in moves, or None where both won nothing."""
        total = self.moves.total()
        return sum(value * count for value, count in self.moves.items()) / total if total else None


def compare(first: Results, second: Results, studies: tuple[Study, Study]) -> Comparison:
    """Compare a study of each of two files on the deals that both have.

    :raises StoreError: if a file is damaged.
    """
    found = Comparison(*studies)
    rows = [_rows(results, study) for results, study in zip((first, second), studies, strict=True)]
    for one, two in _same_numbers(*rows):
        found.verdicts[one[1], two[1]] += 1
        if one[1] == two[1] == _WON:
            found.moves[one[2] - two[2]] += 1
            found.scores[one[3] - two[3]] += 1
    return found


def pairs_of_studies(first: Results, second: Results) -> list[tuple[Study, Study]]:
    """Return the studies of two files that are about the same variant, in the first's order.

    A variant that a file has for several players is left to those that both have.
    """
    pairs = []
    for one in first.studies:
        others = [other for other in second.studies if other.variant == one.variant]
        same = [other for other in others if other.player == one.player]
        pairs += [(one, other) for other in same or others]
    return pairs


def _rows(results: Results, study: Study) -> Iterator[Any]:
    return results.query(study, "number, verdict, moves, score", "ORDER BY number")


def _same_numbers(first: Iterator[Any], second: Iterator[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield the pairs of rows that begin with the same number, of rows in order."""
    one, two = next(first, None), next(second, None)
    while one is not None and two is not None:
        if one[0] == two[0]:
            yield one, two
            one, two = next(first, None), next(second, None)
        elif one[0] < two[0]:
            one = next(first, None)
        else:
            two = next(second, None)
