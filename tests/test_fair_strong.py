"""The strong fair player: fair, the same every time, and its parts: odds, plans, imagined deals."""

import itertools
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_fair import check_alike_until_it_shows, views_and_turns, with_unseen_mixed

from solver.engine import fair_playouts, fair_value
from solver.engine.fair_playouts import imagine, new_playouts, next_random
from solver.engine.fair_strong import StrongDecider
from solver.engine.layout import MAX_COLUMNS, pack, pack_stock, unpack
from solver.players.fair import FairPlayer, blank_position
from solver.players.referee import play_out
from solver.players.strong import StrongPlayer
from solver.players.view import View
from solver.rules.cards import rank_of
from solver.rules.deal import Deal
from solver.rules.position import Position
from solver.rules.variant import VARIANTS, Variant, find_variant

QUICK = StrongPlayer(states=60, budget=1)
FEW = [
    find_variant("spider", 4),
    find_variant("spiderette", 2),
    find_variant("spider", 2, "relaxed"),
]


def names(variant: Variant) -> str:
    return variant.name


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=names)
def test_deals_that_differ_in_unseen_cards_get_the_same_moves_until_it_shows(
    variant: Variant,
) -> None:
    position = Deal.from_number(variant, 7).position()
    check_alike_until_it_shows(position, QUICK, random.Random(variant.name))


@pytest.mark.slow
def test_the_same_view_gets_the_same_plan_whatever_lies_hidden() -> None:
    """Midway through games, with more playouts than one batch."""
    player = StrongPlayer(states=60, budget=20_000)
    choices = random.Random(1)
    position = Deal.from_number(find_variant("spider", 4), 3).position()
    for _ in range(5):
        decision = player.decide(View.of(position))
        assert decision is not None
        assert player.decide(View.of(with_unseen_mixed(position, choices))) == decision
        for move in decision.moves:
            position.push(move)


@pytest.mark.slow
@pytest.mark.parametrize("variant", FEW, ids=names)
def test_a_game_keeps_the_rules_and_is_the_same_again(variant: Variant) -> None:
    position = Deal.from_number(variant, 1).position()
    first, second = (play_out(position, QUICK) for _ in range(2))
    assert (first.won, first.score, first.moves) == (second.won, second.score, second.moves)
    assert first.won == (first.runs == variant.run_count)


@pytest.mark.slow
def test_another_seed_imagines_other_deals() -> None:
    position = Deal.from_number(FEW[0], 2).position()
    games = {
        tuple(turn.move for _, turn in views_and_turns(position, StrongPlayer(60, 1, seed)))
        for seed in range(4)
    }
    assert len(games) > 1


def test_a_budget_is_kept_to_but_for_the_playouts_under_way() -> None:
    view = View.of(Deal.from_number(FEW[0], 2).position())
    decider = StrongDecider(60)
    played = []
    for budget in (0, 1, 2, 10**9):
        assert decider.decide(blank_position(view), view.unseen(), budget, 0)
        played.append(decider.played)
    assert played[0] == 0 < played[1] == played[2] < played[3]


def test_a_decider_is_made_once_a_thread() -> None:
    assert StrongDecider.shared(4) is StrongDecider.shared(4)


def test_random_bits_are_those_of_splitmix64() -> None:
    state = np.array([1234567], np.uint64)
    drawn = [int(next_random(state)) for _ in range(3)]
    assert drawn == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(VARIANTS), st.integers(0, 10**6), st.integers(0, 2**63))
def test_an_imagined_deal_holds_the_unseen_cards_where_they_may_lie(
    variant: Variant, number: int, seed: int
) -> None:
    position = Deal.from_number(variant, number).position()
    imagined = imagined_deal(position, seed)
    assert View.of(imagined) == View.of(position)
    assert all_cards(imagined) == all_cards(position)
    assert imagined == imagined_deal(with_unseen_mixed(position, random.Random(seed)), seed)


def imagined_deal(position: Position, seed: int) -> Position:
    view = View.of(position)
    blank = blank_position(view)
    playouts = new_playouts()
    for card, count in view.unseen().items():
        playouts.unseen[card] = count
    playouts.random[0] = seed
    stock = np.zeros((position.rows_left, MAX_COLUMNS), np.uint8)
    imagine(playouts, pack(blank).reshape(1, -1), stock, len(position.stock), len(blank.columns))
    dealt = [int(card) for row in stock for card in row if card]
    like = Position.make(position.variant, blank.columns, blank.face_down, dealt)
    assert (pack_stock(like) == stock).all()
    return unpack(playouts.table[0], like, 0)


