"""Keys of states, 64 bits each.

A column's key is a polynomial in its cards, so that the key of a prefix, or of a column with a
group added, follows from the column's own in constant time. A state's key is the sum of its
mixed column keys; while stock remains each column mixes in its place, since the stock deals
onto the columns in order. With the stock empty equal columns in another order give equal keys.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from solver.engine.jit import kernel
from solver.engine.layout import CARD_CODES, MAX_CARDS, MAX_COLUMNS

Keys = npt.NDArray[np.uint64]


def _random_bits(name: str) -> int:
    """Return 64 bits that look random and are the same everywhere."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "little")


def _salts(name: str, count: int) -> Keys:
    return np.array([_random_bits(f"{name} {i}") for i in range(count)], np.uint64)


CARD_SALT: Final = _salts("card", CARD_CODES)
HIDDEN_SALT: Final = _salts("hidden", MAX_CARDS)
PLACE_SALT: Final = _salts("place", MAX_COLUMNS)
BASE: Final = np.uint64(_random_bits("base") | 1)
INVERSE: Final = np.uint64(pow(int(BASE), -1, 1 << 64))
POWERS: Final = np.array(
    [pow(int(BASE), exponent, 1 << 64) for exponent in range(MAX_CARDS + 1)], np.uint64
)

_SHIFT: Final = np.uint64(32)
_MULTIPLIER: Final = np.uint64(0xD6E8FEB86659FD93)


@kernel
def mix(value: Any) -> Any:
    """Return a 64-bit value with every bit depending on every bit of ``value``."""
    value = (value ^ (value >> _SHIFT)) * _MULTIPLIER
    value = (value ^ (value >> _SHIFT)) * _MULTIPLIER
    return value ^ (value >> _SHIFT)


@kernel
def column_key(polynomial: Any, hidden: Any, place_salt: Any) -> Any:
    """Return a column's share of a state's key."""
    return mix(polynomial + HIDDEN_SALT[hidden] + place_salt)
