"""How much of what many positions find is found by few, in the looks of the fair player.

The player plays deals of its own (numbers from 2100000 on); in some of its decisions, as many for
each number of rows left, the worth of the best end found among a few positions is set against
that found among many. The mean gap, in 1/1000 of log-odds, tells in seconds and without the luck
of the deal what an order of looking is good for; games need thousands of deals for that.

    python -m benchmarks.look spider 4 --decisions 200 --states 1000 3000

``--weights weights.json`` looks in the order of other weights, for the same decisions and set
against what the present player's order finds among many positions.
"""

from __future__ import annotations

import sys
from typing import Final

import numpy as np

from benchmarks.arguments import VariantArguments, positive
from benchmarks.learn_fair import DECIDED, FIRST_DEAL, WEIGHTS, Floats, Samples, collect
from solver.engine.fair_families import fair_weights_of, orders_of
from solver.engine.fair_search import look_around
from solver.engine.fair_weights import FairWeights
from solver.engine.fair_workspace import BEST, WIN, WORTH, new_fair_workspace
from solver.rules.variant import Variant

PLAYED: Final = 300
"""Positions a decision in the games from which the decisions are taken."""
WIDEST: Final = 1500
"""A gap counts up to so much: no end found at all is as bad, and a win as good."""
NOTHING: Final = 1 << 20


def choose_decisions(samples: Samples, wanted: int) -> list[int]:
    """Return decisions, up to ``wanted`` for each number of rows left, spread over the games."""
    chosen: list[int] = []
    for rows_left in range(int(samples.rows_left.max()) + 1):
        here = np.flatnonzero((samples.kind == DECIDED) & (samples.rows_left == rows_left))
        chosen += [int(i) for i in here[:: max(1, len(here) // wanted)][:wanted]]
    return chosen


def best_worths(
    variant: Variant, weights: FairWeights, samples: Samples, chosen: list[int], states: int
) -> Floats:
    """Return the worth of the best end that a look in each decision finds; lower is better."""
    ws, tables = new_fair_workspace(states), orders_of(weights)[0]
    found = []
    for i in chosen:
        ws.rows[0], ws.unseen[:] = samples.rows[i], samples.unseen[i]
        rows_left = int(samples.rows_left[i])
        look_around(ws, tables, variant.columns, variant.relaxed, rows_left, states)
        best = int(ws.counters[BEST])
        worth = int(ws.states[best, WORTH]) if best else NOTHING
        found.append(-NOTHING if ws.counters[WIN] else worth)
    return np.array(found, np.float64)


def gaps(found: Floats, many: Floats) -> Floats:
    """Return how much worse is what few positions found than what many did."""
    return np.clip(found - many, -WIDEST, WIDEST)


def main(arguments: list[str] | None = None) -> None:
    """Read the command line, and write a line for each number of positions."""
    parser = VariantArguments("look", __doc__)
    parser.add_argument("--games", type=positive, default=100)
    parser.add_argument(
        "--decisions", type=positive, default=100, help="for each number of rows left"
    )
    parser.add_argument("--states", type=positive, nargs="+", default=[1000, 3000, 8000])
    parser.add_argument("--many", type=positive, default=20_000)
    parser.add_argument("--weights", type=WEIGHTS, help="a file of other weights")
    options, variant = parser.read(arguments)
    present = fair_weights_of(variant)
    other = options.weights or present
    numbers = range(FIRST_DEAL, FIRST_DEAL + options.games)
    samples = collect(variant, present, numbers, PLAYED)
    chosen = choose_decisions(samples, options.decisions)
    rows_left = samples.rows_left[chosen]
    many = best_worths(variant, present, samples, chosen, options.many)
    for states in options.states:
        gap = gaps(best_worths(variant, other, samples, chosen, states), many)
        parts = [f"{n}: {gap[rows_left == n].mean():.1f}" for n in np.unique(rows_left)]
        sys.stdout.write(f"{states} positions, gap {gap.mean():.1f}; by rows left {parts}\n")


if __name__ == "__main__":
    main()
