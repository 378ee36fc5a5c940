"""What a player may type, and what is said of what nobody can understand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spidercli.session.language import MAX_LINE, Command, CommandError, Word, parse_line, shortened
from spidercli.session.words import load_words

WORDS = load_words("en")


def parsed(line: str) -> list[tuple[object, ...]]:
    """Return the commands of a line without what was typed."""
    found = []
    for command in parse_line(line, WORDS):
        found.append((command.word, *command.numbers, *([command.text] if command.text else [])))
    return found


@pytest.mark.parametrize(
    ("line", "numbers"),
    [
        ("3 7", (3, 7)),
        ("3 7 2", (3, 7, 2)),
        ("3", (3,)),
        ("  3   7\t2 ", (3, 7, 2)),
        ("m 3 7", (3, 7)),
        ("move 3 7 2", (3, 7, 2)),
        ("3-7", (3, 7)),
        ("3-7x2", (3, 7, 2)),
        ("3 > 7", (3, 7)),
        ("3-7 X 2", (3, 7, 2)),
        ("-1 2 1", (-1, 2, 1)),
        ("1 2 -3", (1, 2, -3)),
        ("0 1 1", (0, 1, 1)),
    ],
)
def test_a_move_is_its_columns_and_perhaps_a_count(line: str, numbers: tuple[int, ...]) -> None:
    assert parsed(line) == [(Word.MOVE, *numbers)]


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("d", (Word.DEAL,)),
        ("DEAL", (Word.DEAL,)),
        ("u", (Word.UNDO,)),
        ("u 5", (Word.UNDO, 5)),
        ("redo 2", (Word.REDO, 2)),
        ("t 3", (Word.TARGETS, 3)),
        ("h", (Word.HINT,)),
        ("s", (Word.SOLVE,)),
        ("?", (Word.HELP,)),
        ("Help", (Word.HELP,)),
        ("exit", (Word.QUIT,)),
        ("q", (Word.QUIT,)),
        ("rules", (Word.RULES,)),
        ("restart", (Word.RESTART,)),
        ("new", (Word.NEW,)),
        ("new SP1-S1C-AAAAAAD", (Word.NEW, "SP1-S1C-AAAAAAD")),
        ("save", (Word.SAVE,)),
        ("save my game.txt", (Word.SAVE, "my game.txt")),
        ("save a, b; c.txt", (Word.SAVE, "a, b; c.txt")),
        ("SAVE 'quoted name'", (Word.SAVE, "quoted name")),
        ("load x", (Word.LOAD, "x")),
    ],
)
def test_a_command_is_its_word_or_its_letter(line: str, command: tuple[object, ...]) -> None:
    assert parsed(line) == [command]


def test_several_commands_stand_on_one_line() -> None:
    assert parsed("3 7, 4 7,d ; u 2,") == [
        (Word.MOVE, 3, 7),
        (Word.MOVE, 4, 7),
        (Word.DEAL,),
        (Word.UNDO, 2),
    ]
    assert parsed("d, save a, b") == [(Word.DEAL,), (Word.SAVE, "a, b")]


def test_the_moves_of_a_solution_can_be_pasted() -> None:
    assert parsed("3-7x2 deal 4-7") == [(Word.MOVE, 3, 7, 2), (Word.DEAL,), (Word.MOVE, 4, 7)]


@pytest.mark.parametrize("line", ["", "   ", ",", " ; , ", "\t"])
def test_an_empty_line_holds_no_command(line: str) -> None:
    """T01: the first line may be empty."""
    assert parse_line(line, WORDS) == []


@pytest.mark.parametrize(
    "line",
    [
        "x",
        "１ ２ １",
        "١ ٢ ١",
        "3 7 2 1",
        "3 x",
        "3 7 2.5",
        "3 ½",
        "t",
        "t 3 4",
        "u x",
        "d 3",
        "load? x",
        "\x00",
        "3\x007",
        "\ufffd\ufffd",
        "3 7, x",
        "99999 1",
        "9" * (MAX_LINE + 1),
    ],
)
def test_what_cannot_be_understood_is_told_in_one_line(line: str) -> None:
    """T01: and nothing of the line is carried out, since no command comes back."""
    with pytest.raises(CommandError) as caught:
        parse_line(line, WORDS)
    text = str(caught.value)
    assert text.isprintable()
    assert len(text) < 150


@given(st.text())
def test_any_text_is_commands_or_a_printable_refusal(line: str) -> None:
    said = ""
    try:
        assert all(isinstance(command, Command) for command in parse_line(line, WORDS))
    except CommandError as error:
        said = str(error)
    assert said.isprintable()


def test_what_was_typed_is_shown_short_and_harmless() -> None:
    """T01: an escape sequence that was typed is not sent back to the terminal."""
    assert shortened("\x1b[2Jx\ny") == "?[2Jx y"
    assert shortened("a" * 1000) == "a" * 21 + "..."
