"""Game codes (S6, T6): ``SP1-S4C-AAAAAAD`` names a variant and a deal number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from solver.errors import GameCodeError, brief
from solver.rules.deal import DEAL_COUNT
from solver.rules.shuffle import SHUFFLE_VERSION
from solver.rules.variant import CLASSIC, RELAXED, SUIT_COUNTS, VARIANTS, Variant, find_variant

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NUMBER_LENGTH: Final = 7
_RULE_LETTERS: Final = {CLASSIC: "C", RELAXED: "R"}
_EXAMPLE: Final = "SP1-S1C-AAAAAAD"
_LONGEST: Final = 40
"""A text longer than this is refused for its length alone."""

_GAMES: Final = {variant.code_prefix: variant for variant in VARIANTS}
"""One variant of each game, by the first two letters of its codes."""

_FALSE_HYPHENS: Final = " _.\u2010\u2011\u2012\u2013\u2014\u2212"
"""What people and text programs put in place of a hyphen."""

_LOOK_ALIKES: Final = {"0": "O", "1": "I", "2": "Z", "5": "S", "8": "B"}


@dataclass(frozen=True, slots=True)
class GameCode:
    """What a game code names; ``str()`` is the code in its normal form."""

    variant: Variant
    number: int

    def __str__(self) -> str:
        return format_game_code(self.variant, self.number)


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a code: its place in the text (from 1), what is wrong and what is right."""

    position: int
    text: str

    def __str__(self) -> str:
        return f"character {self.position}: {self.text}"


def format_game_code(variant: Variant, number: int) -> str:
    """Return the code of a variant's deal.

    :raises GameCodeError: if ``number`` is not from 0 to ``DEAL_COUNT - 1``.
    """
    if not 0 <= number < DEAL_COUNT:
        raise GameCodeError(f"no deal number {number}; the numbers are 0 to {DEAL_COUNT - 1}")
    letters = ""
    for _ in range(_NUMBER_LENGTH):
        number, digit = divmod(number, 26)
        letters = _LETTERS[digit] + letters
    rule = _RULE_LETTERS[variant.rule] if variant.code_has_rule else ""
    return f"{variant.code_prefix}{SHUFFLE_VERSION}-S{variant.suit_count}{rule}-{letters}"


def parse_game_code(text: str) -> GameCode:
    """Return what a code names; lower case and blanks around it are accepted.

    :raises GameCodeError: if it is none; the text lists every fault in one line.
    """
    found = problems(text)
    if found:
        raise GameCodeError(f"{brief(text.strip())} is no game code: {'; '.join(map(str, found))}")
    head, middle, letters = _upper(text.strip()).split("-")
    game = _GAMES[head[:2]].game
    rule = RELAXED if middle.endswith(_RULE_LETTERS[RELAXED]) else CLASSIC
    number = 0
    for letter in letters:
        number = number * 26 + _LETTERS.index(letter)
    return GameCode(find_variant(game, int(middle[1]), rule), number)


def problems(text: str) -> list[Problem]:
    """Return every fault of a code, in the order of their places; none if it is valid."""
    code = _upper(text.strip())
    start = len(text) - len(text.lstrip()) + 1
    if not code:
        return [Problem(1, f"no code; write one like {_EXAMPLE}")]
    if len(code) > _LONGEST:
        return [
            Problem(start, f"{len(code)} characters are too many; write a code like {_EXAMPLE}")
        ]
    found = sorted(_problems_of_parts(code), key=lambda problem: problem.position)
    return [Problem(problem.position + start - 1, problem.text) for problem in found]


def _upper(text: str) -> str:
    """Return the text with a-z as A-Z; letters outside ASCII stay, some would become ASCII."""
    return "".join(char.upper() if char.isascii() else char for char in text)


def _problems_of_parts(code: str) -> Iterator[Problem]:
    """Yield the faults of a code in capitals, places counted from its first character."""
    for place, char in enumerate(code, 1):
        if char in _FALSE_HYPHENS:
            yield Problem(place, f"{char!r} instead of '-'")
    code = "".join("-" if char in _FALSE_HYPHENS else char for char in code)
    starts = _starts_of_parts(code)
    if starts is None:
        yield from _problems_of_game(code.split("-")[0][:3])
        yield Problem(1, f"not three parts joined by '-', like {_EXAMPLE}")
        return
    second, third, end = starts
    for place in (second, third):
        if code[place - 2] != "-":
            yield Problem(place, "'-' is missing here")
    head, middle = code[: second - 1].rstrip("-"), code[second - 1 : third - 1].rstrip("-")
    yield from _problems_of_game(head)
    yield from _problems_of_suits(middle, second, _GAMES.get(head[:2]))
    yield from _problems_of_letters(code[third - 1 : end - 1], third)
    if code[end - 1 :]:
        yield Problem(end, f"surplus {code[end - 1 :]!r}; a code has three parts")


