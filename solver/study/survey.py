"""Deal numbers in, results out, in order, by one process or by several."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from solver.errors import DealError
from solver.result import Limits, SolveResult
from solver.rules.deal import DEAL_COUNT, Deal
from solver.rules.gamecode import format_game_code
from solver.rules.variant import Variant
from solver.study.workers import Pool, Processes, in_order

_DEFAULT_LIMITS: Final = Limits()
_MOST_DOUBLINGS: Final = 20


class Task(NamedTuple):
    """The deal numbers ``start`` to ``stop`` - 1."""

    start: int
    stop: int


Solver = Callable[[Task], list[SolveResult]]
"""What makes the results of a task: picklable, and the same wherever it runs."""


def survey(
    variant: Variant, start: int, n: int, limits: Limits = _DEFAULT_LIMITS, workers: int = 1
) -> Generator[SolveResult, None, None]:
    """Yield the result of each deal from number ``start`` on, ``n`` of them, in their order.

    The results are the same for any number of workers, their ``cpu_s`` apart, and memory does
    not grow with ``n``. See :class:`solver.study.workers.Processes` for what workers are.

    :raises DealError: if there are no such deals.
    :raises ChildProcessError: if a worker dies.
    """
    check_numbers(start, n)
    pool = Processes(min(workers, n) if workers > 1 < n else workers)
    return survey_spans(open_solver(variant, limits), [Task(start, start + n)], pool)


def survey_spans(
    solver: Solver,
    spans: Iterable[Task],
    pool: Pool,
    keep: Callable[[list[SolveResult]], None] | None = None,
    with_solutions: bool = True,
) -> Generator[SolveResult, None, None]:
    """Yield the result of each deal of some spans of numbers, in their order.

    ``keep`` gets the results of each task as they come, which is before their order is restored:
    whoever keeps them loses nothing that is finished. ``with_solutions`` says whether the yielded
    results have theirs; without they take little memory while they wait for their turn.
    """
    done = pool.run(solver, tasks(spans, pool))
    passed_on = _passed_on(done, keep, with_solutions)
    return _in_order(passed_on, done.close)


def open_solver(variant: Variant, limits: Limits) -> Solver:
    """Return what solves tasks of a variant, all cards known; it makes the engine ready."""
    from solver.engine.warmup import warm_up

    # Before any worker starts: it fills the cache that the workers read.
    warm_up(None)
    return functools.partial(_solve_task, variant, limits)


def check_numbers(start: int, n: int) -> None:
    """Check that there are ``n`` deals from number ``start`` on.

    :raises DealError: if not.
    """
    if start < 0 or n < 0 or start + n > DEAL_COUNT:
        raise DealError(
            f"no deals {start} to {start + n - 1}; the numbers are 0 to {DEAL_COUNT - 1}"
        )


def solve_number(variant: Variant, number: int, limits: Limits) -> SolveResult:
    """Return the result of one deal number."""
    from solver.solve import solve

    position = Deal.from_number(variant, number).position()
    return solve(position, limits, format_game_code(variant, number))


def _solve_task(variant: Variant, limits: Limits, task: Task) -> list[SolveResult]:
    return [solve_number(variant, number, limits) for number in range(*task)]


def tasks(spans: Iterable[Task], pool: Pool) -> Iterator[Task]:
    """Cut spans into tasks: small ones first and last.

    So the first results come at once, and all workers end together.
    """
    rising = itertools.count(pool.count)
    for start, stop in spans:
        while start < stop:
            at_end = (stop - start) // (8 * pool.count)
            doubled = 1 << min(next(rising) // pool.count - 1, _MOST_DOUBLINGS)
            size = max(1, min(doubled, pool.largest_task, at_end))
            yield Task(start, start + size)
            start += size


def _passed_on(
    done: Iterable[tuple[int, list[SolveResult]]],
    keep: Callable[[list[SolveResult]], None] | None,
    with_solutions: bool,
) -> Iterator[tuple[int, list[SolveResult]]]:
    for index, results in done:
        if keep is not None:
            keep(results)
        if with_solutions:
            yield index, results
        else:
            yield index, [replace(result, solution=None) for result in results]


def _in_order(
    done: Iterable[tuple[int, list[SolveResult]]], close: Callable[[], None]
) -> Generator[SolveResult, None, None]:
    try:
        for results in in_order(done):
            yield from results
    finally:
        close()
