"""What few positions find against many: the benchmark of the fair player's looks."""

import numpy as np

from benchmarks.learn_fair import DECIDED, collect
from benchmarks.look import WIDEST, best_worths, choose_decisions, gaps
from solver.engine.fair_families import fair_weights_of
from solver.rules.variant import find_variant


def test_more_positions_never_find_a_worse_end() -> None:
    variant = find_variant("spiderette", 1)
    weights = fair_weights_of(variant)
    samples = collect(variant, weights, range(2100000, 2100004), 30)
    chosen = choose_decisions(samples, 3)
    assert all(samples.kind[i] == DECIDED for i in chosen)
    assert max(np.bincount(samples.rows_left[chosen])) <= 3
    few, many = (best_worths(variant, weights, samples, chosen, n) for n in (10, 200))
    assert (gaps(few, many) >= 0).all()
    assert (gaps(few, many) <= WIDEST).all()
    assert (gaps(many, many) == 0).all()
    assert gaps(few, many).sum() > 0
