"""What the network is told: counted again plainly, whatever the columns' order and suits' names."""

import itertools
import random
from typing import Any

import numpy as np
import pytest
from test_fair import views_and_turns

from solver.engine import net_inputs as told
from solver.engine.layout import CARD_CODES, pack
from solver.players.fair import FairPlayer, blank_position
from solver.players.view import View
from solver.rules.cards import rank_of, suit_of
from solver.rules.deal import Deal
from solver.rules.position import Position
from solver.rules.variant import VARIANTS, Variant, find_variant


def inputs(position: Position, unseen: dict[int, int], rows_left: int, dealt: bool) -> Any:
    counts = np.zeros((1, CARD_CODES), np.int64)
    for card, count in unseen.items():
        counts[0, card] = count
    row = pack(position).reshape(1, -1)
    stage, deals = np.array([rows_left]), np.array([dealt])
    return told.inputs_of(row, counts, stage, deals, len(position.columns))[0]


def blanks_of_game(variant: Variant, number: int) -> list[tuple[Position, dict[int, int]]]:
    position = Deal.from_number(variant, number).position()
    views = [view for view, _ in views_and_turns(position, FairPlayer(40))]
    return [(blank_position(view), dict(view.unseen())) for view in views[::4]]


def with_a_card_turned(blank: Position, choices: random.Random) -> Position:
    """Take a column's face-up cards away, as a plan does that turns up an unknown card."""
    deep = [i for i, hidden in enumerate(blank.face_down) if hidden]
    if not deep:
        return blank
    i = choices.choice(deep)
    hidden = list(blank.face_down)
    columns = [list(column) for column in blank.columns]
    columns[i] = columns[i][: hidden[i]]
    hidden[i] -= 1
    return Position.make(blank.variant, columns, hidden, blank.stock, blank.runs)


def plain_column(column: list[int], hidden: int, unseen: dict[int, int]) -> dict[int, int]:
    """Return what is told of a column without what depends on other columns."""
    known = [card for card in column[hidden:] if card]
    found = dict.fromkeys(range(told.COLUMN_STAGE), 0)
    found |= {
        told.THERE: 1,
        told.FACE_DOWN: hidden,
        told.SOME_FACE_DOWN: int(hidden > 0),
        told.TURNED: int(column[-1] == 0),
        told.KNOWN: len(known),
        told.RUNS_UP: len(known) and 1,
    }
    for upper, lower in itertools.pairwise(known):
        fall = rank_of(upper) - rank_of(lower)
        height = rank_of(lower) - 7
        if upper == lower + 1:
            found[told.SUITED] += 1
            found[told.SUITED_HEIGHT] += height
            continue
        found[told.RUNS_UP] += 1
        if fall == 1:
            found[told.MIXED] += 1
            found[told.MIXED_HEIGHT] += height
        elif fall > 1:
            found[told.BROKEN] += 1
            found[told.FALLS] += fall - 1
        else:
            found[told.INVERTED] += 1
            found[told.RISES] -= fall
            found[told.KINGS_COVERING] += rank_of(lower) == 13
    found[told.MANY_RUNS] = max(0, found[told.RUNS_UP] - 3)
    if known:
        first = told.FIRST_ON_FACE_DOWN if hidden else told.FIRST
        found[first] += rank_of(known[0]) - 7
        found[told.FIRST_IS_KING] = int(not hidden and rank_of(known[0]) == 13)
    if known and column[-1]:
        plain_end(known, hidden, unseen, found)
    return found


def plain_end(
    known: list[int], hidden: int, unseen: dict[int, int], found: dict[int, int]
) -> None:  # fmt: skip
    last = known[-1]
    found[told.END + rank_of(last)] = 1
    run = sequence = 1
    while run < len(known) and known[-run - 1] == known[-run] + 1:
        run += 1
    while sequence < len(known) and rank_of(known[-sequence - 1]) == rank_of(known[-sequence]) + 1:
        sequence += 1
    head = known[-run]
    found[told.END_RUN], found[told.END_SEQUENCE] = run, sequence
    found[told.HEAD_HEIGHT] = rank_of(head) - 7
    found[told.CONTINUED_SUITED] = unseen.get(last - 1, 0) if rank_of(last) > 1 else 0
    found[told.CONTINUED] = sum(n for c, n in unseen.items() if rank_of(c) == rank_of(last) - 1)
    found[told.HOMES_SUITED] = unseen.get(head + 1, 0) if rank_of(head) < 13 else 0
    found[told.HOMES] = sum(n for c, n in unseen.items() if rank_of(c) == rank_of(head) + 1)
    if run == len(known):
        found[told.UNDER_FACE_DOWN if hidden else told.UNDER_NOTHING] = 1
    else:
        fall = rank_of(known[-run - 1]) - rank_of(head)
        kind = told.UNDER_MIXED if fall == 1 else told.UNDER_BROKEN
        found[kind if fall > 0 else told.UNDER_INVERTED] = 1


