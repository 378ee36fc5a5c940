"""How short the solutions of ``--short`` are, on the deals on which peers were measured.

    python -m benchmarks.short [--effort normal] [--every N] > lengths.csv

One line a deal, as CSV: what was found, the shortest that a peer found, the lower bound, CPU
seconds. The summary by suit count goes to stderr. ``--every`` leaves out all but each N-th deal.
"""

from __future__ import annotations

import argparse
import csv
import sys
from dataclasses import replace
from statistics import mean, median
from typing import Final, NamedTuple

from benchmarks.peers import DEALS, PATTERNS, best_known
from solver.engine.warmup import warm_up
from solver.result import EFFORTS, SHORT_NODES, Limits
from solver.rules.bound import lower_bound
from solver.rules.formats import read_position
from solver.rules.variant import SUIT_COUNTS, find_variant
from solver.solve import solve

FIELDS: Final = ("deal", "moves", "best_known", "bound", "cpu_s")


class Length(NamedTuple):
    """One deal; ``moves`` is None where no solution was found."""

    deal: str
    moves: int | None
    best_known: int
    bound: int
    cpu_s: float

    @property
    def excess(self) -> float:
        """Moves more than the shortest that a peer found."""
        return float("inf") if self.moves is None else self.moves - self.best_known


def measure(suits: int, limits: Limits, every: int) -> list[Length]:
    """Solve the deals of a suit count, each as short as the limits allow."""
    known = best_known()
    variant = find_variant("spider", suits)
    lengths = []
    for path in sorted(DEALS.glob(PATTERNS["spider"].format(suits=suits)))[::every]:
        position = read_position(path.read_text(encoding="utf-8"), variant=variant)
        result = solve(position, limits)
        bound = lower_bound(position)
        cpu_s = round(result.cpu_s, 3)
        lengths.append(Length(path.stem, result.moves, known[path.stem], bound, cpu_s))
    return lengths


def summary(suits: int, lengths: list[Length]) -> str:
    """Return a line on the deals of a suit count."""
    moves = [length.moves for length in lengths if length.moves is not None]
    longer = sum(length.excess > 0 for length in lengths)
    shorter = sum(length.excess < 0 for length in lengths)
    return (
        f"{suits} suits: {len(moves)} of {len(lengths)} won, median {median(moves):g} moves"
        f" (best known {median(length.best_known for length in lengths):g}),"
        f" {shorter} shorter, {longer} longer, mean bound"
        f" {mean(length.bound for length in lengths):.1f},"
        f" {mean(length.cpu_s for length in lengths):.2f} s a deal"
    )


def main(args: list[str] | None = None) -> int:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--effort", choices=list(EFFORTS), default="normal")
    parser.add_argument("--every", type=int, default=1, metavar="N")
    options = parser.parse_args(args)
    limits = replace(EFFORTS[options.effort], short_nodes=SHORT_NODES[options.effort])
    warm_up()
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(FIELDS)
    for suits in SUIT_COUNTS:
        lengths = measure(suits, limits, options.every)
        writer.writerows(lengths)
        sys.stdout.flush()
        print(summary(suits, lengths), file=sys.stderr, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
