"""Tune in which order the fair player looks, on deals of their own (numbers from 2000000 on).

CMA-ES climbs the share of games won, with a little for runs removed, at a small number of
positions a decision. All candidates of a generation play the same deals, each generation others.
The last mean of the search, not its best sample, is what it found: the best sample was lucky.

    python benchmarks/tune_fair.py spider 4 --generations 40 --games 200 --states 600
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import cma
import numpy as np

from solver.engine.fair_families import fair_weights_of, weights_as_data, weights_from
from solver.engine.fair_game import OPEN, WON, play_position
from solver.engine.fair_search import FairWorkspace, new_fair_workspace
from solver.engine.fair_weights import FairWeights
from solver.rules.deal import Deal
from solver.rules.variant import Variant, find_variant

FIRST_DEAL = 2_000_000
FIXED = {"mixed", "fill_empty", "ends", "deals"}
"""``mixed`` sets the scale, ``fill_empty`` hardly matters, the scores are learnt elsewhere."""
RUN_WORTH = 0.03


def step_of(name: str) -> float:
    """Return the first step of a weight, about a quarter of a usual value."""
    steps = {
        "empty": 60, "run": 150, "turn": 50, "turn_more": 12, "unknown": 40, "depth": 30,
    }  # fmt: skip
    return steps.get(name, 15)


def fitness(
    ws: FairWorkspace, variant: Variant, weights: FairWeights, numbers: range, states: int
) -> float:
    """Return the share of games won and a little for the runs removed; the higher the better.

    A game in which no card is hidden any more counts as won: nearly all of them are.
    """
    total = 0.0
    for number in numbers:
        position = Deal.from_number(variant, number).position()
        end, runs, _ = play_position(ws, position, weights, states, states, False)
        won = end in (WON, OPEN)
        total += won + RUN_WORTH * (variant.run_count if won else runs)
    return total / len(numbers)


def tune(variant: Variant, options: argparse.Namespace) -> None:
    """Climb, writing the mean after each generation."""
    start = fair_weights_of(variant)
    if options.weights is not None:
        start = weights_from(json.loads(Path(options.weights).read_text(encoding="utf-8")))
    names = [field.name for field in fields(FairWeights) if field.name not in FIXED]
    steps = np.array([step_of(name) for name in names])
    center = np.array([getattr(start, name) for name in names], float)

    def weights_of(x: np.ndarray) -> FairWeights:
        values = np.rint(center + steps * x).astype(int)
        changes: dict[str, Any] = {n: int(v) for n, v in zip(names, values, strict=True)}
        return replace(start, **changes)

    search = cma.CMAEvolutionStrategy(
        np.zeros(len(names)),
        options.sigma,
        {"popsize": options.population, "seed": 1, "verbose": -9},
    )
    ws = new_fair_workspace(options.states)
    for generation in range(options.generations):
        first = FIRST_DEAL + (options.skip + generation) * options.games
        numbers = range(first, first + options.games)
        asked = search.ask()
        values = [fitness(ws, variant, weights_of(x), numbers, options.states) for x in asked]
        search.tell(asked, [-value for value in values])
        mean = weights_of(search.mean)
        record = {"generation": generation, "mean": np.mean(values), "best": max(values)}
        sys.stdout.write(json.dumps(record | {"weights": weights_as_data(mean)}) + "\n")
        sys.stdout.flush()


def main() -> None:
    """Read the command line and tune."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("suits", type=int)
    parser.add_argument("--rule", default="classic")
    parser.add_argument("--generations", type=int, default=40)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--states", type=int, default=600)
    parser.add_argument("--population", type=int, default=14)
    parser.add_argument("--sigma", type=float, default=1.0)
    parser.add_argument("--skip", type=int, default=0, help="generations of deals to leave out")
    parser.add_argument("--weights", help="a file of weights to start from")
    options = parser.parse_args()
    tune(find_variant(options.game, options.suits, options.rule), options)


if __name__ == "__main__":
    main()
