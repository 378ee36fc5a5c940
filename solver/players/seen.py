"""What moves do to what is seen, in plain Python: for players that need no engine."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from solver.players.view import View
from solver.rules.cards import ACE, RUN_LENGTH, Card, rank_of, suit_of
from solver.rules.move import Move


def moves(view: View) -> Iterator[Move]:
    """Yield the moves worth a thought: to one empty column only, and never a whole column there."""
    empty = next((i for i in range(len(view.face_up)) if not height(view, i)), None)
    for source, cards in enumerate(view.face_up):
        for count in range(1, _group_length(view, source) + 1):
            first = cards[-count]
            for target, others in enumerate(view.face_up):
                if others and target != source and rank_of(others[-1]) == rank_of(first) + 1:
                    yield Move(source, target, count)
            if empty is not None and count < height(view, source):
                yield Move(source, empty, count)


def height(view: View, column: int) -> int:
    """Return the number of cards in a column."""
    return len(view.face_up[column]) + view.face_down[column]


def empty_columns(view: View) -> int:
    """Return the number of empty columns."""
    return sum(not height(view, column) for column in range(len(view.face_up)))


def _group_length(view: View, column: int) -> int:
    """Return the size of the longest movable group at the end of a column (R5)."""
    cards = view.face_up[column]
    length = min(1, len(cards))
    while length and length < len(cards) and _moves_with(view, cards[-length - 1], cards[-length]):
        length += 1
    return length


def _moves_with(view: View, upper: Card, lower: Card) -> bool:
    if view.variant.relaxed:
        return rank_of(upper) == rank_of(lower) + 1
    return upper == lower + 1


def after(view: View, move: Move) -> View:
    """Return what is seen after a move; a card that turns up stays unknown."""
    columns, hidden = list(view.face_up), list(view.face_down)
    columns[move.target] += columns[move.source][-move.count :]
    columns[move.source] = columns[move.source][: -move.count]
    suits = view.run_suits
    if _ends_in_complete_run(columns[move.target]):
        suits = tuple(sorted((*suits, suit_of(columns[move.target][-1]))))
        columns[move.target] = columns[move.target][:-RUN_LENGTH]
    runs = view.runs + len(suits) - len(view.run_suits)
    for column in (move.source, move.target):
        if hidden[column] and not columns[column]:
            hidden[column] -= 1
    return replace(
        view, face_up=tuple(columns), face_down=tuple(hidden), runs=runs, run_suits=suits
    )


def _ends_in_complete_run(cards: tuple[Card, ...]) -> bool:
    tail = cards[-RUN_LENGTH:]
    return (
        len(tail) == RUN_LENGTH
        and rank_of(tail[-1]) == ACE
        and all(upper == lower + 1 for upper, lower in itertools.pairwise(tail))
    )


def order(view: View) -> tuple[int, int]:
    """Return how many neighbours are in order and of one suit, and how many are in order."""
    pairs = [pair for cards in view.face_up for pair in itertools.pairwise(cards)]
    suited = sum(upper == lower + 1 for upper, lower in pairs)
    return suited, sum(rank_of(upper) == rank_of(lower) + 1 for upper, lower in pairs)
