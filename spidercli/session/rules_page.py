"""The rules of the game at hand, in the player's words. Each sentence names its rules."""

from __future__ import annotations

from solver.rules.cards import RUN_LENGTH
from solver.rules.game import UNDO_LIMIT
from solver.rules.score import ACTION_COST, RUN_BONUS, START_SCORE
from solver.rules.variant import Variant
from spidercli.session.words import Words, suit_names


def rules_page(variant: Variant, words: Words) -> list[str]:
    """Return the rules of a variant, one paragraph an item."""
    _ = words.gettext
    facts = {
        "cards": variant.card_count,
        "columns": variant.columns,
        "runs": variant.run_count,
        "run_length": RUN_LENGTH,
        "suits": ", ".join(suit_names(words)[suit] for suit in sorted(variant.suits_in_deck())),
        "start": START_SCORE,
        "cost": ACTION_COST,
        "bonus": RUN_BONUS,
        "undo": UNDO_LIMIT,
        "last_row": _last_row(variant),
    }
    texts = [
        _(
            "{cards} cards, {columns} columns. The game is won when all {runs} runs have left"
            " and no card remains. (R9)"
        ),
        _("The ace is the lowest card, the king the highest (R1). Suits here: {suits}. (R12)"),
        _(
            "A card goes onto the last card of another column if that one is exactly one rank"
            " higher, whatever the suits. Nothing goes onto an ace. (R3)"
        ),
        _group_rule(variant, words),
        _("An empty column takes any card and any group; a king goes nowhere else. (R6, R3)"),
        _("A face-down card turns up at once when nothing lies on it any more. (R4)"),
        _(
            "A deal puts one card face up on each column, from the first on. There is no deal"
            " while any column is empty. (R7)"
        ),
        _(
            "A run is {run_length} face-up cards of one suit, king to ace, at the end of a column."
            " It leaves by itself, after the move or the deal that completed it. (R8)"
        ),
        _(
            "The score begins at {start}; a move or a deal costs {cost}, a run brings {bonus}."
            " (R10)"
        ),
        _floor_rule(variant, words),
        _("The last {undo} actions can be taken back, score and counter with them. (R11)"),
        _("The game never ends itself. Stuck? Undo, restart, or begin a new one. (R9, R15)"),
    ]
    if facts["last_row"] != variant.columns:
        texts.insert(7, _("The last deal is short: columns 1 to {last_row} only. (T1)"))
    return [text.format(**facts) for text in texts]


def _group_rule(variant: Variant, words: Words) -> str:
    if variant.relaxed:
        return words.gettext(
            "Face-up cards at the end of a column that descend one by one move together,"
            " whatever their suits. (R5, Relaxed)"
        )
    return words.gettext(
        "Face-up cards at the end of a column that descend one by one in one suit move together."
        " (R5)"
    )


def _floor_rule(variant: Variant, words: Words) -> str:
    if variant.has_score_floor:
        return words.gettext("The score never falls below 0. (S5)")
    return words.gettext("The score may fall below 0. (T5)")


def _last_row(variant: Variant) -> int:
    """Return the number of cards of the last deal."""
    stock = variant.card_count - sum(variant.column_heights)
    return stock % variant.columns or variant.columns
