"""Beam search by stages: finds wins, and proves a loss where it had to discard nothing.

A stage is the play between two deals. Within a stage states advance move by move in layers;
each layer keeps the ``width`` best by the evaluation, chosen by counting, and a table of keys
drops what was kept before. Every state that may deal is a candidate for the next stage, valued
after its deal; the best ``width`` start it. With the stock empty the layers run to the win.

Where it is asked for, states are left out that :mod:`solver.engine.deadend` calls lost: before
the last deal those that it would make lost, and after it those that a move for good made so. That
takes nothing from a proof.

Moves have a price, the ``pace``: a state reached in fewer moves may be worse by so much a move.
A small one saves time, since wins come sooner; a large one makes short solutions.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from solver.engine.deadend import Memory, forget_answers, is_dead, new_memory
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
from solver.engine.hashing import CARD_SALT, INVERSE, PLACE_SALT, POWERS, Keys, column_key
from solver.engine.jit import kernel
from solver.engine.layout import (
    CARD_CODES,
    DEAL,
    HIDDEN,
    LENGTHS,
    MAX_COLUMNS,
    POLYNOMIALS,
    STRIDE,
    SUMS,
    WORDS,
    Bytes,
    Int,
    Ints,
)
from solver.engine.moves import (
    ENDS,
    FACE_DOWN,
    GROUP,
    LAST,
    LENGTH,
    RUN,
    START,
    TOTAL_EMPTY,
    TOTAL_VALUE,
    TOTALS,
    VALUE,
    apply_deal,
    apply_move,
    joint_of,
    new_scan,
    scan_state,
    summarise,
    with_card,
    without_card,
)

# Indexes of the counters that a search keeps between two slices.
LAYER: Final = 0  # the state in `rows` with which the layer to expand begins
SIZE: Final = 1  # states in that layer
DEPTH: Final = 2  # layers of this stage so far
NODES: Final = 3  # states generated
HISTORY: Final = 4  # entries of the history in use
POOL: Final = 5  # candidates for the next stage
POOL_CUT: Final = 6  # the value that a further candidate must beat
DISCARDED: Final = 7  # what was left out so far: the two bits below
IDLE: Final = 8  # layers since the last sign of progress
TABLE_USED: Final = 9
WIN_NODE: Final = 10
WIN_MOVE: Final = 11
CANDIDATES: Final = 12
BEST: Final = 13  # the best level that a layer of this stage had
WIN_MOVES: Final = (
    14  # moves of the best win so far; what a win must stay below before one is known
)
LEAST: Final = 15  # the fewest moves with which a state of this stage began
GO_ON: Final = 16  # 1 where the search goes on after a win, for shorter ones
ASKED: Final = 17  # states of which it was asked whether they are lost
LOST: Final = 18  # and which were
COUNTERS: Final = 19

# Why states were left out: all but one of several empty columns as targets while stock remains
# (and a whole column moved to one), or for want of width, depth or memory.
BY_CHOICE: Final = 1
BY_LIMIT: Final = 2

# What a slice ended with.
MORE: Final = 0
STAGE_OVER: Final = 1
WON: Final = 2

KEPT: Final = -1
VALUES: Final = 1 << 14
VALUE_SHIFT: Final = 1 << 12
FOR_GOOD: Final = 1 << 16
"""Marks a candidate's move that cannot be taken back by another."""
FREE_QUESTIONS: Final = 100
SELDOM: Final = 8
"""States asked for each that is lost, beside the first ones."""
NO_CUT: Final = 1 << 40
BRANCHING: Final = 48

LOWEST_BIT: Final = np.array(
    [0] + [(mask & -mask).bit_length() - 1 for mask in range(1, 1 << MAX_COLUMNS)], np.int64
)


