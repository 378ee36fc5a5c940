"""``watch``, and ``analyze`` with a player that does not peek."""

import json
from typing import Any

import pytest
from runner import assert_one_line_error, run

from solver.rules.deal import Deal
from solver.rules.gamecode import parse_game_code
from solver.rules.variant import VARIANTS
from solver.rules.verify import replay
from spidercli.solutions import parse_solution

CODE = "SP1-S1C-AAAAAAD"
FEW = ("--states", "50")
QUICK = ("--states", "50", "--budget", "1", "--seed", "3")


def analyzed(*args: str) -> Any:
    result = run("analyze", "--json", *args)
    assert result.exit_code == 0
    return json.loads(result.stdout)


def without_cpu(value: Any) -> Any:
    """Return a record without what differs from run to run."""
    if isinstance(value, dict):
        return {key: without_cpu(inner) for key, inner in value.items() if key != "cpu_s"}
    return [without_cpu(inner) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize("player", ["greedy", "fair", "fair-strong"])
def test_a_watched_game_replays_by_the_rules(player: str) -> None:
    result = run("watch", CODE, "--player", player, *QUICK, "--json")
    record = json.loads(result.stdout)
    moves = parse_solution(result.stdout, record["deal"])
    code = parse_game_code(CODE)
    again = replay(Deal.from_number(code.variant, code.number).position(), moves)
    assert again.failed_at is None
    assert (again.won, again.runs, again.score) == (record["won"], record["runs"], record["score"])
    assert len(record["reasons"]) == record["moves"] == len(moves)


def test_each_move_is_a_line_with_what_it_is_for() -> None:
    lines = run("watch", CODE, "--player", "greedy", "--ascii").stdout.splitlines()
    assert lines[0] == f"{CODE} (spider 1 suit), player greedy"
    assert all(line.split()[0] == str(i) for i, line in enumerate(lines[1:-1], 1))
    assert any("turns up a face-down card" in line for line in lines)
    assert any("deal " in line and "deals a row" in line for line in lines)
    assert lines[-1].startswith(("won in", "gives up after"))
    assert all(line.isascii() for line in lines)


def test_tables_are_shown_on_demand() -> None:
    plain = run("watch", CODE, "--player", "greedy", "--ascii").stdout
    assert len(run("watch", CODE, "--player", "greedy", "--ascii", "--tables").stdout) > len(plain)


def test_the_report_counts_every_game() -> None:
    record = analyzed("--player", "fair", *FEW, "--suits", "1", "--n", "3", "--workers", "1")
    assert record["n"] == 3
    assert record["player"] == "fair"
    assert record["won"] <= 3
    assert record["ci95"][0] <= record["win_rate"] <= record["ci95"][1]
    assert set(record["mean"]) == {"runs", "score", "moves", "reveals", "cpu_s"}
    assert record["settings"] == {"n": 3, "states": 50}


def test_the_strong_players_settings_are_reported() -> None:
    record = analyzed(
        "--player", "fair-strong", *QUICK, "--suits", "1", "--n", "1", "--workers", "1"
    )
    assert record["player"] == "fair-strong"
    assert record["settings"] == {"n": 1, "states": 50, "budget": 1, "seed": 3}


@pytest.mark.parametrize("player", ["fair", pytest.param("fair-strong", marks=pytest.mark.slow)])
def test_b03_the_workers_change_nothing(player: str) -> None:
    """Case B03: the same games, and the same figures, with any number of workers."""
    args = ("--player", player, *QUICK, "--suits", "2", "--n", "5")
    one, two = (analyzed(*args, "--workers", workers) for workers in ("1", "2"))
    assert without_cpu(one) == without_cpu(two)


def test_all_is_every_variant_in_one_table() -> None:
    result = run("analyze", "--all", "--player", "greedy", "--n", "1", "--workers", "1")
    for variant in VARIANTS:
        assert variant.name in result.stdout


def test_paired_compares_on_the_same_deals() -> None:
    args = ("--suits", "1", "--n", "4", "--workers", "1", *FEW)
    record = analyzed("--player", "fair", "--paired", "greedy", *args)
    first, second = record["players"]
    paired = record["paired"]
    assert (first["player"], second["player"]) == ("fair", "greedy")
    assert paired["both"] + paired["first_only"] == first["won"]
    assert paired["both"] + paired["second_only"] == second["won"]
    assert paired["ci95"][0] <= paired["difference"] <= paired["ci95"][1]
    text = run("analyze", "--player", "fair", "--paired", "greedy", *args).stdout
    assert "McNemar's exact test" in text


def test_the_list_holds_a_line_a_game(tmp_path: Any) -> None:
    path = tmp_path / "games.jsonl"
    args = ("--suits", "1", "--n", "3", "--workers", "1", "--list", str(path))
    analyzed("--player", "greedy", *args)
    records = [json.loads(line) for line in path.read_text().splitlines()]
    assert [record["deal"] for record in records] == [
        "SP1-S1C-AAAAAAA",
        "SP1-S1C-AAAAAAB",
        "SP1-S1C-AAAAAAC",
    ]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--paired", "fair"], "--player"),
        (["--player", "wizard"], "wizard"),
        (["--player", "fair", "--states", "0"], "--states"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(args: list[str], said: str) -> None:
    assert said in assert_one_line_error(run("analyze", *args))


@pytest.mark.parametrize(
    ("command", "prepare"),
    [
        ("watch", "spidercli.commands.watch.make_ready"),
        ("solve", "solver.engine.warmup.warm_up"),
    ],
)
def test_a_wrong_deal_is_told_before_anything_is_compiled(
    command: str, prepare: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def compile_nothing(*_: Any) -> None:
        raise AssertionError

    monkeypatch.setattr(prepare, compile_nothing)
    for wrong in (["pysol:5", "--game", "spiderette"], ["no-such-file.txt"]):
        assert_one_line_error(run(command, *wrong))
