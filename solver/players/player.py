"""What a player is: something that decides on what is seen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from solver.players.view import View
from solver.rules.move import Move


class Reason(StrEnum):
    """What the moves of a decision lead to."""

    REVEALS = "turns up a face-down card"
    COMPLETES_RUN = "completes a run"
    SAME_SUIT = "joins cards of one suit"
    IN_ORDER = "puts cards in order"
    DEAL = "deals a row"
    WINS = "every card is known, and this wins"


@dataclass(frozen=True, slots=True)
class Decision:
    """Moves to make one after another, and what they lead to.

    Whoever makes them stops after the first one that turns a card up or deals, and asks again.
    """

    moves: tuple[Move, ...]
    reason: Reason


class Player(Protocol):
    """Who decides from what is seen, and from nothing else."""

    def decide(self, view: View) -> Decision | None:
        """Return what to do next, or None if there is nothing left worth doing."""