class Workspace(NamedTuple):
    """The memory of one search of one width; reused from deal to deal.

    ``rows`` holds 2 * width states: the layer to expand and the next; ``words`` is the same
    memory as 64-bit words, and ``nodes`` gives each state's entry in the history and the moves
    made before this stage.
    ``candidates`` holds the candidates for the next layer, a row each: value, parent, move, slot
    in the table. ``table`` holds the seen keys and ``table_layer`` the layer that met each last,
    or KEPT; what an earlier layer met and did not keep gives its slot to others. The pool holds
    the candidates for the next stage: states, and their values, history entries and moves made.
    ``history`` holds a row an entry: parent and packed move.
    ``posts`` holds the keys of states from which a win is known, a table as above, and
    ``post_moves`` the moves of each of these wins.
    ``rows`` has a state more, for what a deal would make; ``cards`` is ``rows`` in one dimension,
    for the test for lost states, with its ``piles`` and ``memory``.
    """

    rows: Bytes
    words: Keys
    nodes: Ints
    candidates: Ints
    table: Keys
    table_layer: npt.NDArray[np.int32]
    counts: Ints
    pool_rows: Bytes
    pool_words: Keys
    pool: Ints
    pool_counts: Ints
    history: npt.NDArray[np.int32]
    counters: Ints
    scan: Ints
    keys: Keys
    posts: Keys
    post_moves: Ints
    cards: Bytes
    piles: Ints
    memory: Memory


def new_workspace(width: int, history: int, table_bits: int) -> Workspace:
    """Return the memory for searches of one width."""
    rows = np.zeros((2 * width + 1, STRIDE), np.uint8)
    pool_rows = np.zeros((4 * width, STRIDE), np.uint8)
    return Workspace(
        rows,
        rows.view(np.uint64),
        np.zeros((2 * width, 2), np.int64),
        np.zeros((max(width * BRANCHING, 1 << 10), 4), np.int64),
        np.zeros(1 << table_bits, np.uint64),
        np.zeros(1 << table_bits, np.int32),
        np.zeros(VALUES, np.int64),
        pool_rows,
        pool_rows.view(np.uint64),
        np.zeros((4 * width, 3), np.int64),
        np.zeros(VALUES, np.int64),
        np.zeros((history, 2), np.int32),
        np.zeros(COUNTERS, np.int64),
        *new_scan(),
        np.zeros(1, np.uint64),
        np.zeros(1, np.int64),
        rows.reshape(-1),
        np.zeros((3, 16), np.int64),
        new_memory(),
    )


@kernel
def find_slot(table: Any, key: Any) -> Int:
    """Return the slot of a key in the table of seen states, or of the gap where it belongs."""
    mask = np.int64(table.size - 1)
    slot = np.int64(key >> np.uint64(20)) & mask
    while table[slot] != 0 and table[slot] != key:
        slot = (slot + 1) & mask
    return slot


@kernel
def place_for(table: Any, table_layer: Any, key: Any, depth: Int) -> Int:
    """Return the slot of a key in the table of seen states, or the one that it may take.

    That is a gap, or before it a state which an earlier layer met and did not keep: nobody asks
    for such a one any more.
    """
    mask = np.int64(table.size - 1)
    slot = np.int64(key >> np.uint64(20)) & mask
    free = np.int64(-1)
    while table[slot] != 0 and table[slot] != key:
        if free < 0 and table_layer[slot] != KEPT and table_layer[slot] != depth:
            free = slot
        slot = (slot + 1) & mask
    return free if table[slot] == 0 and free >= 0 else slot


@kernel
def level_of(value: Int) -> Int:
    """Return the place of a value among the counted ones."""
    return min(max(value + VALUE_SHIFT, 0), VALUES - 1)


@kernel
def begin_stage(ws: Workspace) -> None:
    """Forget the pool and the seen states: those of other stages hold other cards."""
    ws.table[:] = np.uint64(0)
    ws.counters[TABLE_USED] = 0
    ws.counters[POOL] = 0
    ws.counters[POOL_CUT] = NO_CUT
    ws.counters[DEPTH] = 0
    ws.counters[IDLE] = 0
    ws.counters[BEST] = VALUES


