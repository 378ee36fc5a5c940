"""The errors of the library: one line each, saying what is wrong and where."""

from __future__ import annotations


def brief(text: str, limit: int = 20) -> str:
    """Return bad input in quotes for a message: on one line, cut after ``limit`` characters."""
    return repr(text if len(text) <= limit else text[:limit] + "...")


class SpiderError(Exception):
    """Base of every error that bad input can cause; ``str()`` is one line for people."""


class GameCodeError(SpiderError):
    """A game code that names no deal."""


class DealError(SpiderError):
    """A deal or position whose text or cards are wrong.

    ``line`` is the line of the text (from 1) that holds the fault, or None where no one
    line does.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line = line


class InvalidMoveError(SpiderError):
    """A text that is not a move at all (its syntax is wrong)."""


class IllegalMoveError(SpiderError):
    """A move that the rules refuse in the position at hand.

    ``refusal`` says which rule refused it (a :class:`solver.rules.move.Refusal`).
    """

    def __init__(self, message: str, refusal: str) -> None:
        super().__init__(message)
        self.refusal = refusal


class StoreError(SpiderError):
    """A file of results that cannot be read, or must not be written."""
