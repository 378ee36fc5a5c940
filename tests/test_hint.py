"""The hint: what it sees, that it is legal, and that it leads on."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.players import player
from solver.players.fair import FairPlayer
from solver.players.hint import Adviser, Hint, Reason
from solver.players.player import Decision
from solver.players.view import View
from solver.rules.cards import parse_card
from solver.rules.deal import Deal
from solver.rules.game import Game
from solver.rules.move import DEAL_ROW, Move
from solver.rules.position import Position
from solver.rules.variant import VARIANTS, Variant, find_variant

SPIDER = find_variant("spider", 1)


def hint(position: Position) -> Hint | None:
    """Return a hint of one who has given none before."""
    return Adviser(FairPlayer(60)).hint(View.of(position))


def table(variant: Variant, columns: list[str], stock: str = "") -> Position:
    """Make a position from columns like ``(9S) 8S``; columns not given hold a lone king."""
    columns += ["KS"] * (variant.columns - len(columns))
    names = [column.split() for column in columns]
    return Position.make(
        variant,
        [[parse_card(name.strip("()")) for name in column] for column in names],
        [sum(name[0] == "(" for name in column) for column in names],
        [parse_card(name) for name in stock.split()],
    )


def play_at_random(game: Game, choices: random.Random, turns: int) -> None:
    for _ in range(turns):
        moves = game.position.legal_moves()
        if not moves:
            return
        game.play(choices.choice(moves))


def with_hidden_cards_mixed(position: Position, choices: random.Random) -> Position:
    """Deal the hidden cards of a position anew among their places, the stock included."""
    hidden = [card for i, n in enumerate(position.face_down) for card in position.columns[i][:n]]
    hidden += position.stock
    choices.shuffle(hidden)
    columns = [
        [hidden.pop() for _ in range(n)] + position.face_up(i)
        for i, n in enumerate(position.face_down)
    ]
    return Position.make(position.variant, columns, position.face_down, hidden, position.runs)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(VARIANTS), st.integers(0, 10**6), st.integers(0, 80))
def test_hidden_cards_do_not_change_the_hint(variant: Variant, seed: int, turns: int) -> None:
    choices = random.Random(seed)
    game = Game(Deal.from_number(variant, seed))
    play_at_random(game, choices, turns)
    other = with_hidden_cards_mixed(game.position, choices)
    assert View.of(other) == View.of(game.position)
    assert hint(other) == hint(game.position)


def test_the_view_of_a_position_holds_no_hidden_card() -> None:
    position = table(SPIDER, ["(9S) 8S", "(AS) (2S) 9S"], "3S 4S")
    assert View.of(position).face_up[:2] == ((parse_card("8S"),), (parse_card("9S"),))
    assert View.of(position).face_down[:3] == (1, 2, 0)
    assert View.of(position).stock == 2


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_following_hints_is_legal_ends_and_never_comes_back(variant: Variant) -> None:
    """Hints alone play a whole game, each once."""
    for number in range(3):
        game, adviser = Game(Deal.from_number(variant, number)), Adviser(FairPlayer(60))
        seen = {game.position.key()}
        while (proposed := adviser.hint(View.of(game.position))) is not None:
            assert adviser.hint(View.of(game.position)) == proposed
            game.play(proposed.move)
            assert game.position.key() not in seen
            seen.add(game.position.key())
        assert len(seen) > 5
        assert game.is_won or adviser.hint(View.of(game.position)) is None


def test_hints_alone_win_some_easy_games() -> None:
    won = 0
    for number in range(5):
        game = Game(Deal.from_number(find_variant("spiderette", 1), number))
        adviser = Adviser(FairPlayer(60))
        while (proposed := adviser.hint(View.of(game.position))) is not None:
            game.play(proposed.move)
        won += game.is_won
    assert won > 0


class Planner:
    """A player with a plan, who counts how often it is asked."""

    def __init__(self, *moves: Move, reason: player.Reason = player.Reason.REVEALS) -> None:
        self.asked = 0
        self._decision = Decision(moves, reason)

    def decide(self, view: View) -> Decision | None:
        """Return the plan, whatever is seen."""
        self.asked += 1
        return self._decision


def test_a_plan_is_kept_while_it_is_followed_and_made_anew_when_it_is_left() -> None:
    planner = Planner(Move(0, 1, 1), Move(2, 0, 1))
    adviser = Adviser(planner)
    position = table(find_variant("spider", 4), ["KS 8S", "9H", "(2S) 5H", "6S"])
    first = adviser.hint(View.of(position))
    assert first == Hint(Move(0, 1, 1), Reason.TOWARDS_REVEAL)
    position.push(first.move)
    assert adviser.hint(View.of(position)) == Hint(Move(2, 0, 1), Reason.REVEALS)
    assert planner.asked == 1
    position.push(Move(2, 3, 1))
    assert adviser.hint(View.of(position)) is not None
    assert planner.asked == 2


def test_a_card_on_a_hidden_card_of_its_run_is_not_taken_for_being_in_place() -> None:
    """R07: nobody sees that the 8 lies on its 9; moving it turns a card up."""
    assert hint(table(SPIDER, ["(9S) 8S", "9S"])) == Hint(Move(0, 1, 1), Reason.REVEALS)


def test_a_complete_run_comes_before_all_else() -> None:
    position = table(SPIDER, ["KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S", "(3S) AS", "(5S) 7S", "8S"])
    assert hint(position) == Hint(Move(1, 0, 1), Reason.COMPLETES_RUN)


def test_turning_up_a_card_comes_before_joining_a_suit() -> None:
    position = table(SPIDER, ["KS 8S", "9S", "(2S) 5S", "6S"])
    assert hint(position) == Hint(Move(2, 3, 1), Reason.REVEALS)


def test_of_two_cards_to_turn_up_the_one_whose_card_stays_in_suit_is_taken() -> None:
    four = find_variant("spider", 4)
    position = table(four, ["(2S) 5H", "6S", "(2S) 9H", "TH"])
    assert hint(position) == Hint(Move(2, 3, 1), Reason.REVEALS)


def test_a_plan_of_several_moves_is_begun() -> None:
    four = find_variant("spider", 4)
    position = table(four, ["(2S) 9S 8H", "9D 8C", "TS", "9H"])
    adviser = Adviser(FairPlayer(60))
    first = adviser.hint(View.of(position))
    assert first is not None
    assert first.reason is Reason.TOWARDS_REVEAL
    position.push(first.move)
    second = adviser.hint(View.of(position))
    assert second is not None
    assert second.reason is Reason.REVEALS


def test_an_empty_column_is_filled_before_a_deal_and_then_the_row_is_dealt() -> None:
    position = table(SPIDER, ["", "KS KS"], "2S " * 10)
    fill = hint(position)
    assert fill == Hint(Move(1, 0, 1), Reason.FILLS_COLUMN)
    position.push(fill.move)
    assert hint(position) == Hint(DEAL_ROW, Reason.DEAL)


def test_no_hint_where_the_stock_can_never_be_dealt() -> None:
    """R05: nobody is told to fill columns for which there are too few cards."""
    columns = ["KS", "QS", "JS", *[""] * 7]
    assert hint(table(SPIDER, columns, "TS 9S 8S 7S 6S 5S 4S 3S 2S AS")) is None


def test_no_hint_where_nothing_gets_better() -> None:
    assert hint(table(SPIDER, [])) is None
