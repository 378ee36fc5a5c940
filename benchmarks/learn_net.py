"""Learn the fair player's networks from games of its own, round after round.

In each round the player plays deals of its own (numbers from 20000000 on) by the networks of the
round before, in the first one by the scores alone. Now and then it takes another plan than the
best, so that it learns what the others are worth. The end of each plan that was taken is kept;
what it is worth is learnt by how the game went on: partly from the value of the next end, partly
from the one after, and so on to the end of the game (Sutton's TD(lambda), over whole games at
once; where the player tried another plan, the line is cut). Several networks learn from the same
samples, each from weights and in an order of its own.

    python -m benchmarks.learn_net spider 4 --rounds 3 --games 40000 --states 1500 --out net-4

writes each round's samples to ``net-4-1.samples.npz`` and so on, and its networks to
``net-4-1.npz``. ``--samples`` adds those of earlier runs and ``--net`` begins with networks;
without ``--games`` nothing is played, networks are only learnt. ``--update`` puts the last ones
into the player's own data. It needs PyTorch: ``pip install '.[tune]'``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from benchmarks.arguments import VariantArguments, contents, natural, positive
from benchmarks.net_samples import Samples, joined, play, read_samples
from solver.engine.families import layout_name
from solver.engine.layout import Ints
from solver.engine.net_inputs import inputs_of
from solver.engine.net_value import DATA, NET_SIZE, NO_NETS
from solver.rules.variant import Variant

Floats = npt.NDArray[np.float32]

FIRST_DEAL: Final = 20_000_000
LAMBDA: Final = 0.7
FIRST_EPOCHS: Final = 6
MORE_EPOCHS: Final = 3
PASSES: Final = 3
"""How often values are learnt anew from what the last ones say of the games."""
HELD_BACK: Final = 0.05
"""The share of games that a network is judged by and does not learn from."""
NETS: Final = 4
"""How many networks learn from the same samples."""


def returns(odds: Floats, samples: Samples, share: float) -> Floats:
    """Return what each end turned out to be worth, a chance to win: TD(lambda) of whole games.

    ``odds`` are the logarithms of the odds by what is learnt so far. Before a plan that was only
    tried, an end is worth what these say.
    """
    chance = 1 / (1 + np.exp(-odds))
    worth = samples.won.astype(np.float32)
    for i in range(len(worth) - 2, -1, -1):
        if samples.game[i + 1] == samples.game[i]:
            follows = not samples.tried[i + 1]
            worth[i] = (1 - share) * chance[i + 1] + share * worth[i + 1] if follows else chance[i]
    return worth


def learn(samples: Samples, columns: int, count: int) -> Ints:
    """Return some networks that the samples teach, one after another.

    What each makes of games held back is written to standard error.
    """
    inputs = inputs_of(samples.rows, samples.unseen, samples.rows_left, samples.dealt, columns)
    return np.concatenate([_learn_one(samples, inputs, seed) for seed in range(1, count + 1)])


def _learn_one(samples: Samples, inputs: npt.NDArray[np.int8], seed: int) -> Ints:
    from benchmarks.value_net import ValueNet

    held_back = samples.game > samples.game[-1] * (1 - HELD_BACK)
    net = ValueNet(inputs, seed)
    targets = samples.won.astype(np.float32)
    for done in range(PASSES):
        net.fit(inputs[~held_back], targets[~held_back], MORE_EPOCHS if done else FIRST_EPOCHS)
        odds = net.odds(inputs)
        lost = np.logaddexp(0, odds) - samples.won * odds
        by_rows = [
            f"{n}: {lost[held_back & (samples.rows_left == n)].mean():.4f}"
            for n in np.unique(samples.rows_left)
        ]
        sys.stderr.write(f"entropy of games held back {lost[held_back].mean():.4f}, {by_rows}\n")
        targets = returns(odds, samples, LAMBDA)
    return net.weights()


def update(variant: Variant, nets: Ints) -> None:
    """Put the networks of a variant's family into the player's data."""
    with np.load(DATA) as data:
        families = dict(data)
    families[layout_name(variant)] = nets.astype(np.int32)
    np.savez_compressed(DATA, **{name: families[name] for name in sorted(families)})


def read_nets(path: Path) -> Ints:
    """Return the networks in a file, one after another.

    :raises ValueError: if they are not of the size of these.
    """
    with np.load(path) as data:
        nets = np.asarray(data["nets"], np.int64)
    if nets.ndim != 1 or len(nets) % NET_SIZE:
        raise ValueError(f"{path} has networks of another size")
    return nets


def main(arguments: list[str] | None = None) -> None:
    """Read the command line, play and learn."""
    parser = VariantArguments("learn_net", __doc__)
    parser.add_argument("--rounds", type=positive, default=1)
    parser.add_argument("--games", type=natural, default=0, help="a round")
    parser.add_argument("--states", type=positive, default=1500)
    parser.add_argument("--skip", type=natural, default=0, help="deals to leave out")
    parser.add_argument("--workers", type=positive, default=2)
    parser.add_argument(
        "--samples",
        nargs="*",
        type=contents(read_samples, "samples"),
        default=[],
        help="files of earlier samples",
    )
    parser.add_argument(
        "--net",
        type=contents(read_nets, "networks"),
        default=NO_NETS,
        help="a file of the networks to begin with",
    )
    parser.add_argument("--nets", type=positive, default=NETS, help="networks to learn in a round")
    parser.add_argument("--out", default="net", help="how the files begin that are written")
    parser.add_argument("--update", action="store_true", help="put them into the player's data")
    options, variant = parser.read(arguments)
    if not options.games and not options.samples:
        parser.error("there is nothing to learn from; give --games or --samples")
    nets, samples = options.net, options.samples
    first = FIRST_DEAL + options.skip
    for number in range(1, options.rounds + 1):
        if options.games:
            numbers = range(first, first + options.games)
            played = play(variant, nets, numbers, options.states, options.workers)
            samples.append(played)
            first += options.games
            won = played.won[np.unique(played.game, return_index=True)[1]]
            sys.stderr.write(f"round {number}: {100 * won.mean():.1f} % of {len(won)} games won\n")
            np.savez(f"{options.out}-{number}.samples.npz", **played._asdict())
        nets = learn(joined(samples), variant.columns, options.nets)
        np.savez_compressed(f"{options.out}-{number}.npz", nets=nets.astype(np.int32))
    if options.update:
        update(variant, nets)


if __name__ == "__main__":
    main()
