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
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks.arguments import VariantArguments, contents, natural, positive
from solver.engine.fair_families import fair_weights_of, family_name, guide_for
from solver.engine.fair_game import laid_out, make_moves, show
from solver.engine.fair_plans import DEEPER, Effort, Guide, effort_of, find_plans, take_plan
from solver.engine.fair_workspace import (
    BEST_DEAL,
    STATES,
    WIN,
    FairWorkspace,
    new_fair_workspace,
)
from solver.engine.layout import (
    DEAL,
    POLYNOMIALS,
    Ints,
    pack_stock,
)
from solver.engine.net_inputs import inputs_of
from solver.engine.net_value import DATA, NET_SIZE, NO_NETS
from solver.rules.deal import Deal
from solver.rules.variant import Variant

Floats = npt.NDArray[np.float32]

FIRST_DEAL: Final = 20_000_000
PACKED: Final = 8 * POLYNOMIALS
"""The bytes of a row that hold cards and counts."""
TRIED: Final = 0.1
"""How often another plan than the best may be taken, and ..."""
TRIED_ODDS: Final = 150
"""... how much worse it may be, about, in 1/1024 of log-odds."""
LAMBDA: Final = 0.7
FIRST_EPOCHS: Final = 6
MORE_EPOCHS: Final = 3
PASSES: Final = 3
"""How often values are learnt anew from what the last ones say of the games."""
HELD_BACK: Final = 0.05
"""The share of games that a network is judged by and does not learn from."""
NETS: Final = 4
"""How many networks learn from the same samples."""


class Samples(NamedTuple):
    """Ends of plans in the order of play: what is seen, how the game ended.

    ``rows`` has shape ``(n, PACKED)``, ``unseen`` a count a card; ``dealt`` says that a deal
    followed, ``tried`` that it was not the best plan known; ``game`` counts up.
    """

    rows: npt.NDArray[np.uint8]
    unseen: npt.NDArray[np.uint8]
    rows_left: npt.NDArray[np.uint8]
    dealt: npt.NDArray[np.bool_]
    tried: npt.NDArray[np.bool_]
    game: npt.NDArray[np.int32]
    won: npt.NDArray[np.bool_]


def collect(variant: Variant, nets: Ints, numbers: range, states: int) -> Samples:
    """Play some deals and return the samples of the games."""
    ws = new_fair_workspace(DEEPER * states)
    nets.setflags(write=False)
    guide = guide_for(variant, fair_weights_of(variant), nets)
    parts: list[tuple[Any, ...]] = []
    for game, number in enumerate(numbers):
        ends, won = _play(ws, variant, guide, number, effort_of(states))
        parts += [(*end, game, won) for end in ends]
    columns = [np.array(column) for column in zip(*parts, strict=True)]
    return Samples(*(c.astype(t) for c, t in zip(columns, _TYPES, strict=True)))


_TYPES: Final = (np.uint8, np.uint8, np.uint8, np.bool_, np.bool_, np.int32, np.bool_)


def _play(
    ws: FairWorkspace, variant: Variant, guide: Guide, number: int, effort: Effort
) -> tuple[list[tuple[Any, ...]], bool]:
    """Play one game; return the ends of its plans, and whether it was won or no card is hidden."""
    choices = np.random.default_rng(number)
    position = Deal.from_number(variant, number).position()
    columns, stock = variant.columns, pack_stock(position)
    table, words = laid_out(position, guide)
    stage = 0
    ends: list[tuple[Any, ...]] = []
    while True:
        rows_left = len(stock) - stage
        face_down = show(table, 0, ws.rows, ws.unseen, stock, stage, columns)
        if face_down == 0 and rows_left == 0:
            return ends, True
        best = find_plans(ws, guide, rows_left, effort)
        if best < 0:
            return ends, False
        plan = _other(ws, best, choices)
        length = take_plan(ws, plan)
        dealt = ws.plan[length - 1] == DEAL
        if not ws.counters[WIN]:
            row = ws.rows[ws.counters[BEST_DEAL] if dealt else _end_of(ws, plan), :PACKED]
            ends.append((row.copy(), ws.unseen.copy(), rows_left, dealt, plan != best))
        stage = make_moves(table, words, ws.plan, length, stock, stage, guide.orders[0], columns)


def _other(ws: FairWorkspace, best: int, choices: np.random.Generator) -> int:
    """Return the best plan, or now and then another, rather a good one."""
    worths = ws.plans.worths[: ws.plans.found[0]]
    if len(worths) < 2 or choices.random() >= TRIED:
        return best
    return int(np.argmax(choices.gumbel(size=len(worths)) - worths / TRIED_ODDS))


def _end_of(ws: FairWorkspace, plan: int) -> int:
    """Return the best end of the event that a plan of the last look leads to."""
    events = np.flatnonzero(ws.best_ends[: ws.counters[STATES]])
    same = (ws.rows[events, :PACKED] == ws.plans.rows[plan, :PACKED]).all(axis=1)
    return int(ws.best_ends[events[np.flatnonzero(same)[0]]])


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


def joined(parts: Sequence[Samples]) -> Samples:
    """Return all samples as one, the games numbered anew."""
    first, games = 0, []
    for part in parts:
        games.append(part.game + first)
        first += int(part.game[-1]) + 1
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
    return Samples(*columns)._replace(game=np.concatenate(games))


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


def play(variant: Variant, nets: Ints, numbers: range, states: int, workers: int) -> Samples:
    """Play some deals with several workers and return the samples, in the order of numbers."""
    share = -(-len(numbers) // workers)
    parts = [numbers[i : i + share] for i in range(0, len(numbers), share)]
    with ProcessPoolExecutor(workers) as pool:
        jobs = [pool.submit(collect, variant, nets, part, states) for part in parts]
        return joined([job.result() for job in jobs])


def update(variant: Variant, nets: Ints) -> None:
    """Put the networks of a variant's family into the player's data."""
    with np.load(DATA) as data:
        families = dict(data)
    families[family_name(variant)] = nets.astype(np.int32)
    np.savez_compressed(DATA, **{name: families[name] for name in sorted(families)})


def read_samples(path: Path) -> Samples:
    """Return the samples in a file."""
    with np.load(path) as data:
        return Samples(**{name: data[name] for name in Samples._fields})


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
            samples.append(play(variant, nets, numbers, options.states, options.workers))
            first += options.games
            won = samples[-1].won[np.unique(samples[-1].game, return_index=True)[1]].mean()
            sys.stderr.write(f"round {number}: {100 * won:.1f} % of {options.games} games won\n")
            np.savez(f"{options.out}-{number}.samples.npz", **samples[-1]._asdict())
        nets = learn(joined(samples), variant.columns, options.nets)
        np.savez_compressed(f"{options.out}-{number}.npz", nets=nets.astype(np.int32))
    if options.update:
        update(variant, nets)


if __name__ == "__main__":
    main()
