"""What the value network is told of a position: small integers that any reader could count.

A face-down card is 0 in the rows, and so is one just turned up and not yet known. Ranks are told
as heights above seven. What is told of columns and suits is the same for each of them, so that
neither the order of the columns nor the names of the suits make a difference.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from solver.engine.fair_score import MIDDLE_RANK, count_ranks
from solver.engine.jit import kernel
from solver.engine.layout import CARD_CODES, HIDDEN, LENGTHS, MAX_COLUMNS, RUNS

SUITS: Final = 4
MOST_ROWS: Final = 5
"""More rows left are told as so many."""
STAGES: Final = MOST_ROWS + 1

# Of a column with cards.
THERE: Final = 0  # always 1; an empty column has zeros alone
FACE_DOWN: Final = 1
SOME_FACE_DOWN: Final = 2
TURNED: Final = 3  # a card was just turned up and is not yet known
KNOWN: Final = 4  # face-up cards that are known
SUITED: Final = 5  # neighbours in order and of one suit
MIXED: Final = 6  # in order, of two suits
BROKEN: Final = 7  # the upper too high
INVERTED: Final = 8  # the upper not higher
FALLS: Final = 9  # ranks left out between broken neighbours, in all
RISES: Final = 10  # ranks by which inverted ones rise, in all
MIXED_HEIGHT: Final = 11  # heights of the lower of mixed neighbours, in all
SUITED_HEIGHT: Final = 12
KINGS_COVERING: Final = 13
FIRST_IS_KING: Final = 14  # the column's first card is a king, face up
FIRST_ON_FACE_DOWN: Final = 15  # height of the first known card, if it lies on face-down ones
FIRST: Final = 16  # the same, if it does not
END: Final = 16  # ``END + rank`` is 1 for the rank of the last card
END_RUN: Final = 30  # cards in the run at the end
END_SEQUENCE: Final = 31  # cards in order at the end, of whatever suit
CONTINUED_SUITED: Final = 32  # unseen cards that continue the last card in suit
CONTINUED: Final = 33
HOMES_SUITED: Final = 34  # unseen cards that the run at the end continues in suit
HOMES: Final = 35
ONTO_SUIT: Final = 36  # whether it can go onto its own suit now
ONTO_RANK: Final = 37
UNDER: Final = 38  # what is under that run: one of five
HEAD_HEIGHT: Final = 43  # height of its highest card
RUNS_UP: Final = 44  # runs that the face-up cards are made of
MANY_RUNS: Final = 45  # those beyond three
COLUMN_STAGE: Final = 46  # ``COLUMN_STAGE + n`` is 1 with n rows left
COLUMN_DEALT: Final = COLUMN_STAGE + STAGES  # 1 before a deal
COLUMN_INPUTS: Final = COLUMN_DEALT + 1

UNDER_MIXED: Final = UNDER
UNDER_BROKEN: Final = UNDER + 1
UNDER_INVERTED: Final = UNDER + 2
UNDER_FACE_DOWN: Final = UNDER + 3
UNDER_NOTHING: Final = UNDER + 4

# Of a suit with cards in the game.
SUIT_THERE: Final = 0
SUIT_UNSEEN: Final = 1
SUIT_KNOWN: Final = 2
SUIT_RUNS: Final = 3  # runs that its known cards are in
LONGEST: Final = 4
LONGEST_7: Final = 5
LONGEST_10: Final = 6
SECOND: Final = 7  # the second longest, about
SUIT_STAGE: Final = 8
NEXT_IS_HEAD: Final = 14  # the card that continues the longest heads a run at an end
LONGEST_TO_ACE: Final = 15
LONGEST_FROM_KING: Final = 16
LONGEST_AT_END: Final = 17
SUIT_INPUTS: Final = 18

# Of the table.
STAGE: Final = 0
DEALT: Final = 6
SOME_EMPTY: Final = 7  # whether one, two, three columns are empty
EMPTY: Final = 10
REMOVED: Final = 11
ALL_FACE_DOWN: Final = 12
COLUMNS_FACE_DOWN: Final = 13
ENDS: Final = 13  # ``ENDS + rank`` counts last cards of a rank
HEADS: Final = 26  # ``HEADS + rank`` counts the heads of runs at ends
UNSEEN: Final = 39  # ``UNSEEN + rank`` counts unseen cards
ALL_UNSEEN: Final = 53
ALL_TURNED: Final = 54
ALL_ONTO_RANK: Final = 55
ALL_ONTO_SUIT: Final = 56
MOST_FACE_DOWN: Final = 57
TABLE_INPUTS: Final = 58

FIRST_SUIT: Final = MAX_COLUMNS * COLUMN_INPUTS
FIRST_OF_TABLE: Final = FIRST_SUIT + SUITS * SUIT_INPUTS
INPUTS: Final = FIRST_OF_TABLE + TABLE_INPUTS
"""Columns one after another, then suits, then the table."""

# What is noted on the way: last cards and heads of last runs, by card, and of each suit:
_ENDS: Final = 0
_HEADS: Final = CARD_CODES
_SUIT: Final = 2 * CARD_CODES
_N_KNOWN: Final = 0
_N_RUNS: Final = 1
_LONGEST: Final = 2
_SECOND: Final = 3
_LOW: Final = 4  # the lowest card of the longest run
_AT_END: Final = 5
_WHERE: Final = 6
_SUIT_NOTES: Final = 7
NOTES: Final = _SUIT + SUITS * _SUIT_NOTES


@kernel
def _note_ends(rows: Any, at: int, columns: int, notes: Any) -> None:
    start = np.int64(0)
    for c in range(columns):
        start += np.int64(rows[at, LENGTHS + c])
        if np.int64(rows[at, LENGTHS + c]) > 0:
            notes[_ENDS + np.int64(rows[at, start - 1])] += 1


@kernel
def _note_run(suit: int, run: int, card: int, upper: int, where: int, is_end: bool, n: Any) -> None:
    """Note a run that has grown to ``run`` cards with ``card``, if it is long for its suit."""
    s = _SUIT + suit * _SUIT_NOTES
    if run > n[s + _LONGEST]:
        grown = run > 1 and n[s + _LOW] == upper and n[s + _WHERE] == where - 1
        if not grown:
            n[s + _SECOND] = n[s + _LONGEST]
        n[s + _LONGEST] = run
        n[s + _LOW] = card
        n[s + _AT_END] = is_end
        n[s + _WHERE] = where
    elif run > n[s + _SECOND]:
        n[s + _SECOND] = run


@kernel
def _write_column(
    rows: Any, at: int, start: int, length: int, hidden: int, x: Any, f: int, notes: Any
) -> Any:
    """Write what the known cards of a column show; return the head of the run at its end."""
    x[f + THERE] = 1
    x[f + FACE_DOWN] = hidden
    x[f + SOME_FACE_DOWN] = hidden > 0
    upper = np.int64(0)
    head = np.int64(0)
    under = UNDER_NOTHING
    run = 0
    sequence = 0
    for i in range(hidden, length):
        card = np.int64(rows[at, start + i])
        if card == 0:
            x[f + TURNED] = 1
            upper = card
            continue
        rank = card & 15
        height = rank - MIDDLE_RANK
        suit = card >> 4
        s = _SUIT + suit * _SUIT_NOTES
        x[f + KNOWN] += 1
        notes[s + _N_KNOWN] += 1
        if upper == card + 1:
            x[f + SUITED] += 1
            x[f + SUITED_HEIGHT] += height
            run += 1
            sequence += 1
        else:
            x[f + RUNS_UP] += 1
            notes[s + _N_RUNS] += 1
            head = card
            run = 1
            fall = (upper & 15) - rank
            if upper == 0:
                sequence = 1
                if i == 0:
                    under = UNDER_NOTHING
                    x[f + FIRST_IS_KING] = rank == 13
                else:
                    under = UNDER_FACE_DOWN
                x[f + (FIRST_ON_FACE_DOWN if hidden > 0 else FIRST)] = height
            elif fall == 1:
                x[f + MIXED] += 1
                x[f + MIXED_HEIGHT] += height
                sequence += 1
                under = UNDER_MIXED
            elif fall > 1:
                x[f + BROKEN] += 1
                x[f + FALLS] += fall - 1
                sequence = 1
                under = UNDER_BROKEN
            else:
                x[f + INVERTED] += 1
                x[f + RISES] -= fall
                x[f + KINGS_COVERING] += rank == 13
                sequence = 1
                under = UNDER_INVERTED
        _note_run(suit, run, card, upper, start + i, i == length - 1, notes)
        upper = card
    x[f + MANY_RUNS] = max(0, x[f + RUNS_UP] - 3)
    if upper == 0:
        return np.int64(0)
    x[f + END + (upper & 15)] = 1
    x[f + END_RUN] = run
    x[f + END_SEQUENCE] = sequence
    x[f + under] = 1
    x[f + HEAD_HEIGHT] = (head & 15) - MIDDLE_RANK
    return head


@kernel
def _write_fits(
    head: int, last: int, unseen: Any, unseen_ranks: Any, x: Any, f: int, notes: Any
) -> None:
    """Write what may go onto a column, and onto what the run at its end may go."""
    rank = last & 15
    if rank > 1:
        x[f + CONTINUED_SUITED] = unseen[last - 1]
        x[f + CONTINUED] = unseen_ranks[rank - 1]
    high = head & 15
    if high < 13:
        x[f + HOMES_SUITED] = unseen[head + 1]
        x[f + HOMES] = unseen_ranks[high + 1]
        x[f + ONTO_SUIT] = notes[_ENDS + head + 1] > 0
        for suit in range(SUITS):
            if notes[_ENDS + (suit << 4 | (high + 1))] > 0:
                x[f + ONTO_RANK] = 1


@kernel
def _write_suit(suit: int, unseen: Any, stage: int, x: Any, f: int, notes: Any) -> None:
    s = _SUIT + suit * _SUIT_NOTES
    hidden = np.int64(0)
    for rank in range(1, 14):
        hidden += unseen[suit << 4 | rank]
    if hidden == 0 and notes[s + _N_KNOWN] == 0:
        return
    longest = notes[s + _LONGEST]
    x[f + SUIT_THERE] = 1
    x[f + SUIT_UNSEEN] = hidden
    x[f + SUIT_KNOWN] = notes[s + _N_KNOWN]
    x[f + SUIT_RUNS] = notes[s + _N_RUNS]
    x[f + LONGEST] = longest
    x[f + LONGEST_7] = longest >= 7
    x[f + LONGEST_10] = longest >= 10
    x[f + SECOND] = notes[s + _SECOND]
    x[f + SUIT_STAGE + stage] = 1
    low = notes[s + _LOW]
    if low == 0:
        return
    if low & 15 == 1:
        x[f + LONGEST_TO_ACE] = 1
    else:
        x[f + NEXT_IS_HEAD] = notes[_HEADS + low - 1] > 0
    x[f + LONGEST_FROM_KING] = (low & 15) + longest - 1 == 13
    x[f + LONGEST_AT_END] = notes[s + _AT_END]


@kernel
def write_inputs(
    rows: Any,
    at: int,
    unseen: Any,
    unseen_ranks: Any,
    columns: int,
    rows_left: int,
    dealt: bool,
    x: Any,
    notes: Any,
) -> None:
    """Write what the network is told of a state to ``x``.

    ``dealt`` says that the next thing is a deal. ``unseen`` counts the cards not seen and
    ``unseen_ranks`` those of each rank, all of them under rank 0. ``notes`` is for own use.
    """
    for i in range(INPUTS):
        x[i] = 0
    for i in range(NOTES):
        notes[i] = 0
    stage = min(rows_left, MOST_ROWS)
    t = FIRST_OF_TABLE
    _note_ends(rows, at, columns, notes)
    start = np.int64(0)
    empties = 0
    for c in range(columns):
        length = np.int64(rows[at, LENGTHS + c])
        if length == 0:
            empties += 1
            continue
        hidden = np.int64(rows[at, HIDDEN + c])
        f = c * COLUMN_INPUTS
        head = _write_column(rows, at, start, length, hidden, x, f, notes)
        start += length
        x[f + COLUMN_STAGE + stage] = 1
        x[f + COLUMN_DEALT] = dealt
        x[t + ALL_FACE_DOWN] += hidden
        x[t + COLUMNS_FACE_DOWN] += hidden > 0
        x[t + MOST_FACE_DOWN] = max(x[t + MOST_FACE_DOWN], hidden)
        x[t + ALL_TURNED] += x[f + TURNED]
        if head != 0:
            last = np.int64(rows[at, start - 1])
            _write_fits(head, last, unseen, unseen_ranks, x, f, notes)
            notes[_HEADS + head] += 1
            x[t + ENDS + (last & 15)] += 1
            x[t + HEADS + (head & 15)] += 1
            x[t + ALL_ONTO_RANK] += x[f + ONTO_RANK]
            x[t + ALL_ONTO_SUIT] += x[f + ONTO_SUIT]
    for suit in range(SUITS):
        _write_suit(suit, unseen, stage, x, FIRST_SUIT + suit * SUIT_INPUTS, notes)
    x[t + STAGE + stage] = 1
    x[t + DEALT] = dealt
    for n in range(3):
        x[t + SOME_EMPTY + n] = empties > n
    x[t + EMPTY] = empties
    x[t + REMOVED] = np.int64(rows[at, RUNS])
    for rank in range(1, 14):
        x[t + UNSEEN + rank] = unseen_ranks[rank]
    x[t + ALL_UNSEEN] = unseen_ranks[0]


def inputs_of(
    rows: Any, unseen: Any, rows_left: Any, dealt: Any, columns: int
) -> np.ndarray[Any, np.dtype[np.int8]]:
    """Return what the network is told of some states, shape ``(states, INPUTS)``.

    ``unseen`` has a row of counts for each of ``rows``.
    """
    out = np.zeros((len(rows), INPUTS), np.int8)
    x = np.zeros(INPUTS, np.int64)
    counts, ranks = np.zeros(CARD_CODES, np.int64), np.zeros(16, np.int64)
    _all_inputs(
        rows, unseen, rows_left, dealt, columns, out, x, np.zeros(NOTES, np.int64), counts, ranks
    )
    return out


@kernel
def _all_inputs(
    rows: Any, unseen: Any, rows_left: Any, dealt: Any, columns: int, out: Any,
    x: Any, notes: Any, counts: Any, ranks: Any,
) -> None:  # fmt: skip
    for at in range(rows.shape[0]):
        for card in range(CARD_CODES):
            counts[card] = unseen[at, card]
        count_ranks(counts, ranks)
        left, deals = np.int64(rows_left[at]), dealt[at] != 0
        write_inputs(rows, at, counts, ranks, columns, left, deals, x, notes)
        for i in range(INPUTS):
            out[at, i] = x[i]
