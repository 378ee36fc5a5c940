"""Solvitaire's JSON form of a deal.

An object with ``tableau piles``, a list of columns from the bottom to the last card, and
``stock``, a list whose last card is dealt first. A ten is ``10``; a suit in lower case marks a
face-down card. The form has no place for removed runs and says nothing of the build rule.
"""

from __future__ import annotations

import json
from typing import Final

from solver.errors import DealError, brief
from solver.rules.cards import Card, card_name, parse_card
from solver.rules.formats.layout import Layout, Pile, column_pile, removed_suits
from solver.rules.position import Position

_PILES: Final = "tableau piles"
_STOCK: Final = "stock"


def parse_solvitaire(text: str) -> Layout:
    """Return what a JSON text says.

    :raises DealError: if it is no JSON, or not in this form.
    """
    try:
        data = json.loads(text, object_pairs_hook=_unique_keys)
    except json.JSONDecodeError as error:
        raise DealError(f"this is no JSON: {error.msg}", error.lineno) from None
    except (RecursionError, ValueError):
        raise DealError("this is no JSON of a deal") from None
    if not isinstance(data, dict) or _PILES not in data:
        raise DealError(f'a JSON deal is an object with "{_PILES}" and "{_STOCK}"')
    for key, value in data.items():
        if key not in (_PILES, _STOCK) and value:
            raise DealError(f"{brief(key)} has no place in these games")
    if not isinstance(data[_PILES], list):
        raise DealError(f'"{_PILES}" is not a list of columns')
    columns = [
        column_pile(_parse_pile(pile, f"column {number}"), number)
        for number, pile in enumerate(data[_PILES], 1)
    ]
    stock = [card for card, _ in _parse_pile(data.get(_STOCK, []), "the stock")]
    return Layout(tuple(columns), Pile(tuple(reversed(stock))))


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise DealError("a JSON deal has each key once")
    return found


def _parse_pile(pile: object, place: str) -> list[tuple[Card, bool]]:
    """Return the cards of a pile, each with whether it lies face down."""
    if not isinstance(pile, list):
        raise DealError(f"{place} is not a list of cards")
    return [_parse_place(name, place) for name in pile]


def _parse_place(name: object, place: str) -> tuple[Card, bool]:
    if not isinstance(name, str):
        raise DealError(f"{place}: a card is a text like 10S or AH, not {type(name).__name__}")
    try:
        return parse_card(name), name[-1:].islower()
    except ValueError as error:
        raise DealError(f"{place}: {error}") from None


def format_solvitaire(position: Position) -> str:
    """Return a position in this form, a line for each column.

    :raises DealError: for a position with removed runs, and for a puzzle.
    """
    if position.runs:
        raise DealError("Solvitaire's form cannot hold removed runs; use the text or game form")
    if removed_suits(position) is None:
        raise DealError("Solvitaire's form holds whole decks only, not a puzzle; use the text form")
    piles = [
        [_name(card, i < face_down) for i, card in enumerate(cards)]
        for cards, face_down in zip(position.columns, position.face_down, strict=True)
    ]
    lines = ",\n    ".join(map(json.dumps, piles))
    stock = json.dumps([_name(card, hidden=False) for card in position.stock])
    return f'{{\n  "{_PILES}": [\n    {lines}\n  ],\n  "{_STOCK}": {stock}\n}}\n'


def _name(card: Card, hidden: bool) -> str:
    name = card_name(card).replace("T", "10")
    return name[:-1] + name[-1].lower() if hidden else name