@kernel
def keep_best_of_pool(counters: Any, counts: Any, pool: Any, pool_words: Any, width: Int) -> None:
    """Reduce the pool to its ``width`` best by counting values; ties keep their order."""
    size = counters[POOL]
    if size <= width:
        return
    counters[DISCARDED] |= BY_LIMIT
    counts[:] = 0
    for i in range(size):
        counts[level_of(pool[i, 0])] += 1
    cut = 0
    below = 0
    while below + counts[cut] < width:
        below += counts[cut]
        cut += 1
    ties = width - below
    kept = 0
    for i in range(size):
        level = level_of(pool[i, 0])
        if level > cut or (level == cut and ties == 0):
            continue
        if level == cut:
            ties -= 1
        for w in range(WORDS):
            pool_words[kept, w] = pool_words[i, w]
        pool[kept, 0] = pool[i, 0]
        pool[kept, 1] = pool[i, 1]
        pool[kept, 2] = pool[i, 2]
        kept += 1
    counters[POOL] = kept
    counters[POOL_CUT] = cut - VALUE_SHIFT


@kernel
def is_lost(
    rows: Any,
    cards: Any,
    at: Int,
    piles: Any,
    memory: Memory,
    counters: Any,
    stock: Any,
    stage: Int,
    columns: Int,
    relaxed: bool,
) -> bool:
    """Whether the relaxed game shows that a state is lost, ``stage`` rows of ``stock`` dealt.

    It is not asked any more where it seldom says so.
    """
    if counters[ASKED] > FREE_QUESTIONS + SELDOM * counters[LOST]:
        return False
    counters[ASKED] += 1
    start: Int = at * STRIDE
    for c in range(columns):
        length = np.int64(rows[at, LENGTHS + c])
        piles[START, c] = start
        piles[LENGTH, c] = length
        piles[FACE_DOWN, c] = np.int64(rows[at, HIDDEN + c])
        start += length
    if is_dead(cards, piles, memory, columns, relaxed, stock, stage):
        counters[LOST] += 1
        return True
    return False


@kernel
def value_after_deal(
    words: Any, at: Int, scan: Any, stock: Any, stage: Int, tables: Any, columns: Int
) -> Int:
    """Return the value that a scanned state without empty columns has after a deal."""
    value = scan[TOTALS, TOTAL_VALUE]
    for c in range(columns):
        card = np.int64(stock[stage, c])
        if card != 0:
            last = scan[LAST, c]
            joint = tables[JOINT + last * CARD_CODES + card]
            total = np.int64(words[at, SUMS + c])
            value += (with_card(total, joint) & COST_MASK) - (total & COST_MASK)
            value += tables[LAST_COST + card] - tables[LAST_COST + last]
            if card & 15 == 1 and scan[RUN, c] == 12 and last == card + 1:
                value += tables[RUN_COST]
    return value


@kernel
def offer_to_pool(
    counters: Any,
    counts: Any,
    pool: Any,
    pool_words: Any,
    words: Any,
    at: Int,
    node: Int,
    made: Int,
    value: Int,
    width: Int,
) -> None:
    """Put a state that may deal into the pool, if its value after the deal is good enough."""
    if value < counters[POOL_CUT] and counters[POOL] == pool.shape[0]:
        keep_best_of_pool(counters, counts, pool, pool_words, width)
    if value >= counters[POOL_CUT]:
        counters[DISCARDED] |= BY_LIMIT
        return
    counters[IDLE] = 0
    entry = counters[POOL]
    for w in range(WORDS):
        pool_words[entry, w] = words[at, w]
    pool[entry, 0] = value
    pool[entry, 1] = node
    pool[entry, 2] = made
    counters[POOL] = entry + 1


