"""The hint as a player may ask for it. Importing this imports no engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.errors import SpiderError
from solver.rules.position import Position

if TYPE_CHECKING:
    from solver.players.hint import Adviser, Hint


class Hints:
    """Asks the fair player; keeps its plan, so that the next hint goes on with it."""

    def __init__(self) -> None:
        self._adviser: Adviser | None = None

    def ask(self, position: Position) -> Hint | None:
        """Return a hint for what is seen of a position, or None where nothing helps.

        :raises SpiderError: if the player cannot be loaded here; the game does not need it.
        """
        from solver.players.view import View

        if self._adviser is None:
            self._adviser = _load()
        return self._adviser.hint(View.of(position))


def _load() -> Adviser:
    try:
        from solver.engine.fair import warm_up_fair
        from solver.players.fair import FairPlayer
        from solver.players.hint import Adviser
        from spidercli.progress import tell_compiling
    except ImportError as error:
        raise SpiderError(f"hints cannot be loaded here: {error}") from error
    warm_up_fair(tell_compiling)
    return Adviser(FairPlayer())
