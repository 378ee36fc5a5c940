"""What a player at the table sees of a position: no hidden card is in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from solver.rules.cards import Card
from solver.rules.position import Position
from solver.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class View:
    """The visible part of a position.

    ``face_up`` holds the face-up cards of each column, the last one last; ``face_down`` the
    number of cards under them; ``stock`` the number of cards still to be dealt; ``runs`` the
    number of removed runs.
    """

    variant: Variant
    face_up: tuple[tuple[Card, ...], ...]
    face_down: tuple[int, ...]
    stock: int
    runs: int

    @classmethod
    def of(cls, position: Position) -> Self:
        """Return what is seen of a position."""
        return cls(
            position.variant,
            tuple(tuple(position.face_up(i)) for i in range(len(position.columns))),
            tuple(position.face_down),
            len(position.stock),
            position.runs,
        )
