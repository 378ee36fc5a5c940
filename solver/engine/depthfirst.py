"""Depth-first search through all reachable states, in kernels.

One state is held at a time, with what is needed to take every move back; of the states met
before only the 64-bit keys are kept. A move is on the list of moves to try only if its state was
new when its parent was met, so each state is entered once, and the path to it is the stack.

A column's cards stand from ``column << ROOM_BITS`` on in ``cards``. At the same index ``runs``
and ``groups`` hold the length of the run of one suit, and of the descending sequence, that ends
with the card (0 for a face-down one), and ``polys`` the key polynomial of the cards before it.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from solver.engine.beam import LOWEST_BIT
from solver.engine.deadend import HIDDEN, LENGTH, SPENT, START, Memory, is_dead
from solver.engine.hashing import BASE, CARD_SALT, POWERS, column_key
from solver.engine.jit import kernel
from solver.engine.layout import DEAL

ROOM_BITS: Final = 7
"""Places for cards in a column, as a power of two."""
MOST_CHILDREN: Final = 1200
"""No state has more: ten columns with at most 13 heads, nine targets each."""

LOAN: Final = 1_000_000
SHARE: Final = 2
"""Relaxed states that a search may spend on states with rows left: so many, and for each state."""

# Rows of `piles`, by column, after those of the test for lost states
LAST: Final = 3
PILE_ROWS: Final = 4

# Indexes of the counters
DEPTH: Final = 0  # moves made to reach the state held
STAGE: Final = 1  # rows dealt to reach it
TOP: Final = 2  # moves on the list of those to try
USED: Final = 3  # keys in the table
COUNTERS: Final = 4

# What a slice ended with
MORE: Final = 0
EXHAUSTED: Final = 1
WON: Final = 2  # the state held is the win
STACK_FULL: Final = 3

# How a move is packed in a frame: source, target, count, and what it did
REVEALED: Final = 1 << 12
REMOVED: Final = 1 << 13
REVEALED_AFTER: Final = 1 << 14
SUIT_SHIFT: Final = 15
DEAL_REMOVED_SHIFT: Final = 12
DEAL_REVEALED_SHIFT: Final = 22
MOVE_MASK: Final = (1 << 12) - 1


@kernel
def find_key(table: Any, key: Any) -> Any:
    """Return the slot of a key in the table, or of the gap where it belongs."""
    size = np.uint64(table.size)
    slot: Any = np.int64(((key >> np.uint64(32)) * size) >> np.uint64(32))
    while table[slot] != 0 and table[slot] != key:
        slot += 1
        if slot == table.size:
            slot = 0
    return slot


@kernel
def fill_table(old: Any, table: Any) -> None:
    """Enter the keys of one table into another."""
    for i in range(old.size):
        if old[i] != 0:
            table[find_key(table, old[i])] = old[i]


@kernel
def put_card(cards: Any, polys: Any, runs: Any, groups: Any, piles: Any, c: int, card: int) -> None:
    """Lay a face-up card on a column."""
    length = piles[LENGTH, c]
    at = (c << ROOM_BITS) + length
    run = 1
    group = 1
    if length > 0:
        upper = np.int64(cards[at - 1])
        if upper == card + 1:
            run = runs[at - 1] + 1
        if upper & 15 == (card & 15) + 1:
            group = groups[at - 1] + 1
    cards[at] = card
    runs[at] = run
    groups[at] = group
    polys[at + 1] = polys[at] * BASE + CARD_SALT[card]
    piles[LENGTH, c] = length + 1


@kernel
def cut_column(runs: Any, groups: Any, piles: Any, c: int, count: int) -> bool:
    """Take the last cards off a column; return whether a face-down card turned up (R4)."""
    length = piles[LENGTH, c] - count
    piles[LENGTH, c] = length
    if length > 0 and piles[HIDDEN, c] == length:
        piles[HIDDEN, c] = length - 1
        at = (c << ROOM_BITS) + length - 1
        runs[at] = 1
        groups[at] = 1
        return True
    return False


@kernel
def turn_down(runs: Any, groups: Any, piles: Any, c: int) -> None:
    """Turn the last card of a column, the only one face up, face down again."""
    piles[HIDDEN, c] += 1
    at = (c << ROOM_BITS) + piles[LENGTH, c] - 1
    runs[at] = 0
    groups[at] = 0


@kernel
def forget(piles: Any, ends: Any, c: int) -> None:
    """Take a column out of the index of last cards, before it changes."""
    ends[piles[LAST, c] & 15] &= ~(1 << c)


@kernel
def refresh(
    cards: Any, polys: Any, piles: Any, ends: Any, keys: Any, salts: Any, stage: int, c: int
) -> None:
    """Bring a column's last card and key up to date, after it changed."""
    length = piles[LENGTH, c]
    at = (c << ROOM_BITS) + length
    last = np.int64(cards[at - 1]) if length > 0 else 0
    piles[LAST, c] = last
    ends[last & 15] |= 1 << c
    keys[c] = column_key(polys[at], piles[HIDDEN, c], salts[stage, c])


