"""A real pseudo-terminal, and the screen that a person would see on it."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pexpect
import pyte

PROMPT = "> "


class Terminal:
    """``spider`` running in a pseudo-terminal of a size, in an environment of its own."""

    def __init__(
        self,
        *args: str,
        data_dir: Path,
        columns: int = 80,
        lines: int = 24,
        **env: str,
    ) -> None:
        self.columns, self.lines = columns, lines
        said = "LC_|LANG|NO_COLOR|COLUMNS|LINES"
        kept = {k: v for k, v in os.environ.items() if not re.match(said, k)}
        kept |= {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "SPIDER_DATA_DIR": str(data_dir)}
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "spidercli", *args],
            dimensions=(lines, columns),
            env={**kept, **env},
            timeout=30,
            cwd=str(Path(__file__).parents[1]),
        )
        self.child.delaybeforesend = None
        self.child.ptyproc.delayafterclose = self.child.ptyproc.delayafterterminate = 0.01

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.child.close(force=True)

    def _read(self) -> bool:
        try:
            data = self.child.read_nonblocking(65536, timeout=0.05)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += data
        self.stream.feed(data)
        return True

    def wait_for_prompt(self, patience: float = 30) -> list[str]:
        """Read until the prompt waits at the cursor; return the lines of the screen."""
        end = time.monotonic() + patience
        while time.monotonic() < end and self._read():
            row = self.screen.display[self.screen.cursor.y]
            if row.rstrip() == PROMPT.rstrip() and self.screen.cursor.x == len(PROMPT):
                return self.rows()
        raise AssertionError("no prompt on this screen:\n" + "\n".join(self.screen.display))

    def type(self, line: str, patience: float = 30) -> list[str]:
        """Type a line and Enter; return the screen once the prompt is there again."""
        self.send(line + "\r")
        return self.wait_for_prompt(patience)

    def send(self, keys: str) -> None:
        """Press keys. What was on the screen is forgotten where the cursor stands."""
        self.child.send(keys)
        end = time.monotonic() + 30
        before = len(self.raw)
        while time.monotonic() < end and len(self.raw) == before and self._read():
            pass

    def leave(self, keys: str) -> int | None:
        """Press keys that end the program; return its exit status."""
        return self._end(lambda: self.child.send(keys))

    def kill(self, number: int) -> int | None:
        """Send a signal that ends the program; return its exit status, None if it has none."""
        return self._end(lambda: self.child.kill(number))

    def _end(self, press: Callable[[], object]) -> int | None:
        """Do what ends the program, again after a while if it has not; return its exit status.

        Python loses a signal that comes in the instant between readline's prompt and its
        waiting for keys.
        """
        for _ in range(12):
            press()
            end = time.monotonic() + 5
            while time.monotonic() < end:
                if not self._read():
                    self.child.wait()
                    status: int | None = self.child.exitstatus
                    return status
        raise AssertionError("it does not end:\n" + "\n".join(self.screen.display))

    def rows(self) -> list[str]:
        """Return the lines of the screen without the blanks at their ends."""
        return [row.rstrip() for row in self.screen.display]
