"""Which program made a result."""

from __future__ import annotations

import functools
import hashlib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

_SOLVER: Final = Path(__file__).parents[1]
_NOT_ASKED: Final = _SOLVER / "study"
_TEXT: Final = (".py", ".json")


def program_version() -> str:
    """Return the version of the program, or a question mark where it is not installed."""
    try:
        return version("spider-solitaire")
    except PackageNotFoundError:
        return "?"


@functools.cache
def engine_fingerprint() -> str:
    """Return a digest of all that results depend on, code and weights, the same on every platform.

    Two programs with the same fingerprint give the same results. The version number does not
    say as much while the program is being worked on.
    """
    digest = hashlib.sha256()
    for path in sorted(_SOLVER.rglob("*")):
        if path.suffix in (*_TEXT, ".npz") and _NOT_ASKED not in path.parents:
            content = path.read_bytes()
            if path.suffix in _TEXT:
                content = content.replace(b"\r\n", b"\n")
            digest.update(path.relative_to(_SOLVER).as_posix().encode() + b"\0")
            digest.update(content + b"\0")
    return digest.hexdigest()[:16]
