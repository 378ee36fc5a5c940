"""Moves, their text, and the reasons for which the rules refuse one."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, NamedTuple

from solver.errors import InvalidMoveError, brief


class Move(NamedTuple):
    """``count`` cards from column ``source`` to column ``target`` (columns from 0).

    The deal of a row from the stock is :data:`DEAL_ROW`, whose count is 0.
    """

    source: int
    target: int
    count: int  # type: ignore[assignment]  # a tuple's method of that name is not needed

    @property
    def is_deal(self) -> bool:
        """Whether this is the deal of a row and not a move of cards."""
        return self.count == 0


DEAL_ROW: Final = Move(-1, -1, 0)

_MOVE = re.compile(r"([0-9]{1,3})-([0-9]{1,3})(?:x([0-9]{1,3}))?", re.ASCII)


def move_text(move: Move) -> str:
    """Return the text of a move: ``3-7x4`` (columns from 1), or ``deal``."""
    if move.is_deal:
        return "deal"
    return f"{move.source + 1}-{move.target + 1}x{move.count}"


def parse_move(text: str) -> Move:
    """Return the move of a text like ``3-7x4``, ``3-7`` (one card) or ``deal``.

    :raises InvalidMoveError: if it is no move at all. Whether it is legal is asked of a
        position.
    """
    word = text.strip().lower()
    if word == "deal":
        return DEAL_ROW
    match = _MOVE.fullmatch(word)
    if match is None:
        raise InvalidMoveError(f"{brief(text)} is no move; write 3-7x4 or deal")
    source, target, count = (int(part) if part else 1 for part in match.groups())
    if not (source and target and count):
        raise InvalidMoveError(f"{word!r} is no move; columns and cards count from 1")
    return Move(source - 1, target - 1, count)


class Refusal(StrEnum):
    """Why a move is refused. The value begins with the rule that refuses it."""

    NO_SUCH_COLUMN = "R3 no such column"
    SAME_COLUMN = "R3 same column"
    EMPTY_SOURCE = "R3 empty source"
    NOT_FACE_UP = "R5 not face up"
    NOT_DESCENDING = "R5 not descending"
    MIXED_SUITS = "R5 mixed suits"
    NOT_ONE_HIGHER = "R3 not one higher"
    ONTO_ACE = "R3 onto ace"
    KING_ONTO_CARD = "R3 king onto card"
    STOCK_EMPTY = "R7 stock empty"
    EMPTY_COLUMN = "R7 empty column"
    TOO_FEW_CARDS = "R7 too few cards"
    NOTHING_TO_UNDO = "R11 nothing to undo"
    UNDO_LIMIT = "R11 undo limit"
    NOTHING_TO_REDO = "R11 nothing to redo"

    @property
    def rule(self) -> str:
        """The number of the rule, for instance ``R3``."""
        return self.value.split()[0]
