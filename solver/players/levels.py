"""The players by name."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from solver.players.fair import DEFAULT_STATES, FairPlayer
from solver.players.greedy import GreedyPlayer
from solver.players.player import Player
from solver.players.strong import DEFAULT_BUDGET, STRONG_STATES, StrongPlayer


class Level(StrEnum):
    """The players that do not peek, the weakest first."""

    GREEDY = "greedy"
    FAIR = "fair"
    STRONG = "fair-strong"


@dataclass(frozen=True, slots=True)
class PlayerSettings:
    """How hard a player thinks: see :class:`FairPlayer` and :class:`StrongPlayer`.

    Without ``states`` each looks at as many positions as is usual for it.
    """

    states: int | None = None
    budget: int = DEFAULT_BUDGET
    seed: int = 0

    def of(self, level: Level) -> dict[str, int]:
        """Return what of it a player heeds, by name."""
        if level is Level.GREEDY:
            return {}
        if level is Level.FAIR:
            return {"states": self.states or DEFAULT_STATES}
        states = self.states or STRONG_STATES
        return {"states": states, "budget": self.budget, "seed": self.seed}


_USUAL = PlayerSettings()


def make_player(level: Level, settings: PlayerSettings = _USUAL) -> Player:
    """Return a player."""
    if level is Level.GREEDY:
        return GreedyPlayer()
    if level is Level.FAIR:
        return FairPlayer(settings.of(level)["states"])
    return StrongPlayer(**settings.of(level))
