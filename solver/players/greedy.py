"""The baseline: one move at a time, the one that betters the table most.

Every move it makes raises the number of removed runs, turned cards, neighbours of one suit or
neighbours in order, in this order of importance; so it never goes in a circle. When none does,
it fills the empty columns and deals.
"""

from __future__ import annotations

from solver.players.player import Decision, Reason
from solver.players.seen import after, empty_columns, height, moves, order
from solver.players.view import View
from solver.rules.move import DEAL_ROW, Move

_Worth = tuple[int, int, int, int]


class GreedyPlayer:
    """Makes the best single move, and deals when no move betters the table."""

    def decide(self, view: View) -> Decision | None:
        """Return the best single move, a deal, or None."""
        now = _worth(view)
        worth, move = max(
            ((_worth(after(view, move)), move) for move in moves(view)),
            key=lambda found: found[0],
            default=(now, None),
        )
        if move is not None and worth > now:
            return Decision((move,), _reason(now, worth))
        return _deal(view) if view.stock else None


def _deal(view: View) -> Decision | None:
    """Return the deal, after as many moves as fill the empty columns; None if they cannot."""
    fills: list[Move] = []
    while empty_columns(view):
        fill = _best_fill(view)
        if fill is None:
            return None
        fills.append(fill)
        view = after(view, fill)
    return Decision((*fills, DEAL_ROW), Reason.DEAL)


def _worth(view: View) -> _Worth:
    return view.runs, -sum(view.face_down), *order(view)


def _reason(before: _Worth, behind: _Worth) -> Reason:
    reasons = (Reason.COMPLETES_RUN, Reason.REVEALS, Reason.SAME_SUIT, Reason.IN_ORDER)
    return next(
        reason for reason, old, new in zip(reasons, before, behind, strict=True) if new != old
    )


def _best_fill(view: View) -> Move | None:
    fills = [move for move in moves(view) if not height(view, move.target)]
    return max(fills, key=lambda move: _worth(after(view, move)), default=None)
