"""The referee: it alone holds the hidden cards, and shows a player what there is to see."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from solver.players.player import Player, Reason
from solver.players.view import View
from solver.rules.game import Game
from solver.rules.move import Move
from solver.rules.position import Outcome, Position


@dataclass(frozen=True, slots=True)
class Turn:
    """One move that a player made, what it did, and what the player made it for.

    ``is_last`` says that the player looks at the table again before the next one.
    """

    move: Move
    outcome: Outcome
    reason: Reason
    is_last: bool


@dataclass(frozen=True, slots=True)
class Playthrough:
    """How a game without undo went.

    ``moves`` counts moves and deals, ``reveals`` the cards turned up, ``runs`` the runs off at
    the end; ``cpu_s`` is CPU seconds, and the only value that differs from run to run.
    """

    won: bool
    runs: int
    score: int
    moves: int
    reveals: int
    deals: int
    cpu_s: float


def turns(game: Game, player: Player) -> Iterator[Turn]:
    """Let a player play a game on, and yield each move after it was made.

    A decision is dropped as soon as a move of it has turned up or dealt a card.

    :raises IllegalMoveError: if the player breaks the rules.
    """
    while not game.is_won:
        decision = player.decide(View.of(game.position))
        if decision is None:
            return
        for left, move in reversed([*enumerate(reversed(decision.moves))]):
            outcome = game.play(move)
            is_last = left == 0 or bool(outcome.revealed) or outcome.dealt > 0
            yield Turn(move, outcome, decision.reason, is_last)
            if is_last:
                break


def play_out(position: Position, player: Player) -> Playthrough:
    """Let a player play from a position to the win or until it gives up."""
    start = time.thread_time()
    game = Game(position)
    reveals = deals = 0
    for turn in turns(game, player):
        reveals += len(turn.outcome.revealed)
        deals += turn.move.is_deal
    return Playthrough(
        won=game.is_won,
        runs=game.position.runs,
        score=game.score,
        moves=game.counter,
        reveals=reveals,
        deals=deals,
        cpu_s=time.thread_time() - start,
    )
