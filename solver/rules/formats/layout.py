"""What a text says of a position, and the checks that make a position of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from solver.errors import DealError
from solver.rules.cards import KING, RUN_LENGTH, SUITS, Card, card_name, make_card, rank_of, suit_of
from solver.rules.position import Position
from solver.rules.variant import CLASSIC, VARIANTS, Variant, find_variant

_NAMED_CARDS: Final = 5
"""How many cards an error names before it says 'and more'."""


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards of a column or of the stock, and the line that holds them (None: unknown).

    A column's cards lie from the bottom to the last, the first ``face_down`` of them face down;
    the stock's first card is dealt first.
    """

    cards: tuple[Card, ...] = ()
    face_down: int = 0
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """A position as a text gives it, unchecked.

    ``runs`` counts the removed runs; ``removed_suits`` names their suits where the form does.
    ``variant`` is what the text itself says, ``may_be_puzzle`` whether the form allows cards
    that are not made of whole decks.
    """

    columns: tuple[Pile, ...]
    stock: Pile
    runs: int = 0
    runs_line: int | None = None
    removed_suits: tuple[int, ...] | None = None
    variant: Variant | None = None
    may_be_puzzle: bool = False

    @property
    def places(self) -> list[tuple[str, Pile]]:
        """Every pile with its name for people."""
        columns = [(f"column {i}", pile) for i, pile in enumerate(self.columns, 1)]
        return [*columns, ("the stock", self.stock)]

    @property
    def is_puzzle(self) -> bool:
        """Whether any cards will do: all face up, no stock, nothing off, and not no card."""
        return (
            self.may_be_puzzle
            and not self.stock.cards
            and self.runs == 0
            and any(pile.cards for pile in self.columns)
            and not any(pile.face_down for pile in self.columns)
        )


def column_pile(cards: Sequence[tuple[Card, bool]], number: int, line: int | None = None) -> Pile:
    """Return column ``number`` of its cards, each with whether it lies face down.

    :raises DealError: if a face-down card lies on a face-up one, or the last card is face down.
    """
    face_down = next((i for i, (_, hidden) in enumerate(cards) if not hidden), len(cards))
    for card, hidden in cards[face_down:]:
        if hidden:
            raise DealError(
                f"column {number}: {card_name(card)} lies face down on a face-up card", line
            )
    if cards and face_down == len(cards):
        raise DealError(
            f"column {number}: its last card, {card_name(cards[-1][0])}, must lie face up", line
        )
    return Pile(tuple(card for card, _ in cards), face_down, line)


def checked_position(layout: Layout, variant: Variant | None = None) -> Position:
    """Return the position of a layout in ``variant``, else in the one that the cards show.

    :raises DealError: if this is no position of the variant.
    """
    variant = variant or layout.variant or infer_variant(layout)
    if len(layout.columns) != variant.columns:
        raise DealError(f"{len(layout.columns)} columns; {variant.game} has {variant.columns}")
    _check_stock(layout, variant)
    _check_doubled(layout, variant)
    if not layout.is_puzzle:
        _check_missing(layout, variant)
    position = Position.make(
        variant,
        [pile.cards for pile in layout.columns],
        [pile.face_down for pile in layout.columns],
        layout.stock.cards,
        layout.runs,
    )
    _check_complete_runs(layout, position)
    return position


def infer_variant(layout: Layout) -> Variant:
    """Return the variant that the columns, the stock and the suits show; the rule is classic.

    :raises DealError: if no game has as many columns.
    """
    width, stock = len(layout.columns), len(layout.stock.cards)
    suits = {suit_of(card) for _, pile in layout.places for card in pile.cards}
    highest = max(suits.union(layout.removed_suits or ()), default=0)
    suit_count = 1 if highest == 0 else 2 if highest == 1 else 4
    games = [variant for variant in VARIANTS if variant.columns == width]
    if not games:
        raise DealError(f"{width} columns; spider has 10, spiderette 7")
    fitting = [variant for variant in games if stock in stock_sizes(variant)] or games
    return find_variant(fitting[0].game, suit_count, CLASSIC)


