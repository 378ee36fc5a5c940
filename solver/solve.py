"""The answer for one deal: search, replay by the plain rules, report."""

from __future__ import annotations

import time
from typing import Final

from solver.engine.exhaust import exhaust
from solver.engine.families import Rung, family_of
from solver.engine.search import BeamAnswer, beam_search
from solver.engine.shorten import shortest_found
from solver.result import Limits, SolveResult, Verdict
from solver.rules.move import Move
from solver.rules.position import Position
from solver.rules.tidy import tidied
from solver.rules.verify import replay

WIDE: Final = 1_000
"""Before the first beam as wide as this all states of one deck are searched, if they are few."""
FEW_STATES: Final = 300_000

_DEFAULT_LIMITS: Final = Limits()


def solve(position: Position, limits: Limits = _DEFAULT_LIMITS, name: str = "") -> SolveResult:
    """Decide whether ``position``, all cards known, can be won.

    The search climbs the ladder of widths until one finds a win or has proved that there is
    none, and then searches all states, as many as ``limits`` allow. Since most proofs of one deck
    are small it does so for once before the first wide beam, up to a few states; two decks hardly
    ever have one, and each state costs them more. A solution loses the moves
    that plainly do nothing, is made shorter if ``limits`` say so, and is replayed by the plain
    rules before it is reported. The position stays as it is. The same position and
    limits give the same result, ``cpu_s`` apart.
    """
    start = time.thread_time()
    climb = _Climb(position, limits)
    verdict, reason = climb.verdict()
    climb.shorten()
    score = _checked_score(position, climb.moves) if climb.moves is not None else None
    return SolveResult(
        deal=name,
        variant=position.variant,
        verdict=verdict,
        solution=climb.moves,
        moves=None if climb.moves is None else len(climb.moves),
        score=score,
        nodes=climb.nodes,
        cpu_s=time.thread_time() - start,
        reason=reason,
    )


def _checked_score(position: Position, moves: tuple[Move, ...]) -> int:
    """Return the score of a solution that the plain rules confirm."""
    replayed = replay(position, moves)
    if not replayed.won:
        raise AssertionError(
            f"the engine's solution fails at move {replayed.failed_at}: {replayed.refusal}"
        )
    return replayed.score


class _Climb:
    """The ladder of widths for one position."""

    def __init__(self, position: Position, limits: Limits) -> None:
        self._position = position
        self._limits = limits
        self.moves: tuple[Move, ...] | None = None
        self.nodes = 0

    def verdict(self) -> tuple[Verdict, str]:
        """Climb until the deal is decided or a limit is met; say which."""
        if self._position.is_won:
            self.moves = ()
            return Verdict.WON, ""
        rungs = family_of(self._position.variant).ladder(self._limits.widths)
        few = min(FEW_STATES, self._limits.max_states) if self._position.variant.decks == 1 else 0
        searched = 0
        for rung in rungs:
            if rung.width >= WIDE and not searched and few:
                searched = few
                verdict, reason = self._exhaust(searched)
                if verdict is not Verdict.UNDECIDED:
                    return verdict, reason
            answer = self._search(rung)
            if answer.by_choice:
                answer = self._search(rung, every_empty=True)
            if answer.moves is not None:
                self.moves = answer.moves
                return Verdict.WON, ""
            if answer.exhausted:
                return Verdict.UNWINNABLE, "every state that can matter was searched"
            if answer.stopped:
                return Verdict.UNDECIDED, f"no answer within {self._limits.max_nodes:,} nodes"
        if self._limits.max_states > searched:
            return self._exhaust(self._limits.max_states)
        if searched:
            return Verdict.UNDECIDED, reason
        widest = max(rung.width for rung in rungs)
        return Verdict.UNDECIDED, f"no answer with widths up to {widest:,}"

    def shorten(self) -> None:
        """Leave out of the solution what does nothing, and look for shorter ones."""
        if self.moves is None:
            return
        self.moves = tidied(self._position, self.moves)
        max_nodes = min(self._limits.short_nodes, self._limits.max_nodes - self.nodes)
        if max_nodes > 0 and self.moves:
            found = shortest_found(self._position, self.moves, self._limits.max_depth, max_nodes)
            self.moves = tidied(self._position, found.moves)
            self.nodes += found.nodes

    def _exhaust(self, max_states: int) -> tuple[Verdict, str]:
        """Search all states, up to so many."""
        answer = exhaust(self._position, min(max_states, self._limits.max_nodes - self.nodes))
        self.nodes += answer.states
        if answer.moves is not None:
            self.moves = self._without_detours(answer.moves)
            return Verdict.WON, ""
        verdict = Verdict.UNWINNABLE if answer.exhausted else Verdict.UNDECIDED
        return verdict, answer.reason

    def _without_detours(self, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """Play a win of the search of all states from its last deal on as the ladder does.

        That search wanders for thousands of moves. If no rung wins the moves stay as they are.
        """
        last_deal = max((at for at, move in enumerate(moves, 1) if move.is_deal), default=0)
        position = self._position.copy()
        for move in moves[:last_deal]:
            position.push(move)
        for rung in family_of(position.variant).ladder(self._limits.widths):
            answer = self._search(rung, position=position)
            if answer.moves is not None:
                return moves[:last_deal] + answer.moves
        return moves

    def _search(
        self, rung: Rung, every_empty: bool = False, position: Position | None = None
    ) -> BeamAnswer:
        answer = beam_search(
            position or self._position,
            rung.schedule,
            rung.width,
            self._limits.max_depth,
            self._limits.max_nodes - self.nodes,
            every_empty,
        )
        self.nodes += answer.nodes
        return answer
