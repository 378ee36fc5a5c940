"""Compiling the kernels before they are needed, or loading them from the cache."""

from __future__ import annotations

import shutil
from collections.abc import Callable

from solver.engine.evaluate import Schedule, Weights
from solver.engine.exhaust import exhaust
from solver.engine.jit import CACHE_FOLDER, JIT_DISABLED
from solver.engine.search import beam_search
from solver.rules.position import Position
from solver.rules.variant import find_variant


def warm_up(notify: Callable[[str], None] | None = None) -> None:
    """Make every kernel ready; tell ``notify`` in one line if that means compiling.

    Compiled code in the cache that cannot be read (a first run was killed) is thrown away and
    made anew.
    """
    if not JIT_DISABLED and notify is not None and not _is_cached():
        notify("compiling the engine, once")
    try:
        _call_kernels()
    except Exception:
        if CACHE_FOLDER is None:
            raise
        shutil.rmtree(CACHE_FOLDER, ignore_errors=True)
        CACHE_FOLDER.mkdir(parents=True, exist_ok=True)
        _call_kernels()


def _is_cached() -> bool:
    return CACHE_FOLDER is not None and any(CACHE_FOLDER.rglob("*.nbi"))


def _call_kernels() -> None:
    """Play out a position with one deal and one removed run: it calls every kernel."""
    spades = list(range(13, 1, -1))
    columns = [spades, *([card] for card in (12, 11, 10, 9, 8, 7))]
    position = Position.make(
        find_variant("spiderette", 1), columns, [0] * 7, [1, 13, 12, 11, 10, 9, 8], 0
    )
    beam_search(position, Schedule(Weights(), Weights()), 4, 20, 10_000)
    exhaust(position, 10_000)
