"""Move counts by depth, of every variant: golden data that both implementations give."""

from __future__ import annotations

import json

import pytest
from naive import count_sequences, table_of
from positions import DATA, case

from solver.rules.deal import Deal
from solver.rules.gamecode import parse_game_code
from solver.rules.position import Position

GOLDEN = json.loads((DATA / "perft.json").read_text())
SECOND_OPINION_BELOW = 1500
"""The slow implementation counts only up to here."""


def start(name: str) -> Position:
    """Return the deal of a code, or the position of a case."""
    if name.startswith("P"):
        return case(name)
    code = parse_game_code(name)
    return Deal.from_number(code.variant, code.number).position()


def perft(position: Position, depth: int) -> int:
    """Count the sequences of ``depth`` moves and deals from a position."""
    if depth == 0:
        return 1
    total = 0
    for move in position.legal_moves():
        position.push(move)
        total += perft(position, depth - 1)
        position.pop()
    return total


@pytest.mark.parametrize("name", GOLDEN)
def test_move_counts_by_depth_are_as_they_always_were(name):
    position = start(name)
    assert [perft(position, depth) for depth in range(1, len(GOLDEN[name]) + 1)] == GOLDEN[name]
    assert position == start(name)


@pytest.mark.parametrize("name", GOLDEN)
def test_the_second_implementation_counts_the_same(name):
    table = table_of(start(name))
    counts = [count for count in GOLDEN[name] if count < SECOND_OPINION_BELOW]
    assert counts
    assert [count_sequences(table, depth) for depth in range(1, len(counts) + 1)] == counts


def test_every_variant_is_counted():
    kinds = {name[: name.rindex("-")] for name in GOLDEN if not name.startswith("P")}
    assert len(kinds) == 13
