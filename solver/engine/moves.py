"""Reading a packed state, and making moves and deals on it (R3-R8), in kernels.

``rows`` are states seen as bytes, ``words`` the same memory seen as 64-bit words, and an index
says which state is meant. Kernels pass whole arrays and indexes, never slices: each slice would
cost an atomic count of references.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from solver.engine.evaluate import (
    BASE_COST,
    BURDEN_SHIFT,
    COST_MASK,
    EMPTY_COST,
    HIDDEN_COST,
    JOINT,
    LAST_COST,
    RUN_COST,
)
from solver.engine.hashing import BASE, CARD_SALT, INVERSE, PLACE_SALT, Keys, column_key
from solver.engine.jit import kernel
from solver.engine.layout import (
    CARD_CODES,
    HIDDEN,
    LENGTHS,
    MAX_COLUMNS,
    POLYNOMIALS,
    RUNS,
    SUMS,
    WORDS,
    Int,
    Ints,
)

# What a scan says of each column, by row of the scan's array.
START: Final = 0  # where its cards begin
LENGTH: Final = 1
FACE_DOWN: Final = 2
LAST: Final = 3  # its last card, 0 when it is empty
RUN: Final = 4  # the length of the run of one suit that ends it
GROUP: Final = 5  # the length of the longest movable group
VALUE: Final = 6  # its share of the state's value
# And of the whole state: ENDS + rank is the mask of the columns whose last card has that rank,
# ENDS + 0 that of the empty columns.
ENDS: Final = 7
TOTALS: Final = 8
TOTAL_VALUE: Final = 0
TOTAL_EMPTY: Final = 1
SCAN_ROWS: Final = 9


def new_scan() -> tuple[Ints, Keys]:
    """Return an empty scan, and an array for the columns' shares of the key."""
    return np.zeros((SCAN_ROWS, 16), np.int64), np.zeros(MAX_COLUMNS, np.uint64)


@kernel
def joint_of(rows: Any, at: Int, start: Int, index: Int, tables: Any) -> Int:
    """Return the packed cost and burden of the card at ``index`` of a column where it lies."""
    card = np.int64(rows[at, start + index])
    if index == 0:
        return tables[BASE_COST + card]
    return tables[JOINT + np.int64(rows[at, start + index - 1]) * CARD_CODES + card]


@kernel
def with_card(total: Int, joint: Int) -> Int:
    """Return a column's sum with one more card on it, whose joint is given."""
    total += joint
    return total + (total >> BURDEN_SHIFT)


@kernel
def without_card(total: Int, joint: Int) -> Int:
    """Return a column's sum without its last card, whose joint is given."""
    return total - (total >> BURDEN_SHIFT) - joint


@kernel
def summarise(rows: Any, words: Any, at: Int, tables: Any, columns: Int) -> None:
    """Fill a state's polynomials and sums from its cards."""
    start: Int = 0
    for c in range(columns):
        length = np.int64(rows[at, LENGTHS + c])
        polynomial = np.uint64(0)
        total = np.int64(0)
        for i in range(length):
            polynomial = polynomial * BASE + CARD_SALT[np.int64(rows[at, start + i])]
            total = with_card(total, joint_of(rows, at, start, i, tables))
        words[at, POLYNOMIALS + c] = polynomial
        words[at, SUMS + c] = np.uint64(total)
        start += length


@kernel
def scan_state(
    rows: Any,
    words: Any,
    at: Int,
    scan: Any,
    keys: Any,
    tables: Any,
    columns: Int,
    relaxed: bool,
    placed: bool,
) -> Any:
    """Fill ``scan`` from a state and return its key.

    ``placed`` says whether columns count by their place (stock remains).
    """
    total_key = np.uint64(0)
    for rank in range(14):
        scan[ENDS, rank] = 0
    value = np.int64(rows[at, RUNS]) * tables[RUN_COST]
    start: Int = 0
    empty = 0
    for c in range(columns):
        length = np.int64(rows[at, LENGTHS + c])
        hidden = np.int64(rows[at, HIDDEN + c])
        scan[START, c] = start
        scan[LENGTH, c] = length
        scan[FACE_DOWN, c] = hidden
        start += length
        last = np.int64(0)
        run: Int = 0
        group: Int = 0
        if length > 0:
            last = np.int64(rows[at, start - 1])
            face_up = length - hidden
            run = 1
            while run < face_up and np.int64(rows[at, start - 1 - run]) == last + run:
                run += 1
            group = run
            if relaxed:
                lowest = last & 15
                while (
                    group < face_up and np.int64(rows[at, start - 1 - group]) & 15 == lowest + group
                ):
                    group += 1
        else:
            empty += 1
        scan[LAST, c] = last
        scan[RUN, c] = run
        scan[GROUP, c] = group
        scan[ENDS, last & 15] |= 1 << c
        share = (
            (np.int64(words[at, SUMS + c]) & COST_MASK)
            + tables[HIDDEN_COST + hidden]
            + tables[LAST_COST + last]
        )
        scan[VALUE, c] = share
        value += share
        salt = PLACE_SALT[c] if placed else np.uint64(0)
        key = column_key(words[at, POLYNOMIALS + c], hidden, salt)
        keys[c] = key
        total_key += key
    scan[TOTALS, TOTAL_VALUE] = value + tables[EMPTY_COST + empty]
    scan[TOTALS, TOTAL_EMPTY] = empty
    return total_key


