"""A solution without the moves that plainly do nothing."""

from __future__ import annotations

from collections.abc import Sequence

from solver.rules.move import Move
from solver.rules.position import Position
from solver.rules.verify import replay


def tidied(position: Position, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return a solution of ``position`` that is as short as ``moves`` or shorter.

    What lies between two occurrences of the same position goes, and a group that goes on
    before anything else happens where it lies goes there at once, if the plain rules confirm it.
    """
    straight = tuple(_without_circles(position, moves))
    joined = tuple(_joined(straight))
    if len(joined) < len(straight) and replay(position, joined).won:
        return joined
    return straight


def _without_circles(position: Position, moves: Sequence[Move]) -> list[Move]:
    """Leave out what leads back to a position that was there; nothing of moves that fail."""
    table = position.copy()
    kept: list[Move] = []
    length_at = {table.key(): 0}
    for move in moves:
        if not table.is_legal(move):
            return list(moves)
        table.push(move)
        kept.append(move)
        known = length_at.setdefault(table.key(), len(kept))
        if known < len(kept):
            del kept[known:]
            length_at = {key: at for key, at in length_at.items() if at <= known}
    return kept


def _joined(moves: Sequence[Move]) -> list[Move]:
    """Make one move of two where a group goes on, and none where it goes back."""
    left = list(moves)
    at = 0
    while at < len(left):
        following = _goes_on(left, at)
        if following is None:
            at += 1
            continue
        first, second = left[at], left[following]
        if first.source == second.target:
            del left[following]
        else:
            left[following] = Move(first.source, second.target, second.count)
        del left[at]
        at = 0
    return left


def _goes_on(moves: Sequence[Move], at: int) -> int | None:
    """Return the index of the move by which the group of a move goes on, if nothing is between."""
    first = moves[at]
    if first.is_deal:
        return None
    for index in range(at + 1, len(moves)):
        move = moves[index]
        if move.source == first.target and move.count == first.count:
            return index
        if move.is_deal or {move.source, move.target} & {first.source, first.target}:
            return None
    return None