@kernel
def key_of(keys: Any, columns: int) -> Any:
    """Return a state's key from those of its columns."""
    total = np.uint64(0)
    for c in range(columns):
        total += keys[c]
    return total


@kernel
def begin(
    cards: Any,
    polys: Any,
    runs: Any,
    groups: Any,
    piles: Any,
    ends: Any,
    keys: Any,
    table: Any,
    counters: Any,
    start: Any,
    lengths: Any,
    hidden: Any,
    salts: Any,
    columns: int,
) -> None:
    """Lay out the first state, ``start`` being its cards column by column."""
    place = 0
    for c in range(columns):
        piles[START, c] = c << ROOM_BITS
        piles[LENGTH, c] = 0
        for i in range(lengths[c]):
            put_card(cards, polys, runs, groups, piles, c, np.int64(start[place]))
            place += 1
            if i < hidden[c]:
                runs[(c << ROOM_BITS) + i] = 0
                groups[(c << ROOM_BITS) + i] = 0
        piles[HIDDEN, c] = hidden[c]
        refresh(cards, polys, piles, ends, keys, salts, 0, c)
    total = key_of(keys, columns)
    table[find_key(table, total)] = total
    counters[USED] = 1


@kernel
def make_move(
    cards: Any,
    polys: Any,
    runs: Any,
    groups: Any,
    piles: Any,
    ends: Any,
    keys: Any,
    salts: Any,
    stage: int,
    move: int,
) -> int:
    """Make a legal move; return it with what it did, as a frame holds it."""
    a = move & 15
    b = (move >> 4) & 15
    count = move >> 8
    forget(piles, ends, a)
    forget(piles, ends, b)
    first = (a << ROOM_BITS) + piles[LENGTH, a] - count
    for i in range(first, first + count):
        put_card(cards, polys, runs, groups, piles, b, np.int64(cards[i]))
    if cut_column(runs, groups, piles, a, count):
        move |= REVEALED
    last = (b << ROOM_BITS) + piles[LENGTH, b] - 1
    if runs[last] == 13:
        suit = int(cards[last]) >> 4
        move |= REMOVED | suit << SUIT_SHIFT
        if cut_column(runs, groups, piles, b, 13):
            move |= REVEALED_AFTER
    refresh(cards, polys, piles, ends, keys, salts, stage, a)
    refresh(cards, polys, piles, ends, keys, salts, stage, b)
    return move


@kernel
def take_back(
    cards: Any,
    polys: Any,
    runs: Any,
    groups: Any,
    piles: Any,
    ends: Any,
    keys: Any,
    salts: Any,
    stage: int,
    frame: int,
) -> None:
    """Take a move back."""
    a = frame & 15
    b = (frame >> 4) & 15
    count = (frame & MOVE_MASK) >> 8
    forget(piles, ends, a)
    forget(piles, ends, b)
    if frame & REMOVED:
        if frame & REVEALED_AFTER:
            turn_down(runs, groups, piles, b)
        suit = ((frame >> SUIT_SHIFT) & 3) << 4
        for rank in range(13, 0, -1):
            put_card(cards, polys, runs, groups, piles, b, suit | rank)
    if frame & REVEALED:
        turn_down(runs, groups, piles, a)
    first = (b << ROOM_BITS) + piles[LENGTH, b] - count
    for i in range(first, first + count):
        put_card(cards, polys, runs, groups, piles, a, np.int64(cards[i]))
    piles[LENGTH, b] -= count
    refresh(cards, polys, piles, ends, keys, salts, stage, a)
    refresh(cards, polys, piles, ends, keys, salts, stage, b)


