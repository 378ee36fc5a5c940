"""Solutions as text: what ``solve`` writes and ``replay`` reads."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable
from typing import Any

from solver.errors import InvalidMoveError, SpiderError
from solver.rules.move import Move, move_text, parse_move


def solution_text(moves: Iterable[Move], width: int = 80) -> str:
    """Return moves as words in lines that are at most ``width`` characters long."""
    return textwrap.fill(" ".join(map(move_text, moves)), width, break_on_hyphens=False)


def parse_solution(text: str, deal: str) -> list[Move]:
    """Return the moves of a solution.

    ``text`` is moves between blanks, commas or line ends, where ``#`` begins a comment; or a
    JSON list of moves; or lines of JSON from ``solve --json``, of which that of ``deal`` counts.

    :raises SpiderError: if it is none of these, or holds no solution; it names the line.
    """
    if text.lstrip().startswith("{"):
        return _moves_of_list(_recorded_solution(text, deal))
    if text.lstrip().startswith("["):
        return _moves_of_list(_json(text, 1))
    moves = []
    for number, line in enumerate(text.splitlines(), 1):
        for word in line.partition("#")[0].replace(",", " ").split():
            moves.append(_move(word, f"line {number}"))
    return moves


def _move(word: Any, place: str) -> Move:
    try:
        return parse_move(str(word))
    except InvalidMoveError as error:
        raise SpiderError(f"{place}: {error}") from error


def _moves_of_list(words: Any) -> list[Move]:
    if not isinstance(words, list):
        raise SpiderError("the solution is no list of moves")
    return [_move(word, f"move {number}") for number, word in enumerate(words, 1)]


def _json(text: str, line: int) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SpiderError(f"line {line}: no valid JSON") from error


def _recorded_solution(text: str, deal: str) -> Any:
    """Return the list of moves that the lines of ``solve --json`` hold for a deal."""
    records = [
        _json(line, number) for number, line in enumerate(text.splitlines(), 1) if line.strip()
    ]
    if len(records) > 1:
        records = [record for record in records if _field(record, "deal") == deal]
    if not records:
        raise SpiderError(f"no line is about {deal}")
    solution = _field(records[0], "solution")
    if solution is None:
        raise SpiderError(f"there is no solution for {deal} in it")
    return solution


def _field(record: Any, name: str) -> Any:
    return record.get(name) if isinstance(record, dict) else None
