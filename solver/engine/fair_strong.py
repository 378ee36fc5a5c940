"""One decision of the strong fair player: it looks again and ahead, or plays imagined deals."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from solver.engine.fair import Search, is_cached, warm_up_fair
from solver.engine.fair_ahead import AHEAD_STATES, decide_ahead
from solver.engine.fair_families import guide_of
from solver.engine.fair_plans import Effort, effort_of
from solver.engine.fair_playouts import (
    MOST_RIVALS,
    find_rivals,
    new_playouts,
    play_out_plan,
)
from solver.engine.fair_value import CERTAIN, MAX_ROWS, values_of
from solver.engine.fair_workspace import NODES, new_fair_workspace
from solver.engine.jit import JIT_DISABLED
from solver.engine.layout import MAX_COLUMNS, Ints, pack
from solver.engine.search import unpack_move
from solver.rules.cards import Card
from solver.rules.move import Move
from solver.rules.position import Position
from solver.rules.variant import find_variant

PLAYOUT_STATES: Final = 60
"""Positions that a decision within a playout looks at."""
LAST_STATES: Final = 200
"""The same once the stock is empty."""
BATCH: Final = 16
"""Imagined deals between two looks at how the plans fare."""
MOST_DEALS: Final = 512
"""Imagined deals for a decision, at most."""
TOO_LITTLE: Final = CERTAIN // 256
"""A gain that is not worth further playouts."""
CLEARLY: Final = 4
"""Two standard errors, squared: what leaves a plan out, or the fast player's own for another."""


def warm_up_strong(
    notify: Callable[[str], None] | None = None, playouts: bool = False
) -> None:  # fmt: skip
    """Make the kernels of the strong player ready; tell ``notify`` if that means compiling."""
    warm_up_fair(notify)
    needed = "fair_playouts" if playouts else "fair_ahead"
    if not JIT_DISABLED and notify is not None and not is_cached(needed):
        notify("compiling the strong player, once")
    king, queen = 13, 12
    columns = [[0, king], [0, king], *([0, queen] for _ in range(5))]
    blank = Position.make(find_variant("spiderette", 1), columns, [1] * 7, [0] * 7)
    AheadDecider(4).decide(blank, {1: 14})
    if playouts:
        StrongDecider(4).decide(blank, {1: 14}, 1, 0)


class AheadDecider(Search):
    """Makes decisions that look again and ahead; ``states`` are those of each look for plans."""

    def __init__(self, states: int) -> None:
        super().__init__(states, looks_again=True)
        self._effort_ahead = effort_of(AHEAD_STATES)
        self._inner = new_fair_workspace(self._effort_ahead.deep_states)

    def decide(self, blank: Position, unseen: Mapping[Card, int]) -> tuple[Move, ...]:
        """Return the plan for a position: see :meth:`solver.engine.fair.Decider.decide`."""
        ws, guide = self._workspace, guide_of(blank.variant)
        self._show(blank, unseen)
        length = decide_ahead(
            ws, self._inner, guide, blank.rows_left, self._effort, self._effort_ahead
        )
        return tuple(unpack_move(packed) for packed in ws.plan[:length])


class StrongDecider(Search):
    """Makes the decisions of the strong player; ``states`` are those looked at for plans."""

    def __init__(self, states: int) -> None:
        super().__init__(states)
        self._playing = new_fair_workspace(LAST_STATES)
        self._playouts = new_playouts()
        self._stocks = [np.zeros((rows, MAX_COLUMNS), np.uint8) for rows in range(MAX_ROWS)]
        self._worths = np.zeros((MOST_RIVALS, MOST_DEALS), np.int64)

    @property
    def played(self) -> int:
        """The number of positions that the playouts of the last decision met."""
        return int(self._playing.counters[NODES])

    def decide(
        self, blank: Position, unseen: Mapping[Card, int], budget: int, seed: int
    ) -> tuple[Move, ...]:
        """Return the plan for a position in which 0 stands for every card that is not seen.

        Playouts go on until one plan is clearly the best or they have met ``budget`` positions.
        Without moves there is nothing left to do. ``unseen`` counts the cards not seen.
        """
        self._playing.counters[NODES] = 0
        plans = self.plans(blank, unseen)
        if len(plans) < 2 or budget == 0:
            return plans[0] if plans else ()
        return plans[self._best_of(len(plans), blank, budget, seed)]

    def plans(self, blank: Position, unseen: Mapping[Card, int]) -> list[tuple[Move, ...]]:
        """Return the plans worth comparing, the fast player's own first.

        Each ends with the first card that turns up, a complete run or a deal.
        """
        ws, playouts, guide = self._workspace, self._playouts, guide_of(blank.variant)
        self._show(blank, unseen)
        playouts.unseen[:] = ws.unseen
        found = find_rivals(ws, playouts, guide, blank.rows_left, self._effort)
        return [
            tuple(unpack_move(move) for move in playouts.plans[i, : playouts.lengths[i]])
            for i in range(found)
        ]

    def _best_of(self, found: int, blank: Position, budget: int, seed: int) -> int:
        """Return the plan that fares best; the first, the fast player's own, if none clearly does.

        Plans that can hardly gain anything any more are left out of further playouts.
        """
        row = pack(blank).reshape(1, -1)
        mixed = np.uint64(_seed_of(row, blank.rows_left, seed))
        left, done, own_done, best = list(range(found)), 0, 0, 0
        while len(left) > 1 and done < MOST_DEALS and self.played < budget:
            for plan in left:
                self._play_out(plan, row, blank, mixed, done)
            done += BATCH
            own_done = done if 0 in left else own_done
            worths = self._worths[:, :done]
            best = _best(worths, left)
            rivals = [plan for plan in left if plan != best]
            left = [best, *(plan for plan in rivals if _may_gain(worths[plan] - worths[best]))]
        own = self._worths[0, :own_done]
        return best if _is_ahead(self._worths[best, :own_done] - own) else 0

    def _play_out(self, plan: int, row: Any, blank: Position, seed: np.uint64, done: int) -> None:
        variant = blank.variant
        states = PLAYOUT_STATES if blank.rows_left else LAST_STATES
        play_out_plan(
            self._playing,
            self._playouts,
            plan,
            row,
            self._stocks[blank.rows_left],
            len(blank.stock),
            seed,
            done,
            done + BATCH,
            guide_of(variant),
            values_of(variant),
            Effort(states, states, False),
            self._worths,
        )


def _seed_of(row: Any, rows_left: int, seed: int) -> int:
    """Return 64 bits that depend on the seed and on what is seen, and on nothing else."""
    seen = hashlib.sha256(row.tobytes() + bytes([rows_left]) + seed.to_bytes(8, "little"))
    return int.from_bytes(seen.digest()[:8], "little")


def _best(worths: Ints, plans: list[int]) -> int:
    """Return the plan that is worth most in all, the first of equals."""
    return max(plans, key=lambda plan: (int(worths[plan].sum()), -plan))


def _may_gain(gains: Ints) -> bool:
    return not _is_ahead(TOO_LITTLE - gains)


def _is_ahead(gains: Ints) -> bool:
    """Whether the mean of paired gains is clearly above 0, in integers."""
    n, total, squares = len(gains), int(gains.sum()), int((gains * gains).sum())
    return total > 0 and total * total * n > CLEARLY * (n * squares - total * total)
