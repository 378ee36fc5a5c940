"""The strong fair player: it looks further, again and ahead, or plays out imagined deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from solver.players.fair import blank_position, open_win, plan_reason
from solver.players.player import Decision
from solver.players.view import View

STRONG_STATES: Final = 80_000
"""Positions that each look for a plan looks at, at most."""

DEFAULT_BUDGET: Final = 0
"""Positions that the playouts of a decision meet, about: none, a look ahead pays better."""


@dataclass(frozen=True, slots=True)
class StrongPlayer:
    """Looks at many positions for its plans, up to five times, and ahead from the best.

    It puts each card that a plan may turn up in its place and looks briefly what could be done
    then. With a ``budget`` it looks once, but deals the cards it does not see in many ways, and
    takes the plan that fares best in them. ``states`` bounds the positions of a look, ``budget``
    those met in playouts for one decision; ``seed`` chooses the imagined deals. They depend on
    nothing but the seed and what is seen. Once every card is known the solver plays the rest.
    """

    states: int = STRONG_STATES
    budget: int = DEFAULT_BUDGET
    seed: int = 0

    def decide(self, view: View) -> Decision | None:
        """Return the next plan, a deal, or None if there is nothing left to do."""
        from solver.engine.fair_strong import AheadDecider, StrongDecider

        win = open_win(view)
        if win is not None:
            return win
        blank, unseen = blank_position(view), view.unseen()
        if self.budget == 0:
            moves = AheadDecider.shared(self.states).decide(blank, unseen)
        else:
            decider = StrongDecider.shared(self.states)
            moves = decider.decide(blank, unseen, self.budget, self.seed)
        return Decision(moves, plan_reason(view, moves)) if moves else None
