"""A look ahead: what the plans that compete are worth once the card that each turns up is known.

Every card that may turn up is put in its place in turn, and what can be done then is looked at
briefly. What a plan is worth is what that comes to on average, and as much what its end is
worth by itself: each is wrong in ways of its own, and both together are wrong less often.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from solver.engine.fair_plans import CERTAIN_WIN, Effort, Guide, best_plan, find_plans, take_plan
from solver.engine.fair_value import CERTAIN, chance
from solver.engine.fair_workspace import FairWorkspace
from solver.engine.jit import kernel
from solver.engine.layout import CARD_CODES, DEAL, HIDDEN, LENGTHS, STRIDE

AHEAD_STATES: Final = 100
"""Positions looked at, as a rule, once a card is known."""
MOST_AHEAD: Final = 4
"""The most plans that are looked ahead from."""
AHEAD_MARGIN: Final = 300
"""By how much they may be worth less than the best by themselves, in 1/1024 of log-odds."""

_PASSED: Final = 1 << 50


@kernel
def unknown_place(row: Any, at: int, columns: int) -> Any:
    """Return where a card is face up and not known, or -1; of several the last."""
    place = np.int64(-1)
    start = np.int64(0)
    for c in range(columns):
        length = np.int64(row[at, LENGTHS + c])
        for i in range(np.int64(row[at, HIDDEN + c]), length):
            if row[at, start + i] == 0:
                place = start + i
        start += length
    return place


@kernel
def chance_to_win(ws: FairWorkspace, guide: Guide, rows_left: int, effort: Effort) -> Any:
    """Return the chance to win from the state in row 0, in 1/CERTAIN, after a brief look."""
    face_down = np.int64(0)
    for c in range(guide.columns):
        face_down += np.int64(ws.rows[0, HIDDEN + c])
    if face_down == 0 and rows_left == 0:
        return CERTAIN  # no card is hidden any more: such games count as won
    best = find_plans(ws, guide, rows_left, effort)
    if best < 0:
        return 0
    worth = ws.plans.worths[best]
    return CERTAIN if worth == CERTAIN_WIN else chance(-worth)


@kernel
def chance_ahead(
    ws: FairWorkspace,
    plan: int,
    inner: FairWorkspace,
    guide: Guide,
    rows_left: int,
    effort: Effort,
) -> Any:
    """Return the chance to win with a plan, in 1/CERTAIN, over the cards that it may turn up."""
    rows, unseen = ws.plans.rows, inner.unseen
    place = unknown_place(rows, plan, guide.columns)
    total = np.int64(0)
    cards = np.int64(0)
    for card in range(CARD_CODES):
        count = np.int64(ws.unseen[card])
        if place < 0:
            count = np.int64(card == 0)  # nothing turns up: one look
        if count == 0:
            continue
        for i in range(STRIDE):
            inner.rows[0, i] = rows[plan, i]
        for i in range(CARD_CODES):
            unseen[i] = ws.unseen[i]
        if place >= 0:
            inner.rows[0, place] = card
            unseen[card] -= 1
        total += count * chance_to_win(inner, guide, rows_left, effort)
        cards += count
    return total // cards


@kernel
def decide_ahead(
    ws: FairWorkspace,
    inner: FairWorkspace,
    guide: Guide,
    rows_left: int,
    effort: Effort,
    effort_ahead: Effort,
) -> Any:
    """Decide as :func:`solver.engine.fair_plans.decide` does, after a look ahead from the best.

    ``inner`` is the memory for the looks ahead. Without networks it does not look ahead: scores
    of different stages do not compare.
    """
    plans = ws.plans
    best = find_plans(ws, guide, rows_left, effort)
    if best < 0 or plans.worths[best] == CERTAIN_WIN or guide.nets.shape[0] == 0:
        return take_plan(ws, best)
    worst = plans.worths[best] + AHEAD_MARGIN
    chosen = best
    most = np.int64(-1)
    for turn in range(MOST_AHEAD):
        worth = plans.worths[best]
        if plans.moves[best, plans.lengths[best] - 1] == DEAL:
            break
        plans.worths[best] = _PASSED
        following = best_plan(plans)
        if turn == 0 and plans.worths[following] > worst:
            break  # it has no rival
        gain = chance(-worth) + chance_ahead(ws, best, inner, guide, rows_left, effort_ahead)
        if gain > most:
            most = gain
            chosen = best
        best = following
        if plans.worths[best] > worst:
            break
    return take_plan(ws, chosen)
