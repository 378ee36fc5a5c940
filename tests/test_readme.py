"""The README: its help texts are current, its examples are commands that there are."""

from __future__ import annotations

import click
import pytest
import readme

from spidercli.main import cli

TEXT = readme.README.read_text("utf-8")


def test_the_help_of_every_command_is_current() -> None:
    assert readme.with_help(TEXT) == TEXT, "run python tests/readme.py"


def test_every_command_is_there() -> None:
    assert set(readme.COMMANDS) == set(cli.list_commands(click.Context(cli)))


def test_there_are_examples() -> None:
    assert len(readme.examples(TEXT)) > 15


@pytest.mark.parametrize("words", readme.examples(TEXT), ids=" ".join)
def test_an_example_is_a_command_that_there_is(words: list[str]) -> None:
    name = words[0]
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    redirected = words[1 : words.index(">")] if ">" in words else words[1:]
    assert _complaint(command, list(redirected)) == ""


def _complaint(command: click.Command, words: list[str]) -> str:
    """Return what is wrong with a command's words, files apart that an example only names."""
    try:
        command.make_context(command.name, words, parent=click.Context(cli, **cli.context_settings))
    except click.exceptions.Exit:
        return ""
    except click.UsageError as error:
        only_names_a_file = "no file" in str(error) or "does not exist" in str(error)
        return "" if only_names_a_file else str(error)
    return ""


def test_there_is_one_line_to_run_and_one_to_test() -> None:
    """The first two lines of commands set everything up on a fresh machine."""
    lines = [line for line in TEXT.splitlines() if line.startswith("python3 -m venv")]
    run, test = lines[:2]
    assert run.endswith("spider analyze --suits 4 --n 1000")
    assert "pip install" in run
    assert "pip install" in test
    assert "pytest" in test
