"""What the fair player looks at before it decides: the positions it can reach without looking.

A state here has 0 for every card that is face down. A card turned up on the way stays 0: it
blocks its column, nothing is known of it. States are looked at in the order of their value and
depth, best first, or a layer of the best of each depth after the other; each one met is entered
in a table of keys, and only those looked at are made.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.engine.beam import LOWEST_BIT
from solver.engine.evaluate import (
    BASE_COST,
    BURDEN_SHIFT,
    COST_MASK,
    EMPTY_COST,
    HIDDEN_COST,
    JOINT,
    RUN_COST,
)
from solver.engine.fair_score import SCORE_SIZE, count_ranks, score
from solver.engine.fair_weights import (
    ALL_MOVES,
    DEAL_SCORES,
    DEPTH_COST,
    END_SCORES,
    LENGTH_COST,
    UNKNOWN_COST,
)
from solver.engine.fair_workspace import (
    BEST,
    BEST_DEAL,
    BY,
    DEPTH,
    EVENT,
    FROM,
    LEVELS,
    LONGEST_PLAN,
    MET,
    MOVE,
    NEWS,
    NEXT,
    NODES,
    PARENT,
    ROOT_LEVEL,
    STATE_FIELDS,
    STATES,
    WIN,
    WORTH,
    FairWorkspace,
    table_slots,
)
from solver.engine.hashing import CARD_SALT, INVERSE, PLACE_SALT, POWERS, column_key
from solver.engine.jit import kernel
from solver.engine.layout import (
    CARD_CODES,
    POLYNOMIALS,
    SUMS,
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
    apply_move,
    joint_of,
    scan_state,
    summarise,
    without_card,
)
from solver.rules.cards import RUN_LENGTH


@kernel
def slot_of(table: Any, slots: int, key: Any) -> Any:
    """Return the slot of a key among the first ``slots``, or of the gap where it belongs."""
    mask = slots - 1
    slot = np.int64(key >> np.uint64(20)) & mask
    while table[slot] != 0 and table[slot] != key:
        slot = (slot + 1) & mask
    return slot


@kernel
def scan_seen(
    rows: Any,
    words: Any,
    at: int,
    scan: Any,
    keys: Any,
    tables: Any,
    columns: int,
    relaxed: bool,
    placed: bool,
) -> Any:
    """Scan a state in which unknown cards may end columns; return its key."""
    key = scan_state(rows, words, at, scan, keys, tables, columns, relaxed, placed)
    for c in range(columns):
        if scan[LAST, c] == 0 and scan[LENGTH, c] > 0:
            scan[ENDS, 0] &= ~(1 << c)
            scan[GROUP, c] = 0
            scan[RUN, c] = 0
            scan[TOTALS, TOTAL_VALUE] += tables[UNKNOWN_COST]
    return key


@kernel
def note_worth(ws: FairWorkspace, at: int, tables: Any, columns: int, rows_left: int) -> None:
    """Value a scanned state, if a plan can end there, and remember the best.

    Plans end after an event, or before any with a deal.
    """
    states, counters = ws.states, ws.counters
    is_end = states[at, EVENT] != 0
    if not is_end and (rows_left == 0 or ws.scan[TOTALS, TOTAL_EMPTY] != 0):
        return
    base = (END_SCORES if is_end else DEAL_SCORES) + rows_left * SCORE_SIZE
    points = score(ws.rows, at, ws.unseen, ws.unseen_ranks, tables, base, columns)
    worth = tables[LENGTH_COST] * states[at, DEPTH] - points
    states[at, WORTH] = worth
    if is_end:
        if counters[BEST] == 0 or worth < states[counters[BEST], WORTH]:
            counters[BEST] = at
    elif counters[BEST_DEAL] < 0 or worth < states[counters[BEST_DEAL], WORTH]:
        counters[BEST_DEAL] = at


@kernel
def ends_of(card: int, scan: Any, columns: int) -> Any:
    """Return those of some columns, bits, that end with a card."""
    found = np.int64(0)
    while columns:
        c = LOWEST_BIT[columns]
        columns &= columns - 1
        if scan[LENGTH, c] > 0 and scan[LAST, c] == card:
            found |= 1 << c
    return found


@kernel
def meet_children(
    rows: Any,
    words: Any,
    at: int,
    states: Any,
    met: Any,
    heads: Any,
    table: Any,
    slots: int,
    counters: Any,
    scan: Any,
    keys: Any,
    state_key: Any,
    tables: Any,
    columns: int,
    placed: bool,
    ahead: int,
) -> Any:
    """Enter the children of a scanned state by priority; return the best priority among them.

    ``ahead`` is added to the value of a child. Unless all moves are asked for, a part of a run
    moves onto its own suit only, and what can go onto its own suit goes nowhere else: that loses
    little and leaves room for what matters. A run that leaves fewer cards than columns stays
    while there is stock: no row could be dealt ever after.
    """
    if states[at, DEPTH] == LONGEST_PLAN - 1:
        return LEVELS
    value = scan[TOTALS, TOTAL_VALUE]
    empties = scan[TOTALS, TOTAL_EMPTY]
    cards = np.int64(0)
    for c in range(columns):
        cards += scan[LENGTH, c]
    may_remove = not placed or cards - RUN_LENGTH >= columns
    found = counters[MET]
    most_met = slots // 4 * 3
    highest = LEVELS
    empty_targets = scan[ENDS, 0] & -scan[ENDS, 0]
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
            targets = empty_targets if left > 0 else 0
            if rank < 13:
                targets |= scan[ENDS, rank + 1]
            if tables[ALL_MOVES] == 0:
                onto_suit = ends_of(head + 1, scan, targets)
                splits = left > hidden_a and rows[at, start_a + left - 1] == head + 1
                if onto_suit != 0 or splits:
                    targets = onto_suit
            if targets == 0:
                continue
            turns = left > 0 and hidden_a == left
            hidden_left = hidden_a - 1 if turns else hidden_a
            group_polynomial = polynomial_a - polynomial_left * POWERS[count]
            group_cost = (
                (sum_a & COST_MASK)
                - (sum_head & COST_MASK)
                - (count - 1) * (sum_head >> BURDEN_SHIFT)
            )
            without_value = (
                value - scan[VALUE, a] + (sum_left & COST_MASK) + tables[HIDDEN_COST + hidden_left]
            )
            if turns:
                without_value += tables[UNKNOWN_COST]
            without_key = state_key - keys[a] + column_key(polynomial_left, hidden_left, salt_a)
            empties_left = empties + 1 if left == 0 else empties
            while targets:
                b = LOWEST_BIT[targets]
                targets &= targets - 1
                length_b = scan[LENGTH, b]
                hidden_b = scan[FACE_DOWN, b]
                run_b = scan[RUN, b]
                salt_b = PLACE_SALT[b] if placed else np.uint64(0)
                empties_after = empties_left
                news = turns
                if (
                    last_a & 15 == 1
                    and count + run_b == 13
                    and scan[LAST, b] == head + 1
                    and count <= scan[RUN, a]
                ):
                    if not may_remove:
                        continue
                    news = True
                    rest = length_b - run_b
                    value_b = tables[RUN_COST]
                    if rest > 0 and hidden_b == rest:
                        hidden_b -= 1
                        value_b += tables[UNKNOWN_COST]
                    if rest == 0:
                        empties_after += 1
                    polynomial_b = words[at, POLYNOMIALS + b]
                    sum_b = np.int64(words[at, SUMS + b])
                    for i in range(length_b - 1, rest - 1, -1):
                        card = np.int64(rows[at, scan[START, b] + i])
                        polynomial_b = (polynomial_b - CARD_SALT[card]) * INVERSE
                        sum_b = without_card(sum_b, joint_of(rows, at, scan[START, b], i, tables))
                    value_b += (sum_b & COST_MASK) + tables[HIDDEN_COST + hidden_b]
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
                    )
                    polynomial_b = words[at, POLYNOMIALS + b] * POWERS[count] + group_polynomial
                child = (
                    without_value
                    - scan[VALUE, b]
                    + value_b
                    - tables[EMPTY_COST + empties]
                    + tables[EMPTY_COST + empties_after]
                )
                key = without_key - keys[b] + column_key(polynomial_b, hidden_b, salt_b)
                slot = slot_of(table, slots, key)
                if table[slot] != 0 or found == most_met:
                    continue
                table[slot] = key
                level = min(max(child + ahead, 0), LEVELS - 1)
                highest = min(highest, level)
                met[found, FROM] = at
                met[found, BY] = a | b << 4 | count << 8
                met[found, NEXT] = heads[level]
                met[found, NEWS] = news
                heads[level] = found
                found += 1
    counters[NODES] += found - counters[MET]
    counters[MET] = found
    return highest


@kernel
def begin_look(ws: FairWorkspace, tables: Any, columns: int, slots: int) -> None:
    """Make the workspace ready for a look from the state in row 0."""
    counters = ws.counters
    count_ranks(ws.unseen, ws.unseen_ranks)
    for level in range(LEVELS):
        ws.heads[level] = -1
    for slot in range(slots):
        ws.table[slot] = 0
    summarise(ws.rows, ws.words, 0, tables, columns)
    counters[MET] = 0
    counters[BEST] = 0
    counters[BEST_DEAL] = -1
    counters[WIN] = 0
    for field in range(STATE_FIELDS):
        ws.states[0, field] = 0


@kernel
def value_of_root(
    ws: FairWorkspace, tables: Any, columns: int, relaxed: bool, placed: bool, slots: int
) -> Any:
    """Return the value of the state in row 0 and enter its key."""
    key = scan_seen(ws.rows, ws.words, 0, ws.scan, ws.keys, tables, columns, relaxed, placed)
    ws.table[slot_of(ws.table, slots, key)] = key
    return ws.scan[TOTALS, TOTAL_VALUE]


@kernel
def visit(
    ws: FairWorkspace,
    at: int,
    tables: Any,
    columns: int,
    relaxed: bool,
    rows_left: int,
    slots: int,
    ahead: int,
) -> Any:
    """Value a state and meet its children; return the best priority among them, -1 for a win."""
    placed = rows_left > 0
    key = scan_seen(ws.rows, ws.words, at, ws.scan, ws.keys, tables, columns, relaxed, placed)
    note_worth(ws, at, tables, columns, rows_left)
    if not placed and ws.scan[TOTALS, TOTAL_EMPTY] == columns:
        ws.counters[WIN] = at
        return -1
    return meet_children(
        ws.rows, ws.words, at, ws.states, ws.met, ws.heads, ws.table, slots, ws.counters,
        ws.scan, ws.keys, key, tables, columns, placed, ahead,
    )  # fmt: skip


@kernel
def make_state(ws: FairWorkspace, entry: int, at: int, tables: Any, columns: int) -> None:
    """Make the state that was met as ``entry`` in row ``at``."""
    states, met = ws.states, ws.met
    parent = np.int64(met[entry, FROM])
    move = np.int64(met[entry, BY])
    apply_move(
        ws.rows, ws.words, parent, ws.rows, ws.words, at, move & 15, (move >> 4) & 15, move >> 8,
        tables, columns,
    )  # fmt: skip
    states[at, PARENT] = parent
    states[at, MOVE] = move
    states[at, DEPTH] = states[parent, DEPTH] + 1
    event = states[parent, EVENT]
    states[at, EVENT] = at if event == 0 and met[entry, NEWS] != 0 else event


@kernel
def look_around(
    ws: FairWorkspace,
    tables: Any,
    columns: int,
    relaxed: bool,
    rows_left: int,
    max_states: int,
) -> None:
    """Look at up to ``max_states`` states from the one in row 0, best first."""
    heads, met = ws.heads, ws.met
    slots = table_slots(max_states)
    begin_look(ws, tables, columns, slots)
    root_level = ROOT_LEVEL - value_of_root(ws, tables, columns, relaxed, rows_left > 0, slots)
    at = 0
    level = LEVELS
    while True:
        ahead = root_level + tables[DEPTH_COST] * (ws.states[at, DEPTH] + 1)
        best = visit(ws, at, tables, columns, relaxed, rows_left, slots, ahead)
        if best < 0:
            break
        level = min(level, best)
        while level < LEVELS and heads[level] < 0:
            level += 1
        if level == LEVELS or at == max_states:
            break
        entry = heads[level]
        heads[level] = met[entry, NEXT]
        at += 1
        make_state(ws, entry, at, tables, columns)
    ws.counters[STATES] = at + 1


@kernel
def look_in_layers(
    ws: FairWorkspace,
    tables: Any,
    columns: int,
    relaxed: bool,
    rows_left: int,
    max_states: int,
    width: int,
) -> None:
    """Look at up to ``max_states`` states from the one in row 0: the best ``width`` of each depth.

    It gets deeper than a look that is best first, and finds other ends of plans.
    """
    heads, met = ws.heads, ws.met
    slots = table_slots(max_states)
    begin_look(ws, tables, columns, slots)
    ahead = ROOT_LEVEL - value_of_root(ws, tables, columns, relaxed, rows_left > 0, slots)
    first = 0
    end = 1
    while first < end:
        level = LEVELS
        for at in range(first, end):
            best = visit(ws, at, tables, columns, relaxed, rows_left, slots, ahead)
            if best < 0:
                ws.counters[STATES] = end
                return
            level = min(level, best)
        first = end
        last = min(first + width, max_states + 1)
        for here in range(level, LEVELS):
            entry = heads[here]
            heads[here] = -1
            while entry >= 0 and end < last:
                make_state(ws, entry, end, tables, columns)
                end += 1
                entry = met[entry, NEXT]
    ws.counters[STATES] = end


@kernel
def write_path(states: Any, at: int, plan: Any) -> Any:
    """Write the packed moves that lead to a state; return their number."""
    length = states[at, DEPTH]
    for i in range(length - 1, -1, -1):
        plan[i] = states[at, MOVE]
        at = states[at, PARENT]
    return length
