"""Learn the weights of one family of variants, by an evolution strategy.

    python -m benchmarks.tune --family "spider 4" --width 20 --deals 300 --generations 60

Each generation draws new deals (from number --start on, deals that no report uses), lets every
candidate play all of them with one narrow beam, and moves towards those that won most. The mean
of the strategy is written to --out after each generation, in the form of
solver/engine/weights.json; copy it there by hand once it wins more on deals apart. Needs the
package cma (`pip install 'spider-solitaire[tune]'`).
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import click

from solver.engine.evaluate import Schedule, Weights
from solver.engine.families import family_of
from solver.engine.search import beam_search
from solver.engine.warmup import warm_up
from solver.rules.deal import Deal
from solver.rules.position import Position
from solver.rules.variant import CLASSIC, find_variant

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


@click.command(help=__doc__)
@click.option("--family", required=True, help="Game and suits, as in weights.json: 'spider 4'.")
@click.option("--rule", default=CLASSIC)
@click.option("--width", default=20, help="The beam's width; choose one that wins about half.")
@click.option("--deals", default=300, help="Deals a generation.")
@click.option("--generations", default=60)
@click.option("--start", default=3_000_000, help="The first deal number.")
@click.option("--sigma", default=0.4, help="The first spread of the candidates, in steps.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("weights-new.json"))
def main(
    family: str,
    rule: str,
    width: int,
    deals: int,
    generations: int,
    start: int,
    sigma: float,
    out: Path,
) -> None:
    import cma

    game, suits = family.split()
    variant = find_variant(game, int(suits), rule)
    warm_up(click.echo)
    schedule = family_of(variant).schedule
    options = {"popsize": 16, "seed": 7, "verbose": -9}
    strategy = cma.CMAEvolutionStrategy(to_point(schedule), sigma, options)
    for generation in range(generations):
        first = start + generation * deals
        positions = [Deal.from_number(variant, first + i).position() for i in range(deals)]
        points = strategy.ask()
        shares = [win_share(positions, to_schedule(point), width) for point in points]
        strategy.tell(points, [-share for share in shares])
        mean = to_schedule(strategy.mean)
        halves = {"late": asdict(mean.late), "early": asdict(mean.early)}
        out.write_text(json.dumps({family: halves}, indent=2) + "\n", "ascii")
        click.echo(
            f"generation {generation}: best {max(shares):.3f},"
            f" mean {sum(shares) / len(shares):.3f}, spread {strategy.sigma:.3f}"
        )


if __name__ == "__main__":
    main()
