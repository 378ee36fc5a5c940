"""Where the player's files lie, and how a file is written without harm to the one before."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import Final

DATA_DIR_VARIABLE: Final = "SPIDER_DATA_DIR"
"""The environment variable that puts the player's files elsewhere."""


def data_dir() -> Path:
    """Return the folder of saved games, statistics and typed lines; it may not exist yet."""
    override = os.environ.get(DATA_DIR_VARIABLE)
    if override:
        return Path(override)
    from platformdirs import user_data_path

    return user_data_path("spider-solitaire", appauthor=False)


def write_whole(path: Path, text: str) -> None:
    """Put a text into a file as :func:`write_bytes` does, with line feeds at the line ends."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Put ``data`` into a file so that it holds either all of the old data or all of the new.

    The data is written beside the file, forced to the disk, and only then takes its place.

    :raises OSError: if that cannot be done; the file that was there stays as it was.
    """
    if path.is_symlink():
        path = path.resolve()
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _keep_mode(path, name)
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
    _sync_directory(path.parent)


def _keep_mode(path: Path, name: str) -> None:
    """Give the new file the rights of the old one, or those that a plain new file would get."""
    if path.exists():
        mode = path.stat().st_mode & 0o777
    else:
        umask = os.umask(0)
        os.umask(umask)
        mode = 0o666 & ~umask
    Path(name).chmod(mode)


def _sync_directory(folder: Path) -> None:
    """Force the new name to the disk, where the system knows how to do that for a folder."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def append_line(path: Path, line: str) -> None:
    """Add one line to a file, on a line of its own even where the last one was torn off.

    :raises OSError: if that cannot be done.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab+") as file:
        torn = False
        if file.seek(0, os.SEEK_END):
            file.seek(-1, os.SEEK_END)
            torn = file.read(1) != b"\n"
        file.write((b"\n" if torn else b"") + line.encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
