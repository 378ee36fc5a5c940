"""What a position is worth to one who sees no hidden card: a score learnt from whole games.

A plan ends somewhere; the score says how good it is to be there. It is a sum of features, and its
weights come from a regression of won games on the ends of plans that led to them
(``benchmarks/learn_fair.py``), apart for each number of rows left and for positions that are
dealt from at once. A point of score is 1/1000 of a unit of log-odds; higher is better.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from solver.engine.jit import kernel
from solver.engine.layout import CARD_CODES, HIDDEN, LENGTHS, MAX_COLUMNS, RUNS, Ints
from solver.rules.cards import ACE, KING, RUN_LENGTH, rank_of, suit_of

# What a score is made of, by its place in a table.
JOINED: Final = 0
"""``JOINED + upper * CARD_CODES + lower`` is a card lying on another; an upper 0 is face down."""
FIRST: Final = CARD_CODES * CARD_CODES
"""``FIRST + card`` is a column's first card."""
END: Final = FIRST + CARD_CODES
"""``END + card`` is a column's last card."""
FACE_DOWN: Final = END + CARD_CODES
MAX_FACE_DOWN: Final = 16
"""``FACE_DOWN + n`` is a column with n face-down cards."""
TURNED: Final = FACE_DOWN + MAX_FACE_DOWN
"""``TURNED + n`` is a card just turned up and not yet known, with n face-down cards beneath."""
EMPTY: Final = TURNED + MAX_FACE_DOWN
"""``EMPTY + n`` is n empty columns."""
REACHED: Final = EMPTY + MAX_COLUMNS + 1
"""``REACHED + n`` is a run that has grown to n cards."""
RUN: Final = REACHED + RUN_LENGTH + 1
"""``RUN`` is a removed run."""
PLACE: Final = RUN + 1
"""``PLACE`` is a certain place for the next unknown card, ``PLACE + 1`` one in its suit."""
SCORE_SIZE: Final = PLACE + 2

MIDDLE_RANK: Final = 7


@dataclass(frozen=True, slots=True)
class ScoreWeights:
    """The weights of one stage, in 1/1000 of a unit of log-odds.

    Those in ``_rank`` count for each rank above seven, ``broken_fall`` and ``inverted_rise``
    for each rank between the two cards; ``run_3`` and so on for a run of at least so many cards.
    """

    suited: int = 0
    suited_rank: int = 0
    mixed: int = 0
    mixed_rank: int = 0
    broken: int = 0
    broken_fall: int = 0
    inverted: int = 0
    inverted_rise: int = 0
    king_covering: int = 0
    first_king: int = 0
    first: int = 0
    first_rank: int = 0
    on_hidden: int = 0
    on_hidden_rank: int = 0
    end_rank: int = 0
    end_king: int = 0
    end_ace: int = 0
    hidden: int = 0
    hidden_any: int = 0
    hidden_deep: int = 0
    turned: int = 0
    turned_hidden: int = 0
    empty: int = 0
    empty_more: int = 0
    run: int = 0
    run_3: int = 0
    run_5: int = 0
    run_7: int = 0
    run_9: int = 0
    run_11: int = 0
    place: int = 0
    suited_place: int = 0


def score_table(weights: ScoreWeights) -> Ints:
    """Return the weights spread out for the kernels, shape ``(SCORE_SIZE,)``."""
    w = weights
    cards = [suit << 4 | rank for suit in range(4) for rank in range(ACE, KING + 1)]
    table = np.zeros(SCORE_SIZE, np.int64)
    for upper in cards:
        height = rank_of(upper) - MIDDLE_RANK
        if rank_of(upper) == KING:
            table[FIRST + upper] = w.first_king
        else:
            table[FIRST + upper] = w.first + w.first_rank * height
        table[JOINED + upper] = w.on_hidden + w.on_hidden_rank * height
        table[END + upper] = w.end_rank * height
        table[END + upper] += w.end_king * (rank_of(upper) == KING)
        table[END + upper] += w.end_ace * (rank_of(upper) == ACE)
        for lower in cards:
            table[JOINED + upper * CARD_CODES + lower] = _joined(upper, lower, w)
    for n in range(1, MAX_FACE_DOWN):
        table[FACE_DOWN + n] = w.hidden * n + w.hidden_any + w.hidden_deep * max(0, n - 3)
    for n in range(MAX_FACE_DOWN):
        table[TURNED + n] = w.turned + w.turned_hidden * n
    for n in range(1, MAX_COLUMNS + 1):
        table[EMPTY + n] = w.empty * n + w.empty_more * (n - 1)
    for length in (3, 5, 7, 9, 11):
        table[REACHED + length] = getattr(w, f"run_{length}")
    table[RUN] = w.run
    table[PLACE : PLACE + 2] = w.place, w.suited_place
    return table


