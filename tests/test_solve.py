"""Verdicts: won with a solution that replays, lost only where it is proved, else undecided."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from engine_states import NAMES, opening
from positions import DATA, case, table

import solver.solve
from solver.engine.search import BeamAnswer
from solver.result import Limits, SolveResult, Verdict
from solver.rules.formats import read_position
from solver.rules.game import Game
from solver.rules.move import DEAL_ROW, Move
from solver.rules.position import Position
from solver.rules.variant import VARIANTS, Variant, find_variant
from solver.solve import solve

SOME = Limits(max_nodes=2_000_000)


def assert_solution_wins_at_the_table(position: Position, result: SolveResult) -> None:
    """S01: the game that people play, and not the search, says that it is won."""
    assert result.solution is not None
    game = Game(position)
    for move in result.solution:
        assert not game.is_won, "a move after the win"
        game.play(move)
    assert game.is_won
    assert (game.score, game.counter) == (result.score, result.moves)


@pytest.mark.parametrize(
    "name", ["P01", "P02", "P03", "P05", "P06", "P07", "P09", "P11", "P13", "P14"]
)
def test_positions_that_can_be_won_are_won(name: str) -> None:
    """P05 wants columns filled to deal, P09 a run split (S03), P13 and P14 are not stuck (S09)."""
    position = case(name)
    result = solve(position)
    assert result.verdict is Verdict.WON
    assert result.reason == ""
    assert_solution_wins_at_the_table(position, result)


def test_too_few_cards_to_deal_is_proved_lost() -> None:
    """R05, P04: a finite search ends, and says so."""
    result = solve(case("P04"))
    assert result.verdict is Verdict.UNWINNABLE
    assert (result.solution, result.moves, result.score) == (None, None, None)
    assert "searched" in result.reason
    assert 700 < result.nodes < 1_000_000


def test_too_few_cards_to_deal_is_proved_lost_in_spiderette() -> None:
    """R05: three runs off, three cards on the table, ten in the stock."""
    position = table(
        "KS", "QS", "JS", game="spiderette", suits=1, runs=3, stock="TS 9S 8S 7S 6S 5S 4S 3S 2S AS"
    )
    assert solve(position).verdict is Verdict.UNWINNABLE


def test_a_stuck_position_is_never_said_to_be_won() -> None:
    """S09, P12: within a limit that is too small for a proof it is undecided."""
    result = solve(case("P12"), Limits(max_nodes=100_000))
    assert result.verdict is Verdict.UNDECIDED
    assert "100,000 nodes" in result.reason


def test_no_move_at_all_is_proved_lost() -> None:
    position = table(*["(2S) KS"] * 4, *["(2H) KH"] * 4, "(2D) KD", "(2D) KD")
    assert not position.legal_moves()
    assert solve(position).verdict is Verdict.UNWINNABLE


def test_a_deal_already_won_needs_no_move() -> None:
    won = table(runs=8)
    result = solve(won, name="done")
    assert (result.verdict, result.solution, result.moves) == (Verdict.WON, (), 0)
    assert (result.score, result.nodes, result.deal) == (1300, 0, "done")
    assert solve(won, Limits(max_nodes=0)).verdict is Verdict.WON


def test_no_card_on_the_table_and_a_stock_is_no_win() -> None:
    empty = table(stock="AS 2S 3S 4S 5S 6S 7S 8S 9S TS", runs=7)
    assert solve(empty).verdict is Verdict.UNWINNABLE


def test_one_move_before_the_end() -> None:
    result = solve(table("KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", "AS", suits=1, runs=7))
    assert result.solution == (Move(1, 0, 1),)
    assert result.score == 500 + 700 - 1 + 100


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_every_solution_wins_at_the_table(variant: Variant) -> None:
    """S01, R09: every game, suit count and rule."""
    won = 0
    for number in range(40, 52):
        result = solve(opening(variant, number), SOME)
        if result.verdict is Verdict.WON:
            assert_solution_wins_at_the_table(opening(variant, number), result)
            won += 1
        else:
            assert result.solution is None
            assert result.reason
    assert won >= 6


@pytest.mark.parametrize("name", ["P01", "P04", "P05", "P12"])
def test_solving_leaves_the_position_as_it_is(name: str) -> None:
    position = case(name)
    solve(position, SOME)
    assert position == case(name)


@pytest.mark.slow
def test_the_same_deal_and_limits_give_the_same_result() -> None:
    for variant in VARIANTS:
        first, second = (solve(opening(variant, 60), SOME, "a deal") for _ in range(2))
        assert replace(first, cpu_s=0.0) == replace(second, cpu_s=0.0)
        assert first.cpu_s >= 0
        assert (first.deal, first.variant) == ("a deal", variant)


@pytest.mark.parametrize("game", ["spider", "spiderette"])
def test_a_larger_limit_only_decides_more(game: str) -> None:
    """S05: what is decided stays so, with the same solution; lost is never won."""
    for number in range(10):
        position = opening(find_variant(game, 4), number)
        results = [solve(position, Limits(max_nodes=n)) for n in (3_000, 30_000, 300_000)]
        for small, large in pairwise(results):
            if small.verdict is Verdict.UNDECIDED:
                assert small.solution is None
            else:
                assert replace(large, cpu_s=0.0) == replace(small, cpu_s=0.0)


@pytest.mark.parametrize("max_nodes", [0, 1, 500])
def test_a_tiny_limit_is_kept_and_is_no_loss(max_nodes: int) -> None:
    """S05, S13."""
    result = solve(opening(find_variant("spider", 4), 13), Limits(max_nodes=max_nodes))
    assert result.verdict is Verdict.UNDECIDED
    assert result.nodes < max_nodes + 5000
    assert f"{max_nodes} nodes" in result.reason


def test_widths_that_find_nothing_are_named() -> None:
    result = solve(opening(find_variant("spider", 4), 13), Limits(widths=(1, 2), max_states=0))
    assert result.verdict is Verdict.UNDECIDED
    assert "widths up to 2" in result.reason


def test_the_ladder_is_climbed_only_as_far_as_needed() -> None:
    """A rung that wins ends the climb; the nodes of the rungs below are counted."""
    position = opening(find_variant("spider", 4), 13)
    narrow, wide = (solve(position, Limits((width,), max_states=0)) for width in (1, 300))
    assert wide.verdict is Verdict.WON
    both = solve(position, Limits(widths=(1, 300, 10**9)))
    assert both.solution == wide.solution
    assert both.nodes == narrow.nodes + wide.nodes


def test_depth_is_a_limit_and_no_loss() -> None:
    result = solve(opening(VARIANTS[0], 1), Limits(max_depth=1, max_states=0))
    assert result.verdict is Verdict.UNDECIDED


def test_a_solution_that_the_rules_refuse_is_never_reported(monkeypatch) -> None:
    """S01: whatever the search may say."""

    def lying(*_args: object) -> BeamAnswer:
        return BeamAnswer((DEAL_ROW,), False, 1)

    monkeypatch.setattr(solver.solve, "beam_search", lying)
    with pytest.raises(AssertionError, match="move"):
        solve(case("P14"))


def _deals(pattern: str) -> list[Path]:
    return sorted((DATA / "deals").glob(pattern))


def _suits(path: Path) -> int:
    return int(path.stem.split("_")[0][-1])


def _solved(path: Path, game: str) -> SolveResult:
    position = read_position(path.read_text(), variant=find_variant(game, _suits(path)))
    result = solve(position, name=path.stem)
    if result.verdict is Verdict.WON:
        assert_solution_wins_at_the_table(position, result)
    return result


@pytest.mark.slow
@pytest.mark.parametrize("suits", [1, 2, 4])
def test_all_spider_deals_of_the_collection_are_won(suits: int) -> None:
    results = [_solved(path, "spider") for path in _deals(f"s{suits}_*.game")]
    assert len(results) == 30
    assert [result.deal for result in results if result.verdict is not Verdict.WON] == []


@pytest.mark.slow
def test_spiderette_deals_of_the_collection_get_their_known_verdicts() -> None:
    """Number 10 is lost with any suits, by exhaustive search; the others with 1 suit are won."""
    results = {path.stem: _solved(path, "spiderette") for path in _deals("spiderette*.json")}
    assert len(results) == 30
    for name, result in results.items():
        if name.endswith("_s10"):
            assert result.verdict is Verdict.UNWINNABLE, name
        elif name.startswith("spiderette1"):
            assert result.verdict is Verdict.WON, name
        else:
            assert result.verdict is not Verdict.UNDECIDED, name
