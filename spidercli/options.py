"""The options that several commands share, as decorators that hand over one value each."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import IO, Any, Final, TypeVar

import click

from solver.errors import brief
from solver.result import EFFORTS, SHORT_NODES
from solver.rules.variant import CLASSIC, GAMES, RULES, SUIT_COUNTS, Variant, find_variant

Command = TypeVar("Command", bound=Callable[..., Any])

_SIGNS: Final = "♠♥♦♣░"


@dataclass(frozen=True, slots=True)
class VariantChoice:
    """What the user said of the variant; None where the user said nothing."""

    game: str | None = None
    suits: int | None = None
    rule: str | None = None

    @property
    def is_empty(self) -> bool:
        """Whether the user said nothing."""
        return self == VariantChoice()

    def variant(self) -> Variant:
        """Return the variant, with Spider, four suits and classic for what was left open.

        :raises SpiderError: if there is no such variant.
        """
        return find_variant(self.game or GAMES[0], self.suits or 4, self.rule or CLASSIC)

    def over(self, variant: Variant) -> Variant:
        """Return a variant with what the user said put in place of its own.

        :raises SpiderError: if there is no such variant.
        """
        return find_variant(
            self.game or variant.game,
            self.suits or variant.suit_count,
            self.rule or variant.rule,
        )


def variant_options(command: Command) -> Command:
    """Add --game, --suits and --rule; the command gets them as ``choice``."""
    return _variant_options(command, "")


def deal_variant_options(command: Command) -> Command:
    """Add the same for a command that is given a deal, which most often says all by itself."""
    return _variant_options(command, "what the deal says, or ")


def _variant_options(command: Command, before_default: str) -> Command:
    @click.option(
        "--game",
        type=click.Choice(GAMES),
        help=f"The game [default: {before_default}{GAMES[0]}]",
    )
    @click.option(
        "--suits",
        type=click.Choice([str(count) for count in SUIT_COUNTS]),
        help=f"The number of suits [default: {before_default}4]",
    )
    @click.option(
        "--rule",
        type=click.Choice(RULES),
        help="Whether groups of one suit move (classic) or of any suits (relaxed)"
        f" [default: {before_default}{CLASSIC}]",
    )
    @functools.wraps(command)
    def wrapper(
        *args: Any, game: str | None, suits: str | None, rule: str | None, **kwargs: Any
    ) -> Any:
        choice = VariantChoice(game, int(suits) if suits else None, rule)
        return command(*args, choice=choice, **kwargs)

    return wrapper  # type: ignore[return-value]


_WIDEST: Final = 100_000
"""A search of this width needs some gigabytes."""


class WidthList(click.ParamType):  # type: ignore[type-arg]
    """Beam widths: one number, or several with commas between."""

    name = "widths"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """Return the widths."""
        if isinstance(value, tuple):
            return value
        parts = [part.strip() for part in str(value).split(",")]
        if not all(part.isascii() and part.isdigit() and len(part) < 12 for part in parts):
            self.fail(f"{brief(str(value))} is no width; write 300 or 30,100,300", param, ctx)
        widths = tuple(int(part) for part in parts)
        if not all(1 <= width <= _WIDEST for width in widths):
            self.fail(f"a width is from 1 to {_WIDEST}", param, ctx)
        return widths


def _by_effort(limit: str) -> str:
    """Return what the efforts say of a limit: one number, or one for each of them."""
    values = [getattr(limits, limit) for limits in EFFORTS.values()]
    if len(set(values)) == 1:
        return f"{values[0]}"
    return ", ".join(f"{value} {name}" for name, value in zip(EFFORTS, values, strict=True))


def limit_options(command: Command) -> Command:
    """Add --effort and the options for each limit; the command gets them as ``limits``."""

    @click.option(
        "--effort",
        type=click.Choice(list(EFFORTS)),
        default="normal",
        show_default=True,
        help="How far to go for an answer; each limit can also be given by itself.",
    )
    @click.option(
        "--width",
        "widths",
        type=WidthList(),
        multiple=True,
        metavar="N[,N...]",
        help="Beam widths to try in turn until one decides the deal"
        " [default: the variant's own, with several sets of weights]",
    )
    @click.option(
        "--max-nodes",
        type=click.IntRange(min=1),
        metavar="N",
        help=f"Positions to look at for one deal, in all [default: {_by_effort('max_nodes')}]",
    )
    @click.option(
        "--depth",
        type=click.IntRange(min=1),
        metavar="N",
        help=f"Moves to make between two deals from the stock [default: {_by_effort('max_depth')}]",
    )
    @click.option(
        "--max-states",
        type=click.IntRange(min=0),
        metavar="N",
        help="Different positions to meet in the exhaustive search after the last width; each"
        f" needs about 16 bytes of memory [default: {_by_effort('max_states')}]",
    )
    @click.option(
        "--short",
        is_flag=True,
        help="Then look for shorter solutions, generating so many positions:"
        f" {', '.join(f'{nodes} {name}' for name, nodes in SHORT_NODES.items())}.",
    )
    @functools.wraps(command)
    def wrapper(
        *args: Any,
        effort: str,
        short: bool,
        widths: Iterable[tuple[int, ...]],
        max_nodes: int | None,
        depth: int | None,
        max_states: int | None,
        **kwargs: Any,
    ) -> Any:
        said: dict[str, Any] = {
            "widths": tuple(width for part in widths for width in part) or None,
            "max_nodes": max_nodes,
            "max_depth": depth,
            "max_states": max_states,
            "short_nodes": SHORT_NODES[effort] if short else None,
        }
        said = {name: value for name, value in said.items() if value is not None}
        return command(*args, limits=replace(EFFORTS[effort], **said), **kwargs)

    return wrapper  # type: ignore[return-value]


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _capped_workers(_ctx: click.Context, _param: click.Parameter, value: int | None) -> int:
    cores = usable_cores()
    if value is None:
        return cores
    if value > cores:
        click.echo(f"spider: --workers {value}: this process may use {cores}", err=True)
    return min(value, cores)


workers_option = click.option(
    "--workers",
    type=click.IntRange(min=1),
    metavar="N",
    callback=_capped_workers,
    help="Processes to work in [default: all usable cores]",
)
"""Add --workers; the command gets the number of processes, at most the usable cores."""

json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON.")
"""Add --json; the command gets ``as_json``."""


@dataclass(frozen=True, slots=True)
class Display:
    """How cards are shown: suits by letter or by sign, with or without colour."""

    ascii: bool
    color: bool


def display_options(command: Command) -> Command:
    """Add --ascii and --color; the command gets them as ``display``."""

    @click.option("--ascii", "ascii_only", is_flag=True, help="Show suits as S H D C.")
    @click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        help="When to use colour; NO_COLOR turns auto off.",
    )
    @functools.wraps(command)
    def wrapper(*args: Any, ascii_only: bool, color: str, **kwargs: Any) -> Any:
        display = Display(
            ascii_only or not holds_suit_signs(sys.stdout),
            color == "always" or (color == "auto" and wants_color(sys.stdout)),
        )
        return command(*args, display=display, **kwargs)

    return wrapper  # type: ignore[return-value]


def holds_suit_signs(stream: IO[str]) -> bool:
    """Whether a stream's encoding can hold the signs of suits and backs."""
    try:
        _SIGNS.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def is_watched(stream: IO[str]) -> bool:
    """Whether a person looks at a stream: a terminal that can do more than print lines."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def wants_color(stream: IO[str]) -> bool:
    """Whether to use colour on a stream unless told otherwise."""
    return is_watched(stream) and not os.environ.get("NO_COLOR")
