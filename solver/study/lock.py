"""One writer at a time for a file."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from solver.errors import StoreError

_PATIENCE: Final = 1.0
"""Seconds to wait for a lock: the copies of a killed process let go of it a moment later."""

_held: set[int] = set()
"""The descriptors of the locks of this process."""

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _let_go_in_a_copy() -> None:
    """Keep a copy of the process from holding its locks on when the process itself has ended."""
    while _held:
        os.close(_held.pop())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go_in_a_copy)


@contextlib.contextmanager
def writer_lock(path: Path) -> Iterator[None]:
    """Hold the only right to write a file, by a lock on a second file beside it.

    The system lets go of the lock when the process ends, however it ends; a lock file that was
    left behind locks nothing.

    :raises StoreError: if another process holds it.
    :raises OSError: if the folder cannot be written.
    """
    lock_path = path.with_name(path.name + "-lock")
    descriptor = _locked(lock_path, path)
    _held.add(descriptor)
    try:
        yield
    finally:
        _held.discard(descriptor)
        if sys.platform == "win32":
            os.close(descriptor)
            with contextlib.suppress(OSError):
                lock_path.unlink()
        else:
            # While it is still locked: nobody else can have taken the name meanwhile.
            with contextlib.suppress(OSError):
                lock_path.unlink()
            os.close(descriptor)


def _locked(lock_path: Path, path: Path) -> int:
    end = time.monotonic() + _PATIENCE
    while True:
        descriptor = os.open(lock_path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o666)
        try:
            _lock(descriptor)
        except (BlockingIOError, PermissionError) as error:
            os.close(descriptor)
            if time.monotonic() > end:
                raise StoreError(
                    f"{path}: another process is writing it; wait for that or use another file"
                ) from error
            time.sleep(0.05)
            continue
        except BaseException:
            os.close(descriptor)
            raise
        if _is_same_file(descriptor, lock_path):
            return descriptor
        # Its owner removed it between the opening and the locking.
        os.close(descriptor)


def _is_same_file(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