def _joined(upper: int, lower: int, w: ScoreWeights) -> int:
    fall = rank_of(upper) - rank_of(lower)
    height = rank_of(lower) - MIDDLE_RANK
    if fall == 1:
        if suit_of(upper) == suit_of(lower):
            return w.suited + w.suited_rank * height
        return w.mixed + w.mixed_rank * height
    if fall > 1:
        return w.broken + w.broken_fall * (fall - 1)
    cost = w.inverted - w.inverted_rise * fall
    return cost + w.king_covering if rank_of(lower) == KING else cost


@kernel
def count_ranks(unseen: Any, unseen_ranks: Any) -> None:
    """Count the unseen cards of each rank, and all of them under rank 0."""
    for rank in range(14):
        unseen_ranks[rank] = 0
    for card in range(CARD_CODES):
        unseen_ranks[0] += unseen[card]
        unseen_ranks[card & 15] += unseen[card]


@kernel
def score(
    rows: Any, at: int, unseen: Any, unseen_ranks: Any, tables: Any, base: int, columns: int
) -> Any:  # fmt: skip
    """Return the score of a state; ``base`` is where its table begins among ``tables``.

    ``unseen`` counts the cards not seen and ``unseen_ranks`` those of each rank, all of them
    under rank 0.
    """
    total = np.int64(rows[at, RUNS]) * tables[base + RUN]
    start = np.int64(0)
    empty = 0
    suited = np.int64(0)
    ends = np.int64(0)
    for c in range(columns):
        length = np.int64(rows[at, LENGTHS + c])
        if length == 0:
            empty += 1
            continue
        hidden = np.int64(rows[at, HIDDEN + c])
        total += tables[base + FACE_DOWN + hidden]
        run = 1
        upper = np.int64(0)
        for i in range(hidden, length):
            card = np.int64(rows[at, start + i])
            if card == 0:
                total += tables[base + TURNED + hidden]
            elif i == 0:
                total += tables[base + FIRST + card]
            else:
                total += tables[base + JOINED + upper * CARD_CODES + card]
                if upper == card + 1:
                    run += 1
                    total += tables[base + REACHED + run]
                else:
                    run = 1
            upper = card
        total += tables[base + END + upper]
        ends |= 1 << (upper & 15)
        if upper & 15 > 1:
            suited += unseen[upper - 1]
        start += length
    total += tables[base + EMPTY + empty]
    if unseen_ranks[0] > 0:
        fits = np.int64(0)
        for rank in range(2, 14):
            if ends >> rank & 1:
                fits += unseen_ranks[rank - 1]
        places = fits * tables[base + PLACE] + suited * tables[base + PLACE + 1]
        total += places // unseen_ranks[0]
    return total


def score_all(rows: Any, unseen: Ints, tables: Ints, columns: int, out: Ints) -> None:
    """Fill ``out`` with the score of each row by each of some tables, one after another.

    ``unseen`` has a row of counts for each of ``rows``; ``out`` has shape ``(rows, tables)``.
    """
    _score_all(
        rows, unseen, np.zeros(CARD_CODES, np.int64), np.zeros(16, np.int64), tables, columns, out
    )


@kernel
def _score_all(
    rows: Any, unseen: Any, counts: Any, ranks: Any, tables: Any, columns: int, out: Any
) -> None:
    for at in range(rows.shape[0]):
        for card in range(CARD_CODES):
            counts[card] = unseen[at, card]
        count_ranks(counts, ranks)
        for i in range(out.shape[1]):
            out[at, i] = score(rows, at, counts, ranks, tables, i * SCORE_SIZE, columns)
