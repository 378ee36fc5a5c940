"""What the scripts here read from their command lines alike: a variant, counts, and files."""

from __future__ import annotations

import argparse
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn, TypeVar

from solver.errors import SpiderError
from solver.rules.variant import Variant, find_variant

Contents = TypeVar("Contents")


class Arguments(argparse.ArgumentParser):
    """The parser of a script, with errors of one line."""

    def __init__(self, script: str, text: str | None) -> None:
        super().__init__(
            prog=f"python -m benchmarks.{script}",
            description=text,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        """End with what is wrong and where to read what is right."""
        self.exit(2, f"{self.prog}: error: {message} (see --help)\n")


class VariantArguments(Arguments):
    """One that asks for a variant first."""

    def __init__(self, script: str, text: str | None) -> None:
        super().__init__(script, text)
        self.add_argument("game")
        self.add_argument("suits", type=int)
        self.add_argument("--rule", default="classic")

    def read(self, arguments: list[str] | None) -> tuple[argparse.Namespace, Variant]:
        """Return the options, and the variant that they name."""
        options = self.parse_args(arguments)
        try:
            return options, find_variant(options.game, options.suits, options.rule)
        except SpiderError as error:
            self.error(str(error))


def positive(text: str) -> int:
    """Return a whole number from 1 on."""
    return _from(1, text)


def natural(text: str) -> int:
    """Return a whole number from 0 on."""
    return _from(0, text)


def _from(least: int, text: str) -> int:
    if not text.isdecimal() or int(text) < least:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} on")
    return int(text)


def contents(read: Callable[[Path], Contents], kind: str) -> Callable[[str], Contents]:
    """Return the type of an argument that names a file: what ``read`` makes of it.

    ``kind`` says what such a file is of.
    """

    def contents_of(text: str) -> Contents:
        try:
            return read(Path(text))
        except OSError as error:
            raise argparse.ArgumentTypeError(f"{text}: {error.strerror or error}") from None
        except (ValueError, TypeError, KeyError, EOFError, zipfile.BadZipFile):
            raise argparse.ArgumentTypeError(f"{text} is no file of {kind}") from None

    return contents_of
