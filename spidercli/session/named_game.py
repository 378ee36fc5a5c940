"""A game at the table with what belongs to it besides the cards."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from solver.errors import GameCodeError
from solver.rules.deal import DEAL_COUNT, Deal
from solver.rules.game import Game
from solver.rules.gamecode import format_game_code, parse_game_code
from solver.rules.position import Position
from solver.rules.variant import Variant


@dataclass(slots=True)
class NamedGame:
    """A game, what it is called, and by what the player's files know it.

    ``name`` is the game code where there is one, else where the deal came from. ``start`` is
    the position before the first move. ``key`` tells this game apart from every other one that
    was ever begun, the same deal played again included.
    """

    name: str
    start: Position
    game: Game
    key: str = field(default_factory=lambda: secrets.token_hex(8))

    @classmethod
    def begun(cls, name: str, start: Position) -> NamedGame:
        """Return a new game from a position."""
        return cls(name, start, Game(start))

    @classmethod
    def of_code(cls, code: str) -> NamedGame:
        """Return a new game of a game code.

        :raises GameCodeError: if it is none.
        """
        parsed = parse_game_code(code)
        return cls.begun(str(parsed), Deal.from_number(parsed.variant, parsed.number).position())

    @classmethod
    def at_random(cls, variant: Variant) -> NamedGame:
        """Return a new game of any deal of a variant."""
        return cls.of_code(format_game_code(variant, secrets.randbelow(DEAL_COUNT)))

    @property
    def variant(self) -> Variant:
        """The variant that is played."""
        return self.start.variant

    @property
    def has_code(self) -> bool:
        """Whether the name is a game code, from which the deal comes again."""
        try:
            parse_game_code(self.name)
        except GameCodeError:
            return False
        return True

    @property
    def is_whole(self) -> bool:
        """Whether it began with a whole opening, so that its result can be compared."""
        heights = self.variant.column_heights
        return (
            self.start.runs == 0
            and len(self.start.stock) == self.variant.card_count - sum(heights)
            and sum(self.start.face_down) == sum(heights) - len(heights)
        )
