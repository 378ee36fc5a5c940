"""The fair player's score of a position: the kernel against a plain sum over what is seen."""

import random
from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.engine.fair_families import (
    fair_weights_of,
    orders_of,
    weights_as_data,
    weights_from,
)
from solver.engine.fair_score import ScoreWeights, count_ranks, score, score_table
from solver.engine.fair_weights import DEAL_SCORES, END_SCORES, MAX_ROWS
from solver.engine.layout import CARD_CODES, pack
from solver.players.fair import blank_position
from solver.players.view import View
from solver.rules.cards import rank_of
from solver.rules.deal import Deal
from solver.rules.position import Position
from solver.rules.variant import VARIANTS, Variant

WEIGHTS = ScoreWeights(**{f.name: 100 + 7 * i for i, f in enumerate(fields(ScoreWeights))})


def plain_score(position: Position, unseen: dict[int, int], w: ScoreWeights) -> int:
    """Return the score as its weights are described, column by column."""
    total = w.run * position.runs
    empty, ends = 0, []
    for column, hidden in zip(position.columns, position.face_down, strict=True):
        if not column:
            empty += 1
            continue
        if hidden:
            total += w.hidden * hidden + w.hidden_any + w.hidden_deep * max(0, hidden - 3)
        run = 1
        for i, card in enumerate(column):
            if i < hidden:
                continue
            rank = rank_of(card) - 7
            below = column[i - 1] if i else None
            run = run + 1 if below is not None and below == card + 1 else 1
            if card == 0:
                total += w.turned + w.turned_hidden * hidden
            elif below is None:
                total += w.first_king if rank_of(card) == 13 else w.first + w.first_rank * rank
            elif below == 0:
                total += w.on_hidden + w.on_hidden_rank * rank
            else:
                total += plain_joint(below, card, w)
            if run > 1:
                total += {
                    3: w.run_3, 5: w.run_5, 7: w.run_7, 9: w.run_9, 11: w.run_11
                }.get(run, 0)  # fmt: skip
        last = column[-1]
        if last:
            ends.append(last)
            total += w.end_rank * (rank_of(last) - 7)
            total += w.end_king * (rank_of(last) == 13) + w.end_ace * (rank_of(last) == 1)
    if empty:
        total += w.empty * empty + w.empty_more * (empty - 1)
    count = sum(unseen.values())
    if count:
        ranks = {rank_of(last) - 1 for last in ends}
        fits = sum(n for card, n in unseen.items() if rank_of(card) in ranks)
        suited = sum(unseen.get(last - 1, 0) for last in ends if rank_of(last) > 1)
        total += (fits * w.place + suited * w.suited_place) // count
    return total


def plain_joint(upper: int, lower: int, w: ScoreWeights) -> int:
    """Return what a card on another adds to a score."""
    fall, rank = rank_of(upper) - rank_of(lower), rank_of(lower) - 7
    if upper == lower + 1:
        return w.suited + w.suited_rank * rank
    if fall == 1:
        return w.mixed + w.mixed_rank * rank
    if fall > 1:
        return w.broken + w.broken_fall * (fall - 1)
    return w.inverted + w.inverted_rise * -fall + w.king_covering * (rank_of(lower) == 13)


def kernel_score(position: Position, unseen: dict[int, int], weights: ScoreWeights) -> int:
    counts, ranks = np.zeros(CARD_CODES, np.int64), np.zeros(16, np.int64)
    for card, count in unseen.items():
        counts[card] = count
    count_ranks(counts, ranks)
    rows, columns = pack(position)[np.newaxis], position.variant.columns
    return int(score(rows, 0, counts, ranks, score_table(weights), 0, columns))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(VARIANTS), st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_the_kernel_scores_as_the_plain_sum_does(
    variant: Variant, number: int, choices: random.Random
) -> None:
    position = Deal.from_number(variant, number).position()
    for _ in range(choices.randrange(60)):
        moves = list(position.legal_moves())
        if not moves:
            break
        position.push(choices.choice(moves))
    view = View.of(position)
    blank, unseen = blank_position(view), dict(view.unseen())
    assert kernel_score(blank, unseen, WEIGHTS) == plain_score(blank, unseen, WEIGHTS)
    moves = [move for move in blank.legal_moves() if not move.is_deal]
    if moves:
        blank.push(choices.choice(moves))
        assert kernel_score(blank, unseen, WEIGHTS) == plain_score(blank, unseen, WEIGHTS)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_weights_survive_their_data_and_stand_in_the_tables_by_rows_left(
    variant: Variant,
) -> None:
    weights = fair_weights_of(variant)
    assert weights_from(weights_as_data(weights)) == weights
    table = orders_of(weights)[0]
    for first, scores in ((END_SCORES, weights.ends), (DEAL_SCORES, weights.deals)):
        stages = np.split(table[first : first + MAX_ROWS * len(score_table(WEIGHTS))], MAX_ROWS)
        for rows_left, stage in enumerate(stages):
            expected = score_table(scores[min(rows_left, len(scores) - 1)])
            assert np.array_equal(stage, expected)
