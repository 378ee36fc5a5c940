"""A position as text for people. Pure: no terminal is asked and nothing is written."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Container, Sequence
from typing import Final, NamedTuple

import click

from solver.rules.cards import RANKS, SUITS, Card, rank_of, suit_of
from solver.rules.position import Position

_SIGNS: Final = "♠♥♦♣"
_TWO_COLORS: Final = (None, "red", "red", None)
_FOUR_COLORS: Final = (None, "red", "bright_blue", "green")
_WIDEST_CELL: Final = 6
_NARROWEST: Final = 8
_CHANGED: Final = ">"
_FOLDED: Final = ":"

_SHORTEST_FOLD: Final = 4
"""The shortest run for which folding saves a line: its first card, a count, its last card."""


class _Cell(NamedTuple):
    """What is shown of one place, before and after colour. The mark stands before the text."""

    text: str
    color: str | None = None
    dim: bool = False
    changed: bool = False

    @property
    def marked(self) -> str:
        """The text with its mark, if it has one."""
        return _CHANGED + self.text if self.changed else self.text

    def styled(self, color: bool) -> str:
        if not color or not (self.color or self.dim or self.changed):
            return self.marked
        return click.style(
            self.marked, fg=self.color, dim=self.dim or None, reverse=self.changed or None
        )

    def centered(self, width: int, color: bool) -> str:
        """Return the cell in the middle of ``width``; a mark leaves the text where it is."""
        left = (width - len(self.text) + 1) // 2 - (len(self.marked) - len(self.text))
        right = width - left - len(self.marked)
        return " " * left + self.styled(color) + " " * right


_NOTHING: Final = _Cell("")
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
    height: int | None = None,
    four_colors: bool = False,
    changed: Container[tuple[int, int]] = (),
    marked_columns: Container[int] = (),
    notes: bool = True,
) -> str:
    """Return the table: numbered columns side by side, then the stock and the removed runs.

    Face-down cards are backs that tell nothing; with ``open_cards`` they are named in
    brackets, and the rows of the stock are shown in the order in which they are dealt.
    No line is wider than ``width`` characters, wherever a column with its number fits at all.
    Where the columns need more than ``height`` lines, backs and then the insides of runs are
    folded into counts, and if that is not enough each column becomes a line.

    ``four_colors`` gives each suit a colour of its own. The places ``changed``, pairs of column
    and card from the bottom, are marked, and so are the numbers of ``marked_columns``; both
    count from 0. Without ``notes`` the lines on the stock and the removed runs are left out.
    """
    colors = _FOUR_COLORS if four_colors else _TWO_COLORS
    columns = [
        [
            _cell(card, row < position.face_down[i], ascii, open_cards, colors)._replace(
                changed=(i, row) in changed
            )
            for row, card in enumerate(cards)
        ]
        for i, cards in enumerate(position.columns)
    ]
    lines = _table(position, columns, width, height, color, marked_columns)
    if notes:
        lines.append("")
        for note in _notes(position, ascii=ascii, open_cards=open_cards):
            lines += textwrap.wrap(note, max(width, _NARROWEST), subsequent_indent="  ")
    return "\n".join(lines)


def _cell(
    card: Card, hidden: bool, ascii: bool, open_cards: bool, colors: Sequence[str | None]
) -> _Cell:
    if hidden and not open_cards:
        return _Cell("##" if ascii else "░░", dim=True)
    label = card_label(card, ascii=ascii)
    return _Cell(f"({label})" if hidden else label, colors[suit_of(card)], dim=hidden)


def _table(
    position: Position,
    columns: list[list[_Cell]],
    width: int,
    height: int | None,
    color: bool,
    marked: Container[int],
) -> list[str]:
    """Return the lines of the columns, in the form that the width and the height ask for."""
    shown = [cells or [_EMPTY] for cells in columns]
    cell_width = min(_WIDEST_CELL, width // len(columns))
    widest = max(len(cell.text) for cell in itertools.chain(*shown))
    wide = cell_width > widest
    lines = (
        _side_by_side(shown, cell_width, color, marked)
        if wide
        else _column_a_line(shown, width, color, marked)
    )
    if height is None or len(lines) <= height:
        return lines
    if wide:
        lines = _side_by_side(
            _folded_columns(position, columns, height - 1), cell_width, color, marked
        )
    if len(lines) <= height:
        return lines
    flat = _column_a_line(_folded_columns(position, columns, 1), width, color, marked)
    return min(lines, flat, key=len)


def _folded_columns(
    position: Position, columns: list[list[_Cell]], height: int
) -> list[list[_Cell]]:
    return [_folded(position, i, cells, height) or [_EMPTY] for i, cells in enumerate(columns)]


def _folded(position: Position, column: int, cells: list[_Cell], height: int) -> list[_Cell]:
    """Return a column with as much of it folded as needed to fit ``height`` lines, if it can.

    The backs are folded first, then the runs from the first one down.
    """
    down = position.face_down[column]
    surplus = len(cells) - height - max(down - 1, 0)
    chosen = []
    for start, end in _runs(position.columns[column], down):
        if surplus <= 0:
            break
        chosen.append((start + 1, end - 1))
        surplus -= end - start - 3
    folded = list(cells)
    for start, end in reversed(chosen):
        changed = any(cell.changed for cell in cells[start:end])
        folded[start:end] = [_Cell(f"{_FOLDED}{end - start}", dim=True, changed=changed)]
    if down > 1 and len(cells) > height:
        folded[:down] = [_Cell(f"{cells[0].text[:1]}{down}", dim=True)]
    return folded


def _runs(cards: list[Card], down: int) -> list[tuple[int, int]]:
    """Return where the runs among the face-up cards begin and end that are long enough to fold."""
    runs, start = [], down
    for row in range(down + 1, len(cards) + 1):
        if row == len(cards) or cards[row] != cards[row - 1] - 1:
            if row - start >= _SHORTEST_FOLD:
                runs.append((start, row))
            start = row
    return runs


def _number(column: int, marked: Container[int], color: bool) -> _Cell:
    text = f"[{column + 1}]" if column in marked else str(column + 1)
    return _Cell(text, "yellow" if color and column in marked else None)


def _side_by_side(
    columns: list[list[_Cell]], width: int, color: bool, marked: Container[int]
) -> list[str]:
    numbers = [_number(i, marked, color) for i in range(len(columns))]
    lines = []
    for row in itertools.chain([numbers], itertools.zip_longest(*columns, fillvalue=_NOTHING)):
        lines.append("".join(cell.centered(width, color) for cell in row).rstrip())
    return lines


def _column_a_line(
    columns: list[list[_Cell]], width: int, color: bool, marked: Container[int]
) -> list[str]:
    """Return the form for narrow terminals: a column a line, wrapped where it is too long."""
    lines = []
    for i, cells in enumerate(columns):
        head = f"{i + 1:2}" + ("*" if i in marked else ":")
        widest = max(len(cell.text) for cell in cells)
        per_line = max(1, (width - len(head)) // (widest + 1))
        for start in range(0, len(cells), per_line):
            chunk = cells[start : start + per_line]
            shown = "".join(
                cell.styled(color) if cell.changed else " " + cell.styled(color) for cell in chunk
            )
            lines.append(head + shown)
            head = " " * len(head)
    return lines


def _notes(position: Position, *, ascii: bool, open_cards: bool) -> list[str]:
    runs = f"runs: {position.runs} of {position.variant.run_count} removed"
    return [*_stock_lines(position, ascii=ascii, open_cards=open_cards), runs]


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
