"""The test for lost states: it says lost of none that is not, and says it of many."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from naive import table_of
from positions import case, lively_move, table
from test_exhaust import naive_verdict

from solver.engine import deadend
from solver.engine.depthfirst import PILE_ROWS, ROOM_BITS
from solver.engine.layout import MAX_COLUMNS, pack_stock
from solver.result import Limits, Verdict
from solver.rules.deal import Deal
from solver.rules.formats.pysol import pysol_position
from solver.rules.position import Position
from solver.rules.variant import VARIANTS, Variant, find_variant
from solver.solve import solve

RUNS = [[suit << 4 | rank for rank in range(13, 0, -1)] for suit in range(4)]

Heads = tuple[int, ...]
Riders = tuple[tuple[bool, ...], ...]
Relaxed = tuple[Heads, tuple[int, ...], Riders]
"""Where each column's head is, the suits that are off, and for each row dealt since whether its
card on each column has not left."""


def dead(position: Position) -> bool:
    """Whether the kernel calls a position lost."""
    cards = np.zeros(MAX_COLUMNS << ROOM_BITS, np.uint8)
    piles = np.zeros((PILE_ROWS, MAX_COLUMNS), np.int64)
    for c, column in enumerate(position.columns):
        start = c << ROOM_BITS
        cards[start : start + len(column)] = column
        piles[deadend.START, c] = start
        piles[deadend.LENGTH, c], piles[deadend.HIDDEN, c] = len(column), position.face_down[c]
    memory = deadend.new_memory()
    columns, relaxed = len(position.columns), position.variant.relaxed
    stock = pack_stock(position)
    answer = bool(deadend.is_dead(cards, piles, memory, columns, relaxed, stock, 0))
    assert bool(deadend.is_dead(cards, piles, memory, columns, relaxed, stock, 0)) is answer
    assert not memory.table.any()
    return answer


def head_of(column: list[int], hidden: int) -> int:
    """Return where the last sequence of a column begins, whatever its suits."""
    place = max(len(column) - 1, 0)
    while place > hidden and column[place - 1] % 16 == column[place] % 16 + 1:
        place -= 1
    return place


def all_have_places(
    movers: list[int], places: list[int], free: int, bare: list[int], beneath: bool
) -> bool:
    """Whether cards find places on others one rank higher, or in free columns: by matching.

    ``bare`` cards take none. ``beneath`` is whether one free column is kept.
    """
    left = list(places)
    for card in bare:
        left.remove(card)
    homes: dict[int, int] = {}

    def placed(card: int, tried: set[int]) -> bool:
        for place, upper in enumerate(left):
            if upper % 16 == movers[card] % 16 + 1 and place not in tried:
                tried.add(place)
                if place not in homes or placed(homes[place], tried):
                    homes[place] = card
                    return True
        return False

    needing = sum(not placed(card, set()) for card in range(len(movers)))
    return needing <= free - beneath


def rows_of(position: Position) -> list[list[int]]:
    """Return the rows that are left, each as long as the columns that it falls on."""
    size = len(position.columns)
    cards = list(position.stock[::-1])
    return [cards[at : at + size] for at in range(0, len(cards), size)]


def relaxed_moves(position: Position, here: Relaxed, covered_is_lost: bool) -> set[Relaxed]:
    """Return what the relaxed game can do for good, written apart from the kernel.

    ``covered_is_lost`` is the mistake of taking a free column for none once a card is dealt on it.
    """
    heads, off, riders = here
    rows = rows_of(position)
    tails: list[int] = []
    resting: list[int] = []
    for column, head in zip(position.columns, heads, strict=True):
        tails += column[head:]
        if head:
            resting.append(column[head])
    for row, on in zip(rows, riders, strict=False):
        tails += row
        resting += [card for card, rides in zip(row, on, strict=True) if rides]
    for suit in off:
        for rank in range(1, 14):
            tails.remove(suit << 4 | rank)
    movers = list((Counter(tails) - Counter(resting)).elements())
    kings_off = Counter(suit << 4 | 13 for suit in off)
    for king in (Counter(resting) - Counter(tails)).elements():
        assert kings_off[king]
    last = [
        max((row for row, on in enumerate(riders) if c < len(on) and on[c]), default=-1)
        for c in range(len(heads))
    ]
    free = sum(
        head == 0 and not (covered_is_lost and row >= 0)
        for head, row in zip(heads, last, strict=True)
    )
    found: set[Relaxed] = set()
    if len(riders) < len(rows):
        found.add((heads, off, (*riders, (True,) * len(rows[len(riders)]))))

    def without_last(c: int) -> tuple[Heads, Riders]:
        if last[c] >= 0:
            on = riders[last[c]]
            less = (*on[:c], False, *on[c + 1 :])
            return heads, (*riders[: last[c]], less, *riders[last[c] + 1 :])
        left = position.columns[c][: heads[c]]
        hidden = min(position.face_down[c], len(left) - 1)
        return (*heads[:c], head_of(left, hidden), *heads[c + 1 :]), riders

    ends = {
        c: rows[last[c]][c] if last[c] >= 0 else position.columns[c][head]
        for c, head in enumerate(heads)
        if head or last[c] >= 0
    }
    for c, card in ends.items():
        if _may_leave(card, movers, tails, free, position):
            heads_after, riders_after = without_last(c)
            found.add((heads_after, off, riders_after))
    for suit in range(4):
        loose = {card % 16 for card in movers if card >> 4 == suit}
        if loose >= set(range(1, 13)):
            after = tuple(sorted((*off, suit)))
            if 13 in loose:
                found.add((heads, after, riders))
            for c, card in ends.items():
                if card == suit << 4 | 13:
                    heads_after, riders_after = without_last(c)
                    found.add((heads_after, after, riders_after))
    return found


def _may_leave(
    head: int, movers: list[int], tails: list[int], free: int, position: Position
) -> bool:
    """Whether a head leaves with some run beneath it, one bare card for it and one at its end."""
    run = [head]
    while True:
        rest = list(movers)
        for card in run[1:]:
            rest.remove(card)
        left = list(tails)
        for card in run:
            left.remove(card)  # what hangs on the run's cards is the run; its last one is bare
        uppers = {card for card in left if card % 16 == head % 16 + 1}
        if any(all_have_places(rest, left, free, [upper], False) for upper in uppers):
            return True
        if all_have_places(rest, left, free, [], True):
            return True
        following = run[-1] - 1
        if position.variant.relaxed:
            wanted = {card for card in rest if card % 16 == following % 16}
            following = min(wanted, default=0)
        if following % 16 == 0 or following not in rest:
            return False
        run.append(following)


def twin(position: Position, most: int, covered_is_lost: bool = False) -> bool | None:
    """Whether the relaxed game never has all columns free, searched plainly.

    None if that takes more than ``most`` of its states.
    """
    start = tuple(map(head_of, position.columns, position.face_down)), (), ()
    seen: set[Relaxed] = {start}
    waiting: list[Relaxed] = [start]
    rows = len(rows_of(position))
    while waiting:
        here = waiting.pop()
        if not any(here[0]) and len(here[2]) == rows and not any(map(any, here[2])):
            return False
        if len(seen) > most:
            return None
        for after in relaxed_moves(position, here, covered_is_lost) - seen:
            seen.add(after)
            waiting.append(after)
    return True


def with_stock_laid(variant: Variant, chance: random.Random, moves: int) -> Position:
    """Return a position after a lively playout, with the rest of the stock laid on the columns."""
    position = Deal.from_number(variant, chance.randrange(10**6)).position()
    for _ in range(moves):
        move = lively_move(position, chance)
        if move is None:
            break
        position.push(move)
    columns = [list(column) for column in position.columns]
    for at, card in enumerate(position.stock):
        columns[at % len(columns)].append(card)
    return Position.make(variant, columns, position.face_down, [], position.runs)


@cache
def narrow(variant: Variant, columns: int) -> Variant:
    """Return a variant with fewer columns: its games are small, and many are lost."""
    return replace(variant, column_heights=(1,) * columns)


def narrow_game(chance: random.Random, rows: int) -> Position:
    """Return one or two runs in some disorder on few columns, with rows that are yet to come."""
    variant = narrow(chance.choice(VARIANTS), chance.choice([2, 3, 3, 4]))
    suits = [run % variant.suit_count for run in range(variant.run_count)]
    chosen = chance.sample(suits, chance.choice([1, 2]))
    cards = [suit << 4 | rank for suit in chosen for rank in range(13, 0, -1)]
    disorder = chance.choice([1, 2, 4, 8])
    cards.sort(key=lambda card: chance.gauss(0, disorder) - (card & 15))
    laid = len(cards) - rows * variant.columns
    stock = [cards.pop(chance.randrange(len(cards))) for _ in range(len(cards) - laid)]
    columns: list[list[int]] = [[] for _ in range(variant.columns)]
    for card in cards:
        chance.choice(columns).append(card)
    down = [
        chance.randrange(len(column)) if column and chance.random() < 0.5 else 0
        for column in columns
    ]
    return Position.make(variant, columns, down, stock, variant.run_count - len(chosen))


def narrow_games(count: int, rows: int = 0) -> Iterator[tuple[Position, Verdict]]:
    """Yield small games that have no complete run yet, and how they end by the naive rules."""
    for seed in range(count):
        position = narrow_game(random.Random(seed), rows)
        if all(column[-13:] not in RUNS for column in position.columns):
            yield position, naive_verdict(table_of(position), 400)


@pytest.mark.slow
def test_no_small_game_that_can_be_won_is_called_lost() -> None:
    found = Counter((verdict, dead(position)) for position, verdict in narrow_games(3_000))
    assert not found[Verdict.WON, True]
    assert found[Verdict.WON, False] > 100
    assert found[Verdict.UNWINNABLE, True] > 4 * found[Verdict.UNWINNABLE, False]


@pytest.mark.slow
@pytest.mark.parametrize("rows", [1, 2])
def test_no_small_game_with_stock_that_can_be_won_is_called_lost(rows: int) -> None:
    found = Counter((verdict, dead(position)) for position, verdict in narrow_games(4_000, rows))
    assert not found[Verdict.WON, True]
    assert found[Verdict.WON, False] > 50
    assert found[Verdict.UNWINNABLE, True] > 50


@pytest.mark.slow
def test_a_free_column_stays_a_place_when_a_card_is_dealt_on_it() -> None:
    """What is in it stays there: to call the column none any more loses games that can be won."""
    called_lost = 0
    for position, verdict in narrow_games(4_000, 1):
        if verdict is Verdict.WON and twin(position, 10_000, covered_is_lost=True):
            called_lost += 1
            assert not dead(position)
    assert called_lost


@pytest.mark.slow
@pytest.mark.parametrize("rows", [0, 1, 2])
def test_small_games_are_called_lost_if_the_relaxed_game_is(rows: int) -> None:
    for position, _ in narrow_games(800, rows):
        assert dead(position) is twin(position, 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_whole_games_are_called_lost_if_the_relaxed_game_is(variant: Variant) -> None:
    compared = 0
    for seed in range(20):
        chance = random.Random(seed)
        position = with_stock_laid(variant, chance, chance.choice([0, 20, 60, 150]))
        expected = twin(position, 40)
        if expected is not None:
            assert dead(position) is expected
            compared += 1
    assert compared


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_no_state_on_the_way_to_a_win_is_called_lost(variant: Variant) -> None:
    asked = 0
    for number in range(60):
        position = Deal.from_number(variant, number).position()
        solution = solve(position, Limits(widths=(10, 100), max_states=0)).solution
        for move in solution or ():
            asked += 1
            assert not dead(position)
            position.push(move)
    assert asked > 1_000


@pytest.mark.parametrize(
    ("columns", "rule", "expected"),
    [
        # There is no ten.
        (("4S 9S",), "classic", True),
        # The nine leaves for the ten.
        (("4S 9S", "TH"), "classic", False),
        # One ten is no place for two nines.
        (("4S 9S", "4H 9H", "TH"), "classic", True),
        # Once the first nine has left, the four beneath it goes onto the five.
        (("4S 9S", "4H 9H", "TH 5H"), "classic", True),
        (("4S 9S", "4H 9H", "TH", "5H"), "classic", False),
        # A ten beneath a face-up nine is one place, beneath a face-down card none.
        (("4S 9S", "TH 9H"), "classic", True),
        (("4S 9S", "TH (3H) 2H"), "classic", True),
        # The eight stays behind and has no place; so does the nine that bears it.
        (("4S 9S 8H", "TH"), "classic", True),
        (("4S 9S 8H", "TH"), "relaxed", False),
        (("4S 9S 8S", "TH"), "classic", False),
        (("4S 9S 8H", "TH", "9H"), "classic", False),
        # A face-down card and a face-up one are no sequence until it turns up.
        (("(4S) (9S) 8S", "TH"), "classic", True),
        (("(4S) (9S) 8S", "TH", "9H"), "classic", False),
        # An empty column is room for one.
        (("4S 9S", ""), "classic", False),
        (("4S 9S 8H", ""), "classic", True),
        (("4S 9S 8S", ""), "classic", False),
    ],
)
def test_a_table_is_lost_if_not_all_heads_can_leave(
    columns: tuple[str, ...], rule: str, expected: bool
) -> None:
    game = "spider" if rule == "relaxed" else "spiderette"
    kings = ("KH",) * ((10 if rule == "relaxed" else 7) - len(columns))
    position = table(*columns, *kings, game=game, suits=4, rule=rule)
    assert dead(position) is expected
    assert twin(position, 10_000) is expected


@pytest.mark.parametrize(("five", "expected"), [("5S", False), ("5H", True)])
def test_what_lies_under_a_run_is_bare_once_the_run_is_complete(five: str, expected: bool) -> None:
    run = "4H KS QS JS TS 9S 8S 7S 6S"
    position = table(run, f"{five} 4S 3S 2S AS", *["2C"] * 5, game="spiderette")
    assert dead(position) is expected
    assert twin(position, 10_000) is expected


def test_a_stale_table_is_lost_at_once() -> None:
    assert dead(case("P12"))


def test_of_a_column_with_very_many_heads_nothing_is_said() -> None:
    assert dead(table("4S " * 31 + "9S", *["KH"] * 9))
    assert not dead(table("4S " * 32 + "9S", *["KH"] * 9))


def test_a_deal_is_lost_whose_sixes_lie_beneath_its_kings_and_fives() -> None:
    """PySol's number 1748, by the relaxed game and by what a reader can check.

    A king or a five moves only onto an empty column or, a five, onto a bare six. Each six lies
    beneath one of them, and each column holds one that lies on something. So none of them is the
    first to move, no column is ever empty, and no run ever complete.
    """
    position = pysol_position("1748", find_variant("spider", 4))
    assert not any(card % 16 == 6 for card in position.stock)
    for column in position.columns:
        held = [at for at, card in enumerate(column) if card % 16 in (5, 13)]
        assert max(held) > 0
        for at, card in enumerate(column):
            if card % 16 == 6:
                assert max(held) > at
                assert column[at + 1] % 16 != 5
    assert dead(position)
