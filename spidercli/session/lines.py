"""Where a player's lines come from: a terminal with line editing, or any stream."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import BinaryIO, Final

from spidercli.session.language import MAX_LINE, Word

PROMPT: Final = "> "
_HISTORY_LENGTH: Final = 1000


def typed_lines(history: Path | None) -> Iterator[str]:
    """Yield the lines typed at a terminal until Ctrl-D, with line editing where there is any.

    ``history`` is the file of what was typed before; None keeps nothing.
    """
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    with _line_editing(history):
        while True:
            try:
                yield input(PROMPT)
            except EOFError:
                print()
                return


@contextlib.contextmanager
def _line_editing(history: Path | None) -> Iterator[None]:
    """Let ``input`` edit, recall and complete lines, where Python has readline."""
    try:
        import readline
    except ImportError:
        yield
        return
    readline.set_completer(_completion)
    readline.parse_and_bind(
        "bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete"
    )
    if history is not None:
        with contextlib.suppress(OSError, UnicodeError):
            readline.read_history_file(history)
    try:
        yield
    finally:
        if history is not None:
            readline.set_history_length(_HISTORY_LENGTH)
            with contextlib.suppress(OSError):
                history.parent.mkdir(parents=True, exist_ok=True)
                readline.write_history_file(history)


def _completion(begun: str, at: int) -> str | None:
    """Return the ``at``-th command that begins like this, for readline."""
    fitting = [f"{word.value} " for word in Word if word.value.startswith(begun.lower())]
    return fitting[at] if at < len(fitting) else None


def read_lines(stream: BinaryIO) -> Iterator[str]:
    """Yield the lines of a stream; whatever bytes come, each line is a text.

    A line that is far too long comes as its beginning, which is too long for a command as well.
    """
    while line := stream.readline(4 * MAX_LINE):
        whole = line.endswith(b"\n")
        beginning = line
        while line and not line.endswith(b"\n"):
            line = stream.readline(1 << 16)
        yield beginning.decode("utf-8", errors="replace").rstrip("\r\n")
        if not whole and not line:
            return
