"""A function over many items, by one process or by several, results as they come."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing import connection, resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final, Protocol, TypeVar

WINDOW: Final = 256
"""How many items may be ahead of the oldest unfinished one; it bounds the memory."""

SECONDS_A_TASK: Final = 0.2
LARGEST_TASK: Final = 64
"""A task on this machine lasts so long, or has so many deals: long beside what it costs to hand
it out and to keep its results, short to lose."""

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)

T = TypeVar("T")
R = TypeVar("R")


class Pool(Protocol):
    """What works items off. ``largest_task`` is how many deals to make one item of."""

    @property
    def count(self) -> int:
        """How many items are worked on at once."""

    @property
    def largest_task(self) -> int:
        """How many deals one item should hold where there are many."""

    def run(
        self, function: Callable[[T], R], items: Iterable[T]
    ) -> Generator[tuple[int, R], None, None]:
        """Yield the place of each item, from 0, and its result, as they come."""


class Pace:
    """Learns how long a deal lasts, and says how many make a task of some length.

    ``most`` bounds them. A task is never less than one deal.
    """

    def __init__(self, seconds_a_task: float, most: int) -> None:
        self._seconds_a_task = seconds_a_task
        self._most = most
        self._seconds_a_deal = 0.0

    @property
    def deals(self) -> int:
        """How many deals to make one task of; one as long as nothing is known."""
        if not self._seconds_a_deal:
            return 1
        return max(1, min(self._most, int(self._seconds_a_task / self._seconds_a_deal)))

    def learn(self, seconds: float, result: Any) -> None:
        """Take note of how long a task lasted; its result is a list with a place for each deal."""
        each = seconds / max(1, len(result) if isinstance(result, list) else 1)
        known = self._seconds_a_deal
        self._seconds_a_deal = 0.8 * known + 0.2 * each if known else each


@dataclass(frozen=True, slots=True)
class Processes:
    """``count`` processes on this machine; 1 is this process itself.

    With more, each worker is a process of its own; where it cannot be a copy of this one it is
    started afresh (a script that uses this needs the usual ``if __name__ == "__main__":``).
    ``function`` and the items must then be picklable.
    Closing the iterator ends the workers, and so does the end of this process, however it comes.

    :raises ChildProcessError: if a worker dies.
    """

    count: int
    pace: Pace = field(default_factory=lambda: Pace(SECONDS_A_TASK, LARGEST_TASK), compare=False)

    def __post_init__(self) -> None:
        if self.count < 1:
            raise ValueError(f"{self.count} workers can do nothing")

    @property
    def largest_task(self) -> int:
        """So few that the end of a worker, or of all, costs little."""
        return self.pace.deals

    def run(
        self, function: Callable[[T], R], items: Iterable[T]
    ) -> Generator[tuple[int, R], None, None]:
        """Yield the place of each item, from 0, and its result, as they come."""
        if self.count == 1:
            return _alone(function, items, self.pace)
        return _by_workers(function, iter(items), self.count, self.pace)


def _alone(
    function: Callable[[T], R], items: Iterable[T], pace: Pace
) -> Generator[tuple[int, R], None, None]:
    for index, item in enumerate(items):
        began = time.perf_counter()
        result = function(item)
        pace.learn(time.perf_counter() - began, result)
        yield index, result


def in_order(done: Iterable[tuple[int, R]]) -> Iterator[R]:
    """Yield results in the order of their items."""
    waiting: dict[int, R] = {}
    following = 0
    for index, result in done:
        waiting[index] = result
        while following in waiting:
            yield waiting.pop(following)
            following += 1


@dataclass(frozen=True, slots=True)
class _Worker:
    process: BaseProcess
    channel: Connection


def _by_workers(
    function: Callable[[T], R], items: Iterator[T], count: int, pace: Pace
) -> Generator[tuple[int, R], None, None]:
    workers: list[_Worker] = []
    try:
        for _ in range(count):
            workers.append(_start_worker(function))
        yield from _as_they_come(workers, items, pace)
    finally:
        _end(workers)


def _as_they_come(
    workers: list[_Worker], items: Iterator[T], pace: Pace
) -> Iterator[tuple[int, Any]]:
    """Hand out items and yield the results, the oldest unfinished item never far behind."""
    numbered = enumerate(items)
    idle, busy = list(workers), dict[Connection, tuple[_Worker, int, float]]()
    handed_out = 0
    more = True
    while more or busy:
        while more and idle:
            oldest = min((index for _, index, _ in busy.values()), default=handed_out)
            if handed_out >= oldest + WINDOW:
                break
            following = next(numbered, None)
            if following is None:
                more = False
                break
            worker = idle.pop()
            index, item = following
            _send(worker, item)
            busy[worker.channel] = worker, index, time.perf_counter()
            handed_out = index + 1
        for channel in connection.wait(list(busy)) if busy else ():
            assert isinstance(channel, Connection)
            worker, index, began = busy.pop(channel)
            result = _receive(worker)
            pace.learn(time.perf_counter() - began, result)
            idle.append(worker)
            yield index, result


def _send(worker: _Worker, item: Any) -> None:
    with _deaths_told(worker):
        worker.channel.send(item)


def _receive(worker: _Worker) -> Any:
    with _deaths_told(worker):
        answer = worker.channel.recv()
    if isinstance(answer, BaseException):
        raise answer
    return answer


@contextlib.contextmanager
def _deaths_told(worker: _Worker) -> Iterator[None]:
    """Tell of a worker that is gone, whether it is met when it gets work or when it gives it."""
    try:
        yield
    except (EOFError, OSError) as error:
        worker.process.join()
        raise ChildProcessError(
            f"a worker died with status {worker.process.exitcode}; out of memory?"
        ) from error


def _start_worker(function: Callable[[Any], Any]) -> _Worker:
    method = "fork" if _may_fork() else "spawn"
    if method == "spawn" and sys.platform != "win32":
        # It lets held signals through where it is started together with a worker.
        resource_tracker.ensure_running()
    context = multiprocessing.get_context(method)
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs, function), daemon=True)  # type: ignore[attr-defined]
    with _signals_held():
        process.start()
    theirs.close()
    return _Worker(process, ours)


def _may_fork() -> bool:
    """Whether a copy of this process can work at once, with all that is loaded here.

    A process that starts afresh first needs most of a second for the engine. No other thread may
    run, for it could hold a lock that the copy would wait for.
    """
    return sys.platform == "linux" and threading.active_count() == 1


@contextlib.contextmanager
def _signals_held() -> Iterator[None]:
    """Hold signals back while a process starts.

    The new process inherits that: at a terminal Ctrl-C reaches it too, and it must not answer
    as this process would, or with a traceback, before it could say so itself.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
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


def _work(channel: Connection, function: Callable[[Any], Any]) -> None:
    """Answer the items that come until nobody sends any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    threading.Thread(target=_die_with_parent, daemon=True).start()
    with contextlib.suppress(EOFError, OSError):
        while True:
            channel.send(_answer(function, channel.recv()))


def _answer(function: Callable[[Any], Any], item: Any) -> Any:
    try:
        return function(item)
    except Exception as error:
        return error


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
