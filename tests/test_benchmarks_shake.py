"""Tuning by shaken scores: opposite shakes of one deal, slopes, what is likely of them."""

import numpy as np
import pytest

from benchmarks import shake
from solver.engine.fair_families import fair_weights_of, orders_of
from solver.engine.fair_weights import fair_tables
from solver.rules.variant import find_variant

VARIANT = find_variant("spiderette", 1)
WEIGHTS = fair_weights_of(VARIANT)


def test_scores_become_weights_and_tables_again() -> None:
    scores = shake.scores_of(WEIGHTS)
    assert shake.with_scores(WEIGHTS, scores, WEIGHTS.length) == WEIGHTS
    moved = shake.with_scores(WEIGHTS, scores + 7, 3)
    tables = orders_of(WEIGHTS)[0].copy()
    shake.write_scores(tables, scores + 7, len(WEIGHTS.ends), 3)
    assert (tables == fair_tables(moved)).all()


@pytest.mark.slow
def test_opposite_shakes_of_no_size_play_the_same_game() -> None:
    none = np.zeros_like(shake.scores_of(WEIGHTS))
    outcomes = shake.play_pairs(VARIANT, WEIGHTS, range(20_000_000, 20_000_020), 30, none)
    assert outcomes.shakes.shape == (20, none.size + 1)
    # The cost of a move is shaken all the same, so few pairs may differ.
    assert (outcomes.won[:, 0] == outcomes.won[:, 1]).mean() > 0.5
    assert 0 < outcomes.won.mean() < 1


def test_slopes_are_those_of_the_chances() -> None:
    dice = np.random.default_rng(1)
    shakes = dice.standard_normal((40_000, 3))
    chance = 0.5 + np.outer(shakes @ [0.04, -0.02, 0.0], [1, -1])
    won = (dice.random(chance.shape) < chance).astype(float)
    found, error = shake.slopes(shake.Outcomes(shakes, won))
    assert found == pytest.approx([0.04, -0.02, 0.0], abs=4 * error)
    assert error == pytest.approx(0.5 / np.sqrt(2 * 40_000), rel=0.1)


def test_likely_slopes_are_nearer_the_truth_than_those_found() -> None:
    dice = np.random.default_rng(2)
    truth = np.repeat(dice.standard_normal((2, 32)), 3, axis=0)
    found = truth + 2 * dice.standard_normal(truth.shape)
    likely = shake.likely(found, 2.0, [[0, 1, 2], [3, 4, 5]])
    assert ((likely - truth) ** 2).mean() < 0.6 * ((found - truth) ** 2).mean()
    assert not shake.shrink(np.array([0.1, -0.1]), 1.0).any()


def test_a_step_goes_up_the_slopes_as_far_as_it_is_long() -> None:
    scores = shake.scores_of(WEIGHTS)
    unit = np.full_like(scores, 1000.0)
    dice = np.random.default_rng(3)
    shakes = dice.standard_normal((4000, scores.size + 1))
    gain = shakes @ np.append(np.ones(scores.size), 0.0) > 0
    outcomes = shake.Outcomes(shakes, np.column_stack([gain, ~gain]).astype(float))
    moved = shake.scores_of(shake.move_along(WEIGHTS, unit, outcomes, 4.0)) - scores
    assert np.sqrt((moved**2).sum()) == pytest.approx(4000, rel=0.05)
    assert (moved > 0).mean() > 0.7


def test_additions_change_one_weight_of_each_stage() -> None:
    more = shake.added(WEIGHTS, "ends.empty=200")
    assert [s.empty for s in more.ends] == [s.empty + 200 for s in WEIGHTS.ends]
    assert more.deals == WEIGHTS.deals
    assert shake.added(WEIGHTS, "length=-5").length == WEIGHTS.length - 5


def test_weights_as_they_are_win_the_same_share_again() -> None:
    shares = [shake.share_won(VARIANT, WEIGHTS, range(30), 60) for _ in range(2)]
    assert shares[0] == shares[1] > 0.3
