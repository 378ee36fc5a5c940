"""What the fair player uses for each family of variants: weights, and how far it looks.

The weights are data; ``benchmarks/tune_fair.py`` goes on from these.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from solver.engine.fair_weights import FairWeights, fair_tables
from solver.engine.layout import Ints
from solver.rules.variant import Variant

# Found one weight at a time on some hundred deals from number 3000000 on; not yet tuned together.
_ONE_SUIT: Final = FairWeights(broken=0, inverted=0, on_hidden=0, turn=250, depth=70)
_TWO_SUITS: Final = FairWeights(broken=20, on_hidden=0, turn=250, depth=150, length=50)
_FOUR_SUITS: Final = FairWeights(broken=0, inverted=0, on_hidden=0, turn=300, depth=70)

_FAMILIES: Final = {
    ("spider", 1): _ONE_SUIT,
    ("spider", 2): _TWO_SUITS,
    ("spider", 4): _FOUR_SUITS,
    ("spiderette", 1): _ONE_SUIT,
    ("spiderette", 2): _TWO_SUITS,
    ("spiderette", 4): _FOUR_SUITS,
}


def fair_weights_of(variant: Variant) -> FairWeights:
    """Return the weights for a variant; Bicycle's layout plays like Spider's."""
    game = "spider" if variant.game == "bicycle" else variant.game
    return _FAMILIES[game, variant.suit_count]


@cache
def fair_tables_of(weights: FairWeights, filling: bool) -> Ints:
    """Return the tables of a set of weights; they are made once and never changed."""
    table = fair_tables(weights, filling)
    table.setflags(write=False)
    return table