def stock_sizes(variant: Variant) -> range:
    """Return the sizes that a variant's stock can have between deals, the largest first."""
    full = variant.card_count - sum(variant.column_heights)
    return range(full, 0, -variant.columns)


def removed_suits(position: Position) -> list[int] | None:
    """Return the suits of the removed runs, or None if the cards are not of whole decks."""
    piles = [*position.columns, position.stock]
    lost, suits = _split_missing(_missing_cards(position.variant, piles))
    return None if lost or len(suits) != position.runs else suits


def _missing_cards(variant: Variant, piles: Iterable[Iterable[Card]]) -> Counter[Card]:
    return Counter(variant.deck()) - Counter(card for pile in piles for card in pile)


def _split_missing(missing: Counter[Card]) -> tuple[list[Card], list[int]]:
    """Return the single cards and the suits of the whole runs that these cards make, sorted."""
    rest, suits = missing.copy(), []
    for suit in range(len(SUITS)):
        run = [make_card(suit, rank) for rank in range(1, KING + 1)]
        for _ in range(min(rest[card] for card in run)):
            rest.subtract(run)
            suits.append(suit)
    return sorted(rest.elements()), suits


def _check_stock(layout: Layout, variant: Variant) -> None:
    size, possible = len(layout.stock.cards), stock_sizes(variant)
    if size and size not in possible:
        sizes = ", ".join(map(str, possible))
        raise DealError(
            f"a stock of {size} cards; in {variant.game} it holds {sizes} or none",
            layout.stock.line,
        )


def _check_doubled(layout: Layout, variant: Variant) -> None:
    left = Counter(variant.deck())
    for _, pile in layout.places:
        for card in pile.cards:
            left[card] -= 1
            if left[card] < 0:
                raise DealError(_doubled_text(layout, variant, card), pile.line)


def _doubled_text(layout: Layout, variant: Variant, card: Card) -> str:
    """Say which card is there too often, where it lies, and which one it may stand for."""
    name = card_name(card)
    places = ", ".join(place for place, pile in layout.places if card in pile.cards)
    copies = variant.suits_in_deck()[suit_of(card)]
    if not copies:
        return f"{name} ({places}) is no card of {variant.name}"
    missing, _ = _split_missing(_missing_cards(variant, (p.cards for _, p in layout.places)))
    instead = f"; {_names(missing)} missing" if missing and not layout.is_puzzle else ""
    return f"one {name} too many ({places}); {variant.name} has {copies}{instead}"


def _check_missing(layout: Layout, variant: Variant) -> None:
    """Check that the cards not here are as many whole runs as are off."""
    lost, suits = _split_missing(_missing_cards(variant, (pile.cards for _, pile in layout.places)))
    if lost:
        raise DealError(f"{_names(lost)} missing for {variant.name}")
    named = layout.removed_suits
    if len(suits) != layout.runs or (named is not None and sorted(named) != suits):
        said = f"{layout.runs}{_suit_list(named)}"
        raise DealError(
            f"{said} runs said to be off, but the cards that are missing make "
            f"{len(suits)}{_suit_list(suits)}",
            layout.runs_line,
        )


def _suit_list(suits: Iterable[int] | None) -> str:
    return f" ({' '.join(SUITS[suit] for suit in sorted(suits))})" if suits else ""


def _names(cards: list[Card]) -> str:
    names = ", ".join(map(card_name, cards[:_NAMED_CARDS]))
    return names + (" and more" if len(cards) > _NAMED_CARDS else "")


def _check_complete_runs(layout: Layout, position: Position) -> None:
    """Refuse a face-up complete run: it would have left (R8), even if cards lie on it now."""
    for number, pile in enumerate(layout.columns, 1):
        up = position.face_up(number - 1)
        for start in range(len(up) - RUN_LENGTH + 1):
            king = up[start]
            run = list(range(king, king - RUN_LENGTH, -1))
            if rank_of(king) == KING and up[start : start + RUN_LENGTH] == run:
                raise DealError(
                    f"column {number}: the complete run from {card_name(king)} would have left",
                    pile.line,
                )
