"""Learning the fair player's scores: the regression, the features, the data that is written."""

import json

import numpy as np
import pytest

from benchmarks.learn_fair import collect, data_text, features_of, learn, logistic
from solver.engine.fair_families import DATA, fair_weights_of
from solver.rules.variant import find_variant


def test_the_regression_finds_the_weights_that_made_the_chances() -> None:
    choices = np.random.default_rng(1)
    features = choices.normal(size=(4000, 3)) * [1.0, 10.0, 0.1]
    chance = 1 / (1 + np.exp(-(features @ [0.5, -0.05, 0.0] + 0.3)))
    found, constant = logistic(features, chance, 0.01)
    assert found == pytest.approx([0.5, -0.05, 0.0], abs=0.002)
    assert constant == pytest.approx(0.3, abs=0.002)


def test_games_teach_what_leads_to_wins() -> None:
    """Few games of the easiest variant: enough for the stages that every game comes to."""
    variant = find_variant("spiderette", 1)
    weights = fair_weights_of(variant)
    samples = collect(variant, weights, range(2_100_000, 2_100_060), 30)
    assert samples.won.any()
    assert not samples.won.all()
    features = features_of(samples, variant.columns)
    assert features.shape == (len(samples.rows), 32)
    learnt = learn(samples, variant.columns, weights, 30.0)
    assert learnt.ends[4] != weights.ends[4]
    assert learnt.ends[4].hidden < 0
    assert (learnt.depth, learnt.turn) == (weights.depth, weights.turn)


def test_the_data_are_written_as_they_stand() -> None:
    text = DATA.read_text(encoding="ascii")
    assert data_text(json.loads(text)) == text