@kernel
def drop_cards(
    rows: Any, words: Any, at: Int, column: Int, end: Int, count: Int, tables: Any
) -> None:
    """Take the last ``count`` cards of a column out of its polynomial, sum and length.

    ``end`` is where the column ends in the row. The cards themselves stay where they are.
    """
    polynomial = words[at, POLYNOMIALS + column]
    total = np.int64(words[at, SUMS + column])
    length = np.int64(rows[at, LENGTHS + column])
    start = end - length
    for i in range(length - 1, length - 1 - count, -1):
        polynomial = (polynomial - CARD_SALT[np.int64(rows[at, start + i])]) * INVERSE
        total = without_card(total, joint_of(rows, at, start, i, tables))
    words[at, POLYNOMIALS + column] = polynomial
    words[at, SUMS + column] = np.uint64(total)
    left = length - count
    rows[at, LENGTHS + column] = left
    if left > 0 and np.int64(rows[at, HIDDEN + column]) == left:
        rows[at, HIDDEN + column] = left - 1


@kernel
def take_cards(
    rows: Any, words: Any, at: Int, column: Int, end: Int, count: Int, tables: Any
) -> None:
    """Bring ``count`` cards, already lying from ``end`` on, into a column's summary."""
    polynomial = words[at, POLYNOMIALS + column]
    total = np.int64(words[at, SUMS + column])
    length = np.int64(rows[at, LENGTHS + column])
    start = end - length
    for i in range(length, length + count):
        polynomial = polynomial * BASE + CARD_SALT[np.int64(rows[at, start + i])]
        total = with_card(total, joint_of(rows, at, start, i, tables))
    words[at, POLYNOMIALS + column] = polynomial
    words[at, SUMS + column] = np.uint64(total)
    rows[at, LENGTHS + column] = length + count


@kernel
def remove_complete_run(
    rows: Any, words: Any, at: Int, column: Int, end: Int, cards: Int, tables: Any
) -> Int:
    """Take away a complete run that ends a column (R8); return the number of cards it took.

    ``end`` is where the column ends in the row, ``cards`` the number of cards in the row.
    """
    if np.int64(rows[at, LENGTHS + column]) - np.int64(rows[at, HIDDEN + column]) < 13:
        return 0
    ace = np.int64(rows[at, end - 1])
    if ace & 15 != 1:
        return 0
    for i in range(1, 13):
        if np.int64(rows[at, end - 1 - i]) != ace + i:
            return 0
    drop_cards(rows, words, at, column, end, 13, tables)
    for i in range(end, cards):
        rows[at, i - 13] = rows[at, i]
    for i in range(cards - 13, cards):
        rows[at, i] = 0
    rows[at, RUNS] += 1
    return 13


@kernel
def apply_move(
    rows: Any,
    words: Any,
    at: Int,
    out: Any,
    out_words: Any,
    to: Int,
    source: Int,
    target: Int,
    count: Int,
    tables: Any,
    columns: Int,
) -> None:
    """Write to ``out`` the state after a legal move, complete runs removed."""
    for w in range(WORDS):
        out_words[to, w] = words[at, w]
    source_end: Int = 0
    target_end: Int = 0
    cards: Int = 0
    for c in range(columns):
        cards += np.int64(rows[at, LENGTHS + c])
        if c == source:
            source_end = cards
        if c == target:
            target_end = cards
    drop_cards(out, out_words, to, source, source_end, count, tables)
    first = source_end - count
    if source < target:
        for i in range(source_end, target_end):
            out[to, i - count] = rows[at, i]
        place = target_end - count
    else:
        for i in range(target_end, first):
            out[to, i + count] = rows[at, i]
        place = target_end
    for i in range(count):
        out[to, place + i] = rows[at, first + i]
    take_cards(out, out_words, to, target, place, count, tables)
    remove_complete_run(out, out_words, to, target, place + count, cards, tables)


@kernel
def apply_deal(
    rows: Any,
    words: Any,
    at: Int,
    out: Any,
    out_words: Any,
    to: Int,
    stock: Any,
    stage: Int,
    tables: Any,
    columns: Int,
) -> None:
    """Write to ``out`` the state after a legal deal, complete runs removed.

    ``stock[stage]`` holds 0 for a column that gets no card (the last row of a Spiderette).
    """
    for w in range(WORDS):
        out_words[to, w] = words[at, w]
    place: Int = 0
    start: Int = 0
    for c in range(columns):
        length = np.int64(rows[at, LENGTHS + c])
        for i in range(length):
            out[to, place + i] = rows[at, start + i]
        start += length
        place += length
        if stock[stage, c] != 0:
            out[to, place] = stock[stage, c]
            take_cards(out, out_words, to, c, place, 1, tables)
            place += 1
            place -= remove_complete_run(out, out_words, to, c, place, place, tables)
    for i in range(place, LENGTHS):
        out[to, i] = 0
