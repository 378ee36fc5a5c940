"""``spider play`` and ``spider stats`` through pipes: scripts, programs, encodings, options."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from positions import DATA
from runner import COMMAND, assert_one_line_error, run, run_process
from wcwidth import wcswidth

from solver.rules.move import move_text, parse_move
from spidercli.session.keeper import games_dir
from spidercli.session.named_game import NamedGame
from spidercli.session.records import records_path

CODE = "SP1-S4C-AAAAAAD"
ODD_LINES = (
    b"\n0 1 1\n-1 2 1\n11 1 1\n1 1 1\n1 2 0\n1 2 99\n1 2 -3\nx\n\xef\xbc\x91 \xef\xbc\x92 1\n"
    b"\x00\n\xff\xfe\xfd\n" + b"9" * 1_000_000 + b"\nu\n"
)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIDER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def play(*args: str, lines: str | bytes = "") -> Result:
    result = run("play", *args, input=lines)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result


def states(*args: str, lines: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in play("--json", *args, lines=lines).stdout.splitlines()]


# Pipes


def test_the_end_of_input_ends_the_game_with_a_summary() -> None:
    """T03: nothing is asked again, and the status is 0."""
    result = play("--code", CODE)
    assert result.stdout.splitlines()[0].startswith(CODE)
    assert result.stdout.splitlines()[-1] == f"{CODE}: not won yet, score 500, moves 0, runs 0/8."


def test_a_last_line_without_its_end_is_carried_out() -> None:
    """T03."""
    assert "score 499, moves 1" in play("--code", CODE, lines="deal").stdout.splitlines()[-1]


@pytest.mark.parametrize("line", ["d", "d\r", "  d \t", "deal\r", "D"])
def test_one_deal_is_one_deal_whatever_the_line_ends(line: str) -> None:
    """R21: the stock falls by exactly ten, and by three at the end of Spiderette."""
    last = states("--code", CODE, lines=f"{line}\n")[-1]
    assert (last["stock"], last["rows_left"], last["moves"]) == (40, 4, 1)


def test_odd_input_costs_nothing_and_ends_nothing() -> None:
    """T01: each odd line gets one line, and then the next command works."""
    result = run_process("play", "--json", "--code", CODE, input=ODD_LINES + b"d\n")
    assert result.returncode == 0
    assert result.stderr == b""
    first, *answers, last = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(answers) == ODD_LINES.count(b"\n")
    for answer in answers[1:]:
        (message,) = answer["messages"]
        assert message.isprintable()
        assert answer | {"ok": True, "messages": []} == first
    assert (last["ok"], last["moves"]) == (True, 1)


def test_nothing_moves_after_quit() -> None:
    assert "moves 0" in play("--code", CODE, lines="q\nd\n").stdout.splitlines()[-1]


def test_a_closed_output_ends_quietly() -> None:
    """T05."""
    with subprocess.Popen(
        [*COMMAND, "play", "--code", CODE, "--no-record"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        assert child.stdin
        assert child.stdout
        assert child.stderr
        child.stdout.readline()
        child.stdout.close()
        try:
            child.stdin.write(b"d\nu\n" * 20_000)
            child.stdin.close()
        except BrokenPipeError:
            pass
        assert child.stderr.read() == b""
        assert child.wait(timeout=60) in (0, 141)


@pytest.mark.parametrize(
    "env",
    [
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
)
def test_a_stream_without_suit_signs_gets_letters(env: dict[str, str]) -> None:
    """T06: in every language that the environment may ask for."""
    lines = "8 7\nh\nrules\n?\nfoo \u0151\u2660\ns x\n".encode()
    result = run_process("play", "--code", CODE, env={"LANG": "hu_HU.UTF-8", **env}, input=lines)
    assert result.returncode == 0
    assert result.stderr == b""
    assert result.stdout.isascii()
    assert b"3S" in result.stdout


def test_ascii_is_ascii_even_with_letters_of_the_player() -> None:
    """T07."""
    text = play("--code", CODE, "--ascii", lines="árvíztűrő\nh\nrules\nsave \n").stdout
    assert text.isascii()


@pytest.mark.parametrize("columns", ["20", "0", "40", "200", "1"])
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_any_width_gets_a_table(columns: str, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """T09, T07: no line of the table is wider than the terminal, wide letters counted as two."""
    monkeypatch.setenv("COLUMNS", columns)
    text = play("--code", CODE, "--lang", lang, lines="d,d,d,d,d\n").stdout
    assert "\ufe0f" not in text
    width = int(columns) or 80
    if width >= 20:
        tables = [line for line in text.splitlines() if "░" in line or line.startswith("SP1")]
        assert all(wcswidth(line) <= width for line in tables[:-1])


def test_colour_is_used_only_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in play("--code", CODE).stdout
    assert "\x1b[31m" in play("--code", CODE, "--color", "always").stdout
    four = play("--code", CODE, "--color", "always", "--four-colors").stdout
    assert "\x1b[94m" in four
    assert "\x1b[32m2♣" in four


@pytest.mark.parametrize("lang", ["hu", "ja", "ko"])
def test_a_language_is_spoken_if_asked_for(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = play("--code", CODE, "--lang", lang, lines="rules\n").stdout
    monkeypatch.setenv("LC_ALL", f"{lang}_XX.UTF-8")
    assert play("--code", CODE, lines="rules\n").stdout == asked
    assert "The ace is the lowest" not in asked
    assert run("play", "--ascii", "--lang", lang).exit_code == 2


# Programs


def test_json_is_a_state_a_line_and_holds_no_hidden_card() -> None:
    first, last = states("--code", CODE, lines="8 7\n")
    assert first["columns"][0] == {"face_down": 5, "face_up": ["2C"]}
    assert (first["code"], first["variant"], first["won"]) == (
        CODE,
        "spider 4 suits classic",
        False,
    )
    assert first["legal_moves"][-1] == "deal"
    assert (last["ok"], last["score"], last["moves"], last["undo"]) == (True, 499, 1, 1)
    assert last["columns"][6]["face_up"] == ["4S", "3S"]
    faces = sum(len(column["face_up"]) for column in last["columns"])
    downs = sum(column["face_down"] for column in last["columns"])
    assert faces + downs + last["stock"] == 104
    assert faces == 11


def test_a_program_can_play_by_what_it_reads() -> None:
    """Each of the legal moves that are told is carried out as it is told."""
    legal = states("--code", CODE, lines="")[0]["legal_moves"]
    assert legal
    for move in legal:
        (last,) = states("--code", CODE, lines=f"{move}\n")[1:]
        assert last["ok"], last
        assert last["moves"] == 1
        assert move_text(parse_move(move)) == move


def test_json_answers_every_line_a_refused_one_and_an_empty_one_too() -> None:
    found = states("--code", CODE, lines="1 2\n\nfoo\nq\nd\n")
    assert [state["ok"] for state in found] == [True, False, True, False, True]
    assert all(state["moves"] == 0 for state in found)
    assert "(R3)" in found[1]["messages"][0]


def test_a_programs_game_is_neither_kept_nor_counted_unless_it_says_so() -> None:
    states("--code", CODE, lines="d\n")
    assert not games_dir().exists()
    states("--code", CODE, "--record", lines="d\n")
    assert len(list(games_dir().iterdir())) == 1
    assert records_path().exists()


# Which game


def test_a_random_game_tells_its_code() -> None:
    text = play("--game", "spiderette", "--suits", "2").stdout
    assert text.startswith("SD1-S2-")
    code = text.split()[0]
    assert play("--code", code).stdout == text
    assert play().stdout.startswith("SP1-S4C-")
    assert play("--suits", "2", "--rule", "relaxed").stdout.startswith("SP1-S2R-")


def test_deals_of_files_and_pysol_numbers_are_played() -> None:
    path = DATA / "positions" / "P06_spiderette_last_deal_three.txt"
    last = states("--deal", str(path), lines="d\nu\n")[-1]
    assert (last["stock"], last["rows_left"], last["runs"], last["code"]) == (3, 1, 3, None)
    assert states("--deal", "pysol:14934", lines="")[0]["name"] == "pysol:14934"
    assert states("--deal", CODE, lines="")[0]["code"] == CODE


@pytest.mark.parametrize(
    "args",
    [
        ["--code", "SP1-S3C-AAAAAAD"],
        ["--code", ""],
        ["--code", "nonsense"],
        ["--code", CODE, "--suits", "1"],
        ["--code", CODE, "--resume"],
        ["--code", CODE, "--deal", "pysol:1"],
        ["--deal", "-"],
        ["--deal", "no/such/file"],
        ["--deal", __file__],
        ["--load", "no/such/file"],
        ["--load", __file__],
        ["--resume"],
        ["--resume", "--suits", "4"],
        ["--game", "spiderette", "--rule", "relaxed"],
        ["--suits", "3"],
        ["--lang", "xx"],
        ["--nonsense"],
        ["surplus"],
    ],
)
def test_a_wrong_start_is_told_in_one_line_with_status_2(args: list[str]) -> None:
    """T11, C07."""
    assert_one_line_error(run("play", *args, input="d\n"))


# Saves


def test_resume_goes_on_with_the_game_as_it_was() -> None:
    """R21: nothing is dealt again."""
    play("--code", CODE, lines="8 7\nd\nd\nu\n")
    before = states("--resume", lines="")[0]
    assert (before["moves"], before["stock"], before["undo"], before["redo"]) == (2, 40, 2, 1)
    assert states("--resume", lines="r\n")[-1]["stock"] == 30
    assert states("--resume", lines="")[0] == before


def test_a_saved_game_given_for_a_deal_is_told_how_to_be_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "saved.txt"
    play("--code", CODE, lines=f"d\nsave {path}\n")
    assert "take it up with --load" in assert_one_line_error(run("play", "--deal", str(path)))
    assert states("--load", str(path), lines="")[0]["moves"] == 1


def test_resume_takes_the_game_played_last_and_loses_no_other() -> None:
    play("--code", CODE, lines="d\n")
    play("--code", "SD1-S1-AAAAABD", lines="d\n")
    assert states("--resume", lines="")[0]["code"] == "SD1-S1-AAAAABD"
    play("--code", "SP1-S1C-AAAAAAD")
    assert states("--resume", lines="")[0]["code"] == "SD1-S1-AAAAABD"
    assert len(list(games_dir().iterdir())) == 2


def test_a_damaged_save_is_one_error_with_its_line_and_stays() -> None:
    play("--code", CODE, lines="d\n")
    (path,) = games_dir().iterdir()
    path.write_text(path.read_text().replace("moves: deal", "moves: deal\nmoves: 1-2x9"))
    damaged = path.read_bytes()
    for args in (["--resume"], ["--load", str(path)]):
        line = assert_one_line_error(run("play", *args, input="d\n"))
        assert str(path) in line
        assert "line 9" in line
    assert path.read_bytes() == damaged


def test_a_won_game_is_not_unfinished_and_counts_as_won() -> None:
    run_line = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
    text = f"variant: spiderette 1 suit\nc1: {run_line}\nc2: AS\n"
    text += "".join(f"c{i}:\n" for i in range(3, 8)) + "stock:\nruns: 3\n"
    path = games_dir().parent.parent / "end.txt"
    path.write_text(text)
    last = states("--record", "--deal", str(path), lines="2 1\n")[-1]
    assert last["won"]
    assert last["score"] == 500 + 300 - 1 + 100
    assert list(games_dir().glob("*")) == []
    assert_one_line_error(run("play", "--resume"))


def test_a_folder_that_cannot_be_written_ends_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SPIDER_DATA_DIR", str(tmp_path / "file" / "data"))
    text = play("--code", CODE, lines="d\nd\n").stdout
    assert text.count("The game cannot be kept") == 1
    assert "score 498, moves 2" in text.splitlines()[-1]


# Statistics


def test_stats_tells_games_and_wins_as_text_and_json() -> None:
    assert "no game was played yet" in run("stats").stdout
    assert run("stats", "--json").stdout == "[]\n"
    play("--code", CODE, lines="d\n")
    play("--code", CODE)
    rows = run("stats").stdout.splitlines()
    assert rows[0].split()[:3] == ["variant", "games", "won"]
    assert rows[1].split() == ["spider", "4", "suits", "classic", "1", "0", "0", "0", "0", "-", "-"]
    (tally,) = json.loads(run("stats", "--json").stdout)
    assert tally["games"] == 1
    assert tally["best_score"] is None
    assert "games 1, won 0" in play("--code", CODE, lines="stats\n").stdout


def test_damaged_statistics_stop_nothing() -> None:
    play("--code", CODE, lines="d\n")
    path = records_path()
    path.write_bytes(path.read_bytes() + b"\xff{torn")
    play("--code", CODE, lines="d\n")
    result = run("stats")
    assert result.exit_code == 0
    assert result.stderr.count("\n") == 1
    assert "1 line says nothing of a game" in result.stderr
    assert " 2 " in result.stdout.splitlines()[1]


def test_statistics_that_cannot_be_read_are_one_error_and_end_no_game() -> None:
    records_path().mkdir(parents=True)
    assert_one_line_error(run("stats"), 1)
    assert "cannot be kept" in play("--code", CODE, lines="d\nstats\nd\n").stdout


# The imports


def test_a_game_imports_neither_numba_nor_numpy_nor_players() -> None:
    """N08: until the hint or the solver is asked for."""
    program = (
        "import sys; from spidercli.main import cli\n"
        "try: cli(['play', '--code', 'SP1-S4C-AAAAAAD', *sys.argv[1:]])\n"
        "except SystemExit: pass\n"
        "print(sorted({'numba', 'numpy', 'llvmlite', 'solver.players.hint', 'solver.solve',"
        " 'tqdm', 'babel', 'pysol_cards'} & set(sys.modules)))"
    )

    def heavy(lines: bytes, *args: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", program, *args], input=lines, capture_output=True, check=True
        )
        return done.stdout.decode().splitlines()[-1]

    assert heavy(b"8 7\nd\nu\nfoo\nt 3\nrules\nsave\nlog\n") == "[]"
    assert heavy(b"d\n", "--lang", "ja") == "[]"
    assert "'numba'" in heavy(b"h\n")


def test_a_game_begins_where_the_engine_cannot_be_loaded() -> None:
    """N01: play works without numba; solver and hint say so when they are asked."""
    program = (
        "import sys; sys.modules['numba'] = None\n"
        "from spidercli.main import cli; cli(['play', '--code', 'SP1-S4C-AAAAAAD'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], input=b"s\nh\nd\n", capture_output=True, check=False
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"the solver cannot be loaded here" in done.stdout
    assert b"hints cannot be loaded here" in done.stdout
    assert b"score 499" in done.stdout


def test_the_named_game_knows_its_code() -> None:
    named = NamedGame.of_code(" sp1-s4c-aaaaaad ")
    assert named.name == CODE
    assert named.has_code