@kernel
def make_deal(
    cards: Any,
    polys: Any,
    runs: Any,
    groups: Any,
    piles: Any,
    ends: Any,
    keys: Any,
    salts: Any,
    stock: Any,
    stage: int,
    columns: int,
) -> int:
    """Deal the row of a stage; return the frame."""
    frame = DEAL
    for c in range(columns):
        forget(piles, ends, c)
        card = np.int64(stock[stage, c])
        if card != 0:
            put_card(cards, polys, runs, groups, piles, c, card)
            if runs[(c << ROOM_BITS) + piles[LENGTH, c] - 1] == 13:
                frame |= 1 << (DEAL_REMOVED_SHIFT + c)
                if cut_column(runs, groups, piles, c, 13):
                    frame |= 1 << (DEAL_REVEALED_SHIFT + c)
        refresh(cards, polys, piles, ends, keys, salts, stage + 1, c)
    return frame


@kernel
def take_deal_back(
    cards: Any,
    polys: Any,
    runs: Any,
    groups: Any,
    piles: Any,
    ends: Any,
    keys: Any,
    salts: Any,
    stock: Any,
    stage: int,
    frame: int,
    columns: int,
) -> None:
    """Take the deal of the row of a stage back."""
    for c in range(columns):
        forget(piles, ends, c)
        if frame & (1 << (DEAL_REMOVED_SHIFT + c)):
            if frame & (1 << (DEAL_REVEALED_SHIFT + c)):
                turn_down(runs, groups, piles, c)
            suit = (np.int64(stock[stage, c]) >> 4) << 4
            for rank in range(13, 0, -1):
                put_card(cards, polys, runs, groups, piles, c, suit | rank)
        if stock[stage, c] != 0:
            piles[LENGTH, c] -= 1
        refresh(cards, polys, piles, ends, keys, salts, stage, c)


@kernel
def new_children(
    cards: Any,
    polys: Any,
    runs: Any,
    groups: Any,
    piles: Any,
    ends: Any,
    keys: Any,
    table: Any,
    pending: Any,
    counters: Any,
    salts: Any,
    alike: Any,
    stage: int,
    columns: int,
    relaxed: bool,
) -> None:
    """Put the moves to states not met before on the list."""
    total = key_of(keys, columns)
    top = counters[TOP]
    used = counters[USED]
    empties = ends[0]
    same = empties & alike[stage]
    empty_targets = (empties & ~alike[stage]) | (same & -same)
    for a in range(columns):
        length_a = piles[LENGTH, a]
        if length_a == 0:
            continue
        base_a = a << ROOM_BITS
        hidden_a = piles[HIDDEN, a]
        run_a = np.int64(runs[base_a + length_a - 1])
        group = np.int64(groups[base_a + length_a - 1]) if relaxed else run_a
        last_a = piles[LAST, a]
        rank = (last_a & 15) - 1
        for count in range(1, group + 1):
            rank += 1
            left = length_a - count
            targets = empty_targets
            if left == 0 and (alike[stage] >> a) & 1:
                targets &= ~alike[stage]
            if rank < 13:
                targets |= ends[rank + 1]
            if targets == 0:
                continue
            head = np.int64(cards[base_a + left])
            hidden_left = hidden_a - 1 if left > 0 and hidden_a == left else hidden_a
            group_poly = polys[base_a + length_a] - polys[base_a + left] * POWERS[count]
            key_left = column_key(polys[base_a + left], hidden_left, salts[stage, a])
            without = total - keys[a] + key_left
            while targets:
                b = LOWEST_BIT[targets]
                targets &= targets - 1
                length_b = piles[LENGTH, b]
                hidden_b = piles[HIDDEN, b]
                base_b = b << ROOM_BITS
                poly_b = polys[base_b + length_b] * POWERS[count] + group_poly
                if last_a & 15 == 1 and count <= run_a and piles[LAST, b] == head + 1:
                    run_b = np.int64(runs[base_b + length_b - 1])
                    if run_b + count == 13:
                        rest = length_b - run_b
                        poly_b = polys[base_b + rest]
                        if rest > 0 and hidden_b == rest:
                            hidden_b -= 1
                key = without - keys[b] + column_key(poly_b, hidden_b, salts[stage, b])
                slot = find_key(table, key)
                if table[slot] == 0:
                    table[slot] = key
                    used += 1
                    pending[top] = a | b << 4 | count << 8
                    top += 1
    counters[TOP] = top
    counters[USED] = used


