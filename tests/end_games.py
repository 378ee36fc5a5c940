"""Small end-games, and their shortest solutions by plain breadth-first search."""

from __future__ import annotations

import random

from solver.rules.position import Position
from solver.rules.variant import Variant


def state(position: Position) -> tuple[object, ...]:
    """Return what tells positions apart; the order of columns only where cards are dealt on it."""
    columns = list(zip(map(tuple, position.columns), position.face_down, strict=True))
    return (*(columns if position.stock else sorted(columns)), tuple(position.stock))


def shortest(position: Position, most: int) -> int | None:
    """Return the moves of the shortest solution by plain breadth-first search.

    None if there is none, or if ``most`` positions do not decide.
    """
    layer, seen, moves = [position.copy()], {state(position)}, 0
    while layer:
        following = []
        for reached in layer:
            if len(seen) >= most:
                return None
            for move in reached.legal_moves():
                reached.push(move)
                if reached.is_won:
                    return moves + 1
                if state(reached) not in seen:
                    seen.add(state(reached))
                    following.append(reached.copy())
                reached.pop()
        layer, moves = following, moves + 1
    return None


def end_game(chance: random.Random, variant: Variant) -> Position:
    """Return one run in three pieces, on columns that they may share.

    The first card of some columns is face down.
    """
    run = list(range(13, 0, -1))
    first, second = sorted(chance.sample(range(1, 13), 2))
    pieces = [run[:first], run[first:second], run[second:]]
    while pieces[0][0] == 13:  # in order they might be a complete run, which would be off
        chance.shuffle(pieces)
    columns: list[list[int]] = [[] for _ in range(variant.columns)]
    for piece in pieces:
        columns[chance.randrange(3)] += piece
    down = [int(len(column) > 1 and chance.random() < 0.2) for column in columns]
    return Position.make(variant, columns, down)
