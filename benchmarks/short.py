"""How short the solutions of ``--short`` are, on the deals on which peers were measured.

    python -m benchmarks.short [--effort normal] [--every N] [--solutions FILE] > lengths.csv
    python -m benchmarks.short --check benchmarks/short_thorough.jsonl

One line a deal, as CSV: what was found, the shortest that a peer found, the lower bound, CPU
seconds. The summary by suit count goes to stderr. ``--every`` leaves out all but each N-th deal;
``--solutions`` writes the solutions to a file, a line of JSON each, as ``spider replay`` reads
it. ``--check`` replays such a file by the plain rules and writes the lengths that it proves.
"""

from __future__ import annotations

import csv
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import mean, median
from typing import Final, NamedTuple

from benchmarks.arguments import Arguments, positive
from benchmarks.peers import DEALS, PATTERNS, best_known
from solver.engine.warmup import warm_up
from solver.errors import SpiderError
from solver.result import EFFORTS, SHORT_NODES, Limits
from solver.rules.bound import lower_bound
from solver.rules.formats import read_position
from solver.rules.move import Move, move_text, parse_move
from solver.rules.position import Position
from solver.rules.variant import SUIT_COUNTS, find_variant
from solver.rules.verify import replay
from solver.solve import solve

TOP: Final = Path(__file__).parent.parent
FIELDS: Final = ("deal", "moves", "best_known", "bound", "cpu_s")


class Length(NamedTuple):
    """One deal; ``moves`` is None where no solution was found."""

    deal: str
    moves: int | None
    best_known: int
    bound: int
    cpu_s: float
    solution: tuple[Move, ...] | None = None

    @property
    def excess(self) -> float:
        """Moves more than the shortest that a peer found."""
        return float("inf") if self.moves is None else self.moves - self.best_known

    def record(self) -> str:
        """Return the solution as a line of JSON."""
        words = None if self.solution is None else [move_text(move) for move in self.solution]
        file = (DEALS / f"{self.deal}.game").relative_to(TOP).as_posix()
        return json.dumps({"deal": file, "moves": self.moves, "solution": words})


def measure(suits: int, limits: Limits, every: int) -> Iterator[Length]:
    """Solve the deals of a suit count, each as short as the limits allow."""
    known = best_known()
    for path in sorted(DEALS.glob(PATTERNS["spider"].format(suits=suits)))[::every]:
        position = _position(path)
        result = solve(position, limits)
        bound = lower_bound(position)
        cpu_s = round(result.cpu_s, 3)
        yield Length(path.stem, result.moves, known[path.stem], bound, cpu_s, result.solution)


def _position(path: Path) -> Position:
    variant = find_variant("spider", int(path.stem[1]))
    return read_position(path.read_text(encoding="utf-8"), variant=variant)


def checked(file: Path) -> Iterator[tuple[str, int]]:
    """Yield each deal of a file of solutions, and the moves with which its solution wins.

    :raises ValueError: if one does not win.
    """
    for line in file.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        moves = [parse_move(word) for word in record["solution"]]
        if not replay(_position(TOP / record["deal"]), moves).won:
            raise ValueError(f"the solution of {record['deal']} does not win")
        yield Path(record["deal"]).stem, len(moves)


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
    parser = Arguments("short", __doc__)
    parser.add_argument("--effort", choices=list(EFFORTS), default="normal")
    parser.add_argument("--every", type=positive, default=1, metavar="N")
    parser.add_argument("--solutions", type=Path, default=Path(os.devnull), metavar="FILE")
    parser.add_argument("--check", type=Path, metavar="FILE")
    options = parser.parse_args(args)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    if options.check:
        writer.writerow(FIELDS[:2])
        try:
            writer.writerows(checked(options.check))
        except (OSError, ValueError, KeyError, TypeError, SpiderError) as error:
            parser.error(f"--check: {options.check} does not hold good: {error}")
        return 0
    limits = replace(EFFORTS[options.effort], short_nodes=SHORT_NODES[options.effort])
    warm_up()
    writer.writerow(FIELDS)
    with options.solutions.open("w", encoding="utf-8") as solutions:
        for suits in SUIT_COUNTS:
            lengths = []
            for length in measure(suits, limits, options.every):
                writer.writerow(length[: len(FIELDS)])
                sys.stdout.flush()
                print(length.record(), file=solutions, flush=True)
                lengths.append(length)
            print(summary(suits, lengths), file=sys.stderr, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
