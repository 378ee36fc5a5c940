"""Short solutions: no longer than any other, the same every time, within the limits."""

from __future__ import annotations

import json
import random
from dataclasses import asdict, replace

import pytest
from click.testing import CliRunner
from end_games import end_game, shortest

from solver.engine import shorten
from solver.engine.families import schedules
from solver.engine.shorten import shortest_found
from solver.result import EFFORTS, SHORT_NODES, Limits
from solver.rules.bound import lower_bound
from solver.rules.deal import Deal
from solver.rules.gamecode import format_game_code
from solver.rules.variant import VARIANTS, Variant, find_variant
from solver.rules.verify import replay
from solver.solve import solve
from spidercli.main import cli

SHORT = Limits(short_nodes=400_000)
SPIDERETTE = find_variant("spiderette", 1)


def test_the_shortest_solution_of_small_end_games_is_found() -> None:
    chance, found = random.Random(7), []
    for _ in range(20):
        position = end_game(chance, find_variant("spider", 4))
        exact = shortest(position, 300)
        if exact is not None:
            moves = solve(position, SHORT).moves
            assert moves is not None
            assert moves >= exact
            found.append(moves == exact)
    assert len(found) >= 3
    assert all(found)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_short_solution_is_no_longer_than_the_first_and_not_below_the_bound(
    variant: Variant,
) -> None:
    position = Deal.from_number(variant, 3).position()
    first = solve(position, Limits(max_nodes=2_000_000, max_states=0))
    if first.solution is None:
        pytest.skip("no solution within the limits of this test")
    short = solve(position, replace(SHORT, max_nodes=2_000_000, max_states=0))
    assert short.solution is not None
    assert lower_bound(position) <= len(short.solution) <= len(first.solution)
    assert replay(position, short.solution).won


def test_it_is_much_shorter_and_the_same_every_time() -> None:
    position = Deal.from_number(find_variant("spider", 1), 3).position()
    first = solve(position).solution
    assert first is not None
    short = [shortest_found(position, first, 200, 1_000_000) for _ in range(2)]
    assert short[0] == short[1]
    assert len(short[0].moves) < 0.9 * len(first)


def test_its_nodes_are_limited_and_part_of_all() -> None:
    position = Deal.from_number(SPIDERETTE, 3).position()
    first = solve(position)
    assert first.solution is not None
    most = 20_000
    found = shortest_found(position, first.solution, 200, most)
    assert found.nodes < most + 10_000  # a layer is generated to its end
    no_more = replace(SHORT, max_nodes=first.nodes)
    assert solve(position, no_more).nodes == first.nodes


@pytest.mark.slow
def test_beyond_its_plan_it_is_never_longer_and_often_shorter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is allowed beyond the plan goes to other solutions; the plan's own stays."""
    monkeypatch.setattr(shorten, "PLAN_NODES", 200_000)
    monkeypatch.setattr(shorten, "NODES_OF_OTHER", 150_000)
    gains = []
    for number in range(4):
        position = Deal.from_number(find_variant("spider", 4), number).position()
        first = solve(position).solution
        assert first is not None
        plan, more = (shortest_found(position, first, 200, n) for n in (200_000, 1_500_000))
        assert replay(position, more.moves).won
        assert plan.nodes < 210_000
        assert more.nodes < 1_700_000  # a layer of every search is generated to its end
        gains.append(len(plan.moves) - len(more.moves))
    assert min(gains) >= 0
    assert sum(gains) > 10


def test_varied_weights_differ_by_a_fifth_at_most_and_are_the_same_every_time() -> None:
    old = schedules()["four"]
    new = [shorten.varied(old, seed) for seed in (1, 1, 2)]
    assert new[0] == new[1] != new[2]
    for schedule in new:
        for name, weight in asdict(schedule.late).items():
            before = getattr(old.late, name)
            assert abs(weight - before) < abs(before) * 0.2 + 1  # rounded towards zero
        assert abs(schedule.pace - old.pace) <= old.pace * 0.2


def run(*args: str) -> str:
    result = CliRunner().invoke(cli, args)
    assert result.exit_code == 0, result.output
    return result.output


def test_solve_tells_bound_and_gap() -> None:
    code = format_game_code(SPIDERETTE, 3)
    record = json.loads(run("solve", code, "--short", "--effort", "quick", "--json"))
    bound = lower_bound(Deal.from_number(SPIDERETTE, 3).position())
    assert record["bound"] == bound
    assert record["gap"] == record["moves"] - bound >= 0
    assert f", at least {bound} needed" in run("solve", code, "--short", "--effort", "quick")
    assert "bound" not in json.loads(run("solve", code, "--json"))


@pytest.mark.slow
def test_analyze_makes_solutions_short_too() -> None:
    survey = ("analyze", "--game", "spiderette", "--suits", "1", "--n", "3", "--workers", "1")
    plain = json.loads(run(*survey, "--effort", "quick", "--json"))
    short = json.loads(run(*survey, "--effort", "quick", "--json", "--short"))
    assert short["moves"]["median"] < plain["moves"]["median"]
    assert short["settings"]["short_nodes"] == SHORT_NODES["quick"]
    assert plain["settings"]["short_nodes"] == 0


def test_every_effort_says_what_short_costs() -> None:
    assert list(SHORT_NODES) == list(EFFORTS)
