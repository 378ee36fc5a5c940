"""The project's own text form: it holds any position, openings, mid-games and puzzles.

::

    variant: spider 4 suits relaxed
    c1: (9S) KS QS
    c2:
    ...
    stock: AS 2S
    runs: 5

Cards lie from the bottom to the last, ``(..)`` is face down; the stock's first card goes to
column 1; ``runs`` counts the runs already off. ``variant``, ``stock`` and ``runs`` may be left
out. A line that begins with ``#`` is a comment.
"""

from __future__ import annotations

import re
from typing import Final

from solver.errors import DealError, brief
from solver.rules.cards import Card, card_name, parse_card
from solver.rules.formats.layout import Layout, Pile, column_pile
from solver.rules.position import Position
from solver.rules.variant import CLASSIC, VARIANTS, Variant, find_variant

_LINE: Final = re.compile(r"(c[1-9][0-9]?|stock|runs|variant)\s*:(.*)", re.IGNORECASE)
_EXAMPLE: Final = find_variant("spider", 4)
_RUNS: Final = re.compile(r"[0-9]{1,2}")


def is_text_line(line: str) -> bool:
    """Whether a line that is no comment looks like this form."""
    return _LINE.fullmatch(line.strip()) is not None


def parse_text(lines: list[str]) -> Layout:
    """Return what the lines of a text say.

    :raises DealError: if a line is wrong, twice there, or a column is missing.
    """
    values: dict[str, tuple[str, int]] = {}
    for number, line in enumerate(lines, 1):
        content = line.strip()
        if not content or content.startswith("#"):
            continue
        match = _LINE.fullmatch(content)
        if match is None:
            raise DealError(
                f"{brief(content)} is no line of a position; write c1: .., stock: .. or runs: ..",
                number,
            )
        key, value = match[1].lower(), match[2].strip()
        if key in values:
            raise DealError(f"{key} is there twice; first in line {values[key][1]}", number)
        values[key] = value, number
    return _layout(values)


def _layout(values: dict[str, tuple[str, int]]) -> Layout:
    columns = []
    for number in range(1, 1 + sum(key[0] == "c" for key in values)):
        if f"c{number}" not in values:
            raise DealError(f"column c{number} is missing; columns are c1, c2, c3 and so on")
        value, line = values[f"c{number}"]
        cards = [_parse_place(word, line) for word in value.split()]
        columns.append(column_pile(cards, number, line))
    stock, stock_line = values.get("stock", ("", None))
    runs, runs_line = values.get("runs", ("0", None))
    if not _RUNS.fullmatch(runs):
        raise DealError(f"runs: {brief(runs)} is not how many runs are off", runs_line)
    return Layout(
        tuple(columns),
        Pile(tuple(_parse(word, stock_line) for word in stock.split()), 0, stock_line),
        int(runs),
        runs_line,
        variant=_parse_variant(*values["variant"]) if "variant" in values else None,
        may_be_puzzle=True,
    )


def _parse_place(word: str, line: int | None) -> tuple[Card, bool]:
    """Return the card of a word of a column, and whether it lies face down."""
    hidden = len(word) > 2 and word[0] == "(" and word[-1] == ")"
    return _parse(word[1:-1] if hidden else word, line), hidden


def _parse(word: str, line: int | None) -> Card:
    try:
        return parse_card(word)
    except ValueError as error:
        raise DealError(str(error), line) from None


def _parse_variant(text: str, line: int) -> Variant:
    words = " ".join(text.lower().split())
    for variant in VARIANTS:
        if words == variant.name or (words == f"{variant.name} {CLASSIC}"):
            return variant
    raise DealError(f"{brief(text)} is no variant; write one like {_EXAMPLE.name}", line)


def format_text(position: Position) -> str:
    """Return a position in this form; it holds every position."""
    lines = [f"variant: {position.variant.name}"]
    for number, (cards, face_down) in enumerate(
        zip(position.columns, position.face_down, strict=True), 1
    ):
        names = [f"({card_name(card)})" for card in cards[:face_down]]
        names += [card_name(card) for card in cards[face_down:]]
        lines.append(f"c{number}: {' '.join(names)}".rstrip())
    lines.append(f"stock: {' '.join(map(card_name, reversed(position.stock)))}".rstrip())
    lines.append(f"runs: {position.runs}")
    return "\n".join(lines) + "\n"
