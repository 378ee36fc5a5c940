"""Whether a state with the stock empty is lost whatever is done, in a kernel.

The game is relaxed until all that is left of a state is how far each column has been dug. The
end of a column that descends rank by rank, whatever its suits, is its *tail*; the tail's first
card is its *head*, and what lies beneath the head cannot move before the head has left. The
relaxed game lets the cards of all tails change places as they like, as long as each has one:

- a head that lies on something stays there until it leaves;
- any other card of a tail lies on a card of a tail one rank higher, each on one of its own, or is
  the first of a column that has nothing but its tail, or nothing at all: a *free* column.

Only three things happen in it for good: a head leaves what it lies on, a column so becomes free,
and a complete run goes. Their consequences do not depend on where the other cards are, so a
state of the relaxed game is a number of heads that have left for each column, and the removed
runs of each suit: some dozens of states where the real game has millions.

All that the real game can do the relaxed one can do too:

- A move that does not take a head off something leaves every head where it is, and the cards of
  the tails on places of their own.
- A move that does takes the head together with a run of one suit (any suits under the relaxed
  rule) that ends the column: the run's last card is bare, and the card or the column that the
  head goes to is bare too. So before the move all other cards of tails have places without
  these two. That is what :func:`_may_leave` asks, by counting: cards of one rank compete for
  the cards of the next alone, so the fewest that need free columns are, rank by rank, those that
  are more than the cards one rank higher. What then lies bare turns up, and it and the sequence
  that it ends become the column's tail.
- A run is complete at the end of a column whose head is its king. So all its cards are in tails,
  and none but the king is a head on something. If it is one, what lies beneath it becomes the
  column's tail.

A state from which the relaxed game frees no last column is lost.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from solver.engine.jit import kernel
from solver.engine.layout import CARD_CODES, MAX_COLUMNS, Ints

# Rows of `piles`, by column
START: Final = 0  # where its cards begin
LENGTH: Final = 1
HIDDEN: Final = 2

MOST_HEADS: Final = 32
"""Of a column with as many heads one on another nothing is said."""
MOST_STATES: Final = 1 << 10
"""States of the relaxed game after which nothing is said."""
_LEVEL_BITS: Final = 5
_TABLE_BITS: Final = 12
_REMOVED_SHIFT: Final = _LEVEL_BITS * MAX_COLUMNS
_REMOVED_BASE: Final = 9
"""A suit has at most eight runs."""
# Indexes of the counters
WAITING: Final = 0  # relaxed states on the list of those to follow
COUNTED: Final = 1  # the relaxed state whose cards are counted
FREE: Final = 2  # its free columns
COUNTERS: Final = 3

_SCATTER: Final = np.uint64(0x9E3779B97F4A7C15)


class Memory(NamedTuple):
    """The memory of the test, for one search.

    ``heads`` holds the places of the heads of a column that one after another lie on something,
    and a last one with place 0; ``depths`` how many do; ``levels`` how many of them have left in
    the state looked at. ``tails`` counts the cards of the tails by rank, ``loose`` those among
    them that are no heads on something, by rank too, and ``cards`` these by card.
    """

    heads: Ints
    depths: Ints
    levels: Ints
    tails: Ints
    loose: Ints
    cards: Ints
    waiting: Ints
    slots: Ints
    table: Ints
    counters: Ints


def new_memory() -> Memory:
    """Return the memory for one search."""
    return Memory(
        np.zeros((MAX_COLUMNS, MOST_HEADS), np.int64),
        np.zeros(MAX_COLUMNS, np.int64),
        np.zeros(MAX_COLUMNS, np.int64),
        np.zeros(16, np.int64),
        np.zeros(16, np.int64),
        np.zeros(CARD_CODES, np.int64),
        np.zeros(MOST_STATES + 64, np.int64),
        np.zeros(MOST_STATES + 64, np.int64),
        np.zeros(1 << _TABLE_BITS, np.int64),
        np.zeros(COUNTERS, np.int64),
    )


@kernel
def _find_heads(cards: Any, piles: Any, memory: Memory, columns: int) -> bool:
    """Find the heads that lie one on another; return whether there is room for all."""
    for c in range(columns):
        base = piles[START, c]
        length = piles[LENGTH, c]
        hidden = piles[HIDDEN, c]
        depth = 0
        place: Any = 0
        while length > 0:
            place = length - 1
            hidden = min(hidden, place)
            while (
                place > hidden
                and np.int64(cards[base + place - 1]) & 15
                == (np.int64(cards[base + place]) & 15) + 1
            ):
                place -= 1
            memory.heads[c, depth] = place
            length = place
            if place > 0:
                depth += 1
                if depth == MOST_HEADS:
                    return False
        if piles[LENGTH, c] == 0:
            memory.heads[c, 0] = 0
        memory.depths[c] = depth
    return True


@kernel
def _count(cards: Any, piles: Any, memory: Memory, columns: int, state: int) -> int:
    """Count the cards of the tails of a relaxed state; return the number of free columns."""
    memory.tails[:] = 0
    memory.loose[:] = 0
    memory.cards[:] = 0
    free = 0
    for c in range(columns):
        base = piles[START, c]
        level = (state >> (_LEVEL_BITS * c)) & (MOST_HEADS - 1)
        memory.levels[c] = level
        head = memory.heads[c, level]
        for i in range(head, piles[LENGTH, c]):
            card: Any = np.int64(cards[base + i])
            memory.tails[card & 15] += 1
            memory.loose[card & 15] += 1
            memory.cards[card] += 1
        if head == 0:
            free += 1
        else:
            card = np.int64(cards[base + head])
            memory.loose[card & 15] -= 1
            memory.cards[card] -= 1
    removed = state >> _REMOVED_SHIFT
    for suit in range(4):
        runs = removed % _REMOVED_BASE
        removed //= _REMOVED_BASE
        for rank in range(1, 14):
            memory.tails[rank] -= runs
            memory.loose[rank] -= runs
            memory.cards[suit << 4 | rank] -= runs
    return free


@kernel
def _count_one_more(cards: Any, piles: Any, memory: Memory, c: int) -> int:
    """Count on after one more head of a column has left; return the further free columns."""
    base = piles[START, c]
    level = memory.levels[c]
    left = memory.heads[c, level]
    head = memory.heads[c, level + 1]
    memory.levels[c] = level + 1
    card: Any = np.int64(cards[base + left])
    memory.loose[card & 15] += 1
    memory.cards[card] += 1
    for i in range(head, left):
        card = np.int64(cards[base + i])
        memory.tails[card & 15] += 1
        memory.loose[card & 15] += 1
        memory.cards[card] += 1
    if head == 0:
        return 1
    card = np.int64(cards[base + head])
    memory.loose[card & 15] -= 1
    memory.cards[card] -= 1
    return 0


@kernel
def _count_next(cards: Any, piles: Any, memory: Memory, columns: int, state: int) -> Any:
    """Count a state, which mostly follows the one counted last; return the free columns."""
    step = state - memory.counters[COUNTED]
    memory.counters[COUNTED] = state
    for c in range(columns):
        if step == 1 << (_LEVEL_BITS * c):
            memory.counters[FREE] += _count_one_more(cards, piles, memory, c)
            return memory.counters[FREE]
    memory.counters[FREE] = _count(cards, piles, memory, columns, state)
    return memory.counters[FREE]


@kernel
def _may_leave(memory: Memory, head: int, spare: int, relaxed: bool) -> bool:
    """Whether a head may leave what it lies on.

    ``spare`` counts the free columns that no card of a tail needs.
    """
    rank = head & 15
    if memory.loose[rank] >= memory.tails[rank + 1]:
        spare -= 1
    if spare != 0:
        return spare > 0
    while rank > 1:
        if memory.loose[rank - 1] < memory.tails[rank]:
            return True
        rank -= 1
        head -= 1
        if (memory.loose[rank] if relaxed else memory.cards[head]) == 0:
            return False
    return True


@kernel
def _enter(memory: Memory, state: int, found: int) -> int:
    """Put a state on the list if it is new; return the number of states on it."""
    slot: Any = np.int64((np.uint64(state) * _SCATTER) >> np.uint64(64 - _TABLE_BITS))
    while memory.table[slot] != 0:
        if memory.table[slot] == state + 1:
            return found
        slot = (slot + 1) & ((1 << _TABLE_BITS) - 1)
    memory.table[slot] = state + 1
    memory.waiting[memory.counters[WAITING]] = state
    memory.counters[WAITING] += 1
    memory.slots[found] = slot
    return found + 1


@kernel
def _follow(
    cards: Any, piles: Any, memory: Memory, columns: int, relaxed: bool, state: int, found: int
) -> int:
    """Put the relaxed states that follow one on the list; return the number met by then."""
    spare = _count_next(cards, piles, memory, columns, state)
    for rank in range(1, 14):
        spare -= max(0, memory.loose[rank] - memory.tails[rank + 1])
    for c in range(columns):
        place = memory.heads[c, memory.levels[c]]
        if place > 0:
            head: Any = np.int64(cards[piles[START, c] + place])
            if _may_leave(memory, head, spare, relaxed):
                found = _enter(memory, state + (1 << (_LEVEL_BITS * c)), found)
    removed = state + (1 << _REMOVED_SHIFT)
    for suit in range(4):
        complete = True
        for rank in range(1, 13):
            complete = complete and memory.cards[suit << 4 | rank] > 0
        if complete:
            king = suit << 4 | 13
            if memory.cards[king] > 0:
                found = _enter(memory, removed, found)
            for c in range(columns):
                place = memory.heads[c, memory.levels[c]]
                if place > 0 and np.int64(cards[piles[START, c] + place]) == king:
                    found = _enter(memory, removed + (1 << (_LEVEL_BITS * c)), found)
        removed += (_REMOVED_BASE**suit) * (_REMOVED_BASE - 1) << _REMOVED_SHIFT
    return found


@kernel
def is_dead(cards: Any, piles: Any, memory: Memory, columns: int, relaxed: bool) -> bool:
    """Whether the relaxed game shows that a state, its stock empty, is lost.

    ``piles`` says where in ``cards`` each column begins, its length and its number of face-down
    cards.
    """
    if not _find_heads(cards, piles, memory, columns):
        return False
    goal = 0
    for c in range(columns):
        goal |= memory.depths[c] << (_LEVEL_BITS * c)
    memory.counters[WAITING] = 0
    memory.counters[COUNTED] = -(1 << _REMOVED_SHIFT)
    found = _enter(memory, 0, 0)
    dead = True
    while dead and memory.counters[WAITING] > 0:
        memory.counters[WAITING] -= 1
        state = memory.waiting[memory.counters[WAITING]]
        if state & ((1 << _REMOVED_SHIFT) - 1) == goal or found >= MOST_STATES:
            dead = False
        else:
            found = _follow(cards, piles, memory, columns, relaxed, state, found)
    for i in range(found):
        memory.table[memory.slots[i]] = 0
    return dead
