"""The group of all commands. Importing it imports neither a command nor the engine."""

from __future__ import annotations

import importlib
import signal
import sys
from io import TextIOWrapper
from types import FrameType
from typing import Any, Final, NoReturn

import click

from spidercli.exits import Terminated, errors_in_one_line

COMMANDS: Final = {
    "play": "spidercli.commands.play",
    "stats": "spidercli.commands.stats",
    "solve": "spidercli.commands.solve",
    "analyze": "spidercli.commands.analyze",
    "watch": "spidercli.commands.watch",
    "verify": "spidercli.commands.verify",
    "report": "spidercli.commands.report",
    "show": "spidercli.commands.show",
    "validate": "spidercli.commands.validate",
    "replay": "spidercli.commands.replay",
}
"""Every command and its module, in the order of the help; the module's ``command`` is it."""


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of all commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002
        cmd_name: str,
    ) -> click.Command | None:
        """Return the command of a name, or None where there is none."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(COMMANDS[cmd_name]).command
        return command

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Parse the options before the command; errors are told in one line."""
        with errors_in_one_line():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; errors are told in one line."""
        with errors_in_one_line():
            return super().invoke(ctx)


def _print_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        number = version("spider-solitaire")
    except PackageNotFoundError:
        number = "(not installed, no version)"
    click.echo(f"spider {number}")
    ctx.exit()


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Play, solve and study Spider and Spiderette solitaire.

    A DEAL is a game code like SP1-S4C-AAAAAAD, a file that holds a deal or a position,
    pysol:N for a PySolFC deal, or - for standard input.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def _raise_terminated(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise Terminated


def main() -> None:
    """Run the command line and leave with its exit status."""
    signal.signal(signal.SIGTERM, _raise_terminated)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        cli(prog_name="spider")
    finally:
        # What is left is the interpreter's own end, which a signal would fill with tracebacks.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
