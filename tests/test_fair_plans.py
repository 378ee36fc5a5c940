"""The plans that a fair player finds: each leads to an event, the best is chosen, again is more."""

import numpy as np
import pytest
from test_fair_search import show, views_of_game

from solver.engine.fair_families import fair_weights_of, guide_for, guide_of
from solver.engine.fair_plans import (
    LATE_ROWS,
    MOVE_COST,
    Guide,
    add_plan,
    best_plan,
    decide,
    effort_of,
    find_plans,
)
from solver.engine.fair_workspace import (
    BEST,
    DEPTH,
    EVENT,
    MOST_PLANS,
    WORTH,
    FairWorkspace,
    new_fair_workspace,
)
from solver.engine.layout import DEAL, unpack
from solver.engine.net_inputs import inputs_of
from solver.engine.net_value import NO_NETS, SCRATCH, mean_odds
from solver.engine.search import unpack_move
from solver.players.fair import blank_position
from solver.players.view import View
from solver.rules.variant import find_variant

SPIDER = find_variant("spider", 4)
FEW = 60


def plans_of(ws: FairWorkspace, view: View, guide: Guide, again: bool = False) -> int:
    show(ws, view)
    rows_left = view.stock // view.variant.columns
    return int(find_plans(ws, guide, rows_left, effort_of(FEW, again)))


def test_plans_are_legal_differ_and_end_with_an_event() -> None:
    ws, compared = new_fair_workspace(4 * FEW), 0
    for view in views_of_game(SPIDER, 2):
        best = plans_of(ws, view, guide_of(SPIDER))
        found = int(ws.plans.found[0])
        assert (best < 0) == (found == 0)
        ends = []
        for plan in range(found):
            position = blank_position(view)
            moves = ws.plans.moves[plan, : ws.plans.lengths[plan]]
            if moves[-1] == DEAL:
                assert found == 1
                continue
            for move in moves:
                outcome = position.push(unpack_move(int(move)))
            assert outcome.revealed or outcome.removed
            assert unpack(ws.plans.rows[plan], position, 0).columns == position.columns
            ends.append(tuple(map(tuple, position.columns)))
        assert len(set(ends)) == len(ends)
        compared += len(ends) > 1
    assert compared > 3


def test_a_plan_is_worth_what_the_network_says_of_its_best_end() -> None:
    ws, checked = new_fair_workspace(4 * FEW), 0
    guide = guide_of(SPIDER)
    for view in views_of_game(SPIDER, 3):
        best = plans_of(ws, view, guide)
        if best < 0 or ws.plans.moves[best, ws.plans.lengths[best] - 1] == DEAL:
            continue
        end = int(ws.best_ends[ws.states[ws.counters[BEST], EVENT]])
        assert ws.states[end, WORTH] == ws.states[ws.counters[BEST], WORTH]
        ws.inputs[:] = inputs_at(ws, end, view)
        odds = mean_odds(ws.inputs, guide.nets, np.zeros(SCRATCH, np.int64))
        assert MOVE_COST * ws.states[end, DEPTH] - odds in ws.plans.worths[: ws.plans.found[0]]
        checked += 1
    assert checked > 3


def inputs_at(ws: FairWorkspace, end: int, view: View) -> np.ndarray:
    rows_left = np.array([view.stock // view.variant.columns])
    row, unseen = ws.rows[end : end + 1], ws.unseen.reshape(1, -1)
    return inputs_of(row, unseen, rows_left, np.array([False]), view.variant.columns)[0]


def test_without_a_network_the_best_score_is_the_plan() -> None:
    guide = guide_for(SPIDER, fair_weights_of(SPIDER), NO_NETS)
    ws = new_fair_workspace(4 * FEW)
    for view in views_of_game(SPIDER, 4):
        best = plans_of(ws, view, guide)
        if best >= 0 and ws.plans.moves[best, ws.plans.lengths[best] - 1] != DEAL:
            assert best == 0
            assert ws.plans.worths[0] == ws.states[ws.counters[BEST], WORTH]


def test_looking_again_late_misses_no_card_to_turn_and_finds_other_plans() -> None:
    ws, guide, more = new_fair_workspace(4 * FEW), guide_of(SPIDER), 0
    for number in range(6):
        for view in views_of_game(SPIDER, number):
            if view.stock > LATE_ROWS * SPIDER.columns:
                continue
            found = []
            for again in (False, True):
                best = plans_of(ws, view, guide, again)
                deals = best < 0 or ws.plans.moves[best, ws.plans.lengths[best] - 1] == DEAL
                found.append(0 if deals else int(ws.plans.found[0]))
            assert found[0] <= found[1] or found[1] == 1  # one alone that wins
            more += found[1] > found[0]
    assert more > 0


def test_the_worst_plan_gives_way_and_the_same_end_is_kept_once() -> None:
    ws = new_fair_workspace(100)
    for at in range(1, 60):
        ws.rows[at, 0] = at
        add_plan(ws, at, 100 - at)
    assert ws.plans.found[0] == MOST_PLANS
    assert sorted(ws.plans.worths) == list(range(41, 41 + MOST_PLANS))
    assert ws.plans.worths[best_plan(ws.plans)] == 41
    assert add_plan(ws, 59, 50) == -1
    assert ws.plans.worths[add_plan(ws, 59, 7)] == 7
    assert sorted(ws.plans.worths)[:2] == [7, 42]


@pytest.mark.parametrize("suits", [1, 2, 4])
def test_decisions_are_the_best_plans(suits: int) -> None:
    variant = find_variant("spider", suits)
    ws, guide = new_fair_workspace(4 * FEW), guide_of(variant)
    for view in views_of_game(variant, 1)[::5]:
        best = plans_of(ws, view, guide)
        wanted = ws.plans.moves[best, : ws.plans.lengths[best]].copy() if best >= 0 else []
        show(ws, view)
        rows_left = view.stock // variant.columns
        length = decide(ws, guide, rows_left, effort_of(FEW))
        assert list(ws.plan[:length]) == list(wanted)
