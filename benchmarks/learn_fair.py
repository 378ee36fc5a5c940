"""Learn what positions are worth to the fair player, from games of its own.

The player plays deals of their own (numbers from 2100000 on); the end of each plan that it chose,
each position that it dealt from and each position after a deal are kept with the game's end.
Logistic regressions give the weights, the last stage first: for the stage before, a game counts as
what the position after its next deal is worth, which is less noisy than whether it was won.

    python -m benchmarks.learn_fair spider 4 --games 6000 --states 800 --out weights.json

``--weights weights.json`` lets another player than the present one play; ``--update`` puts what
was learnt into the player's own data.
"""

from __future__ import annotations

import json
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks.arguments import VariantArguments, contents, natural, positive
from benchmarks.shown_game import ShownGame
from solver.engine.fair_families import (
    DATA,
    fair_weights_of,
    guide_for,
    weights_as_data,
    weights_from,
)
from solver.engine.fair_plans import Effort, Guide, decide, effort_of
from solver.engine.fair_score import (
    ScoreWeights,
    score_all,
    score_table,
)
from solver.engine.fair_weights import FairWeights
from solver.engine.fair_workspace import BEST, BEST_DEAL, FairWorkspace, new_fair_workspace
from solver.engine.families import layout_name
from solver.engine.layout import (
    DEAL,
    Ints,
)
from solver.engine.net_value import NO_NETS
from solver.rules.deal import Deal
from solver.rules.position import Position
from solver.rules.variant import Variant

Floats = npt.NDArray[np.float64]

FIRST_DEAL: Final = 2_100_000
UNIT: Final = 1_000_000
"""The weight at which a feature is measured."""
NAMES: Final = [field.name for field in fields(ScoreWeights)]
SCALE: Final = 1000
"""Points a unit of log-odds."""
FEWEST: Final = 200
"""A stage with fewer samples keeps the weights that it has."""

# What a sample is.
DEALT: Final = 0  # a position after a deal
END: Final = 1  # the end of a plan
DEALT_FROM: Final = 2  # a position before a deal
DECIDED: Final = 3  # a position in which the player decides


class Samples(NamedTuple):
    """Positions of games: what each is, its game, rows left, cards and unseen cards; who won."""

    kind: npt.NDArray[np.int64]
    game: npt.NDArray[np.int64]
    rows_left: npt.NDArray[np.int64]
    rows: npt.NDArray[np.uint8]
    unseen: npt.NDArray[np.int64]
    won: npt.NDArray[np.bool_]


def collect(variant: Variant, weights: FairWeights, numbers: range, states: int) -> Samples:
    """Play some deals and return the samples of the games."""
    effort, guide = effort_of(states), guide_for(variant, weights, NO_NETS)
    ws = new_fair_workspace(effort.deep_states)
    samples: list[tuple[int, int, int, Any, Any]] = []
    won = []
    for game, number in enumerate(numbers):
        position = Deal.from_number(variant, number).position()
        won.append(_play(ws, guide, effort, position, game, samples))
        if game % 500 == 499:
            sys.stderr.write(f"{game + 1} games, {100 * np.mean(won):.1f} % won\n")
    columns = [np.array(column) for column in zip(*samples, strict=True)]
    return Samples(columns[0], columns[1], columns[2], columns[3], columns[4], np.array(won))


def _play(
    ws: FairWorkspace,
    guide: Guide,
    effort: Effort,
    position: Position,
    number: int,
    samples: list[tuple[int, int, int, Any, Any]],
) -> bool:
    """Play one game, add its samples, and say whether it was won or no card is hidden."""
    game = ShownGame(ws, guide, position)

    def add(kind: int, row: Any) -> None:
        samples.append((kind, number, game.rows_left, row.copy(), ws.unseen.copy()))

    while game.show():
        add(DECIDED, ws.rows[0])
        length = decide(ws, guide, game.rows_left, effort)
        if length == 0:
            return False
        deals = ws.plan[length - 1] == DEAL
        best = ws.counters[BEST_DEAL if deals else BEST]
        add(DEALT_FROM if deals else END, ws.rows[best])
        game.make(length)
        if deals:
            game.show()
            add(DEALT, ws.rows[0])
    return True


def unit_tables() -> Ints:
    """Return the tables in which one weight is ``UNIT`` and the others 0, a weight a row."""
    return np.array([score_table(ScoreWeights(**{name: UNIT})) for name in NAMES])


def features_of(samples: Samples, columns: int) -> Floats:
    """Return the features of each sample, one a weight, shape ``(samples, weights)``."""
    tables = unit_tables().ravel()
    out = np.zeros((len(samples.rows), len(NAMES)), np.int64)
    score_all(samples.rows, samples.unseen, tables, columns, out)
    return out / UNIT


