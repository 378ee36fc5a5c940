"""What a waiting person is told on stderr; files and logs get nothing of it but one line."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NoReturn

import click

from spidercli.options import is_watched

if TYPE_CHECKING:
    from tqdm import tqdm

LOG_SECONDS: Final = 60.0
"""How often the log gets a line."""

_WIDE: Final = 110
"""From so many columns on the bar has room for details."""


def tell_compiling(message: str) -> None:
    """Say that the first start takes longer."""
    click.echo(f"spider: {message}", err=True)


@dataclass(frozen=True, slots=True)
class Work:
    """What is worked on: ``done`` of ``total`` deals were done before.

    ``standing`` tells in few words how it stands by now, ``details`` in more.
    """

    label: str
    total: int
    done: int
    standing: Callable[[], str]
    details: Callable[[], str]


@contextlib.contextmanager
def progress(work: Work, log: bool = False) -> Iterator[Callable[[], None]]:
    """Tell how work gets on; call the value after each deal that was done.

    A person who looks at stderr sees a bar. Where nobody looks there is nothing, or with ``log``
    a line a minute.
    """
    if _is_watched():
        with _bar(work) as update:
            yield update
    else:
        yield _Log(work).update if log else lambda: None


def _is_watched() -> bool:
    return is_watched(sys.stderr) and not os.environ.get("CI")


@contextlib.contextmanager
def count_bar(total: int, label: str) -> Iterator[Callable[[], object]]:
    """Show a bar to a person who looks at stderr; call the value after each deal."""
    if not _is_watched():
        yield lambda: None
        return
    with _new_bar(total, 0, label) as bar:
        yield bar.update


@contextlib.contextmanager
def _bar(work: Work) -> Iterator[Callable[[], None]]:
    wide = shutil.get_terminal_size().columns >= _WIDE
    with _new_bar(work.total, work.done, work.label) as bar:

        def update() -> None:
            bar.set_postfix_str(work.details() if wide else work.standing(), refresh=False)
            bar.update()

        yield update


def _new_bar(total: int, done: int, label: str) -> tqdm[NoReturn]:
    from tqdm import tqdm

    # Its thread that watches for slow bars would keep the workers from being copies of this
    # process; a bar that looks at the clock at each deal does without.
    tqdm.monitor_interval = 0
    return tqdm(
        total=total,
        initial=done,
        desc=label,
        unit="deal",
        leave=False,
        dynamic_ncols=True,
        miniters=1,
        bar_format="{desc}: {n_fmt}/{total_fmt}{postfix} [{elapsed}<{remaining}, {rate_fmt}]",
    )


class _Log:
    """Writes a line a minute."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._began = self._told = time.monotonic()
        self._solved = 0

    def update(self) -> None:
        self._solved += 1
        now = time.monotonic()
        if now - self._told >= LOG_SECONDS:
            self._told = now
            click.echo(f"spider: {self._line(now - self._began)}", err=True)

    def _line(self, seconds: float) -> str:
        done = self._work.done + self._solved
        rate = self._solved / seconds
        left = (self._work.total - done) / rate
        return (
            f"{self._work.label}: {done} of {self._work.total} deals,"
            f" {rate:.3g} a second, {duration_text(left)} left, {self._work.details()}"
        )


def duration_text(seconds: float) -> str:
    """Return a time as people say it, to the minute from an hour on: ``42 s``, ``3 h 05 min``."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest:02} s"
    return f"{minutes // 60} h {minutes % 60:02} min"
