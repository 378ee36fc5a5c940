"""The statistics: what counts, and that no damage stops anything."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from solver.rules.move import DEAL_ROW
from spidercli.session.keeper import FileKeeper, NoKeeper, last_unfinished, save_path
from spidercli.session.named_game import NamedGame
from spidercli.session.records import Tally, read_records, records_path

ONE_SUIT = "spider 1 suit"


def event(kind: str, key: str, variant: str = ONE_SUIT, **figures: object) -> str:
    return json.dumps({"event": kind, "key": key, "variant": variant, "game": "x", **figures})


def tallies(tmp_path: Path, *lines: str) -> list[Tally]:
    path = tmp_path / "events"
    path.write_text("\n".join(lines) + "\n")
    found, wrong = read_records(path)
    assert not wrong
    return found


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIDER_DATA_DIR", str(tmp_path / "data"))


def test_no_file_is_no_game(tmp_path: Path) -> None:
    assert read_records(tmp_path / "none") == ([], 0)


def test_games_wins_best_score_and_shortest_win_are_told_by_variant(tmp_path: Path) -> None:
    found = tallies(
        tmp_path,
        event("begin", "a"),
        event("win", "a", score=1183, moves=117),
        event("begin", "b", "spiderette 4 suits"),
        event("begin", "c"),
        event("win", "c", score=1150, moves=110),
    )
    assert found == [
        Tally(ONE_SUIT, 2, 2, 2, 2, 1183, 110),
        Tally("spiderette 4 suits", 1, 0, 0, 0, None, None),
    ]


def test_a_game_counts_once_however_often_it_is_taken_up_or_won(tmp_path: Path) -> None:
    """B01: never more wins than games."""
    lines = [event("begin", "a"), event("begin", "a"), event("win", "a", score=1, moves=9)]
    lines += [event("win", "a", score=2, moves=8), event("win", "b", score=3, moves=7)]
    assert tallies(tmp_path, *lines) == [Tally(ONE_SUIT, 2, 2, 2, 2, 3, 7)]


def test_streaks_are_wins_in_a_row_and_an_unfinished_last_game_ends_none(tmp_path: Path) -> None:
    lines: list[str] = []
    for key, won in zip("abcdef", [True, True, True, False, True, False], strict=True):
        lines.append(event("begin", key))
        if won:
            lines.append(event("win", key, score=1000, moves=100))
    (tally,) = tallies(tmp_path, *lines)
    assert (tally.streak, tally.longest_streak) == (1, 3)
    (tally,) = tallies(tmp_path, *lines, event("begin", "g"))
    assert (tally.streak, tally.longest_streak) == (0, 3)


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"[]",
        b"null",
        b"1",
        b'"begin"',
        b"\xff\xfe\x00",
        b"[" * 5000,
        b"{}",
        b'{"event": "begin"}',
        b'{"event": "begin", "key": 3, "variant": "spider 1 suit"}',
        b'{"event": "begin", "key": "x", "variant": ["spider 1 suit"]}',
        b'{"event": "lost", "key": "x", "variant": "spider 1 suit"}',
        b'{"event": "win", "key": "x", "variant": "spider 1 suit", "score": "9", "moves": 1}',
        b'{"event": "win", "key": "x", "variant": "spider 1 suit", "score": true, "moves": 1}',
        b'{"event": "win", "key": "x", "variant": "spider 1 suit"}',
        b'{"event": "begin", "key": "x", "variant": "chess"}',
    ],
)
def test_a_line_that_says_nothing_is_left_out_and_counted(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "events"
    path.write_bytes(event("begin", "a").encode() + b"\n" + line + b"\n\n")
    found, wrong = read_records(path)
    assert wrong == 1
    assert [tally.games for tally in found] == [1]


def test_a_game_is_counted_from_its_first_move_and_its_win_is_noted() -> None:
    named, keeper = NamedGame.of_code("SP1-S1C-AAAAAAD"), FileKeeper()
    keeper.note(named)
    assert not records_path().exists()
    named.game.play(DEAL_ROW)
    keeper.note(named)
    named.game.undo()
    named.game.redo()
    keeper.note(named)
    assert len(records_path().read_text().splitlines()) == 1
    assert read_records(records_path())[0] == [Tally(ONE_SUIT, 1, 0, 0, 0, None, None)]


def test_only_games_from_whole_openings_count() -> None:
    start = NamedGame.of_code("SP1-S1C-AAAAAAD").start
    assert NamedGame.begun("file", start).is_whole
    start.push(DEAL_ROW)
    named = NamedGame.begun("file", start)
    assert not named.is_whole
    named.game.play(DEAL_ROW)
    FileKeeper().note(named)
    assert not records_path().exists()


def test_every_unfinished_game_is_kept_and_the_last_one_is_taken_up() -> None:
    keeper = FileKeeper()
    first, second = (NamedGame.of_code(code) for code in ("SP1-S1C-AAAAAAD", "SD1-S1-AAAAABD"))
    for named in (first, second):
        named.game.play(DEAL_ROW)
        keeper.keep(named)
    assert last_unfinished().key == second.key
    assert save_path(first).exists()
    first.game.play(DEAL_ROW)
    keeper.keep(first)
    assert last_unfinished().key == first.key


def test_no_keeper_writes_nothing(tmp_path: Path) -> None:
    named = NamedGame.of_code("SP1-S1C-AAAAAAD")
    named.game.play(DEAL_ROW)
    NoKeeper().keep(named)
    NoKeeper().note(named)
    assert not (tmp_path / "data").exists()


def test_the_file_of_a_game_has_a_name_for_any_system() -> None:
    start = NamedGame.of_code("SP1-S1C-AAAAAAD").start
    for name in ("../../etc/passwd", "a/b\\c:d*?.txt", "pysol:14934", "-", "árvíz", "x" * 300):
        path = save_path(NamedGame.begun(name, start))
        assert path.parent.name == "games"
        assert path.name.isascii()
        assert len(path.name) < 70
