"""Hints for the player at the table: the plan of a player that sees no more than they do.

Who follows hint after hint comes to the win or to a position without a hint, and never back to
a position that was there before: each plan comes to none twice and ends with a card that turns
up, a complete run, a deal or the win, none of which is ever taken back.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from solver.players import player
from solver.players.player import Decision, Player
from solver.players.seen import after, height
from solver.players.view import View
from solver.rules.move import Move


class Reason(StrEnum):
    """What a hinted move is good for."""

    COMPLETES_RUN = "it completes a run"
    REVEALS = "it turns up a face-down card"
    TOWARDS_RUN = "it is the first step to a complete run"
    TOWARDS_REVEAL = "it is the first step to turning up a face-down card"
    FILLS_COLUMN = "it fills an empty column, so that a row can be dealt"
    TIDIES = "it puts the table in order for a deal"
    DEAL = "nothing better is seen, and a row can be dealt"
    WINS = "every card is known, and this wins"


_LAST: Final = {
    player.Reason.REVEALS: Reason.REVEALS,
    player.Reason.COMPLETES_RUN: Reason.COMPLETES_RUN,
    player.Reason.DEAL: Reason.DEAL,
    player.Reason.WINS: Reason.WINS,
}
_ON_THE_WAY: Final = {
    player.Reason.REVEALS: Reason.TOWARDS_REVEAL,
    player.Reason.COMPLETES_RUN: Reason.TOWARDS_RUN,
    player.Reason.DEAL: Reason.TIDIES,
    player.Reason.WINS: Reason.WINS,
}


@dataclass(frozen=True, slots=True)
class Hint:
    """A move and what it is good for."""

    move: Move
    reason: Reason


class Adviser:
    """Says what a player would do, and keeps to the plan as long as it is followed."""

    def __init__(self, adviser: Player) -> None:
        self._player = adviser
        self._plan: dict[View, Hint] = {}

    def hint(self, view: View) -> Hint | None:
        """Return the next move of the plan for what is seen, or None where nothing helps."""
        if view not in self._plan:
            decision = self._player.decide(view)
            self._plan = _hints(view, decision) if decision and decision.moves else {}
        return self._plan.get(view)


def _hints(view: View, decision: Decision) -> dict[View, Hint]:
    """Return the hint for each position on the way of a plan, as far as it can be foreseen."""
    hints: dict[View, Hint] = {}
    for move in decision.moves[:-1]:
        reason = _ON_THE_WAY[decision.reason]
        if reason is Reason.TIDIES and not height(view, move.target):
            reason = Reason.FILLS_COLUMN
        hints[view] = Hint(move, reason)
        if move.is_deal:
            return hints
        view = after(view, move)
    hints[view] = Hint(decision.moves[-1], _LAST[decision.reason])
    return hints