def logistic(features: Floats, target: Floats, ridge: float) -> tuple[Floats, float]:
    """Return weights and constant of a logistic regression on targets between 0 and 1."""
    mean, spread = features.mean(axis=0), features.std(axis=0)
    spread[spread < 1e-9] = np.inf
    scaled = np.column_stack([(features - mean) / spread, np.ones(len(features))])
    penalty = np.full(scaled.shape[1], ridge)
    penalty[-1] = 0.0
    found = np.zeros(scaled.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-scaled @ found))
        slope = scaled.T @ (target - chance) - penalty * found
        bend = (scaled * (chance * (1 - chance))[:, None]).T @ scaled + np.diag(penalty)
        step = np.linalg.solve(bend, slope)
        found += step
        if np.abs(step).max() < 1e-4:
            break
    weights = found[:-1] / spread
    return weights, float(found[-1] - weights @ mean)


def learn(samples: Samples, columns: int, start: FairWeights, ridge: float) -> FairWeights:
    """Return the weights with the values that the samples teach, the last stage first."""
    features = features_of(samples, columns)
    stages_left = int(samples.rows_left.max()) + 1
    values = {
        kind: [scores[min(n, len(scores) - 1)] for n in range(stages_left)]
        for kind, scores in ((END, start.ends), (DEALT_FROM, start.deals))
    }
    worth = samples.won.astype(float)  # of each game, as seen from the stage at hand
    for rows_left in range(stages_left):
        here = samples.rows_left == rows_left
        for kind, stages in values.items():
            chosen = here & (samples.kind == kind)
            if chosen.sum() < FEWEST:
                continue
            found, _ = logistic(features[chosen], worth[samples.game[chosen]], ridge)
            points = [int(point) for point in np.rint(SCALE * found)]
            stages[rows_left] = ScoreWeights(**dict(zip(NAMES, points, strict=True)))
        dealt = here & (samples.kind == DEALT)
        if dealt.sum() >= FEWEST:
            games = samples.game[dealt]
            found, constant = logistic(features[dealt], worth[games], ridge)
            worth = samples.won.astype(float)
            worth[games] = 1 / (1 + np.exp(-features[dealt] @ found - constant))
    return replace(start, ends=tuple(values[END]), deals=tuple(values[DEALT_FROM]))


def data_text(data: dict[str, Any]) -> str:
    """Return the weights of all families as JSON, a line a stage."""
    families = []
    for name, entry in data.items():
        parts = [json.dumps({k: v for k, v in entry.items() if not isinstance(v, list)})[1:-1]]
        for key in ("ends", "deals"):
            stages = ",\n   ".join(map(json.dumps, entry[key]))
            parts.append(f'"{key}": [\n   {stages}\n  ]')
        families.append(f' "{name}": {{\n  ' + ",\n  ".join(parts) + "\n }")
    return "{\n" + ",\n".join(families) + "\n}\n"


def update(variant: Variant, weights: FairWeights) -> None:
    """Put the weights of a variant's family into the player's data."""
    data = json.loads(DATA.read_text(encoding="ascii"))
    data[layout_name(variant)] = weights_as_data(weights)
    DATA.write_text(data_text(data), encoding="ascii")


def read_weights(path: Path) -> FairWeights:
    """Return the weights in a file."""
    return weights_from(json.loads(path.read_text(encoding="utf-8")))


WEIGHTS: Final = contents(read_weights, "weights of the fair player")
"""The type of an argument that names such a file."""


def main(arguments: list[str] | None = None) -> None:
    """Read the command line, play and learn."""
    parser = VariantArguments("learn_fair", __doc__)
    parser.add_argument("--games", type=positive, default=4000)
    parser.add_argument("--states", type=positive, default=800)
    parser.add_argument("--skip", type=natural, default=0, help="deals to leave out")
    parser.add_argument("--ridge", type=float, default=30.0)
    parser.add_argument("--weights", type=WEIGHTS, help="a file of weights to start from")
    parser.add_argument("--out", help="a file for the weights")
    parser.add_argument("--update", action="store_true", help="put them into the player's data")
    options, variant = parser.read(arguments)
    weights = options.weights or fair_weights_of(variant)
    first = FIRST_DEAL + options.skip
    samples = collect(variant, weights, range(first, first + options.games), options.states)
    learnt = learn(samples, variant.columns, weights, options.ridge)
    if options.out is not None:
        text = json.dumps(weights_as_data(learnt)) + "\n"
        Path(options.out).write_text(text, encoding="utf-8")
    if options.update:
        update(variant, learnt)


if __name__ == "__main__":
    main()
