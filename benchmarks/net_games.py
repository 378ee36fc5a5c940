"""Compare networks of the fair player by what counts: the same whole games, old against new.

    python -m benchmarks.net_games spider 4 --net a.npz b.npz --games 6000 --skip 50000000

plays each deal by the present networks and by those of the files, whose mean is taken, and says
how many games each wins, with the difference, its interval and McNemar's test. How well networks
foretell games held back does not tell which play better, and whoever takes the best of several on
some deals finds it worse on others: confirm a choice on deals that had no part in it.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Final

import numpy as np

from benchmarks.arguments import VariantArguments, contents, natural, positive
from benchmarks.learn_net import read_nets
from solver.engine.fair_families import fair_weights_of, guide_for
from solver.engine.fair_game import play_position
from solver.engine.fair_plans import effort_of
from solver.engine.fair_weights import FairWeights
from solver.engine.fair_workspace import new_fair_workspace
from solver.engine.families import layout_name
from solver.engine.layout import Ints
from solver.engine.net_value import family_nets
from solver.rules.deal import Deal
from solver.rules.variant import Variant
from solver.study.paired import Paired

FIRST_DEAL: Final = 40_000_000
SHARE: Final = 250
"""Deals that a worker plays at a time."""


def outcomes(
    variant: Variant, weights: FairWeights, nets: Ints, numbers: range, states: int
) -> list[bool]:
    """Return which deals are won, or played until no card is hidden any more."""
    effort = effort_of(states)
    ws = new_fair_workspace(effort.deep_states)
    guide = guide_for(variant, weights, nets)
    deals = (Deal.from_number(variant, number) for number in numbers)
    games = (play_position(ws, deal.position(), guide, effort) for deal in deals)
    return [game.won for game in games]


def compared(
    variant: Variant, present: Ints, nets: Ints, numbers: range, states: int, workers: int
) -> Paired:
    """Play the same deals by two sets of networks, the present ones second."""
    weights = fair_weights_of(variant)
    parts = [numbers[i : i + SHARE] for i in range(0, len(numbers), SHARE)]
    with ProcessPoolExecutor(workers) as pool:
        jobs = [
            [pool.submit(outcomes, variant, weights, those, part, states) for part in parts]
            for those in (nets, present)
        ]
        new, old = ([won for job in of for won in job.result()] for of in jobs)
    return Paired.of(new, old)


def told(paired: Paired) -> str:
    """Return the comparison for people: what the first gain over the present networks."""
    new, old = paired.both + paired.first_only, paired.both + paired.second_only
    return (
        f"{paired.n} games: {100 * old / paired.n:.2f} % won by the present networks,"
        f" {100 * new / paired.n:.2f} % by the others: {paired.difference_text};"
        f" {paired.test_text}"
    )


def main(arguments: list[str] | None = None) -> None:
    """Read the command line, play and compare."""
    parser = VariantArguments("net_games", __doc__)
    parser.add_argument(
        "--net",
        nargs="+",
        required=True,
        type=contents(read_nets, "networks"),
        help="files of networks that play together",
    )
    parser.add_argument("--games", type=positive, default=4000)
    parser.add_argument("--skip", type=natural, default=0, help="deals to leave out")
    parser.add_argument("--states", type=positive, default=1500)
    parser.add_argument("--workers", type=positive, default=2)
    options, variant = parser.read(arguments)
    present = family_nets(layout_name(variant))
    first = FIRST_DEAL + options.skip
    numbers = range(first, first + options.games)
    nets = np.concatenate(options.net)
    paired = compared(variant, present, nets, numbers, options.states, options.workers)
    sys.stdout.write(f"{told(paired)}\n")


if __name__ == "__main__":
    main()
