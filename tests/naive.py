"""A second implementation of the rules, written apart from ``solver.rules`` to check it.

A column is a string, two letters a card; a face-down card has its suit in lower case:
``9sKSQS`` is (9S) KS QS. A table is never changed, each move gives a new one.
"""

from __future__ import annotations

from typing import NamedTuple

DOWNWARDS = "KQJT98765432A"
WHOLE_RUNS = {"".join(rank + suit for rank in DOWNWARDS): suit for suit in "SHDC"}


class Table(NamedTuple):
    columns: tuple[str, ...]
    stock: str
    gone: str  # the suits of the removed runs, sorted
    mixed_groups: bool  # whether the relaxed rule is played
    floor: bool  # whether the score stops at 0
    score: int


def table_of(position) -> Table:
    """Write a position of the library down anew, from its numbers."""

    def word(card, hidden=False):
        suit = "SHDC"[card // 16]
        return "?A23456789TJQK"[card % 16] + (suit.lower() if hidden else suit)

    columns = tuple(
        "".join(word(card, i < down) for i, card in enumerate(cards))
        for cards, down in zip(position.columns, position.face_down, strict=True)
    )
    stock = "".join(word(card) for card in position.stock[::-1])
    here = "".join(columns).upper() + stock
    kings = {suit: here.count("K" + suit) for suit in "SHDC"}
    per_suit = position.variant.run_count // position.variant.suit_count
    suits = "SHDC"[: position.variant.suit_count]
    gone = "".join(suit * (per_suit - kings[suit]) for suit in suits) if position.runs else ""
    return Table(
        columns,
        stock,
        "".join(sorted(gone)),
        position.variant.rule == "relaxed",
        position.variant.game != "spiderette",
        500 + 100 * position.runs,
    )


def moves_together(cards: str, mixed_groups: bool) -> bool:
    if len(cards) == 2:
        return cards[1].isupper()
    if mixed_groups:
        return cards[::2] in DOWNWARDS and cards[1::2].isupper()
    return any(cards in run for run in WHOLE_RUNS)


def takes(column: str, cards: str) -> bool:
    return not column or column[-2] + cards[0] in DOWNWARDS


def turned_up(column: str) -> str:
    return column[:-1] + column[-1:].upper()


def settled(table: Table) -> Table:
    """Take the finished runs off, charge the action and turn up what lies bare."""
    score = table.score - 1
    if table.floor and score < 0:
        score = 0
    gone = table.gone
    columns = []
    for column in table.columns:
        if column[-26:] in WHOLE_RUNS:
            gone += WHOLE_RUNS[column[-26:]]
            score += 100
            column = column[:-26]
        columns.append(turned_up(column))
    return table._replace(columns=tuple(columns), gone="".join(sorted(gone)), score=score)


def successors(table: Table) -> dict[str, Table]:
    """Return every legal action, by its text, with the table it leads to."""
    found = {}
    for a, source in enumerate(table.columns):
        for cut in range(0, len(source), 2):
            cards = source[cut:]
            if not moves_together(cards, table.mixed_groups):
                continue
            for b, target in enumerate(table.columns):
                if a != b and takes(target, cards):
                    after = list(table.columns)
                    after[a], after[b] = source[:cut], target + cards
                    text = f"{a + 1}-{b + 1}x{len(cards) // 2}"
                    found[text] = settled(table._replace(columns=tuple(after)))
    if table.stock and "" not in table.columns:
        width = len(table.columns)
        row, rest = table.stock[: 2 * width], table.stock[2 * width :]
        after = [c + row[2 * i : 2 * i + 2] for i, c in enumerate(table.columns)]
        found["deal"] = settled(table._replace(columns=tuple(after), stock=rest))
    return found


def is_won(table: Table) -> bool:
    return table.stock == "" == "".join(table.columns)


def count_sequences(table: Table, depth: int) -> int:
    """Count the sequences of ``depth`` actions from a table."""
    if depth == 0:
        return 1
    return sum(count_sequences(after, depth - 1) for after in successors(table).values())
