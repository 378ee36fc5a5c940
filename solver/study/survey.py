"""Deal numbers in, results out, in order, by one process or by several."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from multiprocessing import connection, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Final, NamedTuple

from solver.errors import DealError
from solver.result import Limits, SolveResult
from solver.rules.deal import DEAL_COUNT, Deal
from solver.rules.gamecode import format_game_code
from solver.rules.variant import Variant

LARGEST_TASK: Final = 16
"""Deals that a worker gets at once; towards the end of a survey they become fewer."""

WINDOW: Final = 1024
"""How many deals may be ahead of the oldest unfinished one; it bounds the memory."""


_DEFAULT_LIMITS: Final = Limits()


class Task(NamedTuple):
    """The deal numbers ``start`` to ``stop`` - 1."""

    start: int
    stop: int


def survey(
    variant: Variant, start: int, n: int, limits: Limits = _DEFAULT_LIMITS, workers: int = 1
) -> Generator[SolveResult, None, None]:
    """Yield the result of each deal from number ``start`` on, ``n`` of them, in their order.

    The results are the same for any number of workers, their ``cpu_s`` apart, and memory does
    not grow with ``n``. With one worker everything happens in this process; with more each
    worker is a process of its own, started afresh (a script that calls this needs the usual
    ``if __name__ == "__main__":``). Closing the iterator ends the workers, and so does the end
    of this process, however it comes.

    :raises DealError: if there are no such deals.
    :raises ChildProcessError: if a worker dies.
    """
    check_numbers(start, n)
    if workers < 1:
        raise ValueError(f"{workers} workers can do nothing")
    stop = start + n
    from solver.engine.warmup import warm_up

    # Before any worker starts: it fills the cache that the workers read.
    warm_up(None)
    if min(workers, n) <= 1:
        return (solve_number(variant, number, limits) for number in range(start, stop))
    return _survey_by_workers(variant, start, stop, limits, min(workers, n))


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


@dataclass(frozen=True, slots=True)
class _Worker:
    process: BaseProcess
    channel: Connection


def _survey_by_workers(
    variant: Variant, start: int, stop: int, limits: Limits, count: int
) -> Generator[SolveResult, None, None]:
    workers: list[_Worker] = []
    try:
        for _ in range(count):
            workers.append(_start_worker(variant, limits))
        yield from _in_order(workers, start, stop)
    finally:
        _end(workers)


def _in_order(workers: list[_Worker], start: int, stop: int) -> Iterator[SolveResult]:
    """Hand out tasks, collect their results, and yield them in the order of deal numbers."""
    idle, busy = list(workers), dict[Connection, tuple[_Worker, Task]]()
    finished: dict[int, list[SolveResult]] = {}
    handed_out = yielded = start
    while yielded < stop:
        while idle and handed_out < min(stop, yielded + WINDOW):
            worker = idle.pop()
            size = _task_size(stop - handed_out, len(workers))
            task = Task(handed_out, min(handed_out + size, stop))
            worker.channel.send(task)
            busy[worker.channel] = worker, task
            handed_out = task.stop
        for channel in connection.wait(list(busy)):
            assert isinstance(channel, Connection)
            worker, task = busy.pop(channel)
            finished[task.start] = _receive(worker)
            idle.append(worker)
        while yielded in finished:
            results = finished.pop(yielded)
            yielded += len(results)
            yield from results


def _task_size(remaining: int, workers: int) -> int:
    """Return how many deals to hand out: few at the end, so that all workers end together."""
    return max(1, min(LARGEST_TASK, remaining // (8 * workers)))


def _receive(worker: _Worker) -> list[SolveResult]:
    try:
        answer = worker.channel.recv()
    except (EOFError, OSError) as error:
        worker.process.join()
        raise ChildProcessError(
            f"a worker died with status {worker.process.exitcode}; out of memory?"
        ) from error
    if isinstance(answer, BaseException):
        raise answer
    results: list[SolveResult] = answer
    return results


def _start_worker(variant: Variant, limits: Limits) -> _Worker:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs, variant, limits), daemon=True)
    with _interrupts_held():
        process.start()
    theirs.close()
    return _Worker(process, ours)


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back while a process starts.

    The new process inherits that: at a terminal Ctrl-C reaches it too, and it must not answer
    with a traceback before it could say so itself.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # It would let interrupts through again if it were started inside.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end(workers: list[_Worker]) -> None:
    for worker in workers:
        worker.process.terminate()
    for worker in workers:
        worker.process.join()
        worker.channel.close()


def _work(channel: Connection, variant: Variant, limits: Limits) -> None:
    """Solve the tasks that come until nobody sends any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_die_with_parent, daemon=True).start()
    with contextlib.suppress(EOFError, OSError):
        while True:
            channel.send(_answer(channel.recv(), variant, limits))


def _answer(task: Task, variant: Variant, limits: Limits) -> list[SolveResult] | Exception:
    try:
        return [solve_number(variant, number, limits) for number in range(*task)]
    except Exception as error:
        return error


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
