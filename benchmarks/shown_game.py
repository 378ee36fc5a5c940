"""A game of the fair player, decision by decision: what samples are taken of."""

from __future__ import annotations

from solver.engine.fair_game import laid_out, make_moves, show
from solver.engine.fair_plans import Guide
from solver.engine.fair_workspace import FairWorkspace
from solver.engine.layout import pack_stock
from solver.rules.position import Position


class ShownGame:
    """Holds the cards of a game, and puts what is seen of them into a player's workspace."""

    def __init__(self, ws: FairWorkspace, guide: Guide, position: Position) -> None:
        self._ws, self._guide = ws, guide
        self._stock = pack_stock(position)
        self._table, self._words = laid_out(position, guide)
        self._stage = 0

    @property
    def rows_left(self) -> int:
        """The rows of the stock that are left."""
        return len(self._stock) - self._stage

    def show(self) -> bool:
        """Show what is seen; return whether a card is hidden. Without any a game counts as won."""
        ws, columns = self._ws, self._guide.columns
        face_down = show(self._table, 0, ws.rows, ws.unseen, self._stock, self._stage, columns)
        return face_down > 0 or self.rows_left > 0

    def make(self, length: int) -> None:
        """Make so many moves of the workspace's plan."""
        guide = self._guide
        self._stage = make_moves(
            self._table, self._words, self._ws.plan, length, self._stock, self._stage,
            guide.orders[0], guide.columns,
        )  # fmt: skip
