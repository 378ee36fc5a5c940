"""What the scripts of the benchmarks are told wrongly: one line says so, and nothing is done."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks import (
    fixed,
    learn_fair,
    learn_net,
    learn_values,
    look,
    net_games,
    pysol,
    shake,
    short,
    tune,
)
from benchmarks.arguments import VariantArguments, natural
from solver.rules.variant import find_variant

BY_VARIANT = {
    "learn_fair": learn_fair.main,
    "learn_net": learn_net.main,
    "learn_values": learn_values.main,
    "look": look.main,
    "shake": shake.main,
}
WRONG = [
    (["whist", "4"], "no game 'whist'; there are spider, spiderette, bicycle"),
    (["spider", "3"], "no game with 3 suits; the suits are 1, 2 or 4"),
    (["spider", "4", "--rule", "odd"], "no rule 'odd'; the rules are classic and relaxed"),
    (["spiderette", "4", "--rule", "relaxed"], "spiderette is played by the classic rule only"),
    (["spider", "4", "--states", "0"], "--states: '0' is no whole number from 1 on"),
    (["spider", "4", "--states", "many"], "--states: 'many' is no whole number from 1 on"),
    (["spider", "4", "--games", "-1"], "--games: '-1' is no whole number from"),
    (["spider", "many"], "invalid int value: 'many'"),
    (["spider"], "the following arguments are required: suits"),
]


def error_of(capsys: pytest.CaptureFixture[str]) -> str:
    told = capsys.readouterr()
    assert not told.out
    (line,) = told.err.splitlines()
    return line


@pytest.mark.parametrize("script", BY_VARIANT)
@pytest.mark.parametrize(("arguments", "why"), WRONG)
def test_a_wrong_variant_or_count_is_told_in_one_line(
    script: str, arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        BY_VARIANT[script](arguments)
    assert end.value.code == 2
    line = error_of(capsys)
    assert line.startswith(f"python -m benchmarks.{script}: error: ")
    assert why in line
    assert line.endswith("(see --help)")


@pytest.mark.parametrize(
    ("main", "arguments", "why"),
    [
        (learn_net.main, ["spider", "4"], "nothing to learn from; give --games or --samples"),
        (learn_net.main, ["spider", "4", "--nets", "0"], "--nets: '0'"),
        (learn_net.main, ["spider", "4", "--rounds", "0"], "--rounds: '0'"),
        (net_games.main, ["spider", "4"], "arguments are required: --net"),
        (fixed.main, ["--rounds", "0"], "--rounds: '0'"),
        (short.main, ["--every", "0"], "--every: '0'"),
        (pysol.main, ["some.jsonl", "--workers", "0"], "--workers: '0'"),
        (tune.main, ["spider", "4", "--deals", "0"], "--deals: '0'"),
        (tune.main, ["whist", "4"], "no game 'whist'; there are"),
        (shake.main, ["spider", "4", "--add", "ends.empty"], "no weight as in 'ends.empty'"),
        (shake.main, ["spider", "4", "--add", "ends.emty=3"], "no weight as in 'ends.emty=3'"),
        (pysol.main, ["some.jsonl", "--first", "9", "--last", "8"], "--first is at most --last"),
    ],
)
def test_counts_that_make_no_sense_are_told_in_one_line(
    main: object, arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert callable(main)
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert why in error_of(capsys)


@pytest.mark.parametrize(
    ("main", "option", "kind"),
    [
        (learn_fair.main, "--weights", "weights of the fair player"),
        (look.main, "--weights", "weights of the fair player"),
        (shake.main, "--weights", "weights of the fair player"),
        (learn_net.main, "--samples", "samples"),
        (learn_net.main, "--net", "networks"),
        (net_games.main, "--net", "networks"),
    ],
)
def test_a_file_that_is_missing_or_of_another_kind_is_told_in_one_line(
    main: object, option: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert callable(main)
    path = tmp_path / "some.file"

    def told() -> str:
        with pytest.raises(SystemExit) as end:
            main(["spider", "4", option, str(path)])
        assert end.value.code == 2
        return error_of(capsys)

    assert f"argument {option}: {path}: No such file or directory" in told()
    np.savez(tmp_path / "other.npz", other=np.zeros(3))
    np.savez(tmp_path / "odd.npz", nets=np.zeros(3))
    others = [b"", b"[1, 2]", b'{"ends": 3}', b"PK\x03\x04", b"\x93NUMPY", b"\xff\xfe"]
    others += [(tmp_path / name).read_bytes() for name in ("other.npz", "odd.npz")]
    for content in others:
        path.write_bytes(content)
        assert f"argument {option}: {path} is no file of {kind}" in told()


def test_solutions_that_do_not_hold_good_are_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "solutions.jsonl"
    for content in (b"no JSON", b"{}", b'{"deal": "nothing", "solution": []}', b"\xff"):
        path.write_bytes(content)
        with pytest.raises(SystemExit) as end:
            short.main(["--check", str(path)])
        assert end.value.code == 2
        assert f"--check: {path} does not hold good: " in capsys.readouterr().err


def test_what_is_right_is_read() -> None:
    parser = VariantArguments("some", "Some text.")
    parser.add_argument("--skip", type=natural, default=7)
    options, variant = parser.read(["spider", "2", "--rule", "relaxed", "--skip", "0"])
    assert variant == find_variant("spider", 2, "relaxed")
    assert options.skip == 0
