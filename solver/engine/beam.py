"""Beam search by stages: finds wins, and proves a loss where it had to discard nothing.

A stage is the play between two deals. Within a stage states advance move by move in layers;
each layer keeps the ``width`` best by the evaluation, chosen by counting, and a table of keys
drops what was kept before. Every state that may deal is a candidate for the next stage, valued
after its deal; the best ``width`` start it. With the stock empty the layers run to the win.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from solver.engine.evaluate import Tables
from solver.engine.hashing import BASE, PLACE_SALT, POWERS, Keys, column_key
from solver.engine.jit import kernel
from solver.engine.layout import (
    CARD_CODES,
    DEAL,
    HIDDEN,
    LENGTHS,
    MAX_COLUMNS,
    RUNS,
    STRIDE,
    WORDS,
    Bytes,
    Ints,
)
from solver.engine.moves import Scan, apply_deal, apply_move, count_cards, new_scan, scan_state

# Indexes of the counters that a search keeps between two slices.
LAYER: Final = 0  # which half of `rows` holds the layer to expand
SIZE: Final = 1  # states in that layer
DEPTH: Final = 2  # layers of this stage so far
NODES: Final = 3  # states generated
HISTORY: Final = 4  # entries of the history in use
POOL: Final = 5  # candidates for the next stage
POOL_CUT: Final = 6  # the value that a further candidate must beat
LOSSY: Final = 7  # whether anything was discarded
IDLE: Final = 8  # layers since a candidate entered the pool
TABLE_USED: Final = 9
WIN_NODE: Final = 10
WIN_MOVE: Final = 11
COUNTERS: Final = 12

# What a slice ended with.
MORE: Final = 0
STAGE_OVER: Final = 1
WON: Final = 2

KEPT: Final = -1
VALUES: Final = 1 << 14
VALUE_SHIFT: Final = 1 << 12
NO_CUT: Final = 1 << 40
BRANCHING: Final = 48

LOWEST_BIT: Final = np.array(
    [0] + [(mask & -mask).bit_length() - 1 for mask in range(1, 1 << MAX_COLUMNS)], np.int64
)


class Workspace(NamedTuple):
    """The memory of one search of one width; reused from deal to deal.

    ``rows`` has shape (2, width, STRIDE): the layer to expand and the next; ``words`` is the
    same memory as 64-bit words. ``nodes`` gives the history entry of each. Candidates for the
    next layer and the pool of candidates for the next stage are columns of equal length.
    """

    rows: Bytes
    words: Keys
    nodes: Ints
    candidate_value: Ints
    candidate_key: Keys
    candidate_parent: Ints
    candidate_move: Ints
    candidate_slot: Ints
    table_key: Keys
    table_layer: npt.NDArray[np.int32]
    counts: Ints
    pool_counts: Ints
    pool_rows: Bytes
    pool_words: Keys
    pool_value: Ints
    pool_node: Ints
    history_parent: npt.NDArray[np.int32]
    history_move: npt.NDArray[np.int32]
    counters: Ints
    scan: Scan


def new_workspace(width: int, history: int, table_bits: int) -> Workspace:
    """Return the memory for searches of one width."""
    candidates = max(width * BRANCHING, 1 << 10)
    pool = 4 * width
    rows = np.zeros((2, width, STRIDE), np.uint8)
    pool_rows = np.zeros((pool, STRIDE), np.uint8)
    return Workspace(
        rows,
        rows.view(np.uint64),
        np.zeros((2, width), np.int64),
        np.zeros(candidates, np.int64),
        np.zeros(candidates, np.uint64),
        np.zeros(candidates, np.int64),
        np.zeros(candidates, np.int64),
        np.zeros(candidates, np.int64),
        np.zeros(1 << table_bits, np.uint64),
        np.zeros(1 << table_bits, np.int32),
        np.zeros(VALUES, np.int64),
        np.zeros(VALUES, np.int64),
        pool_rows,
        pool_rows.view(np.uint64),
        np.zeros(pool, np.int64),
        np.zeros(pool, np.int64),
        np.zeros(history, np.int32),
        np.zeros(history, np.int32),
        np.zeros(COUNTERS, np.int64),
        new_scan(),
    )


@kernel
def find_slot(ws: Workspace, key: Any) -> int:
    """Return the slot of a key in the table of seen states, or of the gap where it belongs."""
    mask = np.int64(ws.table_key.size - 1)
    slot = np.int64(key >> np.uint64(20)) & mask
    while ws.table_key[slot] != 0 and ws.table_key[slot] != key:
        slot = (slot + 1) & mask
    return slot


@kernel
def begin_stage(ws: Workspace) -> None:
    """Forget the seen states and the pool."""
    ws.table_key[:] = np.uint64(0)
    ws.counters[TABLE_USED] = 0
    ws.counters[POOL] = 0
    ws.counters[POOL_CUT] = NO_CUT
    ws.counters[DEPTH] = 0
    ws.counters[IDLE] = 0


@kernel
def keep_best_of_pool(ws: Workspace, width: int) -> None:
    """Reduce the pool to its ``width`` best by counting values; ties keep their order."""
    size = ws.counters[POOL]
    if size <= width:
        return
    ws.counters[LOSSY] = 1
    counts = ws.pool_counts
    counts[:] = 0
    for i in range(size):
        counts[min(max(ws.pool_value[i] + VALUE_SHIFT, 0), VALUES - 1)] += 1
    cut = 0
    below = 0
    while below + counts[cut] < width:
        below += counts[cut]
        cut += 1
    ties = width - below
    kept = 0
    for i in range(size):
        value = min(max(ws.pool_value[i] + VALUE_SHIFT, 0), VALUES - 1)
        if value < cut or (value == cut and ties > 0):
            if value == cut:
                ties -= 1
            if kept != i:
                for w in range(WORDS):
                    ws.pool_words[kept, w] = ws.pool_words[i, w]
                ws.pool_value[kept] = ws.pool_value[i]
                ws.pool_node[kept] = ws.pool_node[i]
            kept += 1
    ws.counters[POOL] = kept
    ws.counters[POOL_CUT] = cut - VALUE_SHIFT


@kernel
def offer_to_pool(
    ws: Workspace, index: int, stock_row: Any, tables: Tables, columns: int, width: int
) -> None:
    """Put a state that may deal into the pool, if its value after the deal is good enough."""
    scan = ws.scan
    layer = ws.counters[LAYER]
    value = scan.total[0]
    for c in range(columns):
        card = np.int64(stock_row[c])
        if card == 0:
            continue
        value += tables.joint[scan.last[c] * CARD_CODES + card]
        if (card & 15) == 1 and scan.run[c] == 12 and scan.last[c] == card + 1:
            value += tables.run[0]
    if value >= ws.counters[POOL_CUT]:
        ws.counters[LOSSY] = 1
        return
    if ws.counters[POOL] == ws.pool_value.size:
        keep_best_of_pool(ws, width)
        if value >= ws.counters[POOL_CUT]:
            return
    ws.counters[IDLE] = 0
    entry = ws.counters[POOL]
    for w in range(WORDS):
        ws.pool_words[entry, w] = ws.words[layer, index, w]
    ws.pool_value[entry] = value
    ws.pool_node[entry] = ws.nodes[layer, index]
    ws.counters[POOL] = entry + 1


@kernel
def expand(
    ws: Workspace,
    stock: Any,
    stage: int,
    tables: Tables,
    columns: int,
    relaxed: bool,
    width: int,
) -> int:
    """Generate the children of a layer; return how many candidates there are, or -1 on a win."""
    layer = ws.counters[LAYER]
    placed = stage < stock.shape[0]
    scan = ws.scan
    depth = ws.counters[DEPTH]
    table_limit = ws.table_key.size // 2
    counts = ws.counts
    candidates = 0
    cut = VALUES - 1  # candidates above it are not among the `width` best any more
    below = 0  # candidates at or below the cut
    for index in range(ws.counters[SIZE]):
        row = ws.rows[layer, index]
        state_key = scan_state(row, scan, tables, columns, relaxed, placed)
        value = scan.total[0]
        empties = scan.total[1]
        if placed and empties == 0:
            offer_to_pool(ws, index, stock[stage], tables, columns, width)
        first_empty = scan.ends[0] & -scan.ends[0]
        if placed and empties > 0:
            ws.counters[LOSSY] = 1
        for a in range(columns):
            group = scan.group[a]
            if group == 0:
                continue
            length_a = scan.length[a]
            hidden_a = scan.hidden[a]
            end_a = scan.start[a] + a + length_a
            last_a = scan.last[a]
            salt_a = PLACE_SALT[a] if placed else np.uint64(0)
            for count in range(1, group + 1):
                rank = (last_a & 15) + count - 1
                targets = first_empty
                if count == length_a:
                    targets = 0
                if rank < 13:
                    targets |= scan.ends[rank + 1]
                if targets == 0:
                    continue
                left = length_a - count
                head = np.int64(row[scan.start[a] + left])
                hidden_left = hidden_a - 1 if left > 0 and hidden_a == left else hidden_a
                value_left = scan.sums[end_a - count] + tables.hidden[hidden_left]
                key_left = column_key(scan.polynomials[end_a - count], hidden_left, salt_a)
                group_sum = scan.sums[end_a] - scan.sums[end_a - count + 1]
                group_polynomial = (
                    scan.polynomials[end_a] - scan.polynomials[end_a - count] * POWERS[count]
                )
                without_value = value - scan.value[a] + value_left
                without_key = state_key - scan.key[a] + key_left
                empties_left = empties + 1 if left == 0 else empties
                while targets:
                    b = LOWEST_BIT[targets]
                    targets &= targets - 1
                    ws.counters[NODES] += 1
                    length_b = scan.length[b]
                    hidden_b = scan.hidden[b]
                    end_b = scan.start[b] + b + length_b
                    salt_b = PLACE_SALT[b] if placed else np.uint64(0)
                    empties_after = empties_left
                    if (
                        (last_a & 15) == 1
                        and count + scan.run[b] == 13
                        and scan.last[b] == head + 1
                        and count <= scan.run[a]
                    ):
                        rest = length_b - scan.run[b]
                        if rest > 0 and hidden_b == rest:
                            hidden_b -= 1
                        if rest == 0:
                            empties_after += 1
                        if rest == 0 and empties_after == columns and not placed:
                            ws.counters[WIN_NODE] = ws.nodes[layer, index]
                            ws.counters[WIN_MOVE] = a | b << 4 | count << 8
                            return -1
                        value_b = (
                            scan.sums[end_b - scan.run[b]]
                            + tables.hidden[hidden_b]
                            + tables.run[0]
                        )
                        key_b = column_key(scan.polynomials[end_b - scan.run[b]], hidden_b, salt_b)
                    else:
                        if length_b == 0:
                            empties_after -= 1
                            joint = tables.base[head]
                        else:
                            joint = tables.joint[scan.last[b] * CARD_CODES + head]
                        value_b = scan.value[b] + joint + group_sum
                        key_b = column_key(
                            scan.polynomials[end_b] * POWERS[count] + group_polynomial,
                            hidden_b,
                            salt_b,
                        )
                    child = (
                        without_value
                        - scan.value[b]
                        + value_b
                        - tables.empty[empties]
                        + tables.empty[empties_after]
                    )
                    level = min(max(child + VALUE_SHIFT, 0), VALUES - 1)
                    if level > cut:
                        ws.counters[LOSSY] = 1
                        continue
                    key = without_key - scan.key[b] + key_b
                    slot = find_slot(ws, key)
                    if ws.table_key[slot] == 0:
                        if ws.counters[TABLE_USED] >= table_limit:
                            ws.counters[LOSSY] = 1
                            continue
                        ws.table_key[slot] = key
                        ws.counters[TABLE_USED] += 1
                    elif ws.table_layer[slot] == KEPT or ws.table_layer[slot] == depth:
                        continue
                    if candidates == ws.candidate_value.size:
                        ws.counters[LOSSY] = 1
                        continue
                    ws.table_layer[slot] = depth
                    ws.candidate_value[candidates] = level
                    ws.candidate_key[candidates] = key
                    ws.candidate_parent[candidates] = index
                    ws.candidate_move[candidates] = a | b << 4 | count << 8
                    ws.candidate_slot[candidates] = slot
                    candidates += 1
                    counts[level] += 1
                    below += 1
                    while below - counts[cut] >= width:
                        below -= counts[cut]
                        cut -= 1
    return candidates


@kernel
def select(ws: Workspace, candidates: int, columns: int, width: int) -> None:
    """Make the next layer of the ``width`` best candidates; ties keep their order."""
    counts = ws.counts
    highest = 0
    lowest = VALUES
    for i in range(candidates):
        highest = max(highest, ws.candidate_value[i])
        lowest = min(lowest, ws.candidate_value[i])
    cut = highest
    ties = candidates
    if candidates > width:
        ws.counters[LOSSY] = 1
        cut = lowest
        below = 0
        while below + counts[cut] < width:
            below += counts[cut]
            cut += 1
        ties = width - below
    for level in range(lowest, highest + 1):
        counts[level] = 0
    layer = ws.counters[LAYER]
    size = 0
    for i in range(candidates):
        level = ws.candidate_value[i]
        if level > cut:
            continue
        if level == cut:
            if ties == 0:
                continue
            ties -= 1
        parent = ws.candidate_parent[i]
        move = ws.candidate_move[i]
        apply_move(
            ws.rows[layer, parent],
            ws.rows[1 - layer, size],
            move & 15,
            (move >> 4) & 15,
            move >> 8,
            columns,
        )
        ws.table_layer[ws.candidate_slot[i]] = KEPT
        entry = ws.counters[HISTORY]
        ws.history_parent[entry] = ws.nodes[layer, parent]
        ws.history_move[entry] = move
        ws.nodes[1 - layer, size] = entry
        ws.counters[HISTORY] = entry + 1
        size += 1
    ws.counters[LAYER] = 1 - layer
    ws.counters[SIZE] = size
    ws.counters[DEPTH] += 1


@kernel
def run_layers(
    ws: Workspace,
    stock: Any,
    stage: int,
    tables: Tables,
    columns: int,
    relaxed: bool,
    width: int,
    max_depth: int,
    patience: int,
    max_nodes: int,
) -> int:
    """Advance a stage until it ends, is won, or ``max_nodes`` have been generated."""
    while True:
        if ws.counters[SIZE] == 0:
            return STAGE_OVER
        if ws.counters[NODES] >= max_nodes:
            return MORE
        if ws.counters[DEPTH] >= max_depth or ws.counters[IDLE] > patience:
            ws.counters[LOSSY] = 1
            return STAGE_OVER
        if ws.counters[HISTORY] + width > ws.history_move.size:
            ws.counters[LOSSY] = 1
            return STAGE_OVER
        if ws.counters[POOL] > 0:
            ws.counters[IDLE] += 1
        candidates = expand(ws, stock, stage, tables, columns, relaxed, width)
        if candidates < 0:
            return WON
        select(ws, candidates, columns, width)


@kernel
def next_stage(
    ws: Workspace, stock_row: Any, tables: Tables, columns: int, relaxed: bool, width: int, placed: bool
) -> None:
    """Deal on the best of the pool: they are the first layer of the next stage."""
    keep_best_of_pool(ws, width)
    size = ws.counters[POOL]
    begin_stage(ws)
    for i in range(size):
        apply_deal(ws.pool_rows[i], ws.rows[0, i], stock_row, columns)
        entry = ws.counters[HISTORY]
        ws.history_parent[entry] = ws.pool_node[i]
        ws.history_move[entry] = DEAL
        ws.nodes[0, i] = entry
        ws.counters[HISTORY] = entry + 1
        key = scan_state(ws.rows[0, i], ws.scan, tables, columns, relaxed, placed)
        slot = find_slot(ws, key)
        ws.table_key[slot] = key
        ws.table_layer[slot] = KEPT
    ws.counters[NODES] += size
    ws.counters[LAYER] = 0
    ws.counters[SIZE] = size


@kernel
def begin(ws: Workspace, row: Any, tables: Tables, columns: int, relaxed: bool, placed: bool) -> None:
    """Start a search from one state."""
    ws.counters[:] = 0
    begin_stage(ws)
    for i in range(STRIDE):
        ws.rows[0, 0, i] = row[i]
    ws.nodes[0, 0] = 0
    ws.history_parent[0] = -1
    ws.history_move[0] = -1
    ws.counters[HISTORY] = 1
    ws.counters[SIZE] = 1
    key = scan_state(ws.rows[0, 0], ws.scan, tables, columns, relaxed, placed)
    slot = find_slot(ws, key)
    ws.table_key[slot] = key
    ws.table_layer[slot] = KEPT


@kernel
def path_to(ws: Workspace, node: int, path: Any) -> int:
    """Write the packed moves that lead to a history entry, last first; return their number."""
    length = 0
    while ws.history_parent[node] >= 0:
        path[length] = ws.history_move[node]
        length += 1
        node = np.int64(ws.history_parent[node])
    return length
