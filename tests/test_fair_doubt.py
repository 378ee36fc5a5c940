"""Decisions in doubt: which are, that the first plan stays unless another gains, and fairness."""

import random
from functools import cache

import numpy as np
import pytest
from test_fair import check_alike_until_it_shows
from test_fair_search import views_of_game

from solver.engine import fair_doubt
from solver.engine.fair_doubt import (
    FEWEST,
    MOST,
    MOST_ROWS,
    Doubts,
    Play,
    is_in_doubt,
    play_out_by_nets,
)
from solver.engine.fair_families import guide_of
from solver.engine.fair_plans import effort_of, find_plans
from solver.engine.fair_playouts import new_playouts
from solver.engine.fair_strong import AheadDecider
from solver.engine.fair_value import CERTAIN
from solver.engine.fair_workspace import new_fair_workspace
from solver.engine.layout import MAX_COLUMNS, Ints, pack
from solver.players.fair import blank_position
from solver.players.strong import StrongPlayer
from solver.players.view import View
from solver.rules.deal import Deal
from solver.rules.position import Position
from solver.rules.variant import find_variant

ONE_SUIT = find_variant("spider", 1)
STATES = 40
VIEWS = 4


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision in doubt takes seconds, with these a hundredth of it."""
    monkeypatch.setattr(fair_doubt, "BRIEF", Play(20, 2, 20))
    monkeypatch.setattr(fair_doubt, "THOROUGH", Play(30, 3, 30))
    monkeypatch.setattr(fair_doubt, "FIRST_DEALS", 4)
    monkeypatch.setattr(fair_doubt, "BRIEF_DEALS", 8)
    monkeypatch.setattr(fair_doubt, "THOROUGH_DEALS", 32)


@pytest.mark.parametrize(
    ("name", "suits", "rows_left", "chance", "wanted"),
    [
        ("spider", 1, 0, CERTAIN // 2, True),
        ("bicycle", 1, MOST_ROWS, FEWEST, True),
        ("spider", 1, MOST_ROWS, MOST, True),
        ("spider", 1, MOST_ROWS + 1, CERTAIN // 2, False),
        ("spider", 1, 0, FEWEST - 1, False),
        ("spider", 1, 0, MOST + 1, False),
        ("spider", 2, 0, CERTAIN // 2, False),
        ("spiderette", 1, 0, CERTAIN // 2, False),
    ],
)
def test_a_decision_is_in_doubt_where_the_game_is_neither_won_nor_lost(
    name: str, suits: int, rows_left: int, chance: int, wanted: bool
) -> None:
    assert is_in_doubt(find_variant(name, suits), rows_left, chance) == wanted


@cache
def views_in_doubt() -> list[View]:
    """Return what is seen at decisions in doubt, one of a game, where there is a choice."""
    decider, found = AheadDecider(STATES), []
    for number in range(100):
        for view in views_of_game(ONE_SUIT, number):
            rows_left = view.stock // ONE_SUIT.columns
            if rows_left <= MOST_ROWS and len(plans_of(view)) > 2:
                decider.decide(blank_position(view), view.unseen())
                if is_in_doubt(ONE_SUIT, rows_left, decider.chance):
                    found.append(view)
                    break
        if len(found) == VIEWS:
            break
    assert len(found) == VIEWS
    return found


def plans_of(view: View) -> list[Ints]:
    """Return all plans with a wide margin, the best by the networks first."""
    ws, guide = new_fair_workspace(4 * STATES), guide_of(ONE_SUIT)
    ws.rows[0] = pack(blank_position(view))
    ws.unseen[:] = counts(view)
    wide = effort_of(STATES, margin=fair_doubt.MARGIN)
    find_plans(ws, guide, view.stock // ONE_SUIT.columns, wide)
    plans = ws.plans
    order = np.argsort(plans.worths[: plans.found[0]], kind="stable")
    return [plans.moves[i, : plans.lengths[i]].copy() for i in order]


def counts(view: View) -> Ints:
    found = np.zeros(64, np.int64)
    for card, count in view.unseen().items():
        found[card] = count
    return found


def worths(view: View, plan: Ints, first: int, last: int, seed: int = 1) -> list[int]:
    """Play a plan out in some imagined deals."""
    ws, playouts, found = new_fair_workspace(80), new_playouts(), np.zeros(last, np.int64)
    playouts.unseen[:] = counts(view)
    stock = np.zeros((view.stock // ONE_SUIT.columns, MAX_COLUMNS), np.uint8)
    play_out_by_nets(
        ws, playouts, plan, pack(blank_position(view)).reshape(1, -1), stock, view.stock,
        np.uint64(seed), first, last, guide_of(ONE_SUIT), effort_of(20), 3, effort_of(20), found,
    )  # fmt: skip
    return [int(worth) for worth in found[first:]]


@pytest.mark.slow
def test_a_playout_comes_to_a_chance_that_its_number_and_seed_decide() -> None:
    view = views_in_doubt()[0]
    plan = plans_of(view)[0]
    found = worths(view, plan, 0, 12)
    assert all(0 <= worth <= CERTAIN for worth in found)
    assert len(set(found)) > 1
    assert worths(view, plan, 0, 5) + worths(view, plan, 5, 12) == found
    assert worths(view, plan, 0, 12, seed=2) != found


@pytest.mark.slow
def test_a_plan_that_opens_the_last_card_wins() -> None:
    """Nothing is hidden any more once the two that lies there turns up."""
    deck = [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    columns = [deck[:11], [2, 1], *([] for _ in range(8))]
    position = Position.make(ONE_SUIT, columns, [0, 1, *([0] * 8)], [], 7)
    view = View.of(position)
    plan = np.array([1 | 2 << 4 | 1 << 8])  # the ace to an empty column
    assert worths(view, plan, 0, 3) == [CERTAIN] * 3


class Fares:
    """Stands for playouts: says what each plan comes to, and notes which were played."""

    def __init__(self, brief: dict[int, int], thorough: dict[int, int]) -> None:
        self.brief, self.thorough = brief, thorough
        self.played: list[tuple[int, int, int]] = []

    def __call__(self, *given: object) -> None:
        plan, (first, last), found = given[2], given[7:9], given[-1]
        assert isinstance(plan, np.ndarray)
        assert isinstance(found, np.ndarray)
        assert isinstance(first, int)
        assert isinstance(last, int)
        number = int(plan[0])
        self.played.append((number, first, last))
        thoroughly = first >= fair_doubt.BRIEF_DEALS
        for deal in range(first, last):
            luck = 1000 * (-1) ** (deal + number)  # the same on average
            found[deal] = 30_000 + luck + (self.thorough if thoroughly else self.brief)[number]


def chosen(fares: Fares, plans: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return which of some plans is taken if they fare so."""
    monkeypatch.setattr(fair_doubt, "play_out_by_nets", fares)
    row = np.zeros((1, 152), np.uint8)
    some = [np.array([number]) for number in range(plans)]
    return Doubts().best_of(some, row, np.zeros(64, np.int64), 1, 10, guide_of(ONE_SUIT), 1)


