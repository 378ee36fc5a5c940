"""Exhaustive search: every state that can matter, and what its answers rest on."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from naive import DOWNWARDS, Table, is_won, moves_together, successors, table_of
from positions import case

from solver.engine.exhaust import ExhaustAnswer, exhaust, places, proof_text
from solver.result import Limits, Verdict
from solver.rules.deal import Deal
from solver.rules.formats.pysol import pysol_position
from solver.rules.move import parse_move
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


def naive_verdict(
    start: Table, limit: int, moves: Callable[[Table], dict[str, Table]] = successors
) -> Verdict:
    """Search everything with the naive rules; with the stock empty columns have no order."""
    first = _canonical(start)
    seen, waiting = {first}, [first]
    while waiting:
        here = waiting.pop()
        if is_won(here):
            return Verdict.WON
        for after in map(_canonical, moves(here).values()):
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
    compared = 0
    for seed in range(2_000):
        position = small_game(random.Random(seed))
        answer = exhaust(position, 100)
        if verdict_of(answer) is not Verdict.UNDECIDED:
            expected = naive_verdict(table_of(position), 300)
            assert expected in (verdict_of(answer), Verdict.UNDECIDED), seed
            compared += expected is not Verdict.UNDECIDED
    assert compared > 40


LOST = {
    4: (
        225,
        263,
        535,
        549,
        661,
        766,
        1698,
        1829,
        2126,
        2532,
        2592,
        2888,
        3014,
        3069,
        4288,
        4454,
        4483,
    ),
    2: (
        225,
        263,
        535,
        549,
        661,
        766,
        1698,
        1829,
        2592,
        2888,
        3014,
        3069,
        3206,
        4587,
        4832,
        4928,
        4932,
    ),
    1: (263, 535, 549, 661, 766, 1829, 2532, 2592, 2888, 3069, 3206, 4587, 4832, 4928, 4975, 6140),
}
"""The first Spiderette deals from 1000000 on, lost by some hundred states of both searches."""


@pytest.mark.slow
@pytest.mark.parametrize("suits", LOST)
def test_lost_deals_are_lost_by_the_naive_rules(suits: int) -> None:
    for number in LOST[suits]:
        position = Deal.from_number(
            find_variant("spiderette", suits), 1_000_000 + number
        ).position()
        assert exhaust(position, 1_000).exhausted
        assert naive_verdict(table_of(position), 3_000) is Verdict.UNWINNABLE


def _parts(here: Table, text: str) -> tuple[str, str, str]:
    """Return what a move leaves, what it moves and where to."""
    move = parse_move(text)
    source = here.columns[move.source]
    cut = len(source) - 2 * move.count
    return source[:cut], source[cut:], here.columns[move.target]


def _is_own_place(under: str, cards: str) -> bool:
    return under[-1:] == cards[1] and under[-2] + cards[0] in DOWNWARDS


def whole_runs_only(here: Table) -> dict[str, Table]:
    """Leave out moves that split a movable group."""

    def is_split(text: str) -> bool:
        left, cards, _ = _parts(here, text)
        return moves_together(left[-2:] + cards, here.mixed_groups) and bool(left)

    found = successors(here)
    return {text: after for text, after in found.items() if text == "deal" or not is_split(text)}


def never_off_its_place(here: Table) -> dict[str, Table]:
    """Leave out moves of a card from the next one of its own suit."""

    def leaves_place(text: str) -> bool:
        left, cards, _ = _parts(here, text)
        return _is_own_place(left, cards)

    found = successors(here)
    return {
        text: after for text, after in found.items() if text == "deal" or not leaves_place(text)
    }


def to_its_place_at_once(here: Table) -> dict[str, Table]:
    """Leave out all other moves if a card can go onto the next one of its own suit."""
    found = successors(here)
    for text, after in found.items():
        if text != "deal":
            left, cards, onto = _parts(here, text)
            if _is_own_place(onto, cards) and not _is_own_place(left, cards):
                return {text: after}
    return found


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("P05", whole_runs_only),
        ("P09", whole_runs_only),
        ("P05", never_off_its_place),
        ("P09", never_off_its_place),
        ("P09", to_its_place_at_once),
    ],
)
def test_s03_wrong_reductions_lose_games_that_the_search_does_not_call_lost(
    name: str, wrong: Callable[[Table], dict[str, Table]]
) -> None:
    assert naive_verdict(table_of(case(name)), 1_000, wrong) is Verdict.UNWINNABLE
    assert not exhaust(case(name), 100_000).exhausted
    assert solve(case(name)).verdict is Verdict.WON


@pytest.mark.parametrize("name", ["P09", "P11", "P13", "P14"])
def test_s03_s09_wins_that_need_split_runs_or_whole_columns_are_found(name: str) -> None:
    answer = exhaust(case(name), 100_000)
    assert verdict_of(answer) is Verdict.WON
    assert answer.moves is not None
    assert replay(case(name), answer.moves).won


def test_s09_a_stale_table_is_lost_though_it_has_moves() -> None:
    """S09: plain enumeration needs 3.87 million states; the relaxed game is lost at once."""
    answer = exhaust(case("P12"), 10)
    assert (verdict_of(answer), answer.states) == (Verdict.UNWINNABLE, 1)


def test_a_deal_may_be_lost_from_its_first_state() -> None:
    """PySol's number 14934, which no search of its states has ended."""
    position = pysol_position("14934", find_variant("spider", 4))
    answer = exhaust(position, 300_000)
    assert (verdict_of(answer), answer.states) == (Verdict.UNWINNABLE, 1)
    assert "heads" in answer.reason


