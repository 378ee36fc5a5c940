"""The same work on a Dask cluster (the extra ``cluster``), in tasks that last seconds."""

from __future__ import annotations

import contextlib
import logging
import queue
import time
from collections.abc import Callable, Generator, Iterable
from typing import Any, Final, Self, TypeVar

from solver.errors import SpiderError
from solver.study.fingerprint import engine_fingerprint
from solver.study.workers import Pace

SECONDS_A_TASK: Final = 3.0
"""How long a task should last: long beside what handing it out costs, short to lose."""

_LARGEST_TASK: Final = 10_000
_TASKS_A_THREAD: Final = 3
_FEWEST_AHEAD: Final = 64
_CONNECT_SECONDS: Final = 15
_WORKER_SECONDS: Final = 60
_LOOK_SECONDS: Final = 1.0

T = TypeVar("T")
R = TypeVar("R")


class Cluster:
    """The workers of a Dask scheduler, as a pool of :mod:`solver.study.workers`.

    A worker that is lost loses nothing but time: its tasks run again elsewhere. Few tasks are
    under way at a time, so neither this process nor the scheduler grows with their number.

    :raises SpiderError: if Dask is not installed, or the address is none.
    :raises OSError: if no scheduler answers there, or it has no workers; while tasks run, if the
        scheduler is lost or a task fails.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._client = _connect(address)
        self._pace = Pace(SECONDS_A_TASK, _LARGEST_TASK)
        try:
            self._threads = self._count_threads()
        except BaseException:
            self._client.close(timeout=2)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(Exception):
            self._client.close(timeout=2)

    @property
    def count(self) -> int:
        """How many tasks the workers do at once."""
        return self._threads

    @property
    def largest_task(self) -> int:
        """How many deals last about :data:`SECONDS_A_TASK`, as far as is known by now."""
        return self._pace.deals

    def run(
        self, function: Callable[[T], R], items: Iterable[T]
    ) -> Generator[tuple[int, R], None, None]:
        """Yield the place of each item, from 0, and its result, as they come."""
        numbered = enumerate(items)
        finished: queue.SimpleQueue[Any] = queue.SimpleQueue()
        running: dict[Any, int] = {}
        more = True
        try:
            while True:
                while more and self._may_start(running):
                    following = next(numbered, None)
                    if following is None:
                        more = False
                        break
                    index, item = following
                    future = self._client.submit(
                        _timed, engine_fingerprint(), function, item, pure=False
                    )
                    running[future] = index
                    future.add_done_callback(finished.put)
                if not running:
                    return
                future = self._next(finished)
                index = running.pop(future)
                yield index, self._result(future)
        finally:
            with contextlib.suppress(Exception):
                self._client.cancel(list(running))

    def _may_start(self, running: dict[Any, int]) -> bool:
        """Whether another item may be handed out, the oldest unfinished one not far behind."""
        most = _TASKS_A_THREAD * self._threads
        if not running or len(running) >= most:
            return not running
        oldest, newest = next(iter(running.values())), next(reversed(running.values()))
        return newest - oldest < max(_FEWEST_AHEAD, 2 * most)

    def _next(self, finished: queue.SimpleQueue[Any]) -> Any:
        """Return a task that has ended, well or not."""
        while True:
            try:
                return finished.get(timeout=_LOOK_SECONDS)
            except queue.Empty:
                self._threads = self._count_threads()

    def _result(self, future: Any) -> Any:
        try:
            seconds, result = future.result(timeout=_WORKER_SECONDS)
        except SpiderError:
            raise
        except Exception as error:
            self._check_connection(error)
            what = " ".join(str(error).split()) or type(error).__name__
            raise ChildProcessError(f"a task failed on the cluster: {what[:200]}") from error
        self._pace.learn(seconds, result)
        return result

    def _count_threads(self) -> int:
        """Return how many threads the workers have; wait while there are none."""
        end = time.monotonic() + _WORKER_SECONDS
        while True:
            try:
                threads = sum(self._client.nthreads().values())
            except Exception as error:
                self._check_connection(error)
                raise ConnectionError(self._lost()) from error
            self._check_connection(None)
            if threads:
                return int(threads)
            if time.monotonic() > end:
                raise ConnectionError(
                    f"the scheduler at {self._address} has no workers;"
                    f" start one with: dask worker {self._address}"
                )
            time.sleep(0.2)

    def _check_connection(self, cause: Exception | None) -> None:
        if self._client.status != "running":
            raise ConnectionError(self._lost()) from cause

    def _lost(self) -> str:
        return f"the scheduler at {self._address} is lost; what was done is kept"


def _connect(address: str) -> Any:
    try:
        import distributed
    except ImportError as error:
        raise SpiderError(
            "--scheduler needs Dask; install it with: pip install 'spider-solitaire[cluster]'"
        ) from error
    _silence()
    client: Any = distributed.Client  # its own types are incomplete
    try:
        return client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except OSError as error:
        raise ConnectionError(
            f"no scheduler answers at {address}; start one with: dask scheduler"
        ) from error
    except (TypeError, ValueError) as error:
        raise SpiderError(
            f"{address!r} is no address of a scheduler; write one like tcp://10.0.0.5:8786"
        ) from error


def _silence() -> None:
    """Keep Dask from telling in long tracebacks what is told here in one line."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _timed(fingerprint: str, function: Callable[[T], R], item: T) -> tuple[float, R]:
    """Do an item on a worker; return the seconds that it took and its result.

    :raises SpiderError: if the worker has another version of the program.
    """
    if engine_fingerprint() != fingerprint:
        raise SpiderError(
            f"a worker has another spider (engine {engine_fingerprint()}, here {fingerprint});"
            " install the same version on all machines"
        )
    began = time.perf_counter()
    result = function(item)
    return time.perf_counter() - began, result
