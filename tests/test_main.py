"""The group of commands: help, version, imports, encodings, closed pipes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete
from runner import COMMAND, assert_one_line_error, run, run_process

from spidercli.main import COMMANDS, cli

HELP = Path(__file__).parent / "data" / "help"


@pytest.mark.parametrize("name", ["spider", *COMMANDS])
def test_help_is_the_golden_text(name: str) -> None:
    """Rewrite the files with ``python tests/test_main.py`` after a wanted change."""
    golden = HELP / f"{name}.txt"
    assert golden.exists(), "run python tests/test_main.py"
    assert help_text(name) == golden.read_text(encoding="utf-8"), "run python tests/test_main.py"


def help_text(name: str) -> str:
    args = [] if name == "spider" else [name]
    result = run(*args, "--help", env={"COLUMNS": "80"}, terminal_width=80)
    assert result.exit_code == 0
    return result.stdout


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_has_a_short_option_and_is_ascii(name: str) -> None:
    """T06: nothing in a help text needs more than ASCII."""
    args = [name] if name else []
    short, long = run(*args, "-h"), run(*args, "--help")
    assert short.exit_code == long.exit_code == 0
    assert short.stdout == long.stdout
    assert short.stdout.isascii()


def test_no_command_shows_the_help() -> None:
    assert run().stdout == run("-h").stdout


def test_version_is_the_installed_one() -> None:
    from importlib.metadata import version

    assert run("--version").stdout == f"spider {version('spider-solitaire')}\n"


@pytest.mark.parametrize(
    "args",
    [
        ["--nonsense"],
        ["nonsense"],
        ["solve"],
        ["solve", "--nonsense"],
        ["solve", "SP1-S1C-AAAAAAD", "--suits", "3"],
        ["analyze", "--n", "0"],
        ["analyze", "--n", "-5"],
        ["analyze", "--n", "1e4"],
        ["analyze", "--n", "abc"],
        ["analyze", "--start", "8031810170"],
        ["analyze", "--workers", "0"],
        ["analyze", "--workers", "-1"],
        ["analyze", "--suits", "1", "--rule", "relaxed"],
        ["analyze", "--game", "spiderette", "--rule", "relaxed"],
        ["analyze", "--all", "--suits", "4"],
        ["analyze", "--width", "0"],
        ["analyze", "--width", "ten"],
        ["analyze", "--width", "30,1000000000"],
        ["analyze", "--max-nodes", "0"],
        ["validate"],
        ["replay", "SP1-S1C-AAAAAAD"],
        ["show", "SP1-S1C-AAAAAAD", "--format", "xml"],
    ],
    ids=" ".join,
)
def test_a_wrong_command_line_is_one_line_and_2(args: list[str]) -> None:
    """T11, B01, N05: exit 2, one line on stderr, nothing on stdout."""
    assert_one_line_error(run(*args))


@pytest.mark.parametrize(
    "code",
    [
        "AAAAAAD",
        "SP1-S1C-AAAAAA0",
        "SP1-S1C-AAAAAA",
        "SP1-S1C-AAAAAADA",
        "SP1-S3C-AAAAAAD",
        "SP1-S1-AAAAAAD",
        "SD1-S1C-AAAAAAD",
        "SP2-S1C-AAAAAAD",
        "\uff33\uff30\uff11",
        "",
        " ",
        "A" * 10_000,
        "no/such/file",
        "pysol:x",
        "pysol:",
        "\0",
    ],
    ids=lambda code: repr(code[:20]),
)
@pytest.mark.parametrize("command", ["solve", "show"])
def test_a_bad_deal_is_one_line_and_2(command: str, code: str) -> None:
    """C07: the line names what is bad."""
    assert_one_line_error(run(command, code))


@pytest.mark.parametrize(
    "args", [["-h"], ["--version"], ["validate", "SP1-S1C-AAAAAAD"], ["show", "SP1-S1C-AAAAAAD"]]
)
def test_light_commands_import_neither_numba_nor_numpy(args: list[str]) -> None:
    """N08: what is imported decides how fast a command starts."""
    code = (
        "import sys; from spidercli.main import cli\n"
        "try: cli(sys.argv[1:], prog_name='spider')\n"
        "finally: print([m for m in sys.modules if m in ('numba', 'numpy', 'tqdm')],"
        " file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *args], capture_output=True, text=True, check=True
    )
    assert done.stdout
    assert done.stderr == "[]\n"


@pytest.mark.parametrize("args", [["-h"], ["solve", "-h"], ["validate", "SP1-S1C-AAAAAAD"]])
def test_light_commands_work_where_numba_is_missing(args: list[str], tmp_path: Path) -> None:
    """N01: the engine's needs are no needs of the rest."""
    for package in ("numba", "numpy"):
        (tmp_path / f"{package}.py").write_text("raise ImportError('not here')")
    done = run_process(*args, env={"PYTHONPATH": str(tmp_path)})
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.slow
@pytest.mark.parametrize(
    "env",
    [
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=["cp1252", "ascii", "C"],
)
def test_an_output_without_suit_signs_gets_letters(env: dict[str, str]) -> None:
    """T06: every output works in every encoding."""
    done = run_process("show", "SP1-S4C-AAAAAAD", env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"9D" in done.stdout
    assert done.stdout.isascii()
    for args in (["-h"], ["solve", "-h"], ["validate", "\u2660", "\udcff"]):
        done = run_process(*args, env=env)
        assert done.returncode in (0, 1)
        assert done.stderr == b""


def test_utf8_output_gets_suit_signs() -> None:
    done = run_process("show", "SP1-S4C-AAAAAAD", env={"PYTHONIOENCODING": "utf-8"})
    assert "9♦" in done.stdout.decode("utf-8")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
@pytest.mark.parametrize("args", [["-h"], ["show", "SP1-S4C-AAAAAAD"], ["--version"]])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_closed_pipe_is_no_error(args: list[str], unbuffered: str) -> None:
    """T05: no word on stderr, and 141 as for any program that meets one."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [*COMMAND, *args],
            stdout=writer,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            check=False,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line_and_1() -> None:
    """T11: what cannot be written is a run error."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, "show", "SP1-S4C-AAAAAAD"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 1
    assert done.stderr == b"spider: error: No space left on device\n"


def test_the_shell_completes_commands_options_and_files() -> None:
    complete = BashComplete(cli, {}, "spider", "_SPIDER_COMPLETE")
    assert {"solve", "analyze"} <= {item.value for item in complete.get_completions([], "")}
    assert "--json" in {item.value for item in complete.get_completions(["solve"], "--")}
    assert [item.type for item in complete.get_completions(["solve"], "de")] == ["file"]


if __name__ == "__main__":
    HELP.mkdir(exist_ok=True)
    for each in ("spider", *COMMANDS):
        (HELP / f"{each}.txt").write_text(help_text(each), encoding="utf-8")
