"""Saved games: read back as they were, and refused by line where they were damaged."""

from __future__ import annotations

import contextlib
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import lively_move, table

from solver.errors import StoreError
from solver.rules.formats import pysol_position
from solver.rules.gamecode import format_game_code
from solver.rules.move import DEAL_ROW, Move
from solver.rules.variant import VARIANTS, Variant, find_variant
from spidercli.session.named_game import NamedGame
from spidercli.session.saves import format_save, load_save, looks_saved, parse_save, write_save

CODE = "SP1-S1C-AAAAAAD"


def played(named: NamedGame, seed: int, turns: int) -> NamedGame:
    """Play with undo and redo in between."""
    chance = random.Random(seed)
    game = named.game
    for _ in range(turns):
        what = chance.random()
        if what < 0.25 and game.undo_count:
            for _ in range(chance.randint(1, game.undo_count)):
                game.undo()
        elif what < 0.35 and game.can_redo:
            game.redo()
        elif move := lively_move(game.position, chance):
            game.play(move)
    return named


def assert_same(one: NamedGame, other: NamedGame) -> None:
    """Compare all that a player could notice, now and after any undo and redo."""
    assert (one.name, one.key, one.start) == (other.name, other.key, other.start)
    a, b = one.game, other.game
    assert a.moves == b.moves
    assert a.undone == b.undone
    assert a.undo_count == b.undo_count
    while True:
        assert a.position == b.position
        assert (a.score, a.counter) == (b.score, b.counter)
        if not a.undo_count:
            break
        a.undo()
        b.undo()
    while a.can_redo:
        a.redo()
        b.redo()
    assert a.position == b.position
    assert a.score == b.score


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(VARIANTS), st.integers(0, 10**6), st.integers(0, 250))
def test_a_game_comes_back_as_it_was(variant: Variant, seed: int, turns: int) -> None:
    """R21: position, score, counter, what can be undone and what can be redone."""
    named = played(NamedGame.of_code(format_game_code(variant, seed)), seed, turns)
    text = format_save(named)
    assert_same(named, parse_save(text))


def test_more_than_a_hundred_actions_leave_a_hundred_to_undo() -> None:
    named = NamedGame.begun("puzzle", table("2S", ""))
    for i in range(150):
        named.game.play(Move(i % 2, 1 - i % 2, 1))
    for _ in range(30):
        named.game.undo()
    back = parse_save(format_save(named))
    assert back.game.undo_count == 70
    assert_same(named, back)


def test_a_game_without_a_code_carries_its_deal() -> None:
    start = pysol_position("14934", find_variant("spider", 4, "relaxed"))
    named = played(NamedGame.begun("pysol:14934", start), 3, 40)
    text = format_save(named)
    assert "variant: spider 4 suits relaxed" in text
    assert_same(named, parse_save(text))


def test_a_save_is_readable_text() -> None:
    named = NamedGame.of_code(CODE)
    named.game.play(DEAL_ROW)
    lines = format_save(named).splitlines()
    assert lines[0].startswith("#")
    assert [line for line in lines[1:] if not line.startswith("key:")] == [
        "save: 1",
        f"game: {CODE}",
        "counter: 1",
        "score: 499",
        "undo: 1",
        "moves: deal",
    ]


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("save: 1", "save: 2", 2, "version"),
        ("save: 1\n", "", 7, "without its line save"),
        ("counter: 1", "counter: 2", 5, "the moves give 1"),
        ("counter: 1", "counter: one", 5, "is no number"),
        ("score: 499", "score: 999", 6, "the moves give 499"),
        ("undo: 1", "undo: 2", 7, "at most 1"),
        ("undo: 1", "undo: -1", 7, "at most 1"),
        ("moves: deal", "moves: deal deal x", 8, "is no move"),
        ("moves: deal", "moves: 1-2x1", 8, "(R3)"),
        ("moves: deal", "moves: deal\nmoves: 1-99x1", 9, "no such column"),
        ("moves: deal\n", "", 5, "the moves give 0"),
        ("moves: deal", "moves: deal\nredo: 1-1x1", 9, "two different columns"),
        ("AAAAAAD", "AAAAAA1", 4, "no game code"),
        ("game: SP1", "game: SP1\ngame: SP1", 5, "twice"),
        ("game:", "came:", 4, "no line of a saved game"),
        ("key: ", "key: x", 3, "16 digits"),
        ("score: 499", "score: \ufffd\ufffd", 6, "is no number"),
        ("score: 499", "\x00\x00\x00", 6, "no line of a saved game"),
    ],
)
def test_a_damaged_save_is_refused_with_its_line(old: str, new: str, line: int, what: str) -> None:
    named = NamedGame.of_code(CODE)
    named.game.play(DEAL_ROW)
    text = format_save(named)
    assert old in text
    with pytest.raises(StoreError) as caught:
        parse_save(text.replace(old, new, 1))
    assert str(caught.value).startswith(f"line {line}: ")
    assert what in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_damaged_position_in_a_save_is_refused_with_its_line() -> None:
    named = NamedGame.begun("file.txt", NamedGame.of_code(CODE).start)
    text = format_save(named)
    number = next(i for i, line in enumerate(text.splitlines(), 1) if line.startswith("c3:"))
    with pytest.raises(StoreError, match=f"^line {number}: "):
        parse_save(re.sub(r"(c3: .*)..", r"\1ZZ", text))


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_no_damage_makes_a_traceback(data: st.DataObject) -> None:
    named = played(NamedGame.of_code(CODE), 5, 30)
    raw = bytearray(format_save(named).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        if data.draw(st.booleans()):
            del raw[at:]
            raw += b"\n"
        else:
            raw[at] = data.draw(st.integers(0, 255))
    with contextlib.suppress(StoreError):
        parse_save(raw.decode("utf-8", errors="replace"))


def test_a_damaged_file_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(b"save: 1\n\xff\xfe\x00nonsense\n")
    with pytest.raises(StoreError, match="line 2"):
        load_save(path)
    assert path.read_bytes() == b"save: 1\n\xff\xfe\x00nonsense\n"


@pytest.mark.parametrize("what", ["missing", "folder", "nul"])
def test_what_cannot_be_read_is_told_in_one_line(tmp_path: Path, what: str) -> None:
    path = {"missing": tmp_path / "no", "folder": tmp_path, "nul": Path("a\0b")}[what]
    with pytest.raises(StoreError) as caught:
        load_save(path)
    assert "\n" not in str(caught.value)


def test_a_save_replaces_a_save_and_nothing_else(tmp_path: Path) -> None:
    path, other = tmp_path / "game.txt", tmp_path / "letter.txt"
    first, second = NamedGame.of_code(CODE), NamedGame.of_code("SD1-S1-AAAAABD")
    write_save(path, first)
    write_save(path, second)
    assert_same(load_save(path), second)
    other.write_text("Dear all,\n")
    with pytest.raises(StoreError, match="no saved game; choose another name"):
        write_save(other, first)
    assert other.read_text() == "Dear all,\n"
    with pytest.raises(StoreError):
        write_save(tmp_path, first)


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm(tmp_path: Path) -> None:
    named = played(NamedGame.of_code(CODE), 1, 20)
    path = tmp_path / "game.txt"
    path.write_bytes(b"\xef\xbb\xbf" + format_save(named).replace("\n", "\r\n").encode())
    assert_same(load_save(path), named)


def test_saves_are_told_from_other_texts() -> None:
    assert looks_saved(format_save(NamedGame.of_code(CODE)))
    assert not looks_saved("c1: KS\nsave: 1\n")
    assert not looks_saved("")
