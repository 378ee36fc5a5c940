"""Positions from elsewhere and to elsewhere: one module for each form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from solver.errors import DealError, brief
from solver.rules.formats.game import format_game, is_game_line, parse_game
from solver.rules.formats.layout import checked_position
from solver.rules.formats.pysol import pysol_position
from solver.rules.formats.solvitaire import format_solvitaire, parse_solvitaire
from solver.rules.formats.text import format_text, is_text_line, parse_text
from solver.rules.position import Position
from solver.rules.variant import Variant

__all__ = ["FORMS", "pysol_position", "read_position", "write_position"]

_WRITERS: Final[dict[str, Callable[[Position], str]]] = {
    "text": format_text,
    "game": format_game,
    "solvitaire": format_solvitaire,
}

FORMS: Final = tuple(_WRITERS)
"""The names of the forms that :func:`write_position` writes."""

_LONGEST_TEXT: Final = 100_000


def read_position(text: str, *, variant: Variant | None = None) -> Position:
    """Return the position that a text holds, in whichever form it is.

    ``variant`` wins over all that the text says or shows of the game. Without it the variant
    that our own form names counts, else what the cards show: ten columns are Spider (Bicycle
    where only its stock can have that size), seven Spiderette; the suit count comes from the
    suits seen; the rule is classic.

    :raises DealError: if the text is in no known form, or is no position of the variant.
    """
    if len(text) > _LONGEST_TEXT:
        raise DealError(f"{len(text)} characters are too many for a position")
    content = text.removeprefix("\ufeff")
    lines = content.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    number, first = _first_line(lines)
    if first.startswith(("{", "[")):
        layout = parse_solvitaire(content)
    elif is_game_line(first):
        layout = parse_game(lines)
    elif is_text_line(first):
        layout = parse_text(lines)
    else:
        raise DealError(
            f"{brief(first)} begins no known form; they are c1: .., Play0: .. and JSON",
            number,
        )
    return checked_position(layout, variant)


def _first_line(lines: list[str]) -> tuple[int, str]:
    """Return the first line that is neither blank nor a comment, and its number."""
    for number, line in enumerate(lines, 1):
        content = line.strip()
        if content and not content.startswith("#"):
            return number, content
    raise DealError("there is no position in this text")


def write_position(position: Position, form: str) -> str:
    """Return a position in one of :data:`FORMS`; the text ends in a line end.

    :raises DealError: if the form cannot hold it, or there is no such form.
    """
    if form not in _WRITERS:
        raise DealError(f"no form {form!r}; the forms are {', '.join(FORMS)}")
    return _WRITERS[form](position)
