"""The players that do not peek: legal, blind to hidden cards, ending, and the same every time."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.players.fair import FairPlayer, known_position
from solver.players.greedy import GreedyPlayer
from solver.players.player import Player, Reason
from solver.players.referee import Turn, play_out, turns
from solver.players.view import View
from solver.rules.cards import parse_card
from solver.rules.deal import Deal
from solver.rules.game import Game
from solver.rules.position import Position
from solver.rules.variant import VARIANTS, Variant, find_variant

PLAYERS: list[Player] = [GreedyPlayer(), FairPlayer(60)]


def with_unseen_mixed(position: Position, choices: random.Random) -> Position:
    """Deal the unseen cards of a position anew among their places, the stock included."""
    unseen = [card for i, n in enumerate(position.face_down) for card in position.columns[i][:n]]
    unseen += position.stock
    choices.shuffle(unseen)
    columns = [
        [unseen.pop() for _ in range(n)] + position.face_up(i)
        for i, n in enumerate(position.face_down)
    ]
    return Position.make(position.variant, columns, position.face_down, unseen, position.runs)


def views_and_turns(position: Position, player: Player) -> list[tuple[View, Turn]]:
    """Return each turn of a game with what was seen before it."""
    game = Game(position)
    seen, found = View.of(game.position), []
    for turn in turns(game, player):
        found.append((seen, turn))
        seen = View.of(game.position)
    return found


def check_alike_until_it_shows(position: Position, player: Player, choices: random.Random) -> None:
    """Check that a player makes the same moves whatever cards are hidden, until they show."""
    one = views_and_turns(position, player)
    other = views_and_turns(with_unseen_mixed(position, choices), player)
    alike = 0
    for (view, turn), (other_view, other_turn) in zip(one, other, strict=False):
        if view != other_view:
            break
        assert (turn.move, turn.reason) == (other_turn.move, other_turn.reason)
        alike += 1
    assert alike > 0


@pytest.mark.slow
@pytest.mark.parametrize("player", PLAYERS, ids=["greedy", "fair"])
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_deals_that_differ_in_unseen_cards_get_the_same_moves_until_it_shows(
    player: Player, variant: Variant
) -> None:
    choices = random.Random(variant.name)
    for number in range(3):
        position = Deal.from_number(variant, number).position()
        check_alike_until_it_shows(position, player, choices)


@pytest.mark.parametrize("player", PLAYERS, ids=["greedy", "fair"])
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_a_game_ends_keeps_the_rules_and_is_the_same_again(
    player: Player, variant: Variant
) -> None:
    for number in range(2):
        position = Deal.from_number(variant, number).position()
        first, second = (play_out(position, player) for _ in range(2))
        assert (first.won, first.score, first.moves) == (second.won, second.score, second.moves)
        assert first.won == (first.runs == variant.run_count)
        assert first.deals <= position.rows_left
        assert first.reveals <= sum(position.face_down)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(VARIANTS), st.integers(0, 10**6))
def test_a_decision_ends_at_the_first_card_that_turns_up(variant: Variant, number: int) -> None:
    view = View.of(Deal.from_number(variant, number).position())
    decision = FairPlayer(60).decide(view)
    assert decision is not None
    position = Deal.from_number(variant, number).position()
    outcomes = [position.push(move) for move in decision.moves]
    assert not any(outcome.revealed or outcome.dealt for outcome in outcomes[:-1])
    assert outcomes[-1].revealed or outcomes[-1].removed or outcomes[-1].dealt
    assert (decision.reason is Reason.DEAL) == (outcomes[-1].dealt > 0)


def cards(text: str) -> list[int]:
    return [parse_card(name) for name in text.split()]


def test_unseen_cards_are_the_deck_without_what_was_seen_and_the_runs_that_left() -> None:
    variant = find_variant("spiderette", 2)
    hearts = cards("KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH")
    spades = cards("KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS")
    columns = [hearts[:3], spades, hearts[3:], [], [], [], []]
    position = Position.make(variant, columns, [2, 0, 0, 0, 0, 0, 0], spades[:0], runs=2)
    view = View.of(position)
    assert view.run_suits == (0, 1)
    assert view.unseen() == {parse_card("KH"): 1, parse_card("QH"): 1}
    assert known_position(view) is None


def test_the_last_unknown_card_is_known_by_counting() -> None:
    variant = find_variant("spiderette", 1)
    spades = cards("KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS")
    columns = [[spades[0], *spades[1:]], [], [], [], [], [], []]
    columns[0] = [spades[12], *spades[:12]]
    position = Position.make(variant, columns, [1, 0, 0, 0, 0, 0, 0], [], runs=3)
    assert known_position(View.of(position)) == position
    decision = FairPlayer(60).decide(View.of(position))
    assert decision is not None
    assert decision.reason is Reason.WINS
    assert play_out(position, FairPlayer(60)).won


def test_a_player_with_nothing_to_do_gives_up() -> None:
    variant = find_variant("spiderette", 1)
    columns = [cards("KS"), cards("KS"), cards("KS"), cards("KS"), cards("2S 4S 6S"), [], []]
    columns[5:] = [cards("AS 9S"), cards("AS 9S")]
    position = Position.make(variant, columns, [0, 0, 0, 0, 2, 1, 1], [])
    for player in PLAYERS:
        assert not play_out(position, player).won


def test_a_run_stays_where_too_few_cards_would_be_left_to_deal_onto() -> None:
    """R7: with fewer cards than columns no row could be dealt ever after."""
    variant = find_variant("spiderette", 1)
    run = cards("KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S")
    stock = cards("9S 8S 7S 6S 5S 4S 3S")
    few = [run, cards("AS"), cards("2S"), cards("4S"), [], [], []]
    decision = FairPlayer(60).decide(View.of(Position.make(variant, few, [0] * 7, stock, runs=2)))
    assert decision is not None
    assert decision.reason is Reason.DEAL
    enough = [*few[:4], cards("6S"), cards("8S"), cards("TS 8S 6S 4S")]
    position = Position.make(variant, enough, [0] * 7, stock, runs=1)
    decision = FairPlayer(60).decide(View.of(position))
    assert decision is not None
    assert decision.reason is Reason.COMPLETES_RUN
