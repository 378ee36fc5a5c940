"""What a waiting person is told on stderr; files and logs get nothing of it but one line."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator

import click

from solver.study.summary import Summary
from spidercli.options import is_watched


def tell_compiling(message: str) -> None:
    """Say that the first start takes longer."""
    click.echo(f"spider: {message}", err=True)


@contextlib.contextmanager
def progress_bar(total: int, label: str) -> Iterator[Callable[[Summary], None]]:
    """Show a bar while a person looks at stderr; call the value after each deal."""
    if not is_watched(sys.stderr) or os.environ.get("CI"):
        yield lambda _summary: None
        return
    from tqdm import tqdm

    with tqdm(
        total=total, desc=label, unit="deal", leave=False, dynamic_ncols=True, miniters=1
    ) as bar:

        def update(summary: Summary) -> None:
            bar.set_postfix_str(_running(summary), refresh=False)
            bar.update()

        yield update


def _running(summary: Summary) -> str:
    text = f"{summary.won} of {summary.n} won"
    return f"{text}, {summary.undecided} undecided" if summary.undecided else text