def all_cards(position: Position) -> Counter[int]:
    return Counter(card for column in (*position.columns, position.stock) for card in column)


def test_imagined_deals_put_every_card_everywhere_alike() -> None:
    """Each of 2000 deals puts one of 13 ranks under the first column: 154 each, give or take."""
    position = Deal.from_number(find_variant("spider", 4), 1).position()
    ranks = Counter(rank_of(imagined_deal(position, seed).columns[0][0]) for seed in range(2000))
    unseen = View.of(position).unseen()
    total = unseen.total()
    for rank in range(1, 14):
        share = sum(count for card, count in unseen.items() if rank_of(card) == rank) / total
        expected, spread = 2000 * share, (2000 * share * (1 - share)) ** 0.5
        assert abs(ranks[rank] - expected) < 5 * spread


def plain_features(view: View) -> list[int]:
    """Return what the odds depend on, counted without the engine."""
    found = [0] * fair_value.FEATURES
    for cards, hidden in zip(view.face_up, view.face_down, strict=True):
        found[fair_value.EMPTY] += not cards and not hidden
        found[fair_value.FACE_DOWN] += hidden
        found[fair_value.FACE_DOWN_SQUARES] += hidden * hidden
        found[fair_value.OPEN_COLUMNS] += bool(cards) and not hidden
        found[fair_value.KINGS] += bool(cards) and not hidden and rank_of(cards[0]) == 13
        run = 1
        for upper, lower in itertools.pairwise(cards):
            fall = rank_of(upper) - rank_of(lower)
            run = run + 1 if upper == lower + 1 else 1
            found[fair_value.LONG] += run > 5
            if upper == lower + 1:
                found[fair_value.SUITED] += 1
            elif fall == 1:
                found[fair_value.MIXED] += 1
            else:
                found[fair_value.BROKEN if fall > 0 else fair_value.INVERTED] += 1
    found[fair_value.REMOVED] = view.runs
    return found


@pytest.mark.parametrize("variant", VARIANTS, ids=names)
def test_features_are_what_is_seen(variant: Variant) -> None:
    position = Deal.from_number(variant, 5).position()
    features = np.zeros(fair_value.FEATURES, np.int64)
    for view, _ in views_and_turns(position, FairPlayer(60)):
        row = pack(blank_position(view)).reshape(1, -1)
        fair_value.count_features(row, 0, variant.columns, features)
        assert features.tolist() == plain_features(view)


def test_odds_become_chances() -> None:
    chances = [int(fair_value.chance(odds)) for odds in (-(10**9), -1024, 0, 1024, 10**9)]
    assert chances == sorted(chances)
    assert chances[2] == fair_value.CERTAIN // 2
    assert chances[1] == fair_value.CERTAIN - chances[3] == round(65536 / (1 + np.e))


@pytest.mark.parametrize("variant", VARIANTS, ids=names)
def test_every_variant_has_learnt_odds(variant: Variant) -> None:
    rows = Deal.from_number(variant, 0).position().rows_left
    values = fair_value.values_of(variant)
    assert values[: rows + 1].any(axis=1).all()
    features = values[:, fair_value.FACE_DOWN]
    assert features[: rows + 1].sum() < 0


def test_plans_differ_and_the_fast_players_comes_first() -> None:
    variant = find_variant("spider", 4)
    position = Deal.from_number(variant, 4).position()
    view = View.of(position)
    blank = blank_position(view)
    found = StrongDecider(200).plans(blank, view.unseen())
    assert 2 < len(found) <= fair_playouts.MOST_RIVALS
    assert len(set(found)) == len(found)
    fast = FairPlayer(200).decide(view)
    assert fast is not None
    assert found[0] == fast.moves
    for plan in found:
        outcomes = [position.push(move) for move in plan]
        assert outcomes[-1].revealed or outcomes[-1].removed or outcomes[-1].dealt
        assert not any(outcome.revealed or outcome.dealt for outcome in outcomes[:-1])
        position = Deal.from_number(variant, 4).position()
