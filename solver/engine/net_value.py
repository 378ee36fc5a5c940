"""What a position is worth to one who sees no hidden card: small networks learnt from whole games.

Several, which learnt the same in another order, say it together: each is wrong in ways of its own,
and a player that goes by one takes the plan that this one overrates. A network reads each column
and each suit with the same weights, adds up what they say, and has two layers above. All is in
integers, so that a value is the same on any machine: weights come in 1/4096, what passes from layer
to layer in 1/256, and the value is the logarithm of the odds to win in 1/1024.
``benchmarks/learn_net.py`` learns the weights.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from solver.engine.jit import kernel
from solver.engine.layout import MAX_COLUMNS, Ints
from solver.engine.net_inputs import (
    COLUMN_INPUTS,
    FIRST_OF_TABLE,
    FIRST_SUIT,
    STAGE,
    STAGES,
    SUIT_INPUTS,
    SUITS,
    TABLE_INPUTS,
    write_inputs,
)

DATA: Final = Path(__file__).parent / "fair_nets.npz"

COLUMN_UNITS: Final = 32
SUIT_UNITS: Final = 12
LOWER: Final = COLUMN_UNITS + SUIT_UNITS + TABLE_INPUTS
UPPER: Final = 64
TOP: Final = 32
SHAPES: Final = {
    "column": (COLUMN_INPUTS, COLUMN_UNITS),
    "column_base": (COLUMN_UNITS,),
    "suit": (SUIT_INPUTS, SUIT_UNITS),
    "suit_base": (SUIT_UNITS,),
    "upper": (LOWER, UPPER),
    "upper_base": (UPPER,),
    "top": (UPPER, TOP),
    "top_base": (TOP,),
    "value": (TOP, STAGES),
    "value_base": (STAGES,),
}
"""The parts of a network in their order; the last ones have a column for each number of rows."""

_SIZES: Final = [int(np.prod(shape)) for shape in SHAPES.values()]
_STARTS: Final = [sum(_SIZES[:i]) for i in range(len(_SIZES) + 1)]
_COLUMN: Final = _STARTS[0]
_COLUMN_BASE: Final = _STARTS[1]
_SUIT: Final = _STARTS[2]
_SUIT_BASE: Final = _STARTS[3]
_UPPER: Final = _STARTS[4]
_UPPER_BASE: Final = _STARTS[5]
_TOP: Final = _STARTS[6]
_TOP_BASE: Final = _STARTS[7]
_VALUE: Final = _STARTS[8]
_VALUE_BASE: Final = _STARTS[9]
NET_SIZE: Final = _STARTS[10]

WEIGHT_BITS: Final = 12
PASSED_BITS: Final = 8
VALUE_BITS: Final = 10
_TOP_AT: Final = LOWER + UPPER
SCRATCH: Final = _TOP_AT + TOP
"""What the layers need to work in."""

NO_NETS: Final = np.zeros(0, np.int64)
NO_NETS.setflags(write=False)
"""Stands for the networks of a player that goes by the scores alone: the first to learn from."""


# Sums run over views that begin where they do: an index that may be negative is not vectorised.


@kernel
def _weigh(told: Any, weights: Any, sums: Any) -> None:
    """Add to ``sums``, one a unit, what is told times its weights: a row of ``weights`` each."""
    units = sums.shape[0]
    for i in range(told.shape[0]):
        value = told[i]
        if value != 0:
            row = weights[i * units : (i + 1) * units]
            for j in range(units):
                sums[j] += value * row[j]


@kernel
def _add_units(told: Any, weights: Any, base: Any, said: Any, sums: Any) -> None:
    """Add to ``sums`` what the units say of what they are told; ``said`` is for own use."""
    for j in range(said.shape[0]):
        said[j] = base[j]
    _weigh(told, weights, said)
    for j in range(said.shape[0]):
        sums[j] += max(said[j], 0) >> (WEIGHT_BITS - PASSED_BITS)


@kernel
def _layer(told: Any, weights: Any, base: Any, passed: Any) -> None:
    """Write to ``passed`` what the units of a layer pass on."""
    for j in range(passed.shape[0]):
        passed[j] = base[j] << PASSED_BITS
    _weigh(told, weights, passed)
    for j in range(passed.shape[0]):
        passed[j] = max(passed[j], 0) >> WEIGHT_BITS


@kernel
def net_odds(x: Any, nets: Any, net: int, work: Any) -> Any:
    """Return the logarithm of the odds to win, in 1/1024, for what a network is told.

    It is the one that begins at ``net`` in ``nets``.
    """
    weights = nets[net : net + NET_SIZE]
    lower, upper, top = work[:LOWER], work[LOWER:_TOP_AT], work[_TOP_AT:SCRATCH]
    for j in range(LOWER):
        lower[j] = 0
    for c in range(MAX_COLUMNS):
        column = x[c * COLUMN_INPUTS : (c + 1) * COLUMN_INPUTS]
        if column[0] != 0:
            _add_units(
                column, weights[_COLUMN:_COLUMN_BASE], weights[_COLUMN_BASE:_SUIT],
                upper[:COLUMN_UNITS], lower[:COLUMN_UNITS],
            )  # fmt: skip
    for suit in range(SUITS):
        first = FIRST_SUIT + suit * SUIT_INPUTS
        told = x[first : first + SUIT_INPUTS]
        if told[0] != 0:
            _add_units(
                told, weights[_SUIT:_SUIT_BASE], weights[_SUIT_BASE:_UPPER],
                upper[:SUIT_UNITS], lower[COLUMN_UNITS : COLUMN_UNITS + SUIT_UNITS],
            )  # fmt: skip
    for i in range(TABLE_INPUTS):
        lower[COLUMN_UNITS + SUIT_UNITS + i] = x[FIRST_OF_TABLE + i] << PASSED_BITS
    _layer(lower, weights[_UPPER:_UPPER_BASE], weights[_UPPER_BASE:_TOP], upper)
    _layer(upper, weights[_TOP:_TOP_BASE], weights[_TOP_BASE:_VALUE], top)
    stage = 0
    for n in range(STAGES):
        if x[FIRST_OF_TABLE + STAGE + n] != 0:
            stage = n
    total = weights[_VALUE_BASE + stage] << PASSED_BITS
    for i in range(TOP):
        total += top[i] * weights[_VALUE + i * STAGES + stage]
    return total >> (WEIGHT_BITS + PASSED_BITS - VALUE_BITS)


@kernel
def mean_odds(x: Any, nets: Any, work: Any) -> Any:
    """Return the mean of what all networks say: see :func:`net_odds`."""
    total = np.int64(0)
    for net in range(0, nets.shape[0], NET_SIZE):
        total += net_odds(x, nets, net, work)
    return total * NET_SIZE // nets.shape[0]


@kernel
def odds_of(
    rows: Any,
    at: int,
    unseen: Any,
    unseen_ranks: Any,
    columns: int,
    rows_left: int,
    dealt: bool,
    nets: Any,
    x: Any,
    notes: Any,
    work: Any,
) -> Any:
    """Return the logarithm of the odds to win from a state, in 1/1024, the networks' mean.

    ``x`` has room for ``INPUTS`` integers, ``notes`` for ``NOTES`` and ``work`` for ``SCRATCH``;
    the others are as in :func:`write_inputs`.
    """
    write_inputs(rows, at, unseen, unseen_ranks, columns, rows_left, dealt, x, notes)
    return mean_odds(x, nets, work)


def net_of(parts: dict[str, np.ndarray[Any, Any]]) -> Ints:
    """Return a network for the kernels, shape ``(NET_SIZE,)``, from its parts: see ``SHAPES``."""
    for name, shape in SHAPES.items():
        if parts[name].shape != shape:
            raise ValueError(f"{name} has shape {parts[name].shape}, not {shape}")
    return np.concatenate([parts[name].ravel() for name in SHAPES]).astype(np.int64)


@cache
def _nets() -> dict[str, Ints]:
    with np.load(DATA) as data:
        return {name: data[name].astype(np.int64) for name in data.files}


@cache
def family_nets(name: str) -> Ints:
    """Return the networks of a family of variants, one after another, or ``NO_NETS``.

    They are never to be changed.
    """
    nets = _nets().get(name, NO_NETS)
    nets.setflags(write=False)
    return nets