@kernel
def expand(
    rows: Any,
    words: Any,
    nodes: Any,
    counters: Any,
    candidates: Any,
    table: Any,
    table_layer: Any,
    counts: Any,
    pool: Any,
    pool_words: Any,
    pool_counts: Any,
    scan: Any,
    keys: Any,
    cards: Any,
    piles: Any,
    memory: Memory,
    stock: Any,
    stage: Int,
    tables: Any,
    columns: Int,
    relaxed: bool,
    every_empty: bool,
    prunes: bool,
    width: Int,
    pace: Int,
) -> bool:
    """Generate the children of a layer as candidates; return whether one is a win."""
    layer = counters[LAYER]
    placed = stage < stock.shape[0]
    at_last_deal = prunes and stage + 1 == stock.shape[0]
    depth = counters[DEPTH]
    table_used = counters[TABLE_USED]
    table_limit = table.size // 2
    generated = 0
    found = 0
    discarded = 0
    cut = VALUES - 1  # candidates above it are not among the `width` best any more
    below = 0  # candidates at or below the cut
    worst = 0
    won = False
    for at in range(layer, layer + counters[SIZE]):
        state_key = scan_state(rows, words, at, scan, keys, tables, columns, relaxed, placed)
        value = scan[TOTALS, TOTAL_VALUE] + pace * (nodes[at, 1] - counters[LEAST])
        empties = scan[TOTALS, TOTAL_EMPTY]
        if placed:
            if empties == 0:
                made = nodes[at, 1] + depth
                dealt = value_after_deal(words, at, scan, stock, stage, tables, columns)
                dealt += pace * (made - counters[LEAST])
                asked = at_last_deal and dealt < counters[POOL_CUT]
                if asked:
                    apply_deal(
                        rows, words, at, rows, words, 2 * width, stock, stage, tables, columns
                    )
                if not asked or not is_lost(
                    rows,
                    cards,
                    2 * width,
                    piles,
                    memory,
                    counters,
                    stock,
                    stage + 1,
                    columns,
                    relaxed,
                ):
                    offer_to_pool(
                        counters,
                        pool_counts,
                        pool,
                        pool_words,
                        words,
                        at,
                        nodes[at, 0],
                        made,
                        dealt,
                        width,
                    )
            elif not every_empty:
                discarded |= BY_CHOICE
        every = every_empty and placed
        empty_targets = scan[ENDS, 0] if every else scan[ENDS, 0] & -scan[ENDS, 0]
        for a in range(columns):
            group = scan[GROUP, a]
            if group == 0:
                continue
            length_a = scan[LENGTH, a]
            hidden_a = scan[FACE_DOWN, a]
            start_a = scan[START, a]
            last_a = scan[LAST, a]
            salt_a = PLACE_SALT[a] if placed else np.uint64(0)
            polynomial_a = words[at, POLYNOMIALS + a]
            polynomial_left = polynomial_a
            sum_a = np.int64(words[at, SUMS + a])
            sum_left = sum_a
            for count in range(1, group + 1):
                left = length_a - count
                head = np.int64(rows[at, start_a + left])
                polynomial_left = (polynomial_left - CARD_SALT[head]) * INVERSE
                sum_head = sum_left
                sum_left = without_card(sum_head, joint_of(rows, at, start_a, left, tables))
                rank = (last_a & 15) + count - 1
                targets = empty_targets if left > 0 or every else 0
                if rank < 13:
                    targets |= scan[ENDS, rank + 1]
                if targets == 0:
                    continue
                hidden_left = hidden_a - 1 if left > 0 and hidden_a == left else hidden_a
                group_polynomial = polynomial_a - polynomial_left * POWERS[count]
                group_cost = (
                    (sum_a & COST_MASK)
                    - (sum_head & COST_MASK)
                    - (count - 1) * (sum_head >> BURDEN_SHIFT)
                )
                without_value = (
                    value
                    - scan[VALUE, a]
                    + (sum_left & COST_MASK)
                    + tables[HIDDEN_COST + hidden_left]
                )
                for_good = 0
                if left > 0:
                    upper = np.int64(rows[at, start_a + left - 1])
                    without_value += tables[LAST_COST + upper]
                    if hidden_left < hidden_a or upper & 15 != rank + 1:
                        for_good = FOR_GOOD
                without_key = state_key - keys[a] + column_key(polynomial_left, hidden_left, salt_a)
                empties_left = empties + 1 if left == 0 else empties
                while targets:
                    b = LOWEST_BIT[targets]
                    targets &= targets - 1
                    generated += 1
                    length_b = scan[LENGTH, b]
                    hidden_b = scan[FACE_DOWN, b]
                    run_b = scan[RUN, b]
                    salt_b = PLACE_SALT[b] if placed else np.uint64(0)
                    empties_after = empties_left
                    if (
                        last_a & 15 == 1
                        and count + run_b == 13
                        and scan[LAST, b] == head + 1
                        and count <= scan[RUN, a]
                    ):
                        rest = length_b - run_b
                        if rest > 0 and hidden_b == rest:
                            hidden_b -= 1
                        if rest == 0:
                            empties_after += 1
                        if rest == 0 and empties_after == columns and not placed:
                            won = True
                            if nodes[at, 1] + depth + 1 < counters[WIN_MOVES]:
                                counters[WIN_MOVES] = nodes[at, 1] + depth + 1
                                counters[WIN_NODE] = nodes[at, 0]
                                counters[WIN_MOVE] = a | b << 4 | count << 8
                        polynomial_b = words[at, POLYNOMIALS + b]
                        sum_b = np.int64(words[at, SUMS + b])
                        for i in range(length_b - 1, rest - 1, -1):
                            card = np.int64(rows[at, scan[START, b] + i])
                            polynomial_b = (polynomial_b - CARD_SALT[card]) * INVERSE
                            sum_b = without_card(
                                sum_b, joint_of(rows, at, scan[START, b], i, tables)
                            )
                        value_b = (
                            (sum_b & COST_MASK) + tables[HIDDEN_COST + hidden_b] + tables[RUN_COST]
                        )
                        if rest > 0:
                            last_left = np.int64(rows[at, scan[START, b] + rest - 1])
                            value_b += tables[LAST_COST + last_left]
                    else:
                        if length_b == 0:
                            empties_after -= 1
                            joint = tables[BASE_COST + head]
                        else:
                            joint = tables[JOINT + scan[LAST, b] * CARD_CODES + head]
                        sum_b = np.int64(words[at, SUMS + b]) + joint
                        value_b = (
                            (sum_b & COST_MASK)
                            + count * (sum_b >> BURDEN_SHIFT)
                            + group_cost
                            + tables[HIDDEN_COST + hidden_b]
                            + tables[LAST_COST + last_a]
                        )
                        polynomial_b = words[at, POLYNOMIALS + b] * POWERS[count] + group_polynomial
                    child = (
                        without_value
                        - scan[VALUE, b]
                        + value_b
                        - tables[EMPTY_COST + empties]
                        + tables[EMPTY_COST + empties_after]
                    )
                    level = level_of(child)
                    if level > cut:
                        discarded |= BY_LIMIT
                        continue
                    key = without_key - keys[b] + column_key(polynomial_b, hidden_b, salt_b)
                    slot = place_for(table, table_layer, key, depth)
                    if table[slot] == 0:
                        if table_used >= table_limit:
                            discarded |= BY_LIMIT
                            continue
                        table[slot] = key
                        table_used += 1
                    elif table[slot] != key:
                        table[slot] = key
                    elif table_layer[slot] == KEPT or table_layer[slot] == depth:
                        continue
                    if found == candidates.shape[0]:
                        discarded |= BY_LIMIT
                        continue
                    table_layer[slot] = depth
                    candidates[found, 0] = level
                    candidates[found, 1] = at
                    candidates[found, 2] = a | b << 4 | count << 8 | for_good
                    candidates[found, 3] = slot
                    found += 1
                    counts[level] += 1
                    below += 1
                    worst = max(worst, level)
                    if below >= width:
                        cut = min(cut, worst)
                        while below - counts[cut] >= width:
                            below -= counts[cut]
                            cut -= 1
    counters[NODES] += generated
    counters[TABLE_USED] = table_used
    counters[CANDIDATES] = found
    counters[DISCARDED] |= discarded
    return won


