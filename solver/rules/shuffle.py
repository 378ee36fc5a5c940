"""The project's own shuffle, frozen: the same number gives the same order everywhere, for ever.

Nothing here may change once it is released. Another shuffle would get another
:data:`SHUFFLE_VERSION`, which game codes carry.
"""

from __future__ import annotations

from typing import Final

SHUFFLE_VERSION: Final = 1

_MASK: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15
_MIX_1: Final = 0xBF58476D1CE4E5B9
_MIX_2: Final = 0x94D049BB133111EB


class SplitMix64:
    """The published SplitMix64 generator: a 64-bit state, 64-bit outputs."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def next(self) -> int:
        """Return the next output, from 0 to 2**64 - 1."""
        self._state = (self._state + _STEP) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * _MIX_1) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * _MIX_2) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, bound: int) -> int:
        """Return a number from 0 to ``bound - 1``, each exactly as likely as the others.

        Outputs at or above the largest multiple of ``bound`` are drawn again.
        """
        limit = (1 << 64) - (1 << 64) % bound
        while (drawn := self.next()) >= limit:
            pass
        return drawn % bound


def shuffle(deck: list[int], seed: int) -> list[int]:
    """Return the cards of ``deck`` in the order that ``seed`` (0 to 2**64 - 1) gives.

    Fisher-Yates: from the last place down to the second, each place swaps with itself or one
    before it. ``deck`` stays as it is.
    """
    generator = SplitMix64(seed)
    cards = list(deck)
    for last in range(len(cards) - 1, 0, -1):
        drawn = generator.below(last + 1)
        cards[last], cards[drawn] = cards[drawn], cards[last]
    return cards
