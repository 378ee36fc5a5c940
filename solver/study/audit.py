"""Whether stored wins are wins: each is replayed by the plain rules."""

from __future__ import annotations

import itertools
from collections.abc import Generator, Iterator
from typing import Final, NamedTuple

from solver.result import SolveResult, Verdict
from solver.rules.deal import Deal
from solver.rules.gamecode import parse_game_code
from solver.rules.verify import replay
from solver.study.store import OPEN_PLAYER, Results, Study
from solver.study.workers import Processes, in_order

_BATCH: Final = 32


class Audit(NamedTuple):
    """What was found of one stored result; ``fault`` is empty where it holds."""

    deal: str
    is_win: bool
    fault: str


def audit(results: Results, study: Study, workers: int = 1) -> Generator[Audit, None, None]:
    """Check every stored result of a study of the solver, in order; wins are replayed.

    Of the games of a player no moves are kept, so there is nothing to replay.
    See :class:`solver.study.workers.Processes` for what workers are.

    :raises StoreError: if the file is damaged.
    """
    if study.player != OPEN_PLAYER:
        raise ValueError(f"no moves of {study.player} are kept")
    done = Processes(workers).run(_audit_batch, _batches(results.results(study)))
    try:
        for batch in in_order(done):
            yield from batch
    finally:
        done.close()


def audit_result(result: SolveResult) -> Audit:
    """Check one result by the plain rules."""
    is_win = result.verdict is Verdict.WON
    return Audit(result.deal, is_win, _fault(result) if is_win else "")


def _fault(result: SolveResult) -> str:
    """Say why a win is none, or in what it is another than it says."""
    if result.solution is None:
        return "no solution is kept"
    code = parse_game_code(result.deal)
    replayed = replay(Deal.from_number(code.variant, code.number).position(), result.solution)
    if replayed.failed_at is not None:
        return f"fails at move {replayed.failed_at + 1}: {replayed.refusal}"
    if not replayed.won:
        return f"not won after {replayed.played} moves"
    if replayed.played != result.moves:
        return f"{replayed.played} moves, not {result.moves}"
    if replayed.score != result.score:
        return f"a score of {replayed.score}, not {result.score}"
    return ""


def _audit_batch(batch: list[SolveResult]) -> list[Audit]:
    return [audit_result(result) for result in batch]


def _batches(results: Iterator[SolveResult]) -> Iterator[list[SolveResult]]:
    while batch := list(itertools.islice(results, _BATCH)):
        yield batch
