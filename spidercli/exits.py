"""How the program ends: the exit codes, and errors told in one line."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from enum import IntEnum
from typing import IO, Any

import click

from solver.errors import SpiderError


class ExitCode(IntEnum):
    """What the program's exit status means."""

    OK = 0
    """Everything asked for is so: codes valid, deals won, the solution replays."""
    FAILED = 1
    """A code is invalid, a deal is unwinnable, a replay fails, or a file cannot be written."""
    USAGE = 2
    """The command line or the input is wrong; nothing was done."""
    UNDECIDED = 3
    """The limits ended a search before its answer."""
    INTERRUPTED = 130
    """Ctrl-C."""
    CLOSED_PIPE = 141
    """Whoever read the output has gone."""
    TERMINATED = 143
    """SIGTERM."""


class Terminated(BaseException):
    """SIGTERM came; like KeyboardInterrupt, it lets every block clean up behind itself."""


class RunError(click.ClickException):
    """A run that could not go on, though nothing is wrong with the input; shown as one line."""

    exit_code = ExitCode.FAILED

    def __init__(self, message: str, who: str = "spider") -> None:
        super().__init__(" ".join(message.split()))
        self.who = who

    def show(self, file: IO[Any] | None = None) -> None:
        """Write the line to stderr."""
        click.echo(f"{self.who}: error: {self.message}", file=file, err=file is None)


class InputError(RunError):
    """A wrong command line or input; shown as one line."""

    exit_code = ExitCode.USAGE


@contextlib.contextmanager
def errors_in_one_line() -> Iterator[None]:
    """Turn what bad input, signals and broken outputs raise into an exit status.

    :raises InputError: for a wrong command line or input.
    :raises RunError: where a file or an output cannot be read or written.
    :raises click.exceptions.Exit: after a signal, and where nobody reads the output any more.
    """
    try:
        yield
    except click.UsageError as error:
        raise _usage_error(error) from error
    except SpiderError as error:
        raise InputError(str(error)) from error
    except BrokenPipeError as error:
        _silence_output()
        raise click.exceptions.Exit(ExitCode.CLOSED_PIPE) from error
    except OSError as error:
        _silence_output()
        raise RunError(describe_os_error(error)) from error
    except MemoryError as error:
        raise RunError("out of memory; a smaller --width needs less") from error
    except KeyboardInterrupt as error:
        raise click.exceptions.Exit(ExitCode.INTERRUPTED) from error
    except Terminated as error:
        raise click.exceptions.Exit(ExitCode.TERMINATED) from error


def describe_os_error(error: OSError) -> str:
    """Say in one line what the system refused, naming the file where there is one."""
    what = error.strerror or str(error) or type(error).__name__
    return what if error.filename is None else f"{error.filename}: {what}"


def _usage_error(error: click.UsageError) -> InputError:
    who = error.ctx.command_path if error.ctx is not None else "spider"
    message = error.format_message().rstrip(".")
    return InputError(f"{message} (see {who} -h)", who)


def _silence_output() -> None:
    """Let the interpreter's last flush succeed after an output has failed."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
