"""Tune what the fair player goes for by whole games with shaken scores.

Every weight of the scores, and what a move costs, is shaken at random, all at once and in each
game anew. Two games a deal are played, shaken one way and the opposite way: what they differ by
owes nothing to the deal. The mean product of a weight's shake and what it won says how wins grow
with that weight. These slopes are small beside their errors, so each is shrunk to what the spread
of all of them makes likely: in common for stages that are alike, and apart for each stage.

    python -m benchmarks.shake spider 4 --pairs 40000 --states 2000 --steps 4 8 --out shaken

writes ``shaken-4.json`` and ``shaken-8.json``: the weights moved so far, in standard shakes, up
the slopes. Which step is best, and whether it helps at all, other deals must tell: without
``--pairs`` nothing is shaken, and the share of games won is written. ``--add ends.empty=200`` adds
to one weight of each stage first: what a shake hides in curvature shows in a line of such steps.

    python -m benchmarks.shake spider 4 --weights shaken-4.json --games 4000
    python -m benchmarks.shake spider 4 --add ends.empty=200 --games 4000
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from benchmarks.arguments import VariantArguments, natural, positive
from benchmarks.learn_fair import (
    DEALT_FROM,
    END,
    FEWEST,
    NAMES,
    UNIT,
    WEIGHTS,
    Floats,
    collect,
    features_of,
    unit_tables,
)
from benchmarks.net_games import outcomes
from solver.engine.fair_families import (
    fair_weights_of,
    filling_of,
    orders_of,
    weights_as_data,
)
from solver.engine.fair_game import play_position
from solver.engine.fair_plans import Guide, effort_of
from solver.engine.fair_score import ScoreWeights
from solver.engine.fair_weights import LENGTH_COST, FairWeights, place_scores
from solver.engine.fair_workspace import new_fair_workspace
from solver.engine.layout import Ints
from solver.engine.net_value import NO_NETS
from solver.rules.deal import Deal
from solver.rules.variant import Variant

FIRST_DEAL: Final = 20_000_000
MEASURED: Final = 400
"""Games from which the spread of each feature is taken, at ``MEASURED_STATES`` a decision."""
MEASURED_STATES: Final = 300
NARROWEST: Final = 0.3
"""A feature that varies less is shaken as if it varied so much."""
LENGTH_SHAKE: Final = 8
LATE: Final = 3
"""Ends of plans with fewer rows left than this are alike, and so are the others."""
BASIS: Final = unit_tables() / UNIT


class Outcomes(NamedTuple):
    """Of each pair of games: the shakes, one a weight and the move's last, and both results."""

    shakes: Floats
    won: Floats


def scores_of(weights: FairWeights) -> Floats:
    """Return the scores as numbers, a stage a row: ends of plans first, then what is dealt from."""
    stages = [*weights.ends, *weights.deals]
    return np.array([[getattr(stage, name) for name in NAMES] for stage in stages], np.float64)


def with_scores(weights: FairWeights, scores: Floats, length: float) -> FairWeights:
    """Return weights with scores as :func:`scores_of` has them and a cost of a move."""
    points = np.rint(scores).astype(int).tolist()
    stages = [ScoreWeights(**dict(zip(NAMES, stage, strict=True))) for stage in points]
    n = len(weights.ends)
    cost = max(0, round(length))
    return replace(weights, length=cost, ends=tuple(stages[:n]), deals=tuple(stages[n:]))


def write_scores(tables: Ints, scores: Floats, ends: int, length: int) -> None:
    """Put scores and a cost of a move into tables as the kernels use them."""
    stages = np.rint(scores @ BASIS).astype(np.int64)
    place_scores(tables, [*stages[:ends]], [*stages[ends:]])
    tables[..., LENGTH_COST] = length


def shakes_of(variant: Variant, weights: FairWeights) -> Floats:
    """Return how much of each weight is worth one standard deviation of its feature.

    0 stands for a weight that no game of some hundred depends on.
    """
    numbers = range(FIRST_DEAL - MEASURED, FIRST_DEAL)
    samples = collect(variant, weights, numbers, MEASURED_STATES)
    features = features_of(samples, variant.columns)
    shakes = []
    for kind, stages in ((END, weights.ends), (DEALT_FROM, weights.deals)):
        for rows_left in range(len(stages)):
            here = (samples.kind == kind) & (samples.rows_left == rows_left)
            spread = features[here].std(axis=0) if here.sum() >= FEWEST else np.zeros(len(NAMES))
            shakes.append(np.where(spread > 0, 1 / np.maximum(spread, NARROWEST), 0.0))
    return np.array(shakes)


def play_pairs(
    variant: Variant, weights: FairWeights, numbers: range, states: int, unit: Floats
) -> Outcomes:
    """Play two games of each deal, with opposite shakes; ``unit`` is what one shake is worth."""
    scores = scores_of(weights)
    ends = len(weights.ends)
    orders, filling = orders_of(weights).copy(), filling_of(weights).copy()
    guide = Guide(orders, filling, NO_NETS, variant.columns, variant.relaxed)
    effort = effort_of(states)
    ws = new_fair_workspace(effort.deep_states)
    shakes, won = [], []
    for number in numbers:
        dice = np.random.default_rng(number)
        shake = dice.standard_normal(scores.shape)
        longer = np.rint(LENGTH_SHAKE * dice.standard_normal())
        results = []
        for sign in (1, -1):
            shaken = scores + sign * unit * shake
            for tables in (orders, filling):
                write_scores(tables, shaken, ends, weights.length + int(sign * longer))
            position = Deal.from_number(variant, number).position()
            game = play_position(ws, position, guide, effort)
            results.append(float(game.won))
        shakes.append([*shake.ravel(), longer / LENGTH_SHAKE])
        won.append(results)
        if len(won) % 1000 == 0:
            sys.stderr.write(f"{len(won)} pairs, {100 * np.mean(won):.2f} % won\n")
    return Outcomes(np.array(shakes), np.array(won))