@kernel
def look_for_post(
    counters: Any, posts: Any, post_moves: Any, key: Any, entry: Int, made: Int
) -> None:
    """Note the win by way of a state from which one is known, if it is the shortest so far."""
    slot = find_slot(posts, key)
    if posts[slot] == key and made + post_moves[slot] < counters[WIN_MOVES]:
        counters[WIN_MOVES] = made + post_moves[slot]
        counters[WIN_NODE] = entry
        counters[WIN_MOVE] = ~slot


@kernel
def select(
    rows: Any,
    words: Any,
    nodes: Any,
    counters: Any,
    candidates: Any,
    table_layer: Any,
    counts: Any,
    history: Any,
    cards: Any,
    piles: Any,
    memory: Memory,
    tables: Any,
    columns: Int,
    relaxed: bool,
    prunes: bool,
    width: Int,
    stock: Any,
    stage: Int,
    table: Any,
    posts: Any,
    post_moves: Any,
) -> None:
    """Make the next layer of the ``width`` best candidates; ties keep their order."""
    last_stage = stage == stock.shape[0]
    found = counters[CANDIDATES]
    highest = 0
    lowest = VALUES
    for i in range(found):
        highest = max(highest, candidates[i, 0])
        lowest = min(lowest, candidates[i, 0])
    if lowest < counters[BEST]:
        counters[BEST] = lowest
        if last_stage:
            counters[IDLE] = 0
    cut = highest
    ties = found
    if found > width:
        counters[DISCARDED] |= BY_LIMIT
        cut = lowest
        below = 0
        while below + counts[cut] < width:
            below += counts[cut]
            cut += 1
        ties = width - below
    for level in range(lowest, highest + 1):
        counts[level] = 0
    first = width - counters[LAYER]
    to = first
    entry = counters[HISTORY]
    for i in range(found):
        level = candidates[i, 0]
        if level > cut or (level == cut and ties == 0):
            continue
        if level == cut:
            ties -= 1
        parent = candidates[i, 1]
        move = candidates[i, 2] & (FOR_GOOD - 1)
        source = move & 15
        target = (move >> 4) & 15
        apply_move(rows, words, parent, rows, words, to, source, target, move >> 8, tables, columns)
        table_layer[candidates[i, 3]] = KEPT
        if (
            prunes
            and last_stage
            and candidates[i, 2] >= FOR_GOOD
            and is_lost(rows, cards, to, piles, memory, counters, stock, stage, columns, relaxed)
        ):
            continue
        history[entry, 0] = nodes[parent, 0]
        history[entry, 1] = move
        nodes[to, 0] = entry
        nodes[to, 1] = nodes[parent, 1]
        made = nodes[parent, 1] + counters[DEPTH] + 1
        look_for_post(counters, posts, post_moves, table[candidates[i, 3]], entry, made)
        entry += 1
        to += 1
    counters[HISTORY] = entry
    counters[LAYER] = first
    counters[SIZE] = to - first
    counters[DEPTH] += 1