@pytest.mark.parametrize(
    ("brief", "thorough", "wanted"),
    [
        ([0, 500, 0], [0, 5000, 0], 1),
        ([0, 500, 400], [0, 500, 900], 2),  # the thorough ones decide
        ([0, 500, 0], [0, -1, 9000], 0),  # what did not promise more is not played on
        ([0, -500, 0], [0, 5000, 0], 0),
        ([0, 500, 0], [0, 20, 0], 0),  # less than a standard error ahead
        ([0, 0, 0], [0, 0, 0], 0),
        ([0], [0], 0),
    ],
)
def test_the_first_plan_stays_unless_another_gains_briefly_and_then_thoroughly(
    brief: list[int], thorough: list[int], wanted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    fares = Fares(dict(enumerate(brief)), dict(enumerate(thorough)))
    assert chosen(fares, len(brief), monkeypatch) == wanted


def test_effort_goes_to_the_plans_that_fare_best(monkeypatch: pytest.MonkeyPatch) -> None:
    plans = fair_doubt.BEST + 4
    fares = Fares({n: 10 * n for n in range(plans)}, dict.fromkeys(range(plans), 0))
    chosen(fares, plans, monkeypatch)
    first, brief = fair_doubt.FIRST_DEALS, fair_doubt.BRIEF_DEALS
    end = brief + fair_doubt.THOROUGH_DEALS
    best = sorted(range(plans), reverse=True)
    wanted = [(n, 0, first) for n in range(plans)]
    wanted += [(n, first, brief) for n in (0, *best[: fair_doubt.BEST])]
    wanted += [(n, brief, end) for n in (0, *best[: fair_doubt.RIVALS])]
    assert fares.played == wanted


@pytest.mark.slow
def test_a_plan_in_doubt_depends_on_what_is_seen_and_the_seed_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    others = 0
    for view in views_in_doubt():
        seen = blank_position(view), view.unseen()
        found = [AheadDecider(STATES).decide(*seen, seed) for seed in range(4)]
        assert found == [AheadDecider(STATES).decide(*seen, seed) for seed in range(4)]
        with monkeypatch.context() as patch:
            patch.setattr(fair_doubt, "DOUBTED", frozenset())
            own = AheadDecider(STATES).decide(*seen)
        others += any(plan != own for plan in found)
        for plan in found:
            position = blank_position(view)
            for move in plan:
                position.push(move)
    assert others > 0
    position = Deal.from_number(ONE_SUIT, 2).position()
    check_alike_until_it_shows(position, StrongPlayer(STATES), random.Random(1))
