"""Keys of states: equal for what is the same to the game, and for nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from engine_states import CASES, NAMES, opening, playout, scanned
from hypothesis import given
from hypothesis import strategies as st
from positions import case, table

from solver.engine.hashing import BASE, CARD_SALT, HIDDEN_SALT, INVERSE, PLACE_SALT, POWERS, mix
from solver.rules.position import Position
from solver.rules.variant import VARIANTS, find_variant

PUZZLES = ("P12", "P13", "P14")


def keys(position: Position) -> tuple[int, int]:
    """Return the key with columns in their places, and the one for columns in any order."""
    return scanned(position, placed=True).key, scanned(position, placed=False).key


def positions(count: int, seed: int) -> Iterator[Position]:
    """Yield positions of random playouts of all variants."""
    numbers = random.Random(seed)
    left = count
    while left > 0:
        variant = numbers.choice(VARIANTS)
        for position in playout(opening(variant, numbers.randrange(10**6)), 150, seed):
            yield position
            left -= 1


@pytest.mark.slow
def test_no_two_states_share_a_key() -> None:
    """S07: thousands of different states, with and without places."""
    placed: dict[int, object] = {}
    unplaced: dict[int, object] = {}
    for position in positions(8_000, seed=1):
        table_itself = tuple(zip(map(tuple, position.columns), position.face_down, strict=True))
        by_place, by_any = keys(position)
        assert placed.setdefault(by_place, table_itself) == table_itself
        columns = tuple(sorted(column for column in table_itself if column[0]))
        assert unplaced.setdefault(by_any, columns) == columns
    assert len(placed) > 4_000


@pytest.mark.parametrize("name", CASES)
def test_columns_may_change_places_only_without_stock(name: str) -> None:
    position = case(name)
    swapped = position.copy()
    order = list(range(len(position.columns)))
    random.Random(name).shuffle(order)
    swapped.columns[:] = [position.columns[c] for c in order]
    swapped.face_down[:] = [position.face_down[c] for c in order]
    assert keys(swapped)[1] == keys(position)[1]
    assert keys(swapped)[0] != keys(position)[0]
    assert (scanned(swapped).key == scanned(position).key) == (not position.stock)


def test_two_equal_columns_do_not_cancel_each_other() -> None:
    """A sum, where an exclusive or would forget them."""
    pair = table("5S", "5S", "9H", runs=6)
    other_pair = table("6S", "6S", "9H", runs=6)
    assert keys(pair)[1] != keys(other_pair)[1]


def test_cards_that_lie_face_down_count() -> None:
    """R07: a card that continues a run but lies face down is not in place."""
    hidden = table("(9S) 8S", "9H")
    shown = table("9S 8S", "9H")
    assert keys(hidden)[0] != keys(shown)[0]
    assert keys(hidden)[1] != keys(shown)[1]


def test_the_order_within_a_column_counts() -> None:
    assert keys(table("5S 9H 2C"))[1] != keys(table("2C 9H 5S"))[1]


def test_cards_are_told_apart_by_suit_and_by_column() -> None:
    assert keys(table("5S", "5H"))[1] != keys(table("5S", "5S"))[1]
    assert keys(table("5S 4S", "9H"))[1] != keys(table("5S", "9H 4S"))[1]


def test_the_number_of_empty_columns_does_not_hide_a_card() -> None:
    assert keys(table())[1] != keys(table("AS"))[1]
    assert keys(table("KS QS"))[1] != keys(table("KS", "QS"))[1]


@pytest.mark.parametrize("variant", VARIANTS, ids=NAMES)
def test_a_key_is_the_sum_of_its_columns_shares(variant) -> None:
    for position in playout(opening(variant, 9), 30, 9):
        scan = scanned(position)
        shares = scan.keys[: variant.columns].tolist()
        assert scan.key == sum(map(int, shares)) % 2**64


def test_every_key_of_a_search_is_a_whole_64_bits() -> None:
    """S07: 32-bit keys would meet after some ten thousand states."""
    bits = [0] * 64
    for position in playout(opening(find_variant("spider", 4), 2), 300, 2):
        key = scanned(position).key
        bits = [count + (key >> bit & 1) for bit, count in enumerate(bits)]
    assert min(bits) > 0


def test_salts_are_all_different_and_not_zero() -> None:
    salts = [int(salt) for group in (CARD_SALT, HIDDEN_SALT, PLACE_SALT) for salt in group]
    assert len(set(salts)) == len(salts)
    assert 0 not in salts


def test_powers_and_inverse_belong_to_the_base() -> None:
    base = int(BASE)
    assert base * int(INVERSE) % 2**64 == 1
    assert [int(power) for power in POWERS] == [pow(base, n, 2**64) for n in range(len(POWERS))]


@given(st.integers(0, 2**64 - 1), st.integers(0, 63))
def test_one_bit_changes_a_mixed_value(value: int, bit: int) -> None:
    with np.errstate(over="ignore"):
        one, other = mix(np.uint64(value)), mix(np.uint64(value ^ 1 << bit))
    assert int(one) != int(other)
