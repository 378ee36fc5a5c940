"""Compiling the kernels before they are needed, or loading them from the cache."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable
from typing import Any, Final

from solver.engine import beam
from solver.engine.evaluate import Schedule, Weights
from solver.engine.exhaust import exhaust
from solver.engine.jit import CACHE_FOLDER, JIT_DISABLED
from solver.engine.search import beam_search
from solver.rules.position import Position
from solver.rules.variant import find_variant

_NOTICE: Final = "compiling the engine, once"
_COMPLETE: Final = "complete"
"""The name of the file in the cache that says that no compile was broken off."""


def warm_up(notify: Callable[[str], None] | None = None) -> None:
    """Make every kernel ready; tell ``notify`` in one line if that means compiling.

    Compiled code in the cache that cannot be read (a first run was killed) is thrown away and
    made anew.
    """
    ready = _is_ready()
    if notify is not None and not ready:
        notify(_NOTICE)
    try:
        _call_kernels()
    except Exception:
        if CACHE_FOLDER is None:
            raise
        if notify is not None and ready:
            notify(_NOTICE)
        shutil.rmtree(CACHE_FOLDER, ignore_errors=True)
        CACHE_FOLDER.mkdir(parents=True, exist_ok=True)
        _call_kernels()
    _mark_complete()


def _is_ready() -> bool:
    """Whether nothing is to be compiled: this process has done so, or the cache holds it all."""
    layers: Any = beam.run_layers
    if JIT_DISABLED or layers.signatures:
        return True
    return CACHE_FOLDER is not None and (CACHE_FOLDER / _COMPLETE).exists()


def _mark_complete() -> None:
    if CACHE_FOLDER is not None:
        with contextlib.suppress(OSError):
            (CACHE_FOLDER / _COMPLETE).touch()


def _call_kernels() -> None:
    """Play out a position with one deal and one removed run: it calls every kernel."""
    spades = list(range(13, 1, -1))
    columns = [spades, *([card] for card in (12, 11, 10, 9, 8, 7))]
    position = Position.make(
        find_variant("spiderette", 1), columns, [0] * 7, [1, 13, 12, 11, 10, 9, 8], 0
    )
    beam_search(position, Schedule(Weights(), Weights()), 4, 20, 10_000)
    exhaust(position, 10_000)
