"""Learning networks: games are the same again, returns follow the games, files keep the rest."""

from pathlib import Path

import numpy as np
import pytest

from benchmarks import learn_net
from benchmarks.learn_net import returns
from benchmarks.net_samples import Samples, collect
from solver.engine.net_value import NET_SIZE, NO_NETS
from solver.rules.variant import find_variant

SPIDERETTE = find_variant("spiderette", 1)


def made(game: list[int], tried: list[bool], won: list[bool]) -> Samples:
    n = len(game)
    cards, counts = np.zeros((n, 128), np.uint8), np.zeros((n, 64), np.uint8)
    rows_left, dealt = np.zeros(n, np.uint8), np.zeros(n, np.bool_)
    return Samples(
        cards, counts, rows_left, dealt, np.array(tried), np.array(game), np.array(won)
    )  # fmt: skip


def test_returns_look_ahead_to_the_end_of_the_game_and_no_further_than_a_plan_only_tried() -> None:
    samples = made(
        [0, 0, 0, 1, 1, 1], [False, False, False, False, True, False], [True] * 3 + [False] * 3
    )
    odds = np.log(np.array([1, 1, 3, 1, 1, 1 / 3], np.float32))
    found = returns(odds, samples, 0.5)
    # Game 0 is won; before it 0.5 * 3/4 + 0.5 * 1, then 0.5 * 1/2 + 0.5 * 7/8.
    assert found[:3] == pytest.approx([0.6875, 0.875, 1.0])
    # Game 1 is lost; before the plan only tried an end is worth what the networks say.
    assert found[3:] == pytest.approx([0.5, 0.125, 0.0])


def test_an_update_leaves_other_families_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "nets.npz"
    np.savez(data, other=np.arange(3))
    monkeypatch.setattr(learn_net, "DATA", data)
    learn_net.update(SPIDERETTE, np.arange(5))
    with np.load(data) as found:
        assert found["other"].tolist() == [0, 1, 2]
        assert found["spiderette 1"].tolist() == list(range(5))


@pytest.mark.slow
def test_what_is_learnt_is_what_the_engine_reads() -> None:
    pytest.importorskip("torch")
    from benchmarks.value_net import ValueNet
    from solver.engine.net_inputs import inputs_of
    from solver.engine.net_value import SCRATCH, net_odds

    samples = collect(SPIDERETTE, NO_NETS, range(2_000), 20)
    inputs = inputs_of(
        samples.rows, samples.unseen, samples.rows_left, samples.dealt, SPIDERETTE.columns
    )
    net = ValueNet(inputs, 1)
    net.fit(inputs, samples.won.astype(np.float32), 8)
    odds = net.odds(inputs)
    assert odds[samples.won].mean() > odds[~samples.won].mean() + 0.2
    weights, work = net.weights(), np.zeros(SCRATCH, np.int64)
    assert weights.shape == (NET_SIZE,)
    for at in range(0, len(odds), 997):
        found = net_odds(inputs[at].astype(np.int64), weights, 0, work) / 1024
        assert found == pytest.approx(odds[at], abs=0.05)
