"""The first compile: told once, kept where it can be, and never an error."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import solver
from solver.engine import jit, warmup

ROOT = Path(solver.__file__).parent.parent

PROGRAM = """
import sys
from pathlib import Path
from solver.engine.warmup import warm_up
from solver.engine.jit import CACHE_FOLDER
told = []
warm_up(told.append)
warm_up(told.append)
from solver.engine import beam
compiled = sum(beam.run_layers.stats.cache_misses.values())
print(len(told), CACHE_FOLDER, compiled)
"""


class Run:
    """A process of its own that warms the engine up twice, and what it said."""

    def __init__(self, root: Path, program: str = PROGRAM, **env: str) -> None:
        kept = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
        self.result = subprocess.run(
            [sys.executable, "-c", program],
            env={**kept, "PYTHONPATH": str(root), **env},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
            cwd="/",
        )
        assert self.result.returncode == 0, self.result.stderr
        assert self.result.stderr == ""
        told, self.folder, compiled = self.result.stdout.split()
        self.told = int(told)
        self.compiled = int(compiled)


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the library, which nobody changes in the meantime."""
    return _copy(tmp_path_factory.mktemp("sources"))


def _copy(target: Path) -> Path:
    for path in (ROOT / "solver").rglob("*.py"):
        copy = target / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    return target


@pytest.fixture(scope="module")
def first(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Run]:
    """Return a new cache folder and the first run that fills it."""
    cache = tmp_path_factory.mktemp("cache")
    return cache, Run(sources, NUMBA_CACHE_DIR=str(cache))


@pytest.mark.slow
def test_compiling_is_told_once_and_then_kept(sources: Path, first: tuple[Path, Run]) -> None:
    """N07: the second process finds what the first compiled."""
    cache, run = first
    assert (run.told, run.compiled) == (1, 1)
    assert Path(run.folder).parent == cache
    again = Run(sources, NUMBA_CACHE_DIR=str(cache))
    assert (again.told, again.compiled) == (0, 0)


@pytest.mark.slow
def test_cut_off_compiled_code_is_made_anew(sources: Path, first: tuple[Path, Run]) -> None:
    """N02: a first run that was killed leaves empty files, indexes or code."""
    cache, run = first
    indexes, codes = (sorted(Path(run.folder).rglob(kind)) for kind in ("*.nbi", "*.nbc"))
    assert len(indexes) > 5
    for path in [*indexes[::2], *codes[1::2]]:
        path.write_bytes(b"")
    mended = Run(sources, NUMBA_CACHE_DIR=str(cache))
    assert mended.told == 1
    assert mended.compiled >= 1
    assert Run(sources, NUMBA_CACHE_DIR=str(cache)).compiled == 0
    assert all(path.stat().st_size for path in Path(run.folder).rglob("*.nb?"))


@pytest.mark.slow
def test_a_broken_off_compile_is_told_again(sources: Path, first: tuple[Path, Run]) -> None:
    """What was compiled before a first run was killed is no complete engine."""
    cache, run = first
    (Path(run.folder) / "complete").unlink()
    assert Run(sources, NUMBA_CACHE_DIR=str(cache)).told == 1
    assert Run(sources, NUMBA_CACHE_DIR=str(cache)).told == 0


@pytest.mark.slow
def test_nowhere_to_write_is_no_error(sources: Path, tmp_path: Path) -> None:
    """N01: no folder for the cache, no home, no place for temporary files."""
    (tmp_path / "file").write_text("")
    nowhere = str(tmp_path / "file" / "below")
    places = ("NUMBA_CACHE_DIR", "HOME", "XDG_CACHE_HOME")
    program = f"import tempfile; tempfile.tempdir = {nowhere!r}\n{PROGRAM}"
    run = Run(sources, program, **dict.fromkeys(places, nowhere))
    assert run.folder == "None"
    assert run.told == 1


WHERE = "from solver.engine.jit import CACHE_FOLDER\nprint(0, CACHE_FOLDER, 0)\n"


@pytest.mark.parametrize("usable", ["chosen", "home", "temporary"])
def test_the_first_folder_that_can_be_written_is_used(
    sources: Path, tmp_path: Path, usable: str
) -> None:
    """N01: the chosen folder, else the user's, else one for temporary files."""
    (tmp_path / "file").write_text("")
    order = ("chosen", "home", "temporary")
    places = {
        name: tmp_path / name if i >= order.index(usable) else tmp_path / "file" / name
        for i, name in enumerate(order)
    }
    places["temporary"].mkdir()
    run = Run(
        sources,
        WHERE,
        NUMBA_CACHE_DIR=str(places["chosen"]),
        HOME=str(places["home"]),
        XDG_CACHE_HOME=str(places["home"]),
        TMPDIR=str(places["temporary"]),
    )
    assert Path(run.folder).is_relative_to(places[usable])
    assert Path(run.folder).is_dir()


@pytest.mark.slow
def test_changed_sources_meet_no_old_code(
    sources: Path, first: tuple[Path, Run], tmp_path: Path
) -> None:
    """N03: a change in a file whose functions others call must show in those, too."""
    cache, run = first
    shutil.copytree(sources, tmp_path, dirs_exist_ok=True)
    hashing = tmp_path / "solver" / "engine" / "hashing.py"
    hashing.write_text(hashing.read_text() + "\n# changed\n")
    changed = Run(tmp_path, WHERE, NUMBA_CACHE_DIR=str(cache))
    assert Path(changed.folder).parent == cache
    assert changed.folder != run.folder
    assert not list(Path(changed.folder).rglob("*.nb?"))


def test_nothing_is_told_where_compiled_code_is_at_hand() -> None:
    warmup.warm_up()
    told: list[str] = []
    warmup.warm_up(told.append)
    assert told == []


def test_what_is_told_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(warmup, "_is_ready", lambda: False)
    warmup.warm_up(told.append)
    assert told == ["compiling the engine, once"]


def test_an_error_that_is_not_the_cache_s_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a cache to throw away an error is a fault of the engine."""

    def fail() -> None:
        raise ValueError("a fault")

    monkeypatch.setattr(warmup, "_call_kernels", fail)
    monkeypatch.setattr(warmup, "CACHE_FOLDER", None)
    with pytest.raises(ValueError, match="a fault"):
        warmup.warm_up()


def test_the_cache_folder_is_named_after_every_engine_source(tmp_path, monkeypatch) -> None:
    """N03."""
    sources = jit._SOURCES
    assert {"jit.py", "beam.py", "hashing.py"} <= {path.name for path in sources}
    assert {path.parent for path in sources} == {ROOT / "solver" / "engine"}
    names = {jit._digest()}
    for source in sources:
        copies = [tmp_path / path.name for path in sources]
        for path, copy in zip(sources, copies, strict=True):
            copy.write_bytes(path.read_bytes() + (b"#" if path == source else b""))
        monkeypatch.setattr(jit, "_SOURCES", copies)
        names.add(jit._digest())
    assert len(names) == 1 + len(sources)
