"""Networks compared by whole games: the same games for the same networks, gains the right way."""

from pathlib import Path

import numpy as np
import pytest

from benchmarks import net_games
from solver.engine.net_value import NO_NETS, family_nets
from solver.rules.variant import find_variant
from solver.study.paired import Paired

VARIANT = find_variant("spiderette", 1)
NUMBERS = range(40_000_000, 40_000_030)


def test_a_gain_is_that_of_the_others_over_the_present_networks() -> None:
    text = net_games.told(Paired(both=50, first_only=12, second_only=2, neither=36))
    assert "100 games: 52.00 % won by the present networks, 62.00 % by the others" in text
    assert ": +10.00 points, 95 % interval +" in text
    low, high = Paired(50, 2, 12, 36).interval()
    assert f"interval {-100 * high:+.2f} to {-100 * low:+.2f}; McNemar" in text


@pytest.mark.slow
def test_the_same_networks_play_the_same_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nets = family_nets("spiderette 1")
    path = tmp_path / "nets.npz"
    np.savez_compressed(path, nets=nets.astype(np.int32))
    net_games.main(
        ["spiderette", "1", "--net", str(path), "--games", "30", "--states", "60", "--workers", "1"]
    )
    said = capsys.readouterr().out
    assert said.startswith("30 games: ")
    assert ": +0.00 points, " in said


@pytest.mark.slow
def test_workers_make_no_difference_and_networks_do() -> None:
    nets = family_nets("spiderette 1")
    one = net_games.compared(VARIANT, NO_NETS, nets, NUMBERS, 60, 1)
    two = net_games.compared(VARIANT, NO_NETS, nets, NUMBERS, 60, 2)
    assert one == two
    assert one.n == 30
    assert one.first_only + one.second_only > 0
