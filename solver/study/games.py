"""Many games of a player that does not peek: numbers in, results out in order, and their sums."""

from __future__ import annotations

import functools
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field

from solver.players.player import Player
from solver.players.referee import play_out
from solver.rules.deal import Deal
from solver.rules.gamecode import format_game_code
from solver.rules.variant import Variant
from solver.study.stats import Interval, rate, wilson
from solver.study.survey import check_numbers
from solver.study.workers import Pool, in_order

LARGEST_CHUNK = 4


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a player's one game of a deal went; ``cpu_s`` alone differs from run to run."""

    deal: str
    won: bool
    runs: int
    score: int
    moves: int
    reveals: int
    deals: int
    cpu_s: float


def play_number(variant: Variant, player: Player, number: int) -> GameResult:
    """Return how a player's game of one deal number goes."""
    played = play_out(Deal.from_number(variant, number).position(), player)
    return GameResult(
        deal=format_game_code(variant, number),
        won=played.won,
        runs=played.runs,
        score=played.score,
        moves=played.moves,
        reveals=played.reveals,
        deals=played.deals,
        cpu_s=played.cpu_s,
    )


def play_numbers(
    variant: Variant, player: Player, start: int, n: int, pool: Pool
) -> Generator[GameResult, None, None]:
    """Yield the result of each deal from number ``start`` on, in their order.

    The results are the same for any pool, ``cpu_s`` apart.

    :raises DealError: if there are no such deals.
    """
    check_numbers(start, n)
    size = min(LARGEST_CHUNK, pool.largest_task)
    spans = [range(i, min(i + size, start + n)) for i in range(start, start + n, size)]
    play: Callable[[range], list[GameResult]] = functools.partial(_play_span, variant, player)
    return _flat(pool, play, spans)


def _flat(
    pool: Pool, play: Callable[[range], list[GameResult]], spans: list[range]
) -> Generator[GameResult, None, None]:
    with closing(pool.run(play, spans)) as done:
        for results in in_order(done):
            yield from results


def _play_span(variant: Variant, player: Player, numbers: range) -> list[GameResult]:
    return [play_number(variant, player, number) for number in numbers]


@dataclass(slots=True)
class GameSummary:
    """What games add up to; ``outcomes`` keeps won or not of each, for paired comparisons."""

    outcomes: list[bool] = field(default_factory=list)
    runs: int = 0
    score: int = 0
    moves: int = 0
    reveals: int = 0
    cpu_s: float = 0.0

    def add(self, result: GameResult) -> None:
        """Count one game."""
        self.outcomes.append(result.won)
        self.runs += result.runs
        self.score += result.score
        self.moves += result.moves
        self.reveals += result.reveals
        self.cpu_s += result.cpu_s

    @property
    def n(self) -> int:
        """The number of games counted."""
        return len(self.outcomes)

    @property
    def won(self) -> int:
        """The number of games won."""
        return sum(self.outcomes)

    @property
    def win_rate(self) -> float | None:
        """The share of games won, or None of nothing."""
        return rate(self.won, self.n)

    @property
    def ci95(self) -> Interval:
        """Wilson's interval for the win rate."""
        return wilson(self.won, self.n)

    def means(self) -> Iterator[tuple[str, float | None]]:
        """Yield what is known of a game on average, by name; None of nothing."""
        for name in ("runs", "score", "moves", "reveals", "cpu_s"):
            yield name, getattr(self, name) / self.n if self.n else None