def slopes(outcomes: Outcomes) -> tuple[Floats, float]:
    """Return how wins grow with each shake, and the standard error of each."""
    gain = (outcomes.won[:, 0] - outcomes.won[:, 1]) / 2
    return outcomes.shakes.T @ gain / len(gain), float(gain.std() / np.sqrt(len(gain)))


def shrink(found: Floats, error: float) -> Floats:
    """Shrink estimates to what their spread beyond the error makes likely, about 0."""
    spread = float(np.mean(found**2))
    return found * max(0.0, 1 - error**2 / spread) if spread > 0 else found


def likely(found: Floats, error: float, groups: list[list[int]]) -> Floats:
    """Return the likely slopes, a stage a row, of the ones found.

    Stages of one group have a part in common and one of their own; both are shrunk.
    """
    common = [found[group].mean(axis=0) for group in groups]
    sizes = [error / np.sqrt(len(group)) for group in groups]
    out = np.zeros_like(found)
    for group, mean, size in zip(groups, common, sizes, strict=True):
        own = found[group] - mean
        freedom = np.sqrt(1 - 1 / len(group)) if len(group) > 1 else 1.0
        out[group] = shrink(mean, size) + shrink(own, error * freedom)
    return out


def move_along(weights: FairWeights, unit: Floats, outcomes: Outcomes, step: float) -> FairWeights:
    """Return weights moved up the likely slopes by so many standard shakes."""
    found, error = slopes(outcomes)
    scores = scores_of(weights)
    n = len(weights.ends)
    alike = range(LATE), range(LATE, n), range(n, len(scores))
    groups = [[stage for stage in stages if unit[stage].any()] for stages in alike]
    up = likely(found[:-1].reshape(scores.shape), error, [group for group in groups if group])
    up = np.where(unit > 0, up, 0.0)
    longer = float(shrink(found[-1:], error)[0])
    size = float(np.sqrt((up**2).sum() + longer**2))
    if size == 0:
        return weights
    length = weights.length + LENGTH_SHAKE * longer * step / size
    return with_scores(weights, scores + unit * up * step / size, length)


def added(weights: FairWeights, addition: str) -> FairWeights:
    """Return weights with so much added as ``ends.empty=200`` or ``length=-5`` says."""
    name, amount = addition.split("=")
    if name == "length":
        return replace(weights, length=weights.length + int(amount))
    kind, field = name.split(".")
    stages = getattr(weights, kind)
    more = (replace(s, **{field: getattr(s, field) + int(amount)}) for s in stages)
    changes: dict[str, Any] = {kind: tuple(more)}
    return replace(weights, **changes)


def share_won(variant: Variant, weights: FairWeights, numbers: range, states: int) -> float:
    """Return the share of deals won with weights as they are."""
    return float(np.mean(outcomes(variant, weights, NO_NETS, numbers, states)))


def main(arguments: list[str] | None = None) -> None:
    """Read the command line, play, and write the weights moved by each step."""
    parser = VariantArguments("shake", __doc__)
    parser.add_argument("--pairs", type=natural, default=0, help="deals to play shaken, twice each")
    parser.add_argument("--games", type=positive, default=2000, help="games without --pairs")
    parser.add_argument("--states", type=positive, default=2000)
    parser.add_argument("--skip", type=natural, default=0, help="deals to leave out")
    parser.add_argument("--shake", type=float, default=70.0, help="1/1000 of log-odds a feature")
    parser.add_argument("--steps", type=float, nargs="+", default=[4.0, 8.0])
    parser.add_argument("--weights", type=WEIGHTS, help="a file of weights to start from")
    parser.add_argument("--add", nargs="*", default=[], metavar="WEIGHT=N")
    parser.add_argument("--out", default="shaken", help="how the names of the files begin")
    options, variant = parser.read(arguments)
    weights = options.weights or fair_weights_of(variant)
    for addition in options.add:
        try:
            weights = added(weights, addition)
        except (ValueError, AttributeError, TypeError):
            parser.error(f"--add: no weight as in {addition!r}; one is ends.empty=200")
    first = FIRST_DEAL + options.skip
    if options.pairs == 0:
        numbers = range(first, first + options.games)
        share = share_won(variant, weights, numbers, options.states)
        sys.stdout.write(f"{100 * share:.2f} % of {options.games} won\n")
        return
    unit = options.shake * shakes_of(variant, fair_weights_of(variant))
    numbers = range(first, first + options.pairs)
    outcomes = play_pairs(variant, weights, numbers, options.states, unit)
    for step in options.steps:
        moved = weights_as_data(move_along(weights, unit, outcomes, step))
        Path(f"{options.out}-{step:g}.json").write_text(json.dumps(moved) + "\n", "ascii")


if __name__ == "__main__":
    main()
