"""A position as text for people. Pure: no terminal is asked and nothing is written."""

from __future__ import annotations

import itertools
import textwrap
from typing import Final, NamedTuple

import click

from solver.rules.cards import RANKS, SUITS, Card, rank_of, suit_of
from solver.rules.position import Position

_SIGNS: Final = "♠♥♦♣"
_RED_SUITS: Final = (1, 2)
_WIDEST_CELL: Final = 6
_NARROWEST: Final = 8


class _Cell(NamedTuple):
    """What is shown of one card, before and after colour."""

    text: str
    color: str | None = None
    dim: bool = False

    def styled(self, width: int, color: bool) -> str:
        padded = self.text.center(width)
        if not color or not (self.color or self.dim):
            return padded
        return padded.replace(
            self.text, click.style(self.text, fg=self.color, dim=self.dim or None)
        )


_EMPTY: Final = _Cell("--", dim=True)


def card_label(card: Card, *, ascii: bool) -> str:
    """Return a card in two characters: ``T♠``, or ``TS`` in ASCII."""
    return RANKS[rank_of(card) - 1] + (SUITS if ascii else _SIGNS)[suit_of(card)]


def render_position(
    position: Position,
    *,
    ascii: bool,
    color: bool,
    open_cards: bool = False,
    width: int = 80,
) -> str:
    """Return the table: numbered columns side by side, then the stock and the removed runs.

    Face-down cards are backs that tell nothing; with ``open_cards`` they are named in
    brackets, and the rows of the stock are shown in the order in which they are dealt.
    No line is wider than ``width`` characters, wherever a column with its number fits at all.
    """
    columns = [
        [
            _cell(card, row < position.face_down[i], ascii=ascii, open_cards=open_cards)
            for row, card in enumerate(cards)
        ]
        or [_EMPTY]
        for i, cards in enumerate(position.columns)
    ]
    widest = max(len(cell.text) for cell in itertools.chain(*columns))
    cell_width = min(_WIDEST_CELL, width // len(columns))
    if cell_width > widest:
        lines = _side_by_side(columns, cell_width, color)
    else:
        lines = _column_a_line(columns, width, color)
    notes = _stock_lines(position, ascii=ascii, open_cards=open_cards)
    notes.append(f"runs: {position.runs} of {position.variant.run_count} removed")
    lines.append("")
    for note in notes:
        lines += textwrap.wrap(note, max(width, _NARROWEST), subsequent_indent="  ")
    return "\n".join(lines)


def _cell(card: Card, hidden: bool, *, ascii: bool, open_cards: bool) -> _Cell:
    if hidden and not open_cards:
        return _Cell("##" if ascii else "░░", dim=True)
    label = card_label(card, ascii=ascii)
    return _Cell(
        f"({label})" if hidden else label,
        "red" if suit_of(card) in _RED_SUITS else None,
        dim=hidden,
    )


def _side_by_side(columns: list[list[_Cell]], width: int, color: bool) -> list[str]:
    numbers = "".join(str(i + 1).center(width) for i in range(len(columns)))
    lines = [numbers.rstrip()]
    for row in itertools.zip_longest(*columns, fillvalue=_Cell("")):
        lines.append("".join(cell.styled(width, color) for cell in row).rstrip())
    return lines


def _column_a_line(columns: list[list[_Cell]], width: int, color: bool) -> list[str]:
    """Return the form for narrow terminals: a column a line, wrapped where it is too long."""
    lines = []
    for number, cells in enumerate(columns, 1):
        head = f"{number:2}:"
        widest = max(len(cell.text) for cell in cells)
        per_line = max(1, (width - len(head)) // (widest + 1))
        for start in range(0, len(cells), per_line):
            chunk = cells[start : start + per_line]
            shown = "".join(" " + cell.styled(len(cell.text), color) for cell in chunk)
            lines.append(head + shown)
            head = " " * len(head)
    return lines


def _stock_lines(position: Position, *, ascii: bool, open_cards: bool) -> list[str]:
    count, rows = len(position.stock), position.rows_left
    if not count:
        return ["stock: empty"]
    lines = [f"stock: {count} cards, {rows} {'row' if rows == 1 else 'rows'} to deal"]
    if open_cards:
        labels = [card_label(card, ascii=ascii) for card in reversed(position.stock)]
        size = len(position.columns)
        lines += [" " + " ".join(labels[i : i + size]) for i in range(0, count, size)]
    return lines
