"""Positions for the tests: small tables written by hand, the files of tests/data, playouts."""

from __future__ import annotations

import random
from pathlib import Path

from solver.rules.cards import card_name, parse_card
from solver.rules.formats import read_position
from solver.rules.move import Move
from solver.rules.position import Position
from solver.rules.variant import CLASSIC, find_variant

DATA = Path(__file__).parent / "data"


def case(name: str) -> Position:
    """Return the position of a case, by the beginning of its file's name."""
    (path,) = (DATA / "positions").glob(f"{name}*.txt")
    return read_position(path.read_text())


def table(
    *columns: str,
    stock: str = "",
    game: str = "spider",
    suits: int = 4,
    rule: str = CLASSIC,
    runs: int = 0,
) -> Position:
    """Return a position from columns like ``(9S) KS QS``; those not given are empty.

    Nothing is checked: the tests need tables of few cards.
    """
    variant = find_variant(game, suits, rule)
    piles = [column.split() for column in columns]
    piles += [[] for _ in range(variant.columns - len(piles))]
    return Position.make(
        variant,
        [[parse_card(word.strip("()")) for word in pile] for pile in piles],
        [sum(word.startswith("(") for word in pile) for pile in piles],
        [parse_card(word) for word in stock.split()],
        runs,
    )


def shown(position: Position, column: int) -> str:
    """Return a column in the same writing, ``(9S) KS QS``; columns from 1."""
    down = position.face_down[column - 1]
    cards = position.columns[column - 1]
    return " ".join(f"({card_name(c)})" if i < down else card_name(c) for i, c in enumerate(cards))


def lively_move(position: Position, chance: random.Random) -> Move | None:
    """Return a legal move, mostly one that completes or lengthens a run, for lively playouts."""
    moves = position.legal_moves()
    if not moves or chance.random() < 0.1:
        return chance.choice(moves) if moves else None
    gains = [_gain(position, move) for move in moves]
    return chance.choice(
        [move for move, gain in zip(moves, gains, strict=True) if gain == max(gains)]
    )


def _gain(position: Position, move: Move) -> int:
    """Return 100 for a move that completes a run, else how long a run of one suit it makes."""
    if move.is_deal:
        outcome = position.push(move)
        position.pop()
        return 100 if outcome.removed else 0
    target = position.columns[move.target]
    first = position.columns[move.source][-move.count]
    if not target or target[-1] != first + 1:
        return 0
    length = position.group_length(move.target) + move.count
    return (
        100 if length == 13 else length if move.count == position.group_length(move.source) else 0
    )
