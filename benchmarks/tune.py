"""Learn the weights of one family of variants, by an evolution strategy.

    python -m benchmarks.tune spider 4 --width 20 --deals 300 --generations 60

Each generation draws new deals (from number --start on, deals that no report uses), lets every
candidate play all of them with one narrow beam, and moves towards those that won most. The mean
of the strategy is written to --out after each generation, in the form of
solver/engine/weights.json; copy it there by hand once it wins more on deals apart. Needs the
package cma (`pip install 'spider-solitaire[tune]'`).
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from benchmarks.arguments import VariantArguments, natural, positive
from solver.engine.evaluate import Schedule, Weights
from solver.engine.families import family_name, family_of
from solver.engine.search import beam_search
from solver.engine.warmup import warm_up
from solver.rules.deal import Deal
from solver.rules.position import Position

NAMES = tuple(field.name for field in fields(Weights))

# One step of the strategy in each weight: about a quarter of what the weight usually is.
STEPS = {
    "mixed": 20,
    "mixed_slope": 4,
    "broken": 10,
    "broken_slope": 4,
    "inverted": 6,
    "inverted_slope": 4,
    "face_down": 6,
    "face_down_more": 3,
    "not_king": 6,
    "not_king_slope": 3,
    "empty": 15,
    "empty_more": 6,
    "run": 40,
    "suited": 5,
    "suited_slope": 3,
    "mixed_burden": 1.5,
    "broken_burden": 1.5,
    "inverted_burden": 1,
    "not_king_burden": 1,
    "last_ace": 6,
    "last_slope": 2,
}

MAX_DEPTH = 200
NO_LIMIT = 1 << 60


def to_point(schedule: Schedule) -> list[float]:
    """Return a schedule as a point of the search space."""
    return [
        getattr(weights, name) / STEPS[name]
        for weights in (schedule.late, schedule.early)
        for name in NAMES
    ]


def to_schedule(point: Any) -> Schedule:
    """Return the schedule at a point, its weights rounded."""
    return Schedule(_weights(point[: len(NAMES)]), _weights(point[len(NAMES) :]))


def _weights(half: Any) -> Weights:
    return Weights(**{name: round(x * STEPS[name]) for name, x in zip(NAMES, half, strict=True)})


def win_share(deals: list[Position], schedule: Schedule, width: int) -> float:
    """Return the share of deals that one beam wins."""
    won = sum(
        beam_search(deal, schedule, width, MAX_DEPTH, NO_LIMIT).moves is not None for deal in deals
    )
    return won / len(deals)


def main(arguments: list[str] | None = None) -> None:
    """Read the command line, and write the strategy's mean after each generation."""
    parser = VariantArguments("tune", __doc__)
    parser.add_argument(
        "--width", type=positive, default=20, help="the beam's; choose one that wins about half"
    )
    parser.add_argument("--deals", type=positive, default=300, help="a generation")
    parser.add_argument("--generations", type=positive, default=60)
    parser.add_argument("--start", type=natural, default=3_000_000, help="the first deal's number")
    parser.add_argument(
        "--sigma", type=float, default=0.4, help="the first spread of the candidates, in steps"
    )
    parser.add_argument("--out", type=Path, default=Path("weights-new.json"))
    options, variant = parser.read(arguments)
    try:
        import cma
    except ModuleNotFoundError:
        parser.exit(2, "this needs cma: pip install 'spider-solitaire[tune]'\n")
    warm_up(lambda text: print(text, file=sys.stderr))
    schedule = family_of(variant).schedule
    settings = {"popsize": 16, "seed": 7, "verbose": -9}
    strategy = cma.CMAEvolutionStrategy(to_point(schedule), options.sigma, settings)
    for generation in range(options.generations):
        first = options.start + generation * options.deals
        numbers = range(first, first + options.deals)
        positions = [Deal.from_number(variant, number).position() for number in numbers]
        points = strategy.ask()
        shares = [win_share(positions, to_schedule(point), options.width) for point in points]
        strategy.tell(points, [-share for share in shares])
        mean = to_schedule(strategy.mean)
        halves = {"late": asdict(mean.late), "early": asdict(mean.early)}
        text = json.dumps({family_name(variant): halves}, indent=2) + "\n"
        options.out.write_text(text, "ascii")
        print(
            f"generation {generation}: best {max(shares):.3f},"
            f" mean {sum(shares) / len(shares):.3f}, spread {strategy.sigma:.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
