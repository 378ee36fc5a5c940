"""One decision of the fair player: packs what is seen, runs the kernel, unpacks the plan."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Self

from solver.engine.fair_families import guide_of
from solver.engine.fair_plans import decide, effort_of
from solver.engine.fair_workspace import new_fair_workspace
from solver.engine.jit import CACHE_FOLDER, JIT_DISABLED
from solver.engine.layout import pack
from solver.engine.search import unpack_move
from solver.engine.warmup import warm_up
from solver.rules.cards import Card
from solver.rules.move import Move
from solver.rules.position import Position
from solver.rules.variant import find_variant

_memory = threading.local()


def warm_up_fair(notify: Callable[[str], None] | None = None) -> None:
    """Make the kernels of the fair player ready; tell ``notify`` if that means compiling."""
    warm_up(notify)
    if not JIT_DISABLED and notify is not None and not is_cached("fair_plans"):
        notify("compiling the fair player, once")
    king, queen = 13, 12
    columns = [[king], [queen], *([queen] for _ in range(5))]
    blank = Position.make(find_variant("spiderette", 1), columns, [0] * 7, [0] * 7)
    Decider(4).decide(blank, {1: 7})


def is_cached(module: str) -> bool:
    """Whether kernels of a module have been compiled before."""
    return CACHE_FOLDER is not None and any(CACHE_FOLDER.rglob(f"{module}*.nbi"))


class Search:
    """The memory for decisions that look at ``states`` positions as a rule."""

    def __init__(self, states: int, looks_again: bool = False) -> None:
        self._effort = effort_of(states, looks_again)
        self._workspace = new_fair_workspace(self._effort.deep_states)

    @classmethod
    def shared(cls, states: int) -> Self:
        """Return this thread's own for a number of positions, made at its first use."""
        if not hasattr(_memory, "deciders"):
            _memory.deciders = {}
        deciders: dict[tuple[type[Self], int], Self] = _memory.deciders
        if (cls, states) not in deciders:
            deciders[cls, states] = cls(states)
        return deciders[cls, states]

    def _show(self, blank: Position, unseen: Mapping[Card, int]) -> None:
        """Put what is seen, and the count of what is not, where the search begins."""
        self._workspace.rows[0] = pack(blank)
        self._workspace.unseen[:] = 0
        for card, count in unseen.items():
            self._workspace.unseen[card] = count


class Decider(Search):
    """Makes the decisions of the fair player."""

    def decide(self, blank: Position, unseen: Mapping[Card, int]) -> tuple[Move, ...]:
        """Return the plan for a position in which 0 stands for every card that is not seen.

        It ends with the first card that turns up, a complete run or a deal; without moves
        there is nothing left to do. ``unseen`` counts the cards not seen.
        """
        ws = self._workspace
        self._show(blank, unseen)
        length = decide(ws, guide_of(blank.variant), blank.rows_left, self._effort)
        return tuple(unpack_move(packed) for packed in ws.plan[:length])
