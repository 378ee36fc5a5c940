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
from solver.engine.layout import MAX_COLUMNS
from solver.result import Limits, Verdict
from solver.rules.deal import Deal
from solver.rules.position import Position
from solver.rules.variant import VARIANTS, Variant
from solver.solve import solve

RUNS = [[suit << 4 | rank for rank in range(13, 0, -1)] for suit in range(4)]

Heads = tuple[int, ...]
Relaxed = tuple[Heads, tuple[int, ...]]  # where each column's head is, and the suits that are off


def dead(position: Position) -> bool:
    """Whether the kernel calls a position lost."""
    assert not position.stock
    cards = np.zeros(MAX_COLUMNS << ROOM_BITS, np.uint8)
    piles = np.zeros((PILE_ROWS, MAX_COLUMNS), np.int64)
    for c, column in enumerate(position.columns):
        start = c << ROOM_BITS
        cards[start : start + len(column)] = column
        piles[deadend.START, c] = start
        piles[deadend.LENGTH, c], piles[deadend.HIDDEN, c] = len(column), position.face_down[c]
    memory = deadend.new_memory()
    columns, relaxed = len(position.columns), position.variant.relaxed
    answer = bool(deadend.is_dead(cards, piles, memory, columns, relaxed))
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


def relaxed_moves(position: Position, here: Relaxed) -> set[Relaxed]:
    """Return what the relaxed game can do for good, written apart from the kernel."""
    heads, off = here
    tails: list[int] = []
    resting: list[int] = []
    for column, head in zip(position.columns, heads, strict=True):
        tails += column[head:]
        if head:
            resting.append(column[head])
    for suit in off:
        for rank in range(1, 14):
            tails.remove(suit << 4 | rank)
    movers = list((Counter(tails) - Counter(resting)).elements())
    kings_off = Counter(suit << 4 | 13 for suit in off)
    for king in (Counter(resting) - Counter(tails)).elements():
        assert kings_off[king]
    free = heads.count(0)
    found: set[Relaxed] = set()

    def deeper(c: int) -> Heads:
        left = position.columns[c][: heads[c]]
        hidden = min(position.face_down[c], len(left) - 1)
        return (*heads[:c], head_of(left, hidden), *heads[c + 1 :])

    for c, head in enumerate(heads):
        if head and _may_leave(position.columns[c][head], movers, tails, free, position):
            found.add((deeper(c), off))
    for suit in range(4):
        loose = {card % 16 for card in movers if card >> 4 == suit}
        if loose >= set(range(1, 13)):
            after = tuple(sorted((*off, suit)))
            if 13 in loose:
                found.add((heads, after))
            for c, head in enumerate(heads):
                if head and position.columns[c][head] == suit << 4 | 13:
                    found.add((deeper(c), after))
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


def twin(position: Position, most: int) -> bool | None:
    """Whether the relaxed game never has all columns free, searched plainly.

    None if that takes more than ``most`` of its states.
    """
    start = tuple(map(head_of, position.columns, position.face_down)), ()
    seen: set[Relaxed] = {start}
    waiting: list[Relaxed] = [start]
    while waiting:
        here = waiting.pop()
        if not any(here[0]):
            return False
        if len(seen) > most:
            return None
        for after in relaxed_moves(position, here) - seen:
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


def narrow_game(chance: random.Random) -> Position:
    """Return one or two runs in some disorder on few columns."""
    variant = narrow(chance.choice(VARIANTS), chance.choice([2, 3, 3, 4]))
    suits = [run % variant.suit_count for run in range(variant.run_count)]
    chosen = chance.sample(suits, chance.choice([1, 2]))
    cards = [suit << 4 | rank for suit in chosen for rank in range(13, 0, -1)]
    disorder = chance.choice([1, 2, 4, 8])
    cards.sort(key=lambda card: chance.gauss(0, disorder) - (card & 15))
    columns: list[list[int]] = [[] for _ in range(variant.columns)]
    for card in cards:
        chance.choice(columns).append(card)
    down = [
        chance.randrange(len(column)) if column and chance.random() < 0.5 else 0
        for column in columns
    ]
    return Position.make(variant, columns, down, [], variant.run_count - len(chosen))


def narrow_games(count: int) -> Iterator[tuple[Position, Verdict]]:
    """Yield small games that have no complete run yet, and how they end by the naive rules."""
    for seed in range(count):
        position = narrow_game(random.Random(seed))
        if all(column[-13:] not in RUNS for column in position.columns):
            yield position, naive_verdict(table_of(position), 400)


@pytest.mark.slow
def test_no_small_game_that_can_be_won_is_called_lost() -> None:
    found = Counter((verdict, dead(position)) for position, verdict in narrow_games(3_000))
    assert not found[Verdict.WON, True]
    assert found[Verdict.WON, False] > 100
    assert found[Verdict.UNWINNABLE, True] > 4 * found[Verdict.UNWINNABLE, False]


@pytest.mark.slow
def test_small_games_are_called_lost_if_the_relaxed_game_is() -> None:
    for position, _ in narrow_games(800):
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
            position.push(move)
            if not position.stock:
                asked += 1
                assert not dead(position)
    assert asked > 100


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
