"""How the program ends."""

from __future__ import annotations

import errno

import click
import pytest

from solver.errors import DealError, SpiderError
from spidercli.exits import ExitCode, RunError, Terminated, errors_in_one_line


def test_exit_codes_are_the_documented_ones() -> None:
    assert {code.name: code.value for code in ExitCode} == {
        "OK": 0,
        "FAILED": 1,
        "USAGE": 2,
        "UNDECIDED": 3,
        "INTERRUPTED": 130,
        "CLOSED_PIPE": 141,
        "TERMINATED": 143,
    }


@pytest.mark.parametrize(
    ("raised", "line", "status"),
    [
        (SpiderError("bad"), "spider: error: bad", 2),
        (DealError("no card\nat all", 3), "spider: error: line 3: no card at all", 2),
        (
            FileNotFoundError(errno.ENOENT, "No such file", "x.txt"),
            "spider: error: x.txt: No such file",
            1,
        ),
        (OSError(errno.ENOSPC, "No space left"), "spider: error: No space left", 1),
        (MemoryError(), "spider: error: out of memory; a smaller --width needs less", 1),
        (ChildProcessError("a worker died"), "spider: error: a worker died", 1),
        (click.UsageError("No such option."), "spider: error: No such option (see spider -h)", 2),
    ],
)
def test_bad_input_and_failed_runs_are_one_line(
    raised: Exception, line: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """T11: the message is on stderr, and the status tells usage (2) from run errors (1)."""
    with pytest.raises(RunError) as caught, errors_in_one_line():
        raise raised
    caught.value.show()
    assert capsys.readouterr() == ("", f"{line}\n")
    assert caught.value.exit_code == status


@pytest.mark.parametrize(
    ("raised", "status"),
    [(KeyboardInterrupt(), 130), (Terminated(), 143), (BrokenPipeError(), 141)],
)
def test_signals_and_closed_pipes_end_without_a_word(
    raised: BaseException, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(click.exceptions.Exit) as caught, errors_in_one_line():
        raise raised
    assert caught.value.exit_code == status
    assert capsys.readouterr() == ("", "")


def test_a_mistake_of_the_program_is_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError), errors_in_one_line():
        raise ZeroDivisionError
