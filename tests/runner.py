"""Runs the command line, in this process or as a real one."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

from click.testing import CliRunner, Result

from spidercli.main import cli

COMMAND = [sys.executable, "-m", "spidercli"]


def run(*args: str, **kwargs: Any) -> Result:
    """Run in this process; an unexpected exception is raised, not caught."""
    result = CliRunner().invoke(cli, args, prog_name="spider", catch_exceptions=False, **kwargs)
    assert "Traceback" not in result.output
    return result


def run_process(
    *args: str, env: dict[str, str] | None = None, **kwargs: Any
) -> subprocess.CompletedProcess[bytes]:
    """Run as a process of its own, its output captured as bytes."""
    return subprocess.run(
        [*COMMAND, *args],
        env={**os.environ, **(env or {})},
        capture_output=True,
        timeout=600,
        check=False,
        **kwargs,
    )


def assert_one_line_error(result: Result, status: int = 2) -> str:
    """Check that a run only wrote one line, to stderr, and return that line."""
    assert result.exit_code == status
    assert result.stdout == ""
    line = result.stderr.removesuffix("\n")
    assert line.startswith("spider")
    assert "\n" not in line
    assert len(line) < 400
    return line
