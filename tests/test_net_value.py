"""The value network: its integers against plain arithmetic, and what it makes of positions."""

import numpy as np
import pytest
from test_net_inputs import blanks_of_game, inputs

from solver.engine import net_inputs as told
from solver.engine.families import layout_name
from solver.engine.net_value import (
    COLUMN_UNITS,
    LOWER,
    NET_SIZE,
    NO_NETS,
    SCRATCH,
    SHAPES,
    SUIT_UNITS,
    family_nets,
    mean_odds,
    net_odds,
    net_of,
)
from solver.rules.position import Position
from solver.rules.variant import VARIANTS, find_variant


def parts_of(net: np.ndarray) -> dict[str, np.ndarray]:
    parts, start = {}, 0
    for name, shape in SHAPES.items():
        size = int(np.prod(shape))
        parts[name] = net[start : start + size].reshape(shape)
        start += size
    return parts


def plain_odds(x: np.ndarray, net: np.ndarray) -> float:
    """Return the logarithm of the odds, computed with real numbers."""
    p = {name: part / 4096 for name, part in parts_of(net).items()}
    columns = x[: told.FIRST_SUIT].reshape(10, told.COLUMN_INPUTS)
    suits = x[told.FIRST_SUIT : told.FIRST_OF_TABLE].reshape(4, told.SUIT_INPUTS)
    table = x[told.FIRST_OF_TABLE :]
    by_column = np.maximum(columns @ p["column"] + p["column_base"], 0)[columns[:, 0] > 0].sum(0)
    by_suit = np.maximum(suits @ p["suit"] + p["suit_base"], 0)[suits[:, 0] > 0].sum(0)
    lower = np.concatenate([by_column, by_suit, table])
    upper = np.maximum(lower @ p["upper"] + p["upper_base"], 0)
    top = np.maximum(upper @ p["top"] + p["top_base"], 0)
    stage = int(table[: told.STAGES].argmax())
    return float(top @ p["value"][:, stage] + p["value_base"][stage])


def test_integers_come_to_what_real_numbers_do() -> None:
    nets, work = family_nets("spider 2"), np.zeros(SCRATCH, np.int64)
    assert len(nets) >= 2 * NET_SIZE
    for blank, unseen in blanks_of_game(find_variant("spider", 2), 4):
        x = inputs(blank, unseen, blank.rows_left, False).astype(np.int64)
        plain = [plain_odds(x, net) for net in nets.reshape(-1, NET_SIZE)]
        for i, odds in enumerate(plain):
            assert net_odds(x, nets, i * NET_SIZE, work) / 1024 == pytest.approx(odds, abs=0.03)
        assert mean_odds(x, nets, work) / 1024 == pytest.approx(np.mean(plain), abs=0.03)


@pytest.mark.parametrize("suits", [1, 2, 4])
def test_the_odds_grow_with_what_is_good(suits: int) -> None:
    """Without the face-down cards of a column: better in most positions."""
    variant = find_variant("spider", suits)
    nets, work = family_nets(f"spider {suits}"), np.zeros(SCRATCH, np.int64)

    def odds(position: Position, unseen: dict[int, int]) -> int:
        x = inputs(position, unseen, position.rows_left, False).astype(np.int64)
        return int(mean_odds(x, nets, work))

    better = worse = 0
    for number in range(3):
        for blank, unseen in blanks_of_game(variant, number):
            deep = [i for i, hidden in enumerate(blank.face_down) if hidden]
            if not deep:
                continue
            columns, hidden = [list(column) for column in blank.columns], list(blank.face_down)
            i = deep[0]
            columns[i], hidden[i] = columns[i][hidden[i] :], 0
            fewer = Position.make(variant, columns, hidden, blank.stock, blank.runs)
            if odds(fewer, unseen) > odds(blank, unseen):
                better += 1
            else:
                worse += 1
    assert better > 9 * worse


def test_a_network_of_another_shape_is_refused() -> None:
    parts = parts_of(family_nets("spider 4")[:NET_SIZE].copy())
    parts["top"] = parts["top"][1:]
    with pytest.raises(ValueError, match="top has shape"):
        net_of(parts)


def test_the_parts_make_the_whole() -> None:
    net = family_nets("spider 4")[:NET_SIZE]
    assert (net_of(parts_of(net)) == net).all()
    assert LOWER == COLUMN_UNITS + SUIT_UNITS + told.TABLE_INPUTS


def test_every_variant_has_networks_and_no_other_family_has() -> None:
    for variant in VARIANTS:
        nets = family_nets(layout_name(variant))
        assert nets.size > 0
        assert nets.size % NET_SIZE == 0
    assert family_nets("no such family") is NO_NETS
