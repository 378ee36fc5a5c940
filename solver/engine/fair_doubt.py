"""Decisions in doubt: more plans than usual, compared by playouts that the networks judge.

The networks are wrong about some plans, most of all about ends that score badly and are seldom
taken. Where a game is neither won nor lost it pays to find out, by imagined deals that are the
same for all plans: first briefly for all of them, then thoroughly for those that promise more
than the player's own. It has been shown to pay with one suit alone: see ``benchmarks/README.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from solver.engine.fair_ahead import chance_to_win
from solver.engine.fair_game import DEALS, NEVER, OPEN, WON, play_on, show
from solver.engine.fair_plans import Effort, Guide, effort_of
from solver.engine.fair_playouts import Playouts, begin_playout, is_ahead, new_playouts
from solver.engine.fair_value import CERTAIN
from solver.engine.fair_workspace import MOST_PLANS, FairWorkspace, new_fair_workspace
from solver.engine.families import layout_name
from solver.engine.jit import kernel
from solver.engine.layout import MAX_COLUMNS, Bytes, Ints
from solver.rules.variant import Variant

DOUBTED: Final = frozenset({"spider 1"})
"""The families of variants in which decisions are doubted."""
FEWEST: Final = CERTAIN // 20
"""The chance to win from which ..."""
MOST: Final = CERTAIN // 20 * 17
"""... and up to which a decision is in doubt, ..."""
MOST_ROWS: Final = 3
"""... with so many rows left, or fewer."""
MARGIN: Final = 4000
"""By how much an event may score worse than the best, and still be a plan that is compared."""


class Play(NamedTuple):
    """How playouts are played: states a look, decisions, and states of the look at their end."""

    states: int
    decisions: int
    states_at_end: int


BRIEF: Final = Play(100, 8, 300)
THOROUGH: Final = Play(300, 10, 500)
FIRST_DEALS: Final = 32
"""Brief playouts of each plan; then the best go on ..."""
BRIEF_DEALS: Final = 128
"""... to so many."""
BEST: Final = 5
"""Other plans that go on."""
THOROUGH_DEALS: Final = 512
RIVALS: Final = 3
"""Other plans that are played out thoroughly, at most: those that fared better until then."""
AHEAD: Final = 1
"""Standard errors, squared, by which another plan is to be ahead."""


def is_in_doubt(variant: Variant, rows_left: int, chance: int) -> bool:
    """Whether a decision is in doubt; the chance to win with the player's own plan tells."""
    doubted = layout_name(variant) in DOUBTED and rows_left <= MOST_ROWS
    return doubted and FEWEST <= chance <= MOST


@kernel
def play_out_by_nets(
    ws: FairWorkspace,
    po: Playouts,
    plan: Any,
    blank: Any,
    stock: Any,
    stock_cards: int,
    seed: Any,
    first: int,
    last: int,
    guide: Guide,
    effort: Effort,
    decisions: int,
    effort_at_end: Effort,
    worths: Any,
) -> None:
    """Play a plan of packed moves out in the imagined deals from ``first`` to before ``last``.

    The fast player goes on for a number of decisions. The chance to win then, by the networks
    after a look, is written to ``worths`` for each deal, in 1/CERTAIN.
    """
    rows_left = stock.shape[0]
    for number in range(first, last):
        stage = begin_playout(
            po, plan, plan.shape[0], blank, stock, stock_cards, seed, number, guide
        )
        end = play_on(
            ws, po.table, po.words, stock, stage, guide, effort, NEVER, decisions, po.counts
        )  # fmt: skip
        if end in (WON, OPEN):
            worths[number] = CERTAIN
            continue
        stage += po.counts[DEALS]
        show(po.table, 0, ws.rows, ws.unseen, stock, stage, guide.columns)
        worths[number] = chance_to_win(ws, guide, rows_left - stage, effort_at_end)


class Doubts:
    """Compares plans by playouts."""

    def __init__(self) -> None:
        most = max(max(play.states, play.states_at_end) for play in (BRIEF, THOROUGH))
        self._playing = new_fair_workspace(effort_of(most).deep_states)
        self._playouts = new_playouts()
        self._worths = np.zeros((MOST_PLANS + 1, BRIEF_DEALS + THOROUGH_DEALS), np.int64)

    def best_of(
        self,
        plans: Sequence[Ints],
        row: Bytes,
        unseen: Ints,
        rows_left: int,
        stock_cards: int,
        guide: Guide,
        seed: int,
    ) -> int:
        """Return which of some plans, packed moves, to take: the first unless another gains.

        ``row`` holds what is seen, shape ``(1, STRIDE)``; ``unseen`` counts the other cards.
        """
        if len(plans) < 2:
            return 0
        self._playouts.unseen[:] = unseen
        stock = np.zeros((rows_left, MAX_COLUMNS), np.uint8)

        def gains_of(those: Sequence[int], play: Play, first: int, deals: range) -> dict[int, Ints]:
            """Play on from deal ``first``; return what plans gain over the first in ``deals``."""
            for plan in (0, *those):
                play_out_by_nets(
                    self._playing, self._playouts, plans[plan], row, stock, stock_cards,
                    np.uint64(seed), first, deals.stop, guide, effort_of(play.states),
                    play.decisions, effort_of(play.states_at_end), self._worths[plan],
                )  # fmt: skip
            gains = self._worths - self._worths[0]
            return {plan: gains[plan, deals.start : deals.stop] for plan in those}

        gains = gains_of(range(1, len(plans)), BRIEF, 0, range(FIRST_DEALS))
        gains = gains_of(_most(gains, BEST), BRIEF, FIRST_DEALS, range(BRIEF_DEALS))
        rivals = [plan for plan in _most(gains, RIVALS) if gains[plan].sum() > 0]
        if not rivals:
            return 0
        # Other deals than those which made them rivals: these flatter them.
        deals = range(BRIEF_DEALS, BRIEF_DEALS + THOROUGH_DEALS)
        gains = gains_of(rivals, THOROUGH, deals.start, deals)
        best = _most(gains, 1)[0]
        return best if is_ahead(gains[best], AHEAD) else 0


def _most(gains: dict[int, Ints], count: int) -> list[int]:
    """Return the plans that gain most in all, the first of equals."""
    return sorted(gains, key=lambda plan: (-int(gains[plan].sum()), plan))[:count]
