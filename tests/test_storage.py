"""Files are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from spidercli.session import storage
from spidercli.session.storage import append_line, data_dir, write_whole


def test_a_file_is_made_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    write_whole(path, "árvíz\n")
    assert path.read_bytes() == "árvíz\n".encode()
    assert [each.name for each in path.parent.iterdir()] == ["file.txt"]


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_a_full_disk_leaves_the_old_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    path = tmp_path / "file.txt"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(*((os, "fsync") if failing == "fsync" else (Path, "replace")), full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["file.txt"]


def test_a_crash_before_the_file_takes_its_place_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file.txt"
    path.write_text("old")

    class Killed(BaseException):
        pass

    def killed(*_: object) -> None:
        raise Killed

    monkeypatch.setattr(Path, "replace", killed)
    with pytest.raises(Killed):
        write_whole(path, "new")
    assert path.read_text() == "old"


def test_the_text_is_on_the_disk_before_it_takes_the_place_of_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def noted_fsync(handle: int) -> None:
        done.append("fsync")
        fsync(handle)

    def noted_replace(self: Path, target: Path) -> Path:
        done.append("replace")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", noted_fsync)
    monkeypatch.setattr(Path, "replace", noted_replace)
    write_whole(tmp_path / "file.txt", "new")
    assert done[:2] == ["fsync", "replace"]


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX rights and links")
def test_rights_and_links_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "file.txt", tmp_path / "link.txt"
    path.write_text("old")
    path.chmod(0o600)
    link.symlink_to(path)
    write_whole(link, "new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_line_is_added_on_a_line_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "new" / "events"
    append_line(path, "one")
    append_line(path, "two")
    assert path.read_text() == "one\ntwo\n"
    path.write_text("torn")
    append_line(path, "three")
    assert path.read_text() == "torn\nthree\n"


def test_the_folder_is_the_platforms_unless_the_environment_names_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(storage.DATA_DIR_VARIABLE, str(tmp_path))
    assert data_dir() == tmp_path
    monkeypatch.delenv(storage.DATA_DIR_VARIABLE)
    assert data_dir().name == "spider-solitaire"
