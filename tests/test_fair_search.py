"""How the fair player looks: best first and in layers it reaches the same."""

import itertools

import pytest
from test_fair import views_and_turns

from solver.engine.fair_families import fair_weights_of, filling_of, orders_of
from solver.engine.fair_search import look_around, look_in_layers
from solver.engine.fair_workspace import (
    DEPTH,
    MOVE,
    PARENT,
    STATES,
    FairWorkspace,
    new_fair_workspace,
)
from solver.engine.layout import HIDDEN, LENGTHS, Ints, pack
from solver.players.fair import FairPlayer, blank_position
from solver.players.view import View
from solver.rules.deal import Deal
from solver.rules.variant import Variant, find_variant

MANY = 20_000
SMALL = [find_variant("spiderette", 4), find_variant("spider", 4), find_variant("spider", 1)]


def views_of_game(variant: Variant, number: int) -> list[View]:
    position = Deal.from_number(variant, number).position()
    return [view for view, _ in views_and_turns(position, FairPlayer(30))]


def show(ws: FairWorkspace, view: View) -> None:
    ws.rows[0] = pack(blank_position(view))
    ws.unseen[:] = 0
    for card, count in view.unseen().items():
        ws.unseen[card] = count


@pytest.mark.parametrize("variant", SMALL, ids=lambda variant: variant.name)
def test_layers_without_bounds_reach_what_a_look_best_first_reaches(variant: Variant) -> None:
    orders = orders_of(fair_weights_of(variant))
    ws = new_fair_workspace(MANY)
    compared = 0
    alike = [some for some in (orders[:2], orders[2:]) if len(some)]  # that leave out the same
    for view, some in itertools.product(views_of_game(variant, 3)[:12], alike):
        reached = []
        for tables in some:
            where = (variant.columns, variant.relaxed, view.stock // variant.columns, MANY)
            show(ws, view)
            look_around(ws, tables, *where)
            reached.append(ws.counters[STATES])
            show(ws, view)
            look_in_layers(ws, tables, *where, MANY)
            reached.append(ws.counters[STATES])
        if max(reached) <= MANY:
            assert len(set(reached)) == 1
            compared += 1
    assert compared > 0


def test_a_layer_is_no_wider_than_asked_for() -> None:
    variant = SMALL[1]
    orders = orders_of(fair_weights_of(variant))
    ws = new_fair_workspace(MANY)
    view = views_of_game(variant, 3)[20]
    show(ws, view)
    look_in_layers(ws, orders[0], variant.columns, False, view.stock // variant.columns, 200, 7)
    depths = [int(depth) for depth in ws.states[: ws.counters[STATES], DEPTH]]
    assert depths == sorted(depths)
    assert max(depths.count(depth) for depth in set(depths)) == 7
    assert ws.counters[STATES] <= 201


def splits_and_strays(ws: FairWorkspace, tables: Ints, view: View) -> tuple[int, int]:
    """Count moves of a part of a run onto another suit, and others that pass over the own suit."""
    columns = view.variant.columns
    show(ws, view)
    look_around(ws, tables, columns, False, view.stock // columns, 2000)
    splits = strays = 0
    for at in range(1, ws.counters[STATES]):
        row = ws.rows[ws.states[at, PARENT]]
        lengths = [int(row[LENGTHS + c]) for c in range(columns)]
        piles = [list(row[sum(lengths[:c]) : sum(lengths[: c + 1])]) for c in range(columns)]
        move = int(ws.states[at, MOVE])
        source, target, count = piles[move & 15], piles[move >> 4 & 15], move >> 8
        head, left = source[-count], len(source) - count
        if target and target[-1] == head + 1:
            continue
        splits += left > row[HIDDEN + (move & 15)] and source[left - 1] == head + 1
        strays += any(pile and pile[-1] == head + 1 for pile in piles)
    return splits, strays


def test_a_look_leaves_out_splits_that_join_no_suit_and_joins_a_suit_where_it_can() -> None:
    variant = SMALL[1]
    weights = fair_weights_of(variant)
    ws = new_fair_workspace(2000)
    views = views_of_game(variant, 3)[15:30:3]
    *orders, all_moves = orders_of(weights)
    for tables in orders:
        assert {splits_and_strays(ws, tables, view) for view in views} == {(0, 0)}
    for tables in (all_moves, filling_of(weights)):
        found = [splits_and_strays(ws, tables, view) for view in views]
        assert all(sum(counts) > 0 for counts in zip(*found, strict=True))
