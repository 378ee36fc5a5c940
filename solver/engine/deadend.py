"""Whether a state is lost whatever is done, in a kernel.

The game is relaxed until all that is left of a state is how far each column has been dug. The
end of a column that descends rank by rank, whatever its suits, is its *tail*; the tail's first
card is its *head*, and what lies beneath the head cannot move before the head has left. The
relaxed game lets the cards of all tails change places as they like, as long as each has one:

- a head that lies on something stays there until it leaves;
- any other card of a tail lies on a card of a tail one rank higher, each on one of its own, or is
  the first of a column that has nothing but its tail, or nothing at all: a *free* column.

Only four things happen in it for good: a head leaves what it lies on, a column so becomes free,
a complete run goes, and a row is dealt. Their consequences do not depend on where the other cards
are, so a state of the relaxed game is a number of heads that have left for each column, the
removed runs of each suit, and which of the cards dealt since have not left: some dozens of states
where the real game has millions.

A dealt card, a *rider*, is a head that lies on something, too: what has not left its column by
then stays there until the rider has. Which cards it buries is not known, so the relaxed game
lets the cards of tails change places as if no rider lay on them; a free column stays a place.

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
- A deal takes no card's place. A rider that falls onto a card one rank higher is part of a tail
  at once: that card was bare, so the rider may leave at once.

A state from which the relaxed game does not free all columns, with the stock dealt, is lost.

Answers are kept for the search: states that differ only in the order of cards in their tails
have the same relaxed game.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from solver.engine.hashing import BASE, CARD_SALT, PLACE_SALT, Keys, column_key, mix
from solver.engine.jit import kernel
from solver.engine.layout import CARD_CODES, MAX_COLUMNS, Ints

# Rows of `piles`, by column
START: Final = 0  # where its cards begin
LENGTH: Final = 1
HIDDEN: Final = 2

MOST_HEADS: Final = 32
"""Of a column with as many heads one on another nothing is said."""
MOST_STATES: Final = 1 << 12
"""States of the relaxed game after which nothing is said, unless the memory has more room."""
MOST_FOLLOWING: Final = 64
"""No relaxed state has more that follow it: a head a column, a deal, and six a suit for runs."""
_LEVEL_BITS: Final = 5
_REMOVED_SHIFT: Final = _LEVEL_BITS * MAX_COLUMNS
_REMOVED_BASE: Final = 9
"""A suit has at most eight runs."""
_MOST_ROWS: Final = 5
"""Of a state with more rows left nothing is said."""
_DEALT_SHIFT: Final = _MOST_ROWS * MAX_COLUMNS
_ANSWER_BITS: Final = 16
# The two numbers of a relaxed state
DUG: Final = 0  # the heads that have left, column by column, and the removed runs
RIDERS: Final = 1  # a bit for each rider that has not left, row by row, and the rows dealt
# Indexes of the counters
WAITING: Final = 0  # relaxed states on the list of those to follow
COUNTED: Final = 1  # the two numbers of the relaxed state whose cards are counted
FREE: Final = 3  # its free columns
SEARCH: Final = 4  # a number for each search: an answer serves only the search that found it
SPENT: Final = 5  # relaxed states met for states with rows left
COUNTERS: Final = 6

_SCATTER: Final = np.uint64(0x9E3779B97F4A7C15)
_ONE: Final = np.uint64(1)


class Memory(NamedTuple):
    """The memory of the test, for one search after another.

    ``heads`` holds the places of the heads of a column that one after another lie on something,
    and a last one with place 0; ``depths`` how many do; ``levels`` how many of them have left in
    the state looked at. ``tails`` counts the cards of the tails by rank, ``loose`` those among
    them that are no heads on something, by rank too, and ``cards`` these by card. ``reached``,
    ``spaces`` and ``movable`` are the same as ``levels``, the bare places for a rank, and
    ``cards``, if no head took a place from another.
    ``states`` holds the relaxed states met, ``waiting`` the places of those to follow, ``table``
    their places by their hash, and ``slots`` what is in use of it. ``answers`` holds keys of
    states, and in the lowest bit whether they are lost.
    """

    heads: Ints
    depths: Ints
    levels: Ints
    tails: Ints
    loose: Ints
    cards: Ints
    reached: Ints
    spaces: Ints
    movable: Ints
    states: Ints
    waiting: Ints
    slots: Ints
    table: Ints
    counters: Ints
    answers: Keys


def new_memory(most_states: int = MOST_STATES) -> Memory:
    """Return the memory for one search after another.

    After ``most_states`` states of the relaxed game nothing is said.
    """
    bits = (4 * (most_states + MOST_FOLLOWING) - 1).bit_length()
    return Memory(
        np.zeros((MAX_COLUMNS, MOST_HEADS), np.int64),
        np.zeros(MAX_COLUMNS, np.int64),
        np.zeros(MAX_COLUMNS, np.int64),
        np.zeros(16, np.int64),
        np.zeros(16, np.int64),
        np.zeros(CARD_CODES, np.int64),
        np.zeros(MAX_COLUMNS, np.int64),
        np.zeros(16, np.int64),
        np.zeros(CARD_CODES, np.int64),
        np.zeros((most_states + MOST_FOLLOWING, 2), np.int64),
        np.zeros(most_states + MOST_FOLLOWING, np.int64),
        np.zeros(most_states + MOST_FOLLOWING, np.int64),
        np.zeros(1 << bits, np.int64),
        np.zeros(COUNTERS, np.int64),
        np.zeros(1 << _ANSWER_BITS, np.uint64),
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
def _rider(riders: int, c: int) -> int:
    """Return the row, counted from the first one left, of the last rider on a column, or -1."""
    for row in range((riders >> _DEALT_SHIFT) - 1, -1, -1):
        if (riders >> (row * MAX_COLUMNS + c)) & 1:
            return row
    return -1


@kernel
def _count(
    cards: Any,
    piles: Any,
    memory: Memory,
    columns: int,
    stock: Any,
    stage: int,
    dug: int,
    riders: int,
) -> int:
    """Count the cards of a relaxed state; return the number of free columns."""
    memory.tails[:] = 0
    memory.loose[:] = 0
    memory.cards[:] = 0
    dealt = riders >> _DEALT_SHIFT
    free = 0
    for c in range(columns):
        base = piles[START, c]
        level = (dug >> (_LEVEL_BITS * c)) & (MOST_HEADS - 1)
        memory.levels[c] = level
        head = memory.heads[c, level]
        for i in range(head, piles[LENGTH, c]):
            card: Any = np.int64(cards[base + i])
            memory.tails[card & 15] += 1
            memory.loose[card & 15] += 1
            memory.cards[card] += 1
        if head > 0:
            card = np.int64(cards[base + head])
            memory.loose[card & 15] -= 1
            memory.cards[card] -= 1
        else:
            free += 1
        for row in range(dealt):
            card = np.int64(stock[stage + row, c])
            if card != 0:
                memory.tails[card & 15] += 1
                if not (riders >> (row * MAX_COLUMNS + c)) & 1:
                    memory.loose[card & 15] += 1
                    memory.cards[card] += 1
    removed = dug >> _REMOVED_SHIFT
    for suit in range(4):
        runs = removed % _REMOVED_BASE
        removed //= _REMOVED_BASE
        for rank in range(1, 14):
            memory.tails[rank] -= runs
            memory.loose[rank] -= runs
            memory.cards[suit << 4 | rank] -= runs
    return free


@kernel
def _count_head(cards: Any, piles: Any, memory: Memory, c: int) -> int:
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
def _count_next(
    cards: Any,
    piles: Any,
    memory: Memory,
    columns: int,
    stock: Any,
    stage: int,
    dug: int,
    riders: int,
) -> Any:
    """Count a state, which mostly follows the one counted last; return the free columns."""
    counters = memory.counters
    step = dug - counters[COUNTED + DUG]
    gone = counters[COUNTED + RIDERS] - riders
    counters[COUNTED + DUG] = dug
    counters[COUNTED + RIDERS] = riders
    for c in range(columns):
        if gone == 0 and step == 1 << (_LEVEL_BITS * c):
            counters[FREE] += _count_head(cards, piles, memory, c)
            return counters[FREE]
        row = _rider(riders + gone, c) if step == 0 and gone > 0 else -1
        if row >= 0 and gone == 1 << (row * MAX_COLUMNS + c):
            card: Any = np.int64(stock[stage + row, c])
            memory.loose[card & 15] += 1
            memory.cards[card] += 1
            return counters[FREE]
    counters[FREE] = _count(cards, piles, memory, columns, stock, stage, dug, riders)
    return counters[FREE]


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
def _enter(memory: Memory, dug: int, riders: int, found: int) -> int:
    """Put a state on the list if it is new; return the number of states met."""
    mask = memory.table.size - 1
    mixed = mix((np.uint64(dug) * _SCATTER) ^ np.uint64(riders))
    slot: Any = np.int64(mixed >> np.uint64(20)) & mask
    while memory.table[slot] != 0:
        at = memory.table[slot] - 1
        if memory.states[at, DUG] == dug and memory.states[at, RIDERS] == riders:
            return found
        slot = (slot + 1) & mask
    memory.table[slot] = found + 1
    memory.states[found, DUG] = dug
    memory.states[found, RIDERS] = riders
    memory.slots[found] = slot
    memory.waiting[memory.counters[WAITING]] = found
    memory.counters[WAITING] += 1
    return found + 1


@kernel
def _deal(stock: Any, stage: int, columns: int, riders: int) -> int:
    """Return the riders after the next row is dealt."""
    row = riders >> _DEALT_SHIFT
    for c in range(columns):
        if stock[stage + row, c] != 0:
            riders |= 1 << (row * MAX_COLUMNS + c)
    return riders + (1 << _DEALT_SHIFT)


@kernel
def _room_by_deals(memory: Memory, columns: int, stock: Any, stage: int, dealt: int) -> bool:
    """Count the places on the cards of the stock; return whether none would free a column."""
    for row in range(stage + dealt, stock.shape[0]):
        for c in range(columns):
            card: Any = np.int64(stock[row, c])
            if card != 0:
                rank = (card & 15) - 1
                if memory.spaces[rank] < 0:
                    return False
                memory.spaces[rank] += 1
                memory.movable[card] += 1
    return True


@kernel
def _held(memory: Memory, stock: Any, stage: int, riders: int, c: int) -> bool:
    """Whether a rider on a column finds no place."""
    for row in range(riders >> _DEALT_SHIFT):
        if (riders >> (row * MAX_COLUMNS + c)) & 1:
            rank = np.int64(stock[stage + row, c]) & 15
            if memory.spaces[rank] <= 0:
                return True
    return False


@kernel
def _dig(cards: Any, piles: Any, memory: Memory, c: int) -> int:
    """Let all heads of a column leave that find a place; return how many do, or -1.

    -1 stands for a column that becomes free, or a place that makes one free.
    """
    base = piles[START, c]
    level = memory.reached[c]
    place = memory.heads[c, level]
    left = 0
    while place > 0 and memory.spaces[np.int64(cards[base + place]) & 15] > 0:
        rank = (np.int64(cards[base + place - 1]) & 15) - 1
        following = memory.heads[c, level + 1]
        if memory.spaces[rank] < 0 or following == 0:
            return -1
        memory.spaces[rank] += 1
        for i in range(following, place + 1):
            memory.movable[cards[base + i]] += 1
        level += 1
        left += 1
        place = following
    memory.reached[c] = level
    return left


@kernel
def _is_hopeless(
    cards: Any, piles: Any, memory: Memory, columns: int, stock: Any, stage: int, riders: int
) -> bool:
    """Whether not all heads of a counted state leave even if none takes a place from another.

    Asked where no free column is to spare. Until one is, a head of rank k leaves only for a bare
    card of rank k + 1: those that there are, those of the stock, and those that heads uncover
    which can leave themselves, ``spaces`` in all. If, with every head gone that finds such a
    place, no column is free, no card has come to lie bare that one in a free column could have
    gone to, and the cards met make no complete run, then this is all that can ever leave.
    """
    for rank in range(1, 14):
        memory.spaces[rank] = memory.tails[rank + 1] - memory.loose[rank]
    for card in range(CARD_CODES):
        memory.movable[card] = memory.cards[card]
    if not _room_by_deals(memory, columns, stock, stage, riders >> _DEALT_SHIFT):
        return False
    for row in range(riders >> _DEALT_SHIFT):
        for c in range(columns):
            if (riders >> (row * MAX_COLUMNS + c)) & 1:
                memory.movable[stock[stage + row, c]] += 1
    for c in range(columns):
        memory.reached[c] = memory.levels[c]
    left = 1
    while left > 0:
        left = 0
        for c in range(columns):
            if not _held(memory, stock, stage, riders, c):
                dug = _dig(cards, piles, memory, c)
                if dug < 0:
                    return False
                left += dug
    for suit in range(4):
        complete = True
        for rank in range(1, 13):
            complete = complete and memory.movable[suit << 4 | rank] > 0
        if complete:
            return False
    for c in range(columns):
        if memory.heads[c, memory.reached[c]] > 0 or _held(memory, stock, stage, riders, c):
            return True
    return False


@kernel
def _follow(
    cards: Any,
    piles: Any,
    memory: Memory,
    columns: int,
    relaxed: bool,
    stock: Any,
    stage: int,
    dug: int,
    riders: int,
    found: int,
) -> int:
    """Put the relaxed states that follow one on the list; return the number met by then."""
    spare = _count_next(cards, piles, memory, columns, stock, stage, dug, riders)
    for rank in range(1, 14):
        spare -= max(0, memory.loose[rank] - memory.tails[rank + 1])
    if spare == 0 and _is_hopeless(cards, piles, memory, columns, stock, stage, riders):
        return found
    if (riders >> _DEALT_SHIFT) < stock.shape[0] - stage:
        found = _enter(memory, dug, _deal(stock, stage, columns, riders), found)
    for c in range(columns):
        place = memory.heads[c, memory.levels[c]]
        row = _rider(riders, c)
        if row < 0 and place == 0:
            continue
        if row >= 0:
            if _may_leave(memory, np.int64(stock[stage + row, c]), spare, relaxed):
                bit = 1 << (row * MAX_COLUMNS + c)
                found = _enter(memory, dug, riders - bit, found)
        elif _may_leave(memory, np.int64(cards[piles[START, c] + place]), spare, relaxed):
            found = _enter(memory, dug + (1 << (_LEVEL_BITS * c)), riders, found)
    removed = dug + (1 << _REMOVED_SHIFT)
    for suit in range(4):
        complete = True
        for rank in range(1, 13):
            complete = complete and memory.cards[suit << 4 | rank] > 0
        if complete:
            king = suit << 4 | 13
            if memory.cards[king] > 0:
                found = _enter(memory, removed, riders, found)
            for c in range(columns):
                place = memory.heads[c, memory.levels[c]]
                row = _rider(riders, c)
                if row >= 0:
                    if np.int64(stock[stage + row, c]) == king:
                        bit = 1 << (row * MAX_COLUMNS + c)
                        found = _enter(memory, removed, riders - bit, found)
                elif place > 0 and np.int64(cards[piles[START, c] + place]) == king:
                    found = _enter(memory, removed + (1 << (_LEVEL_BITS * c)), riders, found)
        removed += (_REMOVED_BASE**suit) * (_REMOVED_BASE - 1) << _REMOVED_SHIFT
    return found


@kernel
def _search(
    cards: Any, piles: Any, memory: Memory, columns: int, relaxed: bool, stock: Any, stage: int
) -> bool:
    """Whether the relaxed game, searched through, shows that a state is lost."""
    if stock.shape[0] - stage > _MOST_ROWS or not _find_heads(cards, piles, memory, columns):
        return False
    goal = 0
    for c in range(columns):
        goal |= memory.depths[c] << (_LEVEL_BITS * c)
    most = memory.waiting.size - MOST_FOLLOWING
    all_dealt = stock.shape[0] - stage << _DEALT_SHIFT
    memory.counters[WAITING] = 0
    memory.counters[COUNTED + DUG] = -(1 << _REMOVED_SHIFT)
    found = _enter(memory, 0, 0, 0)
    dead = True
    while dead and memory.counters[WAITING] > 0:
        memory.counters[WAITING] -= 1
        at = memory.waiting[memory.counters[WAITING]]
        dug = memory.states[at, DUG]
        riders = memory.states[at, RIDERS]
        dug_out = dug & ((1 << _REMOVED_SHIFT) - 1) == goal
        if (dug_out and riders == all_dealt) or found >= most:
            dead = False
        else:
            found = _follow(
                cards, piles, memory, columns, relaxed, stock, stage, dug, riders, found
            )
    for i in range(found):
        memory.table[memory.slots[i]] = 0
    if stage < stock.shape[0]:
        memory.counters[SPENT] += found
    return dead


@kernel
def _key(cards: Any, piles: Any, columns: int, stock: Any, stage: int) -> Any:
    """Return the key of all that the relaxed game of a state depends on, within one search.

    These are the heads with all that lies beneath them, where it matters by place, and the cards
    of the tails in whatever order.
    """
    rows = stock.shape[0] - stage
    loose = np.uint64(0)
    total = np.uint64(0)
    for c in range(columns):
        salt = PLACE_SALT[c] if rows > 0 and stock[stage, c] != 0 else np.uint64(0)
        base = piles[START, c]
        hidden = piles[HIDDEN, c]
        place = piles[LENGTH, c] - 1
        while (
            place > hidden
            and np.int64(cards[base + place - 1]) & 15 == (np.int64(cards[base + place]) & 15) + 1
        ):
            loose += CARD_SALT[cards[base + place]]
            place -= 1
        if place > 0:
            polynomial = np.uint64(0)
            for i in range(place + 1):
                polynomial = polynomial * BASE + CARD_SALT[cards[base + i]]
            total += column_key(polynomial, min(hidden, place - 1), salt)
        else:
            total += mix(salt)
            if place == 0:
                loose += CARD_SALT[cards[base]]
    return total + mix(loose + np.uint64(rows))


@kernel
def forget_answers(memory: Memory) -> None:
    """Begin another search: what its states depend on beside their cards may differ."""
    memory.counters[SEARCH] += 1


@kernel
def is_dead(
    cards: Any, piles: Any, memory: Memory, columns: int, relaxed: bool, stock: Any, stage: int
) -> bool:
    """Whether the relaxed game shows that a state is lost.

    ``piles`` says where in ``cards`` each column begins, its length and its number of face-down
    cards; ``stock`` has a row for each deal, of which ``stage`` have been made.
    """
    key = _key(cards, piles, columns, stock, stage)
    slot = np.int64(key >> np.uint64(64 - _ANSWER_BITS))
    tag = (key ^ mix(np.uint64(memory.counters[SEARCH]))) & ~_ONE
    if memory.answers[slot] & ~_ONE == tag:
        return bool(memory.answers[slot] & _ONE)
    dead = bool(_search(cards, piles, memory, columns, relaxed, stock, stage))
    memory.answers[slot] = tag | np.uint64(dead)
    return dead
