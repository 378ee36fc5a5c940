"""The ``Play/Deal/Off`` form, used by other programs for deals of Spider.

::

    Play0: |AC |8D |TS |3D |7H 2D
    ...
    Deal0: TD 2S 2C TH 6H 2H 9H 2H 5C AH
    ...
    Off: KS

``Play`` lines are the columns from the left, ``|`` marks a face-down card; ``Deal`` lines are
the rows of the stock in the order in which they are dealt, empty once dealt; ``Off`` names the
king of each removed run. The form says nothing of the build rule.
"""

from __future__ import annotations

import itertools
import re
from typing import Final

from solver.errors import DealError, brief
from solver.rules.cards import KING, Card, card_name, make_card, parse_card, rank_of, suit_of
from solver.rules.formats.layout import Layout, Pile, column_pile, removed_suits, stock_sizes
from solver.rules.position import Position

_LINE: Final = re.compile(r"(?:(play|deal)([0-9]{1,2})|(off))\s*:(.*)", re.IGNORECASE)
_FACE_DOWN: Final = "|"


def is_game_line(line: str) -> bool:
    """Whether a line that is no comment looks like this form."""
    return _LINE.fullmatch(line.strip()) is not None


def parse_game(lines: list[str]) -> Layout:
    """Return what the lines of a text say.

    :raises DealError: if a line is wrong, twice there, or missing.
    """
    values: dict[tuple[str, int], tuple[list[str], int]] = {}
    for number, line in enumerate(lines, 1):
        content = line.strip()
        if not content or content.startswith("#"):
            continue
        match = _LINE.fullmatch(content)
        if match is None:
            raise DealError(
                f"{brief(content)} is no line of this form; write Play0: .., Deal0: .. or Off: ..",
                number,
            )
        key = (match[1] or match[3]).lower(), int(match[2] or 0)
        if key in values:
            raise DealError(f"this line is there twice; first in line {values[key][1]}", number)
        values[key] = match[4].split(), number
    return _layout(values)


def _layout(values: dict[tuple[str, int], tuple[list[str], int]]) -> Layout:
    columns = [
        column_pile([_parse_place(word, line) for word in words], number, line)
        for number, (words, line) in enumerate(_numbered(values, "play"), 1)
    ]
    off, off_line = values.get(("off", 0), ([], None))
    suits = tuple(_parse_king(word, off_line) for word in off)
    stock = _stock(_numbered(values, "deal"), len(columns))
    return Layout(tuple(columns), stock, len(suits), off_line, suits)


def _numbered(
    values: dict[tuple[str, int], tuple[list[str], int]], name: str
) -> list[tuple[list[str], int]]:
    """Return the lines of a name, in order of their numbers from 0."""
    count = sum(key[0] == name for key in values)
    for number in range(count):
        if (name, number) not in values:
            raise DealError(f"{name.capitalize()}{number} is missing; the lines count from 0")
    return [values[name, number] for number in range(count)]


def _stock(rows: list[tuple[list[str], int]], width: int) -> Pile:
    """Return the stock of its rows, of which only the last may be short."""
    left = [(words, line) for words, line in rows if words]
    for (words, line), _ in itertools.pairwise(left):
        if len(words) != width:
            raise DealError(f"{len(words)} cards in a row of the stock, not {width}", line)
    cards = tuple(_parse_place(word, line)[0] for words, line in left for word in words)
    return Pile(cards, 0, left[0][1] if left else None)


def _parse_place(word: str, line: int) -> tuple[Card, bool]:
    """Return the card of a word, and whether it lies face down."""
    try:
        return parse_card(word.removeprefix(_FACE_DOWN)), word.startswith(_FACE_DOWN)
    except ValueError as error:
        raise DealError(str(error), line) from None


def _parse_king(word: str, line: int | None) -> int:
    """Return the suit of a removed run, named by its king."""
    try:
        card = parse_card(word)
    except ValueError as error:
        raise DealError(str(error), line) from None
    if rank_of(card) != KING:
        raise DealError(f"Off names the king of each removed run, not {card_name(card)}", line)
    return suit_of(card)


def format_game(position: Position) -> str:
    """Return a position in this form.

    :raises DealError: for a puzzle, whose cards are not of whole decks.
    """
    suits = removed_suits(position)
    if suits is None:
        raise DealError("the game form holds whole decks only, not a puzzle; use the text form")
    lines = [f"# {position.variant.name}"]
    for i, (cards, down) in enumerate(zip(position.columns, position.face_down, strict=True)):
        words = [_FACE_DOWN + card_name(card) for card in cards[:down]]
        words += map(card_name, cards[down:])
        lines.append(f"Play{i}: {' '.join(words)}".rstrip())
    for i, row in enumerate(_rows(position)):
        lines.append(f"Deal{i}: {' '.join(map(card_name, row))}".rstrip())
    kings = (card_name(make_card(suit, KING)) for suit in suits)
    lines.append(f"Off: {' '.join(kings)}".rstrip())
    return "\n".join(lines) + "\n"


def _rows(position: Position) -> list[list[Card]]:
    """Return all rows that the stock began with, those already dealt as empty ones."""
    width = len(position.columns)
    cards = position.stock[::-1]
    left = [cards[i : i + width] for i in range(0, len(cards), width)]
    dealt = len(stock_sizes(position.variant)) - len(left)
    return [[] for _ in range(dealt)] + left
