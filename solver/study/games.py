"""Many games of a player that does not peek: numbers in, results out in order, and their sums."""

from __future__ import annotations

import functools
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field

from solver.players.player import Player
from solver.players.referee import play_out
from solver.rules.deal import Deal
from solver.rules.gamecode import format_game_code
from solver.rules.variant import Variant
from solver.study.stats import Interval, rate, wilson
from solver.study.survey import Task, tasks
from solver.study.workers import Pool, in_order


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


def play_spans(
    variant: Variant,
    player: Player,
    spans: Iterable[Task],
    pool: Pool,
    keep: Callable[[list[GameResult]], None] | None = None,
) -> Generator[GameResult, None, None]:
    """Yield the result of each deal of some spans of numbers, in their order.

    The results are the same for any pool, ``cpu_s`` apart. ``keep`` gets those of each task as
    they come, which is before their order is restored.
    """
    play: Callable[[Task], list[GameResult]] = functools.partial(_play_task, variant, player)
    with closing(pool.run(play, tasks(spans, pool))) as done:
        for results in in_order(done if keep is None else _kept(done, keep)):
            yield from results


def _kept(
    done: Iterable[tuple[int, list[GameResult]]], keep: Callable[[list[GameResult]], None]
) -> Iterator[tuple[int, list[GameResult]]]:
    for index, results in done:
        keep(results)
        yield index, results


def _play_task(variant: Variant, player: Player, task: Task) -> list[GameResult]:
    return [play_number(variant, player, number) for number in range(*task)]


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