@kernel
def run_layers(
    ws: Workspace,
    stock: Any,
    stage: Int,
    tables: Any,
    columns: Int,
    relaxed: bool,
    every_empty: bool,
    prunes: bool,
    width: Int,
    pace: Int,
    max_depth: Int,
    patience: Int,
    max_nodes: Int,
) -> Int:
    """Advance a stage until it ends, is won, or ``max_nodes`` have been generated.

    ``prunes`` leaves out states whose stock is empty, or would be after the deal, that are lost.
    A stage ends early when ``patience`` layers brought no state worth dealing from, or, with the
    stock empty, no better state; in the latter case only if it could prove nothing any more.
    """
    counters = ws.counters
    last_stage = stage == stock.shape[0]
    while True:
        if counters[SIZE] == 0:
            return STAGE_OVER
        if counters[NODES] >= max_nodes:
            return MORE
        if counters[LEAST] + counters[DEPTH] + 1 >= counters[WIN_MOVES]:
            counters[DISCARDED] |= BY_LIMIT
            return STAGE_OVER
        if (
            counters[DEPTH] >= max_depth
            or (counters[IDLE] > patience and (not last_stage or counters[DISCARDED] & BY_LIMIT))
            or counters[HISTORY] + 2 * width > ws.history.shape[0]  # a layer, and the deals
        ):
            counters[DISCARDED] |= BY_LIMIT
            return STAGE_OVER
        if last_stage or counters[POOL] > 0:
            counters[IDLE] += 1
        won = expand(
            ws.rows,
            ws.words,
            ws.nodes,
            counters,
            ws.candidates,
            ws.table,
            ws.table_layer,
            ws.counts,
            ws.pool,
            ws.pool_words,
            ws.pool_counts,
            ws.scan,
            ws.keys,
            ws.cards,
            ws.piles,
            ws.memory,
            stock,
            stage,
            tables,
            columns,
            relaxed,
            every_empty,
            prunes,
            width,
            pace,
        )
        if won and not counters[GO_ON]:
            return WON
        select(
            ws.rows,
            ws.words,
            ws.nodes,
            counters,
            ws.candidates,
            ws.table_layer,
            ws.counts,
            ws.history,
            ws.cards,
            ws.piles,
            ws.memory,
            tables,
            columns,
            relaxed,
            prunes,
            width,
            stock,
            stage,
            ws.table,
            ws.posts,
            ws.post_moves,
        )


