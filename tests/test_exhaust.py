"""Exhaustive search: every state that can matter, and what its answers rest on."""

from __future__ import annotations

import random

import pytest
from naive import Table, is_won, successors, table_of
from positions import case

from solver.engine.exhaust import ExhaustAnswer, exhaust, places, proof_text
from solver.result import Limits, Verdict
from solver.rules.deal import Deal
from solver.rules.position import Position
from solver.rules.variant import VARIANTS, find_variant
from solver.rules.verify import replay
from solver.solve import solve


def small_game(chance: random.Random) -> Position:
    """Return a game with some runs off, its cards more or less in order."""
    variant = chance.choice(VARIANTS)
    runs = chance.randint(1, 4) if variant.columns == 7 else chance.randint(3, 8)
    suits = [run % variant.suit_count for run in range(variant.run_count)]
    chance.shuffle(suits)
    cards = [suit << 4 | rank for suit in suits[:runs] for rank in range(1, 14)]
    disorder = chance.choice([1.5, 4, 20])
    cards.sort(key=lambda card: chance.gauss(0, disorder) - (card & 15))
    sizes = (3, 7, 10, 14, 17, 24) if variant.columns == 7 else (10, 20)
    possible = [0, 0, *(size for size in sizes if size + variant.columns <= len(cards))]
    laid = len(cards) - chance.choice(possible)
    columns: list[list[int]] = [[] for _ in range(variant.columns)]
    for index, card in enumerate(cards[:laid]):
        own = index < variant.columns - chance.choice([0, 0, 0, 1])
        columns[index if own else chance.randrange(variant.columns)].append(card)
    chance.shuffle(columns)
    down = chance.choice([0, 0.7, 1, 1])
    hidden = [
        chance.randint(0, len(column) - 1) if column and chance.random() < down else 0
        for column in columns
    ]
    return Position.make(variant, columns, hidden, cards[laid:], variant.run_count - runs)


def naive_verdict(start: Table, limit: int) -> Verdict:
    """Search everything with the naive rules; with the stock empty columns have no order."""
    first = _canonical(start)
    seen, waiting = {first}, [first]
    while waiting:
        here = waiting.pop()
        if is_won(here):
            return Verdict.WON
        for after in map(_canonical, successors(here).values()):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
        if len(seen) > limit:
            return Verdict.UNDECIDED
    return Verdict.UNWINNABLE


def verdict_of(answer: ExhaustAnswer) -> Verdict:
    if answer.moves is not None:
        return Verdict.WON
    return Verdict.UNWINNABLE if answer.exhausted else Verdict.UNDECIDED


def _canonical(there: Table) -> Table:
    if there.stock:
        return there._replace(score=0)
    return there._replace(score=0, columns=tuple(sorted(there.columns)))


@pytest.mark.slow
def test_small_games_end_like_the_naive_search() -> None:
    chance = random.Random(1)
    compared = {Verdict.WON: 0, Verdict.UNWINNABLE: 0, Verdict.UNDECIDED: 0}
    for _ in range(700):
        position = small_game(chance)
        answer = exhaust(position, 60)
        if verdict_of(answer) is not Verdict.UNDECIDED:
            expected = naive_verdict(table_of(position), 1_000)
            assert expected in (verdict_of(answer), Verdict.UNDECIDED), table_of(position)
            compared[expected] += 1
    assert compared[Verdict.UNWINNABLE] > 5


@pytest.mark.parametrize("name", ["P09", "P11", "P13", "P14"])
def test_s03_s09_wins_that_need_split_runs_or_whole_columns_are_found(name: str) -> None:
    answer = exhaust(case(name), 100_000)
    assert verdict_of(answer) is Verdict.WON
    assert answer.moves is not None
    assert replay(case(name), answer.moves).won


def test_s09_a_stale_table_is_lost_though_it_has_moves() -> None:
    """S09: the reference needed 3.87 million states; without the columns' order 94477 are left."""
    answer = exhaust(case("P12"), 200_000)
    assert (verdict_of(answer), answer.states) == (Verdict.UNWINNABLE, 94_477)


def test_r05_too_few_cards_to_deal_is_a_loss_after_a_finite_search() -> None:
    assert exhaust(case("P04"), 10_000).exhausted


def test_s05_a_limit_is_no_loss() -> None:
    answer = exhaust(case("P12"), 1_000)
    assert verdict_of(answer) is Verdict.UNDECIDED
    assert answer.moves is None
    assert 1_000 <= answer.states < 3_000
    assert "1,0" in answer.reason


def test_a_limit_of_one_state_ends_at_once() -> None:
    assert exhaust(case("P12"), 1).states == 1


def test_s07_a_proof_states_the_chance_of_a_collision() -> None:
    assert "2 states" in proof_text(2)
    assert "below 3e-05" in proof_text(2**25)


def test_places_count_only_for_columns_that_a_deal_will_reach() -> None:
    position = Deal.from_number(find_variant("spiderette", 4), 1).position()
    salts, alike = places(position)
    assert alike.tolist() == [0, 0, 0, 0b1111000, 0b1111111]
    assert [len(set(row)) for row in salts.tolist()] == [7, 7, 7, 4, 1]


def test_a_spiderette_deal_without_a_solution_is_proved_lost() -> None:
    position = Deal.from_number(find_variant("spiderette", 4), 1_000_111).position()
    result = solve(position, Limits(widths=(10,)))
    assert result.verdict is Verdict.UNWINNABLE
    assert "states were searched" in result.reason


def test_no_states_means_no_exhaustive_search() -> None:
    position = Deal.from_number(find_variant("spiderette", 4), 1_000_111).position()
    result = solve(position, Limits(widths=(10,), max_states=0))
    assert result.verdict is Verdict.UNDECIDED