def test_r05_too_few_cards_to_deal_is_a_loss_after_a_finite_search() -> None:
    assert exhaust(case("P04"), 10_000).exhausted


def test_s05_a_limit_is_no_loss() -> None:
    answer = exhaust(Deal.from_number(find_variant("spiderette", 4), 1).position(), 1_000)
    assert verdict_of(answer) is Verdict.UNDECIDED
    assert answer.moves is None
    assert 1_000 <= answer.states < 3_000
    assert "1,0" in answer.reason


def test_a_limit_of_one_state_ends_at_once() -> None:
    answer = exhaust(case("P12"), 1)
    assert (verdict_of(answer), answer.states) == (Verdict.UNDECIDED, 1)


def test_s07_a_proof_states_the_chance_of_a_collision() -> None:
    assert "2 states" in proof_text(2)
    assert "below 9e-05" in proof_text(2**25)


def test_places_count_only_for_columns_that_a_deal_will_reach() -> None:
    position = Deal.from_number(find_variant("spiderette", 4), 1).position()
    salts, alike = places(position)
    assert alike.tolist() == [0, 0, 0, 0b1111000, 0b1111111]
    assert [len(set(row)) for row in salts.tolist()] == [7, 7, 7, 4, 1]


def test_a_spiderette_deal_without_a_solution_is_proved_lost() -> None:
    position = Deal.from_number(find_variant("spiderette", 4), 1_000_111).position()
    result = solve(position, Limits(widths=(10,)))
    assert result.verdict is Verdict.UNWINNABLE
    assert "were searched" in result.reason


def test_no_states_means_no_exhaustive_search() -> None:
    position = Deal.from_number(find_variant("spiderette", 4), 1_000_111).position()
    result = solve(position, Limits(widths=(10,), max_states=0))
    assert result.verdict is Verdict.UNDECIDED


@pytest.mark.slow
def test_a_win_by_exhaustion_is_told_without_its_detours() -> None:
    """Its own path has some ten thousand moves."""
    position = Deal.from_number(find_variant("spiderette", 2), 2_000_071).position()
    answer = exhaust(position, 1_000_000)
    assert answer.moves is not None
    assert len(answer.moves) > 10_000
    assert replay(position, answer.moves).won
    result = solve(position, Limits(widths=(10, 1000)))
    assert result.verdict is Verdict.WON
    assert result.moves is not None
    assert result.moves < 2_000


def test_a_win_that_no_width_finds_is_told_as_it_was_found() -> None:
    result = solve(case("P09"), Limits(widths=(1,)))
    assert result.solution is not None
    assert replay(case("P09"), result.solution).won