def _starts_of_parts(code: str) -> tuple[int, int, int] | None:
    """Return the places (from 1) of the second and third part and of what follows, or None.

    Hyphens divide the parts. Where one is missing, the part before it has its proper length:
    three characters at the front, seven at the end.
    """
    hyphens = [place for place, char in enumerate(code, 1) if char == "-"]
    if len(hyphens) >= 2:
        end = hyphens[2] if len(hyphens) > 2 else len(code) + 1
        return hyphens[0] + 1, hyphens[1] + 1, end
    third = len(code) - _NUMBER_LENGTH + 1
    second = 5 if hyphens == [4] else 4
    if third - second < 2 or (hyphens and hyphens not in ([4], [third - 1])):
        return None
    return second, third, len(code) + 1


def _problems_of_game(part: str) -> Iterator[Problem]:
    game, version = part[:2], part[2:]
    if game not in _GAMES:
        known = ", ".join(f"{prefix} ({v.game})" for prefix, v in _GAMES.items())
        what = f"unknown game {game!r}" if game else "the game is missing"
        yield Problem(1, f"{what}; the games are {known}")
    if part and version != str(SHUFFLE_VERSION):
        what = f"unknown version {version!r}" if version else "the version is missing"
        yield Problem(min(len(part), 2) + 1, f"{what}; it is {SHUFFLE_VERSION}")


def _problems_of_suits(part: str, place: int, game: Variant | None) -> Iterator[Problem]:
    """Yield the faults of the middle part; ``game`` is None where the game is unknown."""
    if not part:
        yield Problem(place, "the suits are missing; they are S1, S2 or S4")
        return
    if part[0].isdigit():
        yield Problem(place, "S is missing before the number of suits")
        suits, rule, place = part[0], part[1:], place - 1
    else:
        suits, rule = part[1:2], part[2:]
        if part[0] != "S":
            yield Problem(place, f"{part[0]!r} instead of S before the number of suits")
    if suits not in [str(count) for count in SUIT_COUNTS]:
        what = f"{suits!r} suits" if suits else "the number of suits is missing"
        yield Problem(place + 1, f"{what}; the suits are 1, 2 or 4")
    yield from _problems_of_rule(rule, place + 2, suits, game)


def _problems_of_rule(rule: str, place: int, suits: str, game: Variant | None) -> Iterator[Problem]:
    offered = "C" if suits == "1" else "C (Classic) or R (Relaxed)"
    if game is not None and not game.code_has_rule:
        if rule:
            yield Problem(place, f"surplus {rule!r}; a {game.game} code has no rule letter")
    elif not rule:
        if game is not None:
            yield Problem(place, f"the rule letter is missing; it is {offered}")
    elif rule[0] not in _RULE_LETTERS.values():
        yield Problem(place, f"rule letter {rule[0]!r}; it is {offered}")
    elif rule[0] == _RULE_LETTERS[RELAXED] and suits == "1":
        yield Problem(place, "R with 1 suit; both rules are the same game there, write C")
    if len(rule) > 1 and (game is None or game.code_has_rule):
        yield Problem(place + 1, f"surplus {rule[1:]!r}; one rule letter is enough")


def _problems_of_letters(part: str, place: int) -> Iterator[Problem]:
    for index, char in enumerate(part[:_NUMBER_LENGTH]):
        if char not in _LETTERS:
            meant = f" (is {_LOOK_ALIKES[char]} meant?)" if char in _LOOK_ALIKES else ""
            yield Problem(place + index, f"{char!r} is not a letter A to Z{meant}")
    if len(part) != _NUMBER_LENGTH:
        count = {0: "no letter", 1: "1 letter"}.get(len(part), f"{len(part)} letters")
        where = place + min(len(part), _NUMBER_LENGTH)
        yield Problem(where, f"{count} at the end instead of seven")
