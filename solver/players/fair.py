"""The fair player: it searches what can be reached without looking, and weighs what it may meet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from solver.players.player import Decision, Reason
from solver.players.view import View
from solver.result import Limits
from solver.rules.move import DEAL_ROW, Move
from solver.rules.position import Position

UNKNOWN: Final = 0
"""Stands for a face-down card in a blank position."""

DEFAULT_STATES: Final = 5000
"""Positions that a decision looks at, at most."""

_OPEN_LIMITS: Final = Limits(widths=(30, 100, 300), max_nodes=1_000_000)
"""How far the solver looks for the win once every card is known."""


@dataclass(frozen=True, slots=True)
class FairPlayer:
    """Plans with unknown cards unknown, up to the first that turns up; then it looks again.

    ``states`` bounds the positions that a look for a plan looks at. Once every card is known by
    sight or by counting, the rest is an open deal and the solver plays it.
    """

    states: int = DEFAULT_STATES

    def decide(self, view: View) -> Decision | None:
        """Return the next plan, a deal, or None if there is nothing left to do."""
        from solver.engine.fair import Decider

        win = open_win(view)
        if win is not None:
            return win
        decider = Decider.shared(self.states)
        moves = decider.decide(blank_position(view), view.unseen())
        return Decision(moves, plan_reason(view, moves)) if moves else None


def blank_position(view: View) -> Position:
    """Return what is seen as a position in which every other card is UNKNOWN."""
    columns = [
        [UNKNOWN] * hidden + list(cards)
        for cards, hidden in zip(view.face_up, view.face_down, strict=True)
    ]
    return Position.make(view.variant, columns, view.face_down, [UNKNOWN] * view.stock, view.runs)


def known_position(view: View) -> Position | None:
    """Return the position if no card is unknown, by sight or by counting; else None."""
    if view.stock:
        return None
    unseen = view.unseen()
    if len(unseen) > 1:
        return None
    position = blank_position(view)
    for card in unseen:
        for column in position.columns:
            column[:] = [card if other == UNKNOWN else other for other in column]
    return position


def open_win(view: View) -> Decision | None:
    """Return the solver's win if no card is unknown and it finds one; else None."""
    from solver.solve import solve

    known = known_position(view)
    if known is None:
        return None
    solution = solve(known, _OPEN_LIMITS).solution
    return None if solution is None else Decision(solution, Reason.WINS)


def plan_reason(view: View, moves: tuple[Move, ...]) -> Reason:
    """Return what a plan leads to in the end."""
    if moves[-1] == DEAL_ROW:
        return Reason.DEAL
    position = blank_position(view)
    outcomes = [position.push(move) for move in moves]
    return Reason.COMPLETES_RUN if outcomes[-1].removed else Reason.REVEALS
