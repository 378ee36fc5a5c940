"""What a player sees: header, table and answers, laid out for a terminal. Nothing is written."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from spidercli.render import render_position
from spidercli.session.help_page import legend
from spidercli.session.language import printable
from spidercli.session.session import Session

_GAP: Final = "   "
_TERM_WIDTH: Final = 15
_NARROW: Final = 50
_NARROWEST: Final = 10
_LONGEST_NAME: Final = 40
_IN_A_COMMAND: Final = re.compile(r"(?<=[0-9]) (?=[0-9])")
_HELD: Final = "\ufffc"
"""Stands for a blank at which no line may end, so that a command like 3 7 2 stays whole."""

_FEWEST_ROWS: Final = 8
"""A table is not folded into fewer lines, however low the terminal is."""


@dataclass(frozen=True, slots=True)
class Look:
    """How things are shown: suits by letter or sign, with or without colour, how wide and high.

    ``height`` is None where lines may scroll away, ``wrap`` is False where lines go to a file or
    a program.
    """

    ascii: bool
    color: bool
    four_colors: bool = False
    width: int = 80
    height: int | None = None
    wrap: bool = True


def frame(session: Session, lines: Iterable[str], look: Look, *, with_legend: bool) -> str:
    """Return header, table and answers; the table is folded if the terminal is too low."""
    head = header(session, look)
    foot = told(lines, look)
    prompt_and_gaps = 3
    room = None
    if look.height is not None:
        foot = _last(foot, look.height // 3)
    if with_legend:
        foot += fields(legend(session.words), look.width, _GAP)
    if look.height is not None:
        room = max(look.height - len(head) - len(foot) - prompt_and_gaps, _FEWEST_ROWS)
    table = render_position(
        session.game.position,
        ascii=look.ascii,
        color=look.color,
        four_colors=look.four_colors,
        width=look.width,
        height=room,
        changed=session.changed,
        marked_columns=session.marked_columns,
        notes=False,
    )
    return "\n".join([*head, "", table, "", *foot]).rstrip("\n")


def _last(lines: list[str], count: int) -> list[str]:
    """Return the last of many lines, so that the table stays in sight."""
    return lines if len(lines) <= count else ["...", *lines[len(lines) - count + 1 :]]


def header(session: Session, look: Look) -> list[str]:
    """Return the lines over the table: name, score, moves, rows left to deal, runs removed."""
    _ = session.words.gettext
    game, position = session.game, session.game.position
    runs = f"{position.runs}/{session.named.variant.run_count}"
    return fields(
        [
            plain_name(session.named.name),
            _("score {score}").format(score=game.score),
            _("moves {moves}").format(moves=game.counter),
            _("rows left {rows}").format(rows=position.rows_left),
            _("runs {runs}").format(runs=runs),
        ],
        look.width,
        _GAP,
    )


def plain_name(name: str) -> str:
    """Return the name of a game for the header: printable, short, and without its folders."""
    name = printable(Path(name).name or name)
    return name if len(name) <= _LONGEST_NAME else "..." + name[-_LONGEST_NAME + 3 :]


def told(lines: Iterable[str], look: Look) -> list[str]:
    """Return answers, wrapped where they go to a terminal."""
    shown = []
    for line in lines:
        term, tab, text = line.partition("\t")
        if tab:
            shown += _defined(term, text, look)
        else:
            shown += wrapped(line, look.width) if look.wrap else [line]
    return shown


def _defined(term: str, text: str, look: Look) -> list[str]:
    """Return a term and what is said of it: beside it, or under it where it is narrow."""
    if look.wrap and look.width < _NARROW:
        return [term, *("  " + line for line in wrapped(text, look.width - 2))]
    width = look.width - _TERM_WIDTH
    texts = wrapped(text, width) if look.wrap else [text]
    terms = [term.ljust(_TERM_WIDTH), *[" " * _TERM_WIDTH] * (len(texts) - 1)]
    return [left + right for left, right in zip(terms, texts, strict=True)]


def wrapped(text: str, width: int) -> list[str]:
    """Return a text in lines of at most ``width`` cells; wide letters fill two."""
    width = max(width, _NARROWEST)
    held = _IN_A_COMMAND.sub(_HELD, text)
    if text.isascii() or 2 * len(text) <= width:
        lines = textwrap.wrap(held, width, break_on_hyphens=False)
    else:
        # Much of wcwidth is tables, and most lines do not need them.
        from wcwidth import wrap

        lines = wrap(held, width, break_on_hyphens=False)
    return [line.replace(_HELD, " ") for line in lines] or [""]


def cells(text: str) -> int:
    """Return the number of cells that a text fills on a terminal."""
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth

    return max(wcswidth(text), 0)


def fields(texts: Iterable[str], width: int, gap: str) -> list[str]:
    """Return texts side by side, in as few lines as hold them; none is broken if it fits a line."""
    lines: list[str] = []
    for text in texts:
        if lines and cells(lines[-1]) + len(gap) + cells(text) <= width:
            lines[-1] += gap + text
        else:
            lines += wrapped(text, width)
    return lines
