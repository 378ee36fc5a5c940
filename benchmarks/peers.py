"""The deals on which other solvers were measured: solved, CPU seconds and moves by suit count.

    python -m benchmarks.peers

The deals lie in tests/data/deals: 90 of Spider, with the shortest solution that a peer found in
best_known.csv, and 30 of Spiderette.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from solver.engine.warmup import warm_up
from solver.result import SolveResult, Verdict
from solver.rules.formats import read_position
from solver.rules.variant import SUIT_COUNTS, find_variant
from solver.solve import solve

DEALS: Final = Path(__file__).parent.parent / "tests" / "data" / "deals"
PATTERNS: Final = {"spider": "s{suits}_*.game", "spiderette": "spiderette{suits}_*.json"}
HEADER: Final = (
    f"{'game':<11}{'suits':>5}{'deals':>7}{'won':>6}{'lost':>6}{'open':>6}"
    f"{'median s':>10}{'mean s':>9}{'moves':>7}{'best known':>12}"
)


class Row(NamedTuple):
    """One game with one suit count."""

    game: str
    suits: int
    results: list[SolveResult]
    best_known: list[int]

    def text(self) -> str:
        """Return the row of the table; moves are medians over the deals won."""
        verdicts = [result.verdict for result in self.results]
        seconds = [result.cpu_s for result in self.results]
        moves = [result.moves for result in self.results if result.moves is not None]
        return (
            f"{self.game:<11}{self.suits:>5}{len(self.results):>7}"
            f"{verdicts.count(Verdict.WON):>6}{verdicts.count(Verdict.UNWINNABLE):>6}"
            f"{verdicts.count(Verdict.UNDECIDED):>6}{median(seconds):>10.4f}"
            f"{sum(seconds) / len(seconds):>9.4f}{_median(moves):>7}{_median(self.best_known):>12}"
        )


def _median(values: list[int]) -> str:
    return f"{median(values):g}" if values else "-"


def best_known() -> dict[str, int]:
    """Return the moves of the shortest solution known of each deal."""
    with (DEALS / "best_known.csv").open(encoding="utf-8", newline="") as file:
        return {row["deal"]: int(row["moves"]) for row in csv.DictReader(file) if row["moves"]}


def measure(game: str, suits: int) -> Row:
    """Solve the deals of a game with a suit count."""
    known = best_known()
    paths = sorted(DEALS.glob(PATTERNS[game].format(suits=suits)))
    variant = find_variant(game, suits)
    results = [
        solve(read_position(path.read_text(encoding="utf-8"), variant=variant), name=path.stem)
        for path in paths
    ]
    return Row(game, suits, results, [known[path.stem] for path in paths if path.stem in known])


def main() -> int:
    """Print the table."""
    warm_up()
    print(HEADER)
    for game in PATTERNS:
        for suits in SUIT_COUNTS:
            print(measure(game, suits).text(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
