"""Which deals of a file are meant: conditions like ``won moves<110 suits=2``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from solver.errors import SpiderError, brief
from solver.result import Verdict
from solver.rules.gamecode import format_game_code
from solver.rules.variant import GAMES, RULES, SUIT_COUNTS
from solver.study.store import LOST, Results, Study

VERDICTS: Final = (*(verdict.value for verdict in Verdict), LOST)

NUMBERS: Final = ("number", "moves", "score", "runs", "reveals", "nodes")
"""What a condition may compare."""

_OPERATORS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
}
_CONDITION: Final = re.compile(r"([a-z]+)(<=|>=|!=|=|<|>)([a-z0-9-]+)", re.ASCII)
_NUMBER: Final = re.compile(r"-?[0-9]{1,15}", re.ASCII)

_WORDS: Final = {
    **{verdict: ("verdict", verdict) for verdict in VERDICTS},
    **{game: ("game", game) for game in GAMES},
    **{rule: ("rule", rule) for rule in RULES},
}
"""Words that say by themselves what they are about."""

EXAMPLE: Final = "won moves<110 suits=2"


class Condition(NamedTuple):
    """``name`` compared with ``value``."""

    name: str
    sign: str
    value: str | int


class Selected(NamedTuple):
    """One deal that meets the conditions; what a player or the solver does not have is None."""

    code: str
    variant: str
    player: str
    verdict: str
    moves: int | None
    score: int | None
    runs: int | None
    reveals: int | None
    nodes: int | None
    cpu_s: float


@dataclass(frozen=True, slots=True)
class Selection:
    """All conditions must be met; none of them is every deal."""

    conditions: tuple[Condition, ...] = ()

    def deals(self, results: Results) -> Iterator[Selected]:
        """Yield the deals of a file that meet the conditions, by study and number."""
        for study in results.studies:
            if self._is_met_by(study):
                yield from self._deals_of(results, study)

    def _is_met_by(self, study: Study) -> bool:
        facts = {
            "game": study.variant.game,
            "suits": study.variant.suit_count,
            "rule": study.variant.rule,
            "player": study.player,
        }
        return all(
            _OPERATORS[condition.sign](facts[condition.name], condition.value)
            for condition in self.conditions
            if condition.name in facts
        )

    def _deals_of(self, results: Results, study: Study) -> Iterator[Selected]:
        of_deals = [c for c in self.conditions if c.name in ("verdict", *NUMBERS)]
        condition = "".join(f" AND {name} {sign} ?" for name, sign, _ in of_deals)
        columns = "number, verdict, moves, score, runs, reveals, nodes, cpu_s"
        values = [value for *_, value in of_deals]
        for number, *row in results.query(study, columns, f"{condition} ORDER BY number", *values):
            yield Selected(
                format_game_code(study.variant, number), study.variant.name, study.player, *row
            )


def parse_selection(text: str) -> Selection:
    """Return the conditions of a text; blanks or commas stand between them, ``all`` is none.

    :raises SpiderError: if one is none; the text says what could stand there.
    """
    words = text.lower().replace(",", " ").split()
    return Selection(tuple(_condition(word) for word in words if word != "all"))


def _condition(word: str) -> Condition:
    if word in _WORDS:
        name, value = _WORDS[word]
        return Condition(name, "=", value)
    match = _CONDITION.fullmatch(word)
    if match is None:
        raise SpiderError(f"{brief(word)} is no condition; write some like {EXAMPLE!r}")
    return _checked(*match.groups())


def _checked(name: str, sign: str, value: str) -> Condition:
    """Return a condition whose name and value fit together.

    :raises SpiderError: if they do not.
    """
    if name in NUMBERS or name == "suits":
        if _NUMBER.fullmatch(value) is None:
            raise SpiderError(f"{name}{sign}{value}: {brief(value)} is no number")
        number = int(value)
        if name == "suits" and number not in SUIT_COUNTS:
            raise SpiderError(f"{name}{sign}{value}: the suits are 1, 2 or 4")
        return Condition(name, sign, number)
    choices = {"verdict": VERDICTS, "game": GAMES, "rule": RULES}
    if name in choices and value not in choices[name]:
        raise SpiderError(f"{name}{sign}{value}: the choices are {', '.join(choices[name])}")
    if name not in (*choices, "player"):
        known = ", ".join((*NUMBERS, "suits", "game", "rule", "verdict", "player"))
        raise SpiderError(f"nothing is called {brief(name)}; there are {known}")
    if sign not in ("=", "!="):
        raise SpiderError(f"{name} is no number; write {name}={value} or {name}!={value}")
    return Condition(name, sign, value)
