"""Reading a packed state, and making moves and deals on it (R3-R8), in kernels."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from solver.engine.evaluate import Tables
from solver.engine.hashing import BASE, CARD_SALT, PLACE_SALT, Keys, column_key
from solver.engine.jit import kernel
from solver.engine.layout import (
    CARD_CODES,
    HIDDEN,
    LENGTHS,
    MAX_CARDS,
    MAX_COLUMNS,
    RUNS,
    STRIDE,
    Ints,
)


class Scan(NamedTuple):
    """What a state looks like, one entry a column unless said otherwise.

    ``start`` is where the column's cards begin in the row; ``run`` the length of the run of one
    suit that ends it, ``group`` of the longest movable group (both 0 when it is empty).
    ``sums`` and ``polynomials`` hold the evaluation and the key of every prefix: the first
    ``i`` cards of column ``c`` at ``start[c] + c + i``. ``value`` and ``key`` are the column's
    shares of the state's. ``ends[rank]`` is the mask of columns whose last card has that rank,
    ``ends[0]`` that of empty columns. ``total`` holds the state's value and its empty columns.
    """

    start: Ints
    length: Ints
    hidden: Ints
    last: Ints
    run: Ints
    group: Ints
    sums: Ints
    polynomials: Keys
    value: Ints
    key: Keys
    ends: Ints
    total: Ints


def new_scan() -> Scan:
    """Return an empty scan."""
    columns, prefixes = MAX_COLUMNS, MAX_CARDS + MAX_COLUMNS + 1
    return Scan(
        *(np.zeros(columns, np.int64) for _ in range(6)),
        np.zeros(prefixes, np.int64),
        np.zeros(prefixes, np.uint64),
        np.zeros(columns, np.int64),
        np.zeros(columns, np.uint64),
        np.zeros(16, np.int64),
        np.zeros(2, np.int64),
    )


@kernel
def scan_state(row: Any, scan: Scan, tables: Tables, columns: int, relaxed: bool, placed: bool) -> Any:
    """Fill ``scan`` from a row and return the state's key.

    ``placed`` says whether columns count by their place (stock remains).
    """
    total_key = np.uint64(0)
    scan.ends[:] = 0
    value = row[RUNS] * tables.run[0]
    start = 0
    for c in range(columns):
        length = np.int64(row[LENGTHS + c])
        hidden = np.int64(row[HIDDEN + c])
        scan.start[c] = start
        scan.length[c] = length
        scan.hidden[c] = hidden
        prefix = start + c
        polynomial = np.uint64(0)
        cost = np.int64(0)
        scan.polynomials[prefix] = polynomial
        scan.sums[prefix] = cost
        last = np.int64(0)
        run = np.int64(0)
        group = np.int64(0)
        for i in range(length):
            card = np.int64(row[start + i])
            polynomial = polynomial * BASE + CARD_SALT[card]
            if i == 0:
                cost += tables.base[card]
            else:
                cost += tables.joint[last * CARD_CODES + card]
            scan.polynomials[prefix + i + 1] = polynomial
            scan.sums[prefix + i + 1] = cost
            if i > hidden and last == card + 1:
                run += 1
                group += 1
            else:
                run = 1
                if relaxed and i > hidden and (last & 15) == (card & 15) + 1:
                    group += 1
                else:
                    group = 1
            last = card
        scan.last[c] = last
        scan.run[c] = run
        scan.group[c] = group
        scan.ends[last & 15] |= 1 << c
        share = cost + tables.hidden[hidden]
        scan.value[c] = share
        value += share
        salt = PLACE_SALT[c] if placed else np.uint64(0)
        key = column_key(polynomial, hidden, salt)
        scan.key[c] = key
        total_key += key
        start += length
    empty = 0
    mask = scan.ends[0]
    while mask:
        mask &= mask - 1
        empty += 1
    scan.total[0] = value + tables.empty[empty]
    scan.total[1] = empty
    return total_key


@kernel
def remove_complete_run(row: Any, column: int, start: int, cards: int) -> int:
    """Take away a complete run that ends a column (R8); return the number of cards it took.

    ``start`` is where the column begins, ``cards`` the number of cards on the table.
    """
    length = np.int64(row[LENGTHS + column])
    hidden = np.int64(row[HIDDEN + column])
    if length - hidden < 13 or (row[start + length - 1] & 15) != 1:
        return 0
    ace = np.int64(row[start + length - 1])
    for i in range(1, 13):
        if row[start + length - 1 - i] != ace + i:
            return 0
    for i in range(start + length, cards):
        row[i - 13] = row[i]
    length -= 13
    if length > 0 and hidden == length:
        hidden -= 1
    row[LENGTHS + column] = length
    row[HIDDEN + column] = hidden
    row[RUNS] += 1
    return 13


@kernel
def count_cards(row: Any, columns: int) -> int:
    """Return the number of cards on the table."""
    cards = 0
    for c in range(columns):
        cards += np.int64(row[LENGTHS + c])
    return cards


@kernel
def apply_move(row: Any, out: Any, source: int, target: int, count: int, columns: int) -> None:
    """Write to ``out`` the state after a legal move, complete runs removed."""
    source_end = 0
    target_end = 0
    cards = 0
    for c in range(columns):
        cards += np.int64(row[LENGTHS + c])
        if c == source:
            source_end = cards
        if c == target:
            target_end = cards
    for i in range(LENGTHS, STRIDE):
        out[i] = row[i]
    first = source_end - count
    if source < target:
        for i in range(first):
            out[i] = row[i]
        for i in range(source_end, target_end):
            out[i - count] = row[i]
        for i in range(count):
            out[target_end - count + i] = row[first + i]
        for i in range(target_end, MAX_CARDS):
            out[i] = row[i]
    else:
        for i in range(target_end):
            out[i] = row[i]
        for i in range(count):
            out[target_end + i] = row[first + i]
        for i in range(target_end, first):
            out[i + count] = row[i]
        for i in range(source_end, MAX_CARDS):
            out[i] = row[i]
    left = np.int64(row[LENGTHS + source]) - count
    out[LENGTHS + source] = left
    length = np.int64(row[LENGTHS + target]) + count
    out[LENGTHS + target] = length
    if left > 0 and np.int64(row[HIDDEN + source]) == left:
        out[HIDDEN + source] = left - 1
    end = target_end if source < target else target_end + count
    remove_complete_run(out, target, end - length, cards)


@kernel
def apply_deal(row: Any, out: Any, stock_row: Any, columns: int) -> None:
    """Write to ``out`` the state after a legal deal, complete runs removed.

    ``stock_row`` holds 0 for a column that gets no card (the last row of a Spiderette).
    """
    for i in range(LENGTHS, STRIDE):
        out[i] = row[i]
    place = 0
    start = 0
    for c in range(columns):
        length = np.int64(row[LENGTHS + c])
        for i in range(length):
            out[place + i] = row[start + i]
        start += length
        place += length
        if stock_row[c] != 0:
            out[place] = stock_row[c]
            place += 1
            out[LENGTHS + c] = length + 1
            place -= remove_complete_run(out, c, place - length - 1, place)
    for i in range(place, MAX_CARDS):
        out[i] = 0
