"""Games to learn from: the same again, joined in order, other plans tried."""

from pathlib import Path

import numpy as np

from benchmarks.net_samples import Samples, collect, joined, read_samples
from solver.engine.net_value import NO_NETS, family_nets
from solver.rules.variant import find_variant

SPIDER = find_variant("spider", 4)
SPIDERETTE = find_variant("spiderette", 1)


def test_games_are_the_same_again_and_joined_in_order(tmp_path: Path) -> None:
    one, two = (collect(SPIDERETTE, NO_NETS, range(50, 58), 30) for _ in range(2))
    for name in Samples._fields:
        assert (getattr(one, name) == getattr(two, name)).all()
    assert set(one.game) == set(range(8))
    both = joined([one, two])
    assert both.game[-1] == 15
    assert len(both.won) == 2 * len(one.won)
    np.savez(tmp_path / "some.npz", **both._asdict())
    assert (read_samples(tmp_path / "some.npz").rows == both.rows).all()


def test_other_plans_are_tried_by_networks_too() -> None:
    samples = collect(SPIDER, family_nets("spider 4"), range(20), 60)
    assert 0 < samples.tried.mean() < 0.2
    assert samples.dealt.any()
