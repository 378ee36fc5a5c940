"""What is said of moves, hints and answers of the solver: facts -> lines of text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solver.result import SolveResult, Verdict
from solver.rules.cards import Card
from solver.rules.game import Game
from solver.rules.move import Move
from solver.rules.position import Outcome, Position
from solver.rules.score import RUN_BONUS
from spidercli.session.words import Words, suit_names

if TYPE_CHECKING:
    from solver.players.hint import Hint


def command_text(move: Move) -> str:
    """Return what a player types for a move: ``3 7 2``, or ``d``."""
    if move.is_deal:
        return "d"
    return f"{move.source + 1} {move.target + 1} {move.count}"


@dataclass(frozen=True, slots=True)
class Teller:
    """Says things in one language, with cards named by ``label``."""

    words: Words
    label: Callable[[Card], str]

    def cards(self, cards: Sequence[Card]) -> str:
        """Name some cards."""
        return " ".join(map(self.label, cards))

    def done(self, outcome: Outcome, group: Sequence[Card], after: Position) -> str:
        """Tell what a move of a group, or a deal, did."""
        _ = self.words.gettext
        move = outcome.move
        if move.is_deal:
            text = self.words.ngettext(
                "A row is dealt; {rows} more is left.",
                "A row is dealt; {rows} more are left.",
                after.rows_left,
            ).format(rows=after.rows_left)
        else:
            text = _("From {source} to {target}: {cards}.").format(
                source=move.source + 1, target=move.target + 1, cards=self.cards(group)
            )
        sentences = [text]
        for run in outcome.removed:
            text = _("A run of {suit} leaves column {column}: +{bonus}.")
            suit = suit_names(self.words)[run.suit]
            sentences.append(text.format(suit=suit, column=run.column + 1, bonus=RUN_BONUS))
        for column in outcome.revealed:
            text = _("{card} turns up in column {column}.")
            card = self.label(after.columns[column][-1])
            sentences.append(text.format(card=card, column=column + 1))
        return " ".join(sentences)

    def won(self, game: Game, *, with_par: bool = False) -> str:
        """Tell of the win (R9), with score and counter (S7, T7).

        ``with_par`` says that the length of the solver's win follows by itself.
        """
        text = self.words.ngettext(
            "The game is won in {moves} move: score {score}.",
            "The game is won in {moves} moves: score {score}.",
            game.counter,
        )
        if with_par:
            then = self.words.gettext("new begins another game.")
        else:
            then = self.words.gettext(
                "s shows how long the solver's win is, new begins another game."
            )
        return f"{text.format(moves=game.counter, score=game.score)} {then}"

    def par(self, result: SolveResult, game: Game) -> str:
        """Tell of the solver's win of a deal, beside the player's."""
        if result.solution is None:
            return self.words.gettext("The solver has not found a win of this deal.")
        text = self.words.ngettext(
            "The solver wins this deal in {moves} move: score {score}"
            " (you: score {own}, moves {yours}).",
            "The solver wins this deal in {moves} moves: score {score}"
            " (you: score {own}, moves {yours}).",
            len(result.solution),
        )
        return text.format(
            moves=len(result.solution), score=result.score, yours=game.counter, own=game.score
        )

    def stuck(self) -> str:
        """Tell that no move is left (R9)."""
        return self.words.gettext(
            "No move is left. u takes one back, restart begins this game again, new another one."
        )

    def targets(self, moves: Sequence[Move], column: int) -> str:
        """Tell where the groups of a column may go, as what to type (R14).

        ``moves`` take the longest group that fits, as a command without a count does.
        """
        if not moves:
            text = self.words.gettext("no card of column {column} can go anywhere")
            return text.format(column=column + 1)
        choices = ", ".join(f"{move.source + 1} {move.target + 1}" for move in moves)
        text = self.words.gettext("column {column} can go: {choices}")
        return text.format(column=column + 1, choices=choices)

    def hint(self, position: Position, hint: Hint | None) -> str:
        """Tell a hint, or that there is none."""
        _ = self.words.gettext
        if hint is None:
            return _("Nothing that I see helps. s asks the solver, which sees all cards.")
        command = command_text(hint.move)
        if not hint.move.is_deal:
            group = position.columns[hint.move.source][-hint.move.count :]
            command += f" ({self.cards(group)})"
        return _("Try {command}: {reason}.").format(command=command, reason=_(hint.reason.value))

    def solved(self, result: SolveResult) -> list[str]:
        """Tell what the solver says of a position."""
        _ = self.words.gettext
        if result.verdict is Verdict.UNWINNABLE:
            return [_("This cannot be won any more: the solver has tried every way to go on. (R9)")]
        if result.solution is None:
            text = _("Not decided: {nodes} positions were not enough. It may be won or lost.")
            return [text.format(nodes=result.nodes)]
        text = self.words.ngettext(
            "This can still be won, in {moves} more move (found with all cards seen):",
            "This can still be won, in {moves} more moves (found with all cards seen):",
            len(result.solution),
        )
        return [
            text.format(moves=len(result.solution)),
            ", ".join(map(command_text, result.solution)),
        ]
