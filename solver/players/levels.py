"""The players by name."""

from __future__ import annotations

from enum import StrEnum

from solver.players.fair import DEFAULT_STATES, FairPlayer
from solver.players.greedy import GreedyPlayer
from solver.players.player import Player


class Level(StrEnum):
    """The players that do not peek, the weakest first."""

    GREEDY = "greedy"
    FAIR = "fair"


def make_player(level: Level, states: int = DEFAULT_STATES) -> Player:
    """Return a player; ``states`` is how many positions a decision of a fair one looks at."""
    return GreedyPlayer() if level is Level.GREEDY else FairPlayer(states)
