"""A game decision by decision goes as a whole game does, and shows what is left as it goes."""

import pytest

from benchmarks.shown_game import ShownGame
from solver.engine.fair_families import guide_of
from solver.engine.fair_game import DEALS, DECISIONS, LOST, MOVES, play_position
from solver.engine.fair_plans import decide, effort_of
from solver.engine.fair_workspace import new_fair_workspace
from solver.rules.deal import Deal
from solver.rules.variant import find_variant


@pytest.mark.parametrize("name", ["spider", "spiderette"])
def test_decisions_make_the_whole_game(name: str) -> None:
    variant, effort = find_variant(name, 2), effort_of(60)
    ws, guide = new_fair_workspace(effort.deep_states), guide_of(variant)
    ends = []
    for number in range(8):
        position = Deal.from_number(variant, number).position()
        whole = play_position(ws, position, guide, effort)
        ends.append(whole.end == LOST)
        game = ShownGame(ws, guide, position)
        assert game.rows_left == position.rows_left
        unseen, decisions, moves, lost = [], 0, 0, False
        while not lost and game.show():
            unseen.append(int(ws.unseen.sum()))
            length = int(decide(ws, guide, game.rows_left, effort))
            decisions += 1
            moves += length
            lost = length == 0
            if not lost:
                game.make(length)
        assert (lost, decisions, moves) == (ends[-1], whole.counts[DECISIONS], whole.counts[MOVES])
        assert game.rows_left == position.rows_left - whole.counts[DEALS]
        assert unseen == sorted(unseen, reverse=True)
    assert len(set(ends)) == 2
