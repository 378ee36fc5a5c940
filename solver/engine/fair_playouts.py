"""Plans that compete, and their playouts in imagined deals, in kernels.

An imagined deal shuffles the cards not seen over the places where they may lie. The same deals
serve all plans, so that what differs is the plans and not the luck. The fast player plays on
after the plan, with few positions a decision, up to the next deal of a row, or for a few
decisions once the stock is empty; what it has come to then is judged by the odds to win.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from solver.engine.fair_game import (
    DECISIONS,
    GAME_COUNTERS,
    NEVER,
    OPEN,
    STOPPED,
    WON,
    make_moves,
    play_on,
)
from solver.engine.fair_plans import Effort, Guide, best_plan, find_plans, look_by
from solver.engine.fair_search import write_path
from solver.engine.fair_value import CERTAIN, FEATURES, chance, log_odds
from solver.engine.fair_workspace import BEST_DEAL, LONGEST_PLAN, WIN, FairWorkspace
from solver.engine.hashing import Keys, mix
from solver.engine.jit import kernel
from solver.engine.layout import (
    CARD_CODES,
    DEAL,
    HIDDEN,
    LENGTHS,
    MAX_CARDS,
    STRIDE,
    Bytes,
    Ints,
)
from solver.engine.moves import summarise

MOST_EVENTS: Final = 6
"""Plans to turn up a card or to complete a run that are compared, at most."""
MOST_RIVALS: Final = MOST_EVENTS + 1
"""With a deal."""
MARGIN: Final = 600
"""How much worse than the best a plan may look, in 1/1000 of log-odds, and still be compared."""
LAST_DECISIONS: Final = 4
"""How many decisions a playout makes once the stock is empty."""

_NONE: Final = 1 << 60
_GOLDEN: Final = np.uint64(0x9E3779B97F4A7C15)


class Playouts(NamedTuple):
    """The memory of playouts.

    ``plans`` holds a plan of packed moves a row, ``lengths`` their numbers. ``unseen`` counts
    the cards not seen, by card. ``table`` holds an imagined deal as it is played.
    """

    plans: Ints
    lengths: Ints
    unseen: Ints
    table: Bytes
    words: Keys
    cards: Ints
    features: Ints
    counts: Ints
    random: Keys


def new_playouts() -> Playouts:
    """Return the memory for playouts."""
    table = np.zeros((2, STRIDE), np.uint8)
    return Playouts(
        np.zeros((MOST_RIVALS, LONGEST_PLAN + 1), np.int64),
        np.zeros(MOST_RIVALS, np.int64),
        np.zeros(CARD_CODES, np.int64),
        table,
        table.view(np.uint64),
        np.zeros(MAX_CARDS, np.int64),
        np.zeros(FEATURES, np.int64),
        np.zeros(GAME_COUNTERS, np.int64),
        np.zeros(1, np.uint64),
    )


@kernel
def find_rivals(
    ws: FairWorkspace,
    po: Playouts,
    guide: Guide,
    rows_left: int,
    effort: Effort,
) -> int:
    """Write the plans to compare, the fast player's own first; return their number.

    There is but one where the state of row 0 is as good as won.
    """
    plans = ws.plans
    best = find_plans(ws, guide, rows_left, effort)
    if best < 0:
        return 0
    wins = ws.counters[WIN] != 0
    worst = plans.worths[best] + MARGIN
    found = 0
    deals = False
    while best >= 0 and found < MOST_EVENTS and plans.worths[best] <= worst:
        length = plans.lengths[best]
        for i in range(length):
            po.plans[found, i] = plans.moves[best, i]
        po.lengths[found] = length
        deals = deals or plans.moves[best, length - 1] == DEAL
        found += 1
        plans.worths[best] = _NONE
        best = best_plan(plans)
    if rows_left > 0 and not deals and not wins:
        look_by(ws, guide.filling, guide, rows_left, effort.states)
        at = ws.counters[BEST_DEAL]
        if at >= 0:
            length = write_path(ws.states, at, po.plans[found])
            po.plans[found, length] = DEAL
            po.lengths[found] = length + 1
            found += 1
    return found


@kernel
def next_random(state: Any) -> Any:
    """Return 64 random bits of a generator (SplitMix64) whose state is an array of one."""
    state[0] += _GOLDEN
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@kernel
def imagine(po: Playouts, blank: Any, stock: Any, stock_cards: int, columns: int) -> None:
    """Put the unseen cards, shuffled, under what row 0 of ``blank`` shows and into ``stock``."""
    cards = po.cards
    n = np.int64(0)
    for card in range(CARD_CODES):
        for _ in range(po.unseen[card]):
            cards[n] = card
            n += 1
    for i in range(n - 1, 0, -1):
        j = np.int64(next_random(po.random) % np.uint64(i + 1))
        cards[i], cards[j] = cards[j], cards[i]
    table = po.table
    for i in range(STRIDE):
        table[0, i] = blank[0, i]
    used = 0
    start = np.int64(0)
    for c in range(columns):
        for i in range(start, start + np.int64(table[0, HIDDEN + c])):
            table[0, i] = cards[used]
            used += 1
        start += np.int64(table[0, LENGTHS + c])
    stock_end = used + stock_cards
    for row in range(stock.shape[0]):
        for c in range(columns):
            stock[row, c] = 0
            if used < stock_end:
                stock[row, c] = cards[used]
                used += 1


@kernel
def play_out_plan(
    ws: FairWorkspace,
    po: Playouts,
    plan: int,
    blank: Any,
    stock: Any,
    stock_cards: int,
    seed: Any,
    first: int,
    last: int,
    guide: Guide,
    values: Any,
    effort: Effort,
    worths: Any,
) -> None:
    """Play a plan out in the imagined deals from ``first`` to before ``last``.

    What it comes to in each is written to row ``plan`` of ``worths``, in 1/CERTAIN. Where the
    playout finds nothing to do, a player that looks further may: that is worth half the odds.
    """
    rows_left, tables, columns = stock.shape[0], guide.orders[0], guide.columns
    for number in range(first, last):
        po.random[0] = mix(seed + np.uint64(number) * _GOLDEN)
        imagine(po, blank, stock, stock_cards, columns)
        summarise(po.table, po.words, 0, tables, columns)
        stage = make_moves(
            po.table, po.words, po.plans[plan], po.lengths[plan], stock, 0, tables, columns
        )
        po.counts[DECISIONS] = 0
        end = play_on(
            ws, po.table, po.words, stock, stage, guide, effort,
            1, NEVER if rows_left > 0 else LAST_DECISIONS, po.counts,
        )  # fmt: skip
        if end in (WON, OPEN):
            worths[plan, number] = CERTAIN
            continue
        dealt = 1 if end == STOPPED and rows_left > 0 else stage
        odds = log_odds(po.table, 0, columns, rows_left - dealt, values, po.features)
        worths[plan, number] = chance(odds) if end == STOPPED else chance(odds) // 2