@kernel
def mark_kept(
    ws: Workspace, at: Int, tables: Any, columns: Int, relaxed: bool, placed: bool
) -> None:
    """Enter a state of the first layer of a stage among those seen."""
    key = scan_state(ws.rows, ws.words, at, ws.scan, ws.keys, tables, columns, relaxed, placed)
    slot = find_slot(ws.table, key)
    if ws.table[slot] == 0:
        ws.counters[TABLE_USED] += 1
    ws.table[slot] = key
    ws.table_layer[slot] = KEPT
    look_for_post(ws.counters, ws.posts, ws.post_moves, key, ws.nodes[at, 0], ws.nodes[at, 1])


@kernel
def next_stage(
    ws: Workspace, stock: Any, stage: Int, tables: Any, columns: Int, relaxed: bool, width: Int
) -> None:
    """Deal on the best of the pool of a stage: they are the first layer of the next.

    ``tables`` are those of the next stage.
    """
    keep_best_of_pool(ws.counters, ws.pool_counts, ws.pool, ws.pool_words, width)
    size = ws.counters[POOL]
    begin_stage(ws)
    placed = stage + 1 < stock.shape[0]
    ws.counters[LEAST] = NO_CUT
    for i in range(size):
        apply_deal(
            ws.pool_rows, ws.pool_words, i, ws.rows, ws.words, i, stock, stage, tables, columns
        )
        summarise(ws.rows, ws.words, i, tables, columns)
        entry = ws.counters[HISTORY]
        ws.history[entry, 0] = ws.pool[i, 1]
        ws.history[entry, 1] = DEAL
        ws.nodes[i, 0] = entry
        ws.nodes[i, 1] = ws.pool[i, 2] + 1
        ws.counters[LEAST] = min(ws.counters[LEAST], ws.pool[i, 2] + 1)
        ws.counters[HISTORY] = entry + 1
        mark_kept(ws, i, tables, columns, relaxed, placed)
    ws.counters[NODES] += size
    ws.counters[LAYER] = 0
    ws.counters[SIZE] = size


@kernel
def begin(ws: Workspace, row: Any, tables: Any, columns: Int, relaxed: bool, placed: bool) -> None:
    """Start a search from one state."""
    ws.counters[:] = 0
    ws.counters[WIN_MOVES] = NO_CUT
    forget_answers(ws.memory)
    ws.counts[:] = 0  # a search that ended in a win leaves its last layer counted
    begin_stage(ws)
    for i in range(STRIDE):
        ws.rows[0, i] = row[i]
    summarise(ws.rows, ws.words, 0, tables, columns)
    ws.nodes[0, 0] = 0
    ws.nodes[0, 1] = 0
    ws.history[0, 0] = -1
    ws.counters[HISTORY] = 1
    ws.counters[SIZE] = 1
    mark_kept(ws, 0, tables, columns, relaxed, placed)


@kernel
def path_to(history: Any, node: Int, path: Any) -> Int:
    """Write the packed moves that lead to a history entry, last first; return their number."""
    length = 0
    while history[node, 0] >= 0:
        path[length] = history[node, 1]
        length += 1
        node = np.int64(history[node, 0])
    return length
