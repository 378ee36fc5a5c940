"""What is installed: the two packages, and nothing else of the project."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """Return the wheel, built from a copy: building writes beside the sources."""
    folder = tmp_path_factory.mktemp("wheel")
    left_out = shutil.ignore_patterns("*.egg-info", "build", "dist", ".*", "__pycache__")
    shutil.copytree(ROOT, folder / "copy", ignore=left_out)
    build = [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), "copy"]
    made = subprocess.run(build, cwd=folder, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    (path,) = folder.glob("*.whl")
    return zipfile.ZipFile(path)


@pytest.mark.slow
def test_the_wheel_holds_two_packages_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    tops = {name.split("/")[0] for name in wheel.namelist()}
    (about,) = (top for top in tops if top.endswith(".dist-info"))
    assert tops - {about} == {"solver", "spidercli"}
    (listed,) = (name for name in wheel.namelist() if name.endswith("top_level.txt"))
    assert wheel.read(listed).decode().split() == ["solver", "spidercli"]


@pytest.mark.slow
def test_the_wheel_holds_every_source_and_every_data_file(wheel: zipfile.ZipFile) -> None:
    kept = {name for name in wheel.namelist() if name.startswith(("solver/", "spidercli/"))}
    for package in ("solver", "spidercli"):
        sources = {path.relative_to(ROOT).as_posix() for path in (ROOT / package).rglob("*.py")}
        assert sources <= kept
    assert {"solver/py.typed", "spidercli/py.typed"} <= kept
    data = {
        path.relative_to(ROOT).as_posix()
        for kind in ("*.json", "*.npz")
        for path in (ROOT / "solver").rglob(kind)
    }
    assert data <= kept, "data that the library reads is left out of the wheel"


@pytest.mark.slow
def test_the_wheel_installs_the_command(wheel: zipfile.ZipFile) -> None:
    (entries,) = (name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "spider = spidercli.main:main" in wheel.read(entries).decode()
