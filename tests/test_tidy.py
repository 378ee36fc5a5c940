"""Solutions lose the moves that plainly do nothing."""

from __future__ import annotations

from positions import table

from solver.rules.move import DEAL_ROW, Move
from solver.rules.position import Position
from solver.rules.tidy import tidied
from solver.rules.verify import replay

LAST = Move(1, 0, 6)


def one_move_away(*more: str) -> Position:
    return table("KS QS JS TS 9S 8S 7S", "6S 5S 4S 3S 2S AS", *more)


def test_a_move_and_its_taking_back_go() -> None:
    there, back = Move(1, 2, 3), Move(2, 1, 3)
    assert tidied(one_move_away(), [there, back, LAST]) == (LAST,)


def test_a_way_back_by_a_detour_goes() -> None:
    ways = [Move(1, 2, 3), Move(2, 3, 3), Move(3, 1, 3)]
    assert tidied(one_move_away(), [*ways, LAST]) == (LAST,)


def test_a_group_that_goes_on_goes_there_at_once() -> None:
    moves = [Move(1, 2, 6), Move(2, 0, 6)]
    assert tidied(one_move_away(), moves) == (LAST,)


def test_moves_of_other_columns_between_stay() -> None:
    position = table(
        "KS QS JS TS 9S 8S 7S", "6S 5S 4S 3S 2S AS", "KH QH JH TH 9H 8H 7H 6H", "5H 4H 3H 2H AH"
    )
    moves = [Move(1, 4, 6), Move(3, 2, 5), Move(4, 0, 6)]
    assert tidied(position, moves) == (Move(3, 2, 5), LAST)


def test_a_way_that_the_rules_refuse_is_not_taken() -> None:
    """The first move fills the column without which nothing may be dealt."""
    position = table(
        "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S",
        "KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH",
        stock="AS",
        game="spiderette",
    )
    assert tidied(position, [DEAL_ROW]) == (DEAL_ROW,)


def test_moves_that_fail_are_left_as_they_are() -> None:
    """Who replays them must see what was found."""
    moves = (DEAL_ROW, LAST)
    assert tidied(one_move_away(), moves) == moves


def test_what_is_left_still_wins() -> None:
    position = one_move_away()
    moves = [Move(1, 2, 3), Move(2, 3, 3), Move(1, 0, 3), Move(3, 4, 3), Move(4, 0, 3)]
    shorter = tidied(position, moves)
    assert replay(position, shorter).won
    assert len(shorter) == 3
