"""A hint for the player at the table: it sees no more than the player does.

Who follows hint after hint comes to a deal, to the win or to a position without a hint, and
never back to a position that was there before:

* a plan of a few moves that turns a card up or completes a run comes first. Each hint on the
  way shortens the plan, and what it leads to is never taken back;
* without a plan, a move has to better the order of what is seen, as it will be once the empty
  columns are filled for the next deal; or it fills one of these columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from solver.players.seen import after, empty_columns, height, moves, order
from solver.players.view import View
from solver.rules.move import DEAL_ROW, Move
from solver.rules.position import Position


class Reason(StrEnum):
    """What a hinted move is good for."""

    COMPLETES_RUN = "it completes a run"
    REVEALS = "it turns up a face-down card"
    TOWARDS_RUN = "it is the first step to a complete run"
    TOWARDS_REVEAL = "it is the first step to turning up a face-down card"
    SAME_SUIT = "it joins cards of one suit"
    IN_ORDER = "it puts cards in order"
    EMPTIES_COLUMN = "it empties a column"
    FILLS_COLUMN = "it fills an empty column, so that a row can be dealt"
    DEAL = "nothing better is seen, and a row can be dealt"


@dataclass(frozen=True, slots=True)
class Hint:
    """A move and what it is good for."""

    move: Move
    reason: Reason


_Worth = tuple[bool, int, int, int]

_LONGEST_PLAN: Final = 4
_MOST_STATES: Final = 600
"""A length of plan is given up where it leads to more states than this in all.

From the state after a plan's first move fewer states lie within the rest of its length, so
that a plan once begun is always found again.
"""


def hint(position: Position) -> Hint | None:
    """Return a move that looks good to one who sees only the face-up cards, or None."""
    view = View.of(position)
    return _planned(view) or _tidying(view) or _dealing(view)


def _planned(view: View) -> Hint | None:
    """Return the first move of the shortest plan that turns up a card or completes a run."""
    level: list[tuple[View, Move | None]] = [(view, None)]
    seen = {view}
    for length in range(1, _LONGEST_PLAN + 1):
        goals: list[tuple[_Worth, Hint]] = []
        following: list[tuple[View, Move | None]] = []
        for state, first in level:
            for move in moves(state):
                reached = after(state, move)
                if reached.runs > state.runs or sum(reached.face_down) < sum(state.face_down):
                    goals.append(_valued(state, reached, move, first))
                elif reached not in seen:
                    seen.add(reached)
                    following.append((reached, first or move))
            if length > 1 and len(seen) > _MOST_STATES:
                return None
        if goals:
            return min(goals, key=lambda goal: goal[0])[1]
        level = following
    return None


def _valued(state: View, reached: View, move: Move, first: Move | None) -> tuple[_Worth, Hint]:
    """Return how good a plan that ends here is, the best lowest, and its first move."""
    completes = reached.runs > state.runs
    suited, ordered = order(reached)
    worth = (not completes, -suited, reached.face_down[move.source], -ordered)
    if first is None:
        return worth, Hint(move, Reason.COMPLETES_RUN if completes else Reason.REVEALS)
    return worth, Hint(first, Reason.TOWARDS_RUN if completes else Reason.TOWARDS_REVEAL)


def _tidying(view: View) -> Hint | None:
    """Return the move that betters the order of what is seen most, or fills a column."""
    now = _prospect(view)
    if now is None:
        return None
    better = [
        (prospect, move)
        for move in moves(view)
        if (prospect := _prospect(after(view, move))) is not None and prospect > now
    ]
    if better:
        best = max(prospect for prospect, _ in better)
        move = next(move for prospect, move in better if prospect == best)
        return Hint(move, _tidying_reason(view, move))
    fill = _best_fill(view) if view.stock else None
    return None if fill is None else Hint(fill, Reason.FILLS_COLUMN)


def _tidying_reason(view: View, move: Move) -> Reason:
    reached = after(view, move)
    if order(reached)[0] > order(view)[0]:
        return Reason.SAME_SUIT
    if empty_columns(reached) > empty_columns(view):
        return Reason.EMPTIES_COLUMN
    return Reason.IN_ORDER


def _dealing(view: View) -> Hint | None:
    """Return the deal, where there is one and no column is empty (R7)."""
    return Hint(DEAL_ROW, Reason.DEAL) if view.stock and not empty_columns(view) else None


def _prospect(view: View) -> tuple[int, int, int] | None:
    """Return the order of what is seen, the higher the better, or None if nothing is to come.

    While stock remains, it is the order after the empty columns were filled, and None where
    they cannot be; afterwards empty columns count for themselves.
    """
    if not view.stock:
        return *order(view), empty_columns(view)
    while empty_columns(view):
        fill = _best_fill(view)
        if fill is None:
            return None
        view = after(view, fill)
    return *order(view), 0


def _best_fill(view: View) -> Move | None:
    """Return the move to an empty column that keeps the best order, or None."""
    fills = [move for move in moves(view) if not height(view, move.target)]
    return max(fills, key=lambda move: (*order(after(view, move)), move.count), default=None)
