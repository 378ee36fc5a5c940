"""The variants as data: everything in which one game differs from another."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from solver.errors import SpiderError
from solver.rules.cards import KING, Card, make_card

CLASSIC: Final = "classic"
RELAXED: Final = "relaxed"
RULES: Final = (CLASSIC, RELAXED)
SUIT_COUNTS: Final = (1, 2, 4)


@dataclass(frozen=True, slots=True)
class Variant:
    """One game with its suit count and build rule.

    ``column_heights`` is the opening layout; ``columns`` their number. ``has_score_floor``
    is S5 (Spider) against T5 (Spiderette). ``code_prefix`` starts the game code, and
    ``code_has_rule`` says whether the code carries a rule letter (S6, T6).
    """

    game: str
    suit_count: int
    rule: str
    decks: int
    column_heights: tuple[int, ...]
    has_score_floor: bool
    code_prefix: str
    code_has_rule: bool

    @property
    def columns(self) -> int:
        """The number of columns."""
        return len(self.column_heights)

    @property
    def card_count(self) -> int:
        """The number of cards in the game, stock included."""
        return 52 * self.decks

    @property
    def run_count(self) -> int:
        """The number of runs to remove (S4, T4)."""
        return 4 * self.decks

    @property
    def relaxed(self) -> bool:
        """Whether groups of mixed suits move (R5)."""
        return self.rule == RELAXED

    @property
    def name(self) -> str:
        """The name for people: ``spider 4 suits classic``, ``spiderette 1 suit``."""
        suits = "1 suit" if self.suit_count == 1 else f"{self.suit_count} suits"
        offers_rule = self.code_has_rule and self.suit_count > 1
        return f"{self.game} {suits} {self.rule}" if offers_rule else f"{self.game} {suits}"

    def deck(self) -> list[Card]:
        """Return the deck before shuffling: blocks A..K, the suits taken in turn (R12)."""
        return [
            make_card(block % self.suit_count, rank)
            for block in range(self.run_count)
            for rank in range(1, KING + 1)
        ]

    def suits_in_deck(self) -> Counter[int]:
        """Return how many complete runs of each suit the deck holds."""
        return Counter(block % self.suit_count for block in range(self.run_count))


_SPIDER_HEIGHTS: Final = (6, 6, 6, 6, 5, 5, 5, 5, 5, 5)
_BICYCLE_HEIGHTS: Final = (5,) * 10
_SPIDERETTE_HEIGHTS: Final = (1, 2, 3, 4, 5, 6, 7)


def _two_decks(game: str, prefix: str, heights: tuple[int, ...]) -> list[Variant]:
    rules = [(1, CLASSIC), (2, CLASSIC), (2, RELAXED), (4, CLASSIC), (4, RELAXED)]
    return [Variant(game, suits, rule, 2, heights, True, prefix, True) for suits, rule in rules]


VARIANTS: Final[tuple[Variant, ...]] = (
    *_two_decks("spider", "SP", _SPIDER_HEIGHTS),
    *(
        Variant("spiderette", suits, CLASSIC, 1, _SPIDERETTE_HEIGHTS, False, "SD", False)
        for suits in SUIT_COUNTS
    ),
    *_two_decks("bicycle", "SB", _BICYCLE_HEIGHTS),
)
"""Every variant, in the order in which tables show them (S1-S3, S8, T1-T3)."""

GAMES: Final = ("spider", "spiderette", "bicycle")


def find_variant(game: str, suit_count: int, rule: str = CLASSIC) -> Variant:
    """Return the variant of a game, a suit count and a build rule.

    :raises SpiderError: if there is none; the text says why.
    """
    for variant in VARIANTS:
        if (variant.game, variant.suit_count, variant.rule) == (game, suit_count, rule):
            return variant
    if game not in GAMES:
        raise SpiderError(f"no game {game!r}; there are {', '.join(GAMES)}")
    if suit_count not in SUIT_COUNTS:
        raise SpiderError(f"no game with {suit_count} suits; the suits are 1, 2 or 4")
    if rule not in RULES:
        raise SpiderError(f"no rule {rule!r}; the rules are classic and relaxed")
    if game == "spiderette":
        raise SpiderError("spiderette is played by the classic rule only (T3); leave out --rule")
    raise SpiderError(
        "with 1 suit the relaxed rule is the same game as the classic one (S3); leave out --rule"
    )
