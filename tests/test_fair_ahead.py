"""A look ahead: what a plan comes to over the cards that it may turn up, and no other card."""

import random

import numpy as np
import pytest
from test_fair import check_alike_until_it_shows
from test_fair_plans import FEW, plans_of
from test_fair_search import show, views_of_game

from solver.engine.fair_ahead import (
    AHEAD_MARGIN,
    AHEAD_STATES,
    MOST_AHEAD,
    chance_ahead,
    chance_to_win,
    decide_ahead,
    unknown_place,
)
from solver.engine.fair_families import guide_of
from solver.engine.fair_plans import effort_of
from solver.engine.fair_value import CERTAIN, chance
from solver.engine.fair_workspace import new_fair_workspace
from solver.engine.layout import DEAL
from solver.players.fair import FairPlayer
from solver.players.referee import play_out
from solver.players.strong import StrongPlayer
from solver.players.view import View
from solver.rules.deal import Deal
from solver.rules.variant import VARIANTS, Variant, find_variant

SPIDER = find_variant("spider", 4)
QUICK = StrongPlayer(states=40)
BRIEF = effort_of(20)


def chances(view: View) -> dict[int, tuple[int, int]]:
    """Return for each plan of a view its worth and its chance ahead, card by card."""
    ws, inner, guide = new_fair_workspace(4 * FEW), new_fair_workspace(4 * 20), guide_of(SPIDER)
    rows_left = view.stock // 10
    plans_of(ws, view, guide)
    plain = {}
    for plan in range(ws.plans.found[0]):
        row = ws.plans.rows[plan].copy()
        place = unknown_place(ws.plans.rows, plan, 10)
        assert (place < 0) == (0 not in known(row))
        total = cards = 0
        for card, count in view.unseen().items() if place >= 0 else [(0, 1)]:
            inner.rows[0] = row
            inner.unseen[:] = ws.unseen
            if place >= 0:
                inner.rows[0, place] = card
                inner.unseen[card] -= 1
            total += count * int(chance_to_win(inner, guide, rows_left, BRIEF))
            cards += count
        ahead = int(chance_ahead(ws, plan, inner, guide, rows_left, BRIEF))
        assert ahead == total // cards
        plain[plan] = int(ws.plans.worths[plan]), ahead
    return plain


def known(row: np.ndarray) -> list[int]:
    """Return the face-up cards of a row."""
    cards, start = [], 0
    for c in range(10):
        length, hidden = int(row[104 + c]), int(row[114 + c])
        cards += [int(card) for card in row[start + hidden : start + length]]
        start += length
    return cards


def test_a_chance_ahead_is_the_mean_over_the_cards_that_may_turn_up() -> None:
    several = 0
    for view in views_of_game(SPIDER, 2)[3::6]:
        found = chances(view)
        assert all(0 <= ahead <= CERTAIN for _, ahead in found.values())
        several += len({ahead for _, ahead in found.values()}) > 1
    assert several > 1


def test_the_plan_taken_is_the_best_by_itself_and_ahead() -> None:
    ws, inner = new_fair_workspace(4 * FEW), new_fair_workspace(4 * 20)
    guide, others = guide_of(SPIDER), 0
    for view in [*views_of_game(SPIDER, 5), *views_of_game(SPIDER, 6)][::2]:
        found = chances(view)
        best = plans_of(ws, view, guide)
        if best < 0 or ws.plans.moves[best, ws.plans.lengths[best] - 1] == DEAL:
            continue
        worst = found[best][0] + AHEAD_MARGIN
        rivals = sorted((worth, plan) for plan, (worth, _) in found.items() if worth <= worst)
        sums = {
            plan: int(chance(-found[plan][0])) + found[plan][1] for _, plan in rivals[:MOST_AHEAD]
        }
        wanted = max(sums, key=lambda plan: (sums[plan], -rivals.index((found[plan][0], plan))))
        moves = ws.plans.moves[wanted, : ws.plans.lengths[wanted]].tolist()
        show(ws, view)
        length = decide_ahead(ws, inner, guide, view.stock // 10, effort_of(FEW), BRIEF)
        assert ws.plan[:length].tolist() == moves
        others += wanted != best
    assert others > 0


def test_a_game_without_hidden_cards_is_as_good_as_won() -> None:
    ws = new_fair_workspace(4 * AHEAD_STATES)
    games = (views_of_game(SPIDER, number) for number in range(20))
    view = next(v for views in games for v in views if v.stock == 0)
    show(ws, view)
    ws.rows[0, 114:124] = 0
    assert chance_to_win(ws, guide_of(SPIDER), 0, effort_of(AHEAD_STATES)) == CERTAIN


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_deals_that_differ_in_unseen_cards_get_the_same_moves_until_it_shows(
    variant: Variant,
) -> None:
    position = Deal.from_number(variant, 7).position()
    check_alike_until_it_shows(position, QUICK, random.Random(variant.name))


@pytest.mark.slow
def test_a_game_is_the_same_again_and_another_than_the_fast_player_s() -> None:
    position = Deal.from_number(SPIDER, 1).position()
    first, second, fast = (play_out(position, p) for p in (QUICK, QUICK, FairPlayer(40)))
    assert (first.won, first.score, first.moves) == (second.won, second.score, second.moves)
    assert (first.score, first.moves) != (fast.score, fast.moves)
