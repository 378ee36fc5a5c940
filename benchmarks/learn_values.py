"""Learn what a position is worth to the fair player from its own games.

The player plays deals of their own (numbers from 3100000 on). Each position in which it decides
gives its counts and whether the game was won in the end; a logistic regression for each number
of rows left turns them into weights, which go into ``solver/engine/fair_values.json``.

    python -m benchmarks.learn_values spider 4 --games 2000 --states 1000
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.arguments import VariantArguments, positive
from benchmarks.learn_fair import Floats, logistic
from solver.engine import fair_value
from solver.engine.fair_value import FEATURES, SCALE, count_features, value_name
from solver.engine.layout import pack
from solver.players.fair import FairPlayer, blank_position
from solver.players.player import Decision
from solver.players.referee import play_out
from solver.players.view import View
from solver.rules.deal import Deal
from solver.rules.variant import Variant

FIRST_DEAL = 3_100_000
PENALTY = 1.0
"""What keeps the weights small, in standard deviations of their features."""


class Observed:
    """A fair player that notes the counts of each position in which it decides."""

    def __init__(self, states: int) -> None:
        self._player = FairPlayer(states)
        self.seen: list[tuple[int, list[int]]] = []

    def decide(self, view: View) -> Decision | None:
        """Note the position, and decide as the player does."""
        features = np.zeros(FEATURES, np.int64)
        row = pack(blank_position(view)).reshape(1, -1)
        count_features(row, 0, len(view.face_up), features)
        self.seen.append((view.rows_left, [int(count) for count in features]))
        return self._player.decide(view)


def learnt(counts: Floats, won: Floats) -> list[int]:
    """Return the weights of the features and the constant, scaled."""
    weights, constant = logistic(counts, won, PENALTY)
    return [round(SCALE * float(weight)) for weight in (*weights, constant)]


def learn(variant: Variant, games: int, states: int) -> list[list[int]]:
    """Let the player play, and return the weights for each number of rows left."""
    counts: dict[int, list[list[int]]] = defaultdict(list)
    won: dict[int, list[bool]] = defaultdict(list)
    total = 0
    for number in range(FIRST_DEAL, FIRST_DEAL + games):
        player = Observed(states)
        played = play_out(Deal.from_number(variant, number).position(), player)
        total += played.won
        for rows_left, features in player.seen:
            counts[rows_left].append(features)
            won[rows_left].append(played.won)
    sys.stderr.write(f"{variant.name}: won {total} of {games}\n")
    return [learnt(np.array(counts[n], float), np.array(won[n], float)) for n in sorted(counts)]


def write(table: dict[str, Any], path: Path) -> None:
    """Write the weights, a line for each number of rows left."""
    entries = []
    for name in sorted(table):
        lines = ",\n".join(f"    {json.dumps(row)}" for row in table[name])
        entries.append(f'  "{name}": [\n{lines}\n  ]')
    path.write_text("{\n" + ",\n".join(entries) + "\n}\n", encoding="ascii")


def main(arguments: list[str] | None = None) -> None:
    """Read the command line, learn, and write."""
    parser = VariantArguments("learn_values", __doc__)
    parser.add_argument("--games", type=positive, default=1500)
    parser.add_argument("--states", type=positive, default=1000)
    options, variant = parser.read(arguments)
    path = Path(fair_value.__file__).parent / "fair_values.json"
    table = json.loads(path.read_text("ascii")) if path.exists() else {}
    table[value_name(variant)] = learn(variant, options.games, options.states)
    write(table, path)


if __name__ == "__main__":
    main()
