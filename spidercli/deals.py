"""From what a user writes for a deal to positions with names."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click
from click.shell_completion import CompletionItem

from solver.errors import GameCodeError, SpiderError, brief
from solver.rules.deal import Deal
from solver.rules.formats import pysol_position, read_position
from solver.rules.gamecode import parse_game_code
from solver.rules.position import Position
from spidercli.exits import InputError, describe_os_error
from spidercli.options import VariantChoice

STDIN: Final = "-"
_PYSOL: Final = "pysol:"
_FORMS: Final = "a game code like SP1-S4C-AAAAAAD, a file, pysol:N or -"


@dataclass(frozen=True, slots=True)
class NamedDeal:
    """A position, and what to call it: its game code, its file, or its PySolFC number."""

    name: str
    position: Position


@dataclass(frozen=True, slots=True)
class DealSource:
    """Where deals come from. ``path`` is None for a game code or a number, which is ``text``."""

    text: str
    path: Path | None = None


class DealArgument(click.ParamType):  # type: ignore[type-arg]
    """A game code, a file, ``pysol:N``, or ``-`` for standard input."""

    name = "deal"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> DealSource:
        """Tell the kinds apart; a file is not read yet."""
        if isinstance(value, DealSource):
            return value
        text = str(value)
        if text == STDIN or (text and _exists(text)):
            return DealSource(text, Path(text))
        if not text.lower().startswith(_PYSOL):
            try:
                parse_game_code(text)
            except GameCodeError as error:
                self.fail(_what_is_wrong(text, error), param, ctx)
        return DealSource(text)

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """Let the shell complete file names."""
        return [CompletionItem(incomplete, type="file")]


def _exists(text: str) -> bool:
    try:
        return Path(text).exists()
    except (OSError, ValueError):
        return False


def _what_is_wrong(text: str, error: GameCodeError) -> str:
    """Say what is wrong with a text that is neither a code nor a file that is there."""
    if os.sep in text or "/" in text or "." in text:
        return f"no file {brief(text, 60)}; give {_FORMS}"
    if "-" in text:
        return str(error)
    return f"{brief(text, 60)} is no deal; give {_FORMS}"


deal_argument = click.argument("source", metavar="DEAL", type=DealArgument())
"""One deal; the command gets it as ``source`` for :func:`read_deal`."""

deals_argument = click.argument(
    "sources", metavar="DEAL...", type=DealArgument(), nargs=-1, required=True
)
"""Deals; the command gets them as ``sources`` for :func:`read_deals`."""


def read_deal(source: DealSource, choice: VariantChoice) -> NamedDeal:
    """Return the one deal of a source.

    :raises SpiderError: if it is wrong, or contradicts the chosen variant.
    """
    deals = read_deals([source], choice)
    if len(deals) != 1:
        raise SpiderError(f"{source.text} holds {len(deals)} deals; give one")
    return deals[0]


def read_deals(sources: Iterable[DealSource], choice: VariantChoice) -> list[NamedDeal]:
    """Return all deals of some sources, in order; every one is checked before any is returned.

    A file holds one position in any known form, or a list of codes, one a line.

    :raises SpiderError: if one is wrong, or contradicts the chosen variant.
    """
    deals = []
    for source in sources:
        if source.path is None:
            deals.append(_numbered_deal(source.text, choice))
        else:
            deals += _deals_of_text(source.text, read_text(source.text), choice)
    return deals


def read_text(path: str) -> str:
    """Return the text of a file, or of standard input for ``-``.

    Bytes that are no UTF-8 become replacement characters, which the parsers refuse by line.

    :raises InputError: if it cannot be read.
    """
    try:
        data = sys.stdin.buffer.read() if path == STDIN else Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {describe_os_error(error)}") from error
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    return data.decode("utf-8-sig", errors="replace")


def _numbered_deal(text: str, choice: VariantChoice) -> NamedDeal:
    name = text.strip()
    if name.lower().startswith(_PYSOL):
        return NamedDeal(name.lower(), pysol_position(name, choice.variant()))
    code = parse_game_code(name)
    if not choice.is_empty and choice.over(code.variant) != code.variant:
        raise SpiderError(
            f"{code} is {code.variant.name}; leave out what contradicts it, or change the code"
        )
    return NamedDeal(str(code), Deal.from_number(code.variant, code.number).position())


def _deals_of_text(name: str, text: str, choice: VariantChoice) -> list[NamedDeal]:
    lines = [(i, line.strip()) for i, line in enumerate(text.splitlines(), 1)]
    codes = [(i, line) for i, line in lines if line and not line.startswith("#")]
    if codes and _looks_numbered(codes[0][1]):
        return [_listed_deal(name, i, line, choice) for i, line in codes]
    shown = "standard input" if name == STDIN else name
    try:
        return [NamedDeal(name, _position_of_text(text, choice))]
    except SpiderError as error:
        raise SpiderError(f"{shown}: {error}") from error


def _looks_numbered(line: str) -> bool:
    """Whether a line begins like a game code or a PySolFC number, and like no position."""
    return line.lower().startswith(_PYSOL) or (line[:2].isalpha() and "-" in line[2:5])


def _listed_deal(name: str, line: int, text: str, choice: VariantChoice) -> NamedDeal:
    try:
        return _numbered_deal(text, choice)
    except SpiderError as error:
        raise SpiderError(f"{name}: line {line}: {error}") from error


def _position_of_text(text: str, choice: VariantChoice) -> Position:
    if choice.is_empty:
        return read_position(text)
    if choice.game and choice.suits:
        return read_position(text, variant=choice.variant())
    return read_position(text, variant=choice.over(read_position(text).variant))