@pytest.mark.parametrize("variant", VARIANTS[::3], ids=lambda variant: variant.name)
def test_columns_are_told_as_they_look(variant: Variant) -> None:
    choices = random.Random(variant.name)
    for blank, unseen in blanks_of_game(variant, 3):
        for position in (blank, with_a_card_turned(blank, choices)):
            x = inputs(position, unseen, blank.rows_left, False)
            ends = [column[-1] for column in position.columns if column]
            for c, column in enumerate(position.columns):
                part = x[c * told.COLUMN_INPUTS :][: told.COLUMN_STAGE].astype(int)
                if not column:
                    assert not part.any()
                    continue
                plain = plain_column(column, position.face_down[c], unseen)
                if plain[told.HEAD_HEIGHT] or plain[told.END_RUN]:
                    head = column[-plain[told.END_RUN]]
                    plain[told.ONTO_SUIT] = int(rank_of(head) < 13 and head + 1 in ends)
                    onto = [end for end in ends if end and rank_of(end) == rank_of(head) + 1]
                    plain[told.ONTO_RANK] = int(bool(onto))
                assert part.tolist() == [plain[i] for i in range(told.COLUMN_STAGE)]


def test_suits_and_the_table_are_told_as_they_look() -> None:
    for blank, unseen in blanks_of_game(find_variant("spider", 4), 5):
        x = inputs(blank, unseen, blank.rows_left, True).astype(int)
        table = x[told.FIRST_OF_TABLE :]
        known = [[card for card in column if card] for column in blank.columns]
        assert table[told.EMPTY] == sum(not column for column in blank.columns)
        assert table[told.DEALT] == 1
        assert table[told.STAGE + blank.rows_left] == 1
        assert table[told.ALL_FACE_DOWN] == sum(blank.face_down)
        assert table[told.MOST_FACE_DOWN] == max(blank.face_down)
        assert table[told.ALL_UNSEEN] == sum(unseen.values())
        for rank in range(1, 14):
            ends = sum(bool(cards) and rank_of(cards[-1]) == rank for cards in known)
            assert table[told.ENDS + rank] == ends
        for suit in range(4):
            part = x[told.FIRST_SUIT + suit * told.SUIT_INPUTS :][: told.SUIT_INPUTS]
            cards = [card for column in known for card in column if suit_of(card) == suit]
            assert part[told.SUIT_KNOWN] == len(cards)
            assert part[told.SUIT_UNSEEN] == sum(
                n for card, n in unseen.items() if suit_of(card) == suit
            )
            assert part[told.LONGEST] == longest(known, suit)


def longest(known: list[list[int]], suit: int) -> int:
    best = 0
    for column in known:
        run = 0
        for i, card in enumerate(column):
            run = run + 1 if i and column[i - 1] == card + 1 else 1
            best = max(best, run) if suit_of(card) == suit else best
    return best


def test_the_order_of_columns_and_the_names_of_suits_make_no_difference() -> None:
    choices = random.Random(1)
    for blank, unseen in blanks_of_game(find_variant("spider", 4), 2):
        order = choices.sample(range(10), 10)
        suits = choices.sample(range(4), 4)

        def renamed(card: int, suits: list[int] = suits) -> int:
            return suits[suit_of(card)] << 4 | rank_of(card) if card else 0

        columns = [[renamed(card) for card in blank.columns[i]] for i in order]
        hidden = [blank.face_down[i] for i in order]
        other = Position.make(blank.variant, columns, hidden, blank.stock, blank.runs)
        there = {renamed(card): count for card, count in unseen.items()}
        one = inputs(blank, unseen, blank.rows_left, False)
        two = inputs(other, there, blank.rows_left, False)
        assert (by_column(one)[order] == by_column(two)).all()
        assert (one[told.FIRST_OF_TABLE :] == two[told.FIRST_OF_TABLE :]).all()
        for suit in range(4):
            # Of two longest runs of a suit the first met counts: what follows of it may differ.
            assert (by_suit(one)[suit][:7] == by_suit(two)[suits[suit]][:7]).all()


def by_column(x: Any) -> Any:
    return x[: told.FIRST_SUIT].reshape(10, told.COLUMN_INPUTS)


def by_suit(x: Any) -> Any:
    return x[told.FIRST_SUIT : told.FIRST_OF_TABLE].reshape(4, told.SUIT_INPUTS)


def test_no_input_is_too_large_for_a_byte() -> None:
    for variant in VARIANTS:
        position = Deal.from_number(variant, 1).position()
        view = View.of(position)
        x = inputs(blank_position(view), dict(view.unseen()), position.rows_left, False)
        assert x[told.FIRST_OF_TABLE + told.ALL_UNSEEN] == view.unseen().total()