@kernel
def cannot_go_back(cards: Any, piles: Any, frame: int) -> bool:
    """Whether the move that led to the state held, of which its frame tells, is for good."""
    if frame & MOVE_MASK == DEAL or frame & (REVEALED | REMOVED):
        return True
    b = (frame >> 4) & 15
    count = (frame & MOVE_MASK) >> 8
    head = np.int64(cards[(b << ROOM_BITS) + piles[LENGTH, b] - count]) & 15
    return bool(piles[LAST, frame & 15] & 15 != head + 1)


@kernel
def search(
    cards: Any,
    polys: Any,
    runs: Any,
    groups: Any,
    piles: Any,
    ends: Any,
    keys: Any,
    memory: Memory,
    table: Any,
    pending: Any,
    frames: Any,
    waiting: Any,
    counters: Any,
    stock: Any,
    salts: Any,
    alike: Any,
    columns: int,
    relaxed: bool,
    pause: int,
) -> int:
    """Go on with the search until it ends, or ``pause`` keys are in the table."""
    rows = stock.shape[0]
    while True:
        depth = counters[DEPTH]
        stage = counters[STAGE]
        if counters[USED] >= pause:
            return MORE
        if counters[TOP] + MOST_CHILDREN > pending.size or depth + 2 > frames.size:
            return STACK_FULL
        before = counters[TOP]
        if stage < rows and ends[0] == 0:
            pending[before] = DEAL
            counters[TOP] = before + 1
        dead_end = (
            (depth == 0 or cannot_go_back(cards, piles, np.int64(frames[depth])))
            and (stage == rows or memory.counters[SPENT] <= LOAN + SHARE * counters[USED])
            and is_dead(cards, piles, memory, columns, relaxed, stock, stage)
        )
        if dead_end:
            counters[TOP] = before
        else:
            new_children(
                cards,
                polys,
                runs,
                groups,
                piles,
                ends,
                keys,
                table,
                pending,
                counters,
                salts,
                alike,
                stage,
                columns,
                relaxed,
            )
        waiting[depth] = counters[TOP] - before
        entered = False
        while not entered:
            while waiting[depth] == 0:
                if depth == 0:
                    return EXHAUSTED
                frame = np.int64(frames[depth])
                if frame & MOVE_MASK == DEAL:
                    stage -= 1
                    take_deal_back(
                        cards,
                        polys,
                        runs,
                        groups,
                        piles,
                        ends,
                        keys,
                        salts,
                        stock,
                        stage,
                        frame,
                        columns,
                    )
                else:
                    take_back(cards, polys, runs, groups, piles, ends, keys, salts, stage, frame)
                depth -= 1
            counters[TOP] -= 1
            waiting[depth] -= 1
            move = np.int64(pending[counters[TOP]])
            depth += 1
            waiting[depth] = 0
            entered = True
            if move == DEAL:
                frames[depth] = make_deal(
                    cards,
                    polys,
                    runs,
                    groups,
                    piles,
                    ends,
                    keys,
                    salts,
                    stock,
                    stage,
                    columns,
                )
                stage += 1
                total = key_of(keys, columns)
                slot = find_key(table, total)
                entered = table[slot] == 0
                if entered:
                    table[slot] = total
                    counters[USED] += 1
            else:
                frames[depth] = make_move(
                    cards, polys, runs, groups, piles, ends, keys, salts, stage, move
                )
        counters[DEPTH] = depth
        counters[STAGE] = stage
        if stage == rows and ends[0] == (1 << columns) - 1:
            return WON
