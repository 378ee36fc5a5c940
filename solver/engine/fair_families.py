"""What the fair player goes by in each family of variants: weights and networks, which are data.

``benchmarks/learn_fair.py`` learnt the scores of ``fair.json``; some were then changed by what
``benchmarks/shake.py`` showed.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from solver.engine.fair_plans import Guide
from solver.engine.fair_score import ScoreWeights
from solver.engine.fair_weights import FairWeights, fair_tables, further_order
from solver.engine.families import layout_name
from solver.engine.layout import Ints
from solver.engine.net_value import family_nets
from solver.rules.variant import Variant

DATA: Final = Path(__file__).parent / "fair.json"


def weights_from(data: dict[str, Any]) -> FairWeights:
    """Return weights from what :func:`weights_as_data` made of them."""
    scores = {
        name: tuple(ScoreWeights(**weights) for weights in data[name]) for name in ("ends", "deals")
    }
    return FairWeights(**(data | scores))


def weights_as_data(weights: FairWeights) -> dict[str, Any]:
    """Return weights as plain data, those left out that are zero in a score."""
    data = asdict(weights)
    for name in ("ends", "deals"):
        data[name] = [{key: n for key, n in scores.items() if n} for scores in data[name]]
    return data


@cache
def _families() -> dict[str, FairWeights]:
    data = json.loads(DATA.read_text("ascii"))
    return {name: weights_from(entry) for name, entry in data.items()}


def fair_weights_of(variant: Variant) -> FairWeights:
    """Return the weights for a variant."""
    return _families()[layout_name(variant)]


@cache
def orders_of(weights: FairWeights) -> Ints:
    """Return the tables of the orders of looks, the first look's first, a row each.

    Where there is a third, it has all moves looked at. They are made once and never changed.
    """
    orders = [fair_tables(weights), fair_tables(further_order(weights))]
    if weights.all_moves:
        orders.append(fair_tables(weights, all_moves=True))
    tables = np.array(orders)
    tables.setflags(write=False)
    return tables


@cache
def filling_of(weights: FairWeights) -> Ints:
    """Return the tables for the search of a position to deal from; made once, never changed."""
    table = fair_tables(weights, filling=True)
    table.setflags(write=False)
    return table


@cache
def guide_of(variant: Variant) -> Guide:
    """Return what the players of a variant go by.

    Weights take long to hash, a variant does not.
    """
    return guide_for(variant, fair_weights_of(variant), family_nets(layout_name(variant)))


def guide_for(variant: Variant, weights: FairWeights, nets: Ints) -> Guide:
    """Return what a player goes by that has some weights and networks, or ``NO_NETS``.

    The networks are not to be changed after.
    """
    nets.setflags(write=False)
    return Guide(orders_of(weights), filling_of(weights), nets, variant.columns, variant.relaxed)
