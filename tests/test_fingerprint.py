"""Which program made a result."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import solver
from solver.study.fingerprint import engine_fingerprint

SOLVER = Path(solver.__file__).parent
TELL = "from solver.study.fingerprint import engine_fingerprint as f; print(f())"


def told(folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", TELL], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(SOLVER, tmp_path / "solver", ignore=ignored)
    return tmp_path


def test_a_copy_with_other_line_ends_is_the_same_engine(copy: Path) -> None:
    path = copy / "solver" / "solve.py"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert told(copy) == engine_fingerprint()


@pytest.mark.parametrize(
    "changed",
    ["engine/beam.py", "engine/weights.json", "engine/fair_nets.npz", "rules/shuffle.py"],
)
def test_other_code_and_other_weights_are_another_engine(copy: Path, changed: str) -> None:
    with (copy / "solver" / changed).open("a") as file:
        file.write(" ")
    assert told(copy) != engine_fingerprint()


def test_how_results_are_counted_is_not_asked(copy: Path) -> None:
    with (copy / "solver" / "study" / "stats.py").open("a") as file:
        file.write("# more\n")
    assert told(copy) == engine_fingerprint()
