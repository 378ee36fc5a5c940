"""The one decorator with every numba flag, and where compiled code is kept.

numba does not notice that a function in another file changed under a cached one, so the cache
folder is named after a digest of all engine sources: changed sources never meet old code.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numba
import platformdirs

_SOURCES: Final = sorted(Path(__file__).parent.glob("*.py"))


def _digest() -> str:
    digest = hashlib.sha256(f"numba {numba.__version__}".encode())
    for source in _SOURCES:
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _cache_folder() -> Path | None:
    """Return a folder to keep compiled code in, or None where nothing can be written."""
    name = f"spider-engine-{_digest()}"
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    roots = [Path(chosen)] if chosen else []
    roots += [Path(platformdirs.user_cache_dir("spider-solitaire"))]
    roots += [Path(tempfile.gettempdir()) / f"spider-solitaire-{_user()}"]
    return next((root / name for root in roots if _writable(root / name)), None)


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "user"


_config: Any = numba.config
JIT_DISABLED: Final = bool(_config.DISABLE_JIT)
CACHE_FOLDER: Final = None if JIT_DISABLED else _cache_folder()
if CACHE_FOLDER is not None:
    _config.CACHE_DIR = str(CACHE_FOLDER)

# `_nrt=False` does without reference counting, an atomic operation for every array touched;
# in return a kernel must not allocate.
_FLAGS: Final[dict[str, Any]] = {
    "cache": CACHE_FOLDER is not None,
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,
}

kernel: Final[Callable[[Callable[..., Any]], Callable[..., Any]]] = numba.njit(**_FLAGS)
"""Compile a function lazily: no signature, so that importing it costs nothing."""
