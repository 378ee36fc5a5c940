"""The same survey on a Dask cluster on this machine."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from runner import COMMAND, assert_one_line_error, run
from test_analyze_out import count_of, stored, timeless, wait_until_it_grows

ANALYZE = ["analyze", "--game", "spiderette", "--suits", "1", "--width", "10", "--n"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class LocalCluster:
    """A scheduler and workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.address = f"tcp://127.0.0.1:{free_port()}"
        self.scheduler = self._start(
            "scheduler", "--host", "127.0.0.1", "--port", self.address.rpartition(":")[2],
            "--no-dashboard", "--no-show",
        )  # fmt: skip
        self.workers: list[subprocess.Popen[bytes]] = []

    def add_worker(self) -> None:
        self.workers.append(
            self._start("worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        )

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
        for process in (*self.workers, self.scheduler):
            process.wait()

    def _start(self, what: str, *args: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", what, *args],
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    pytest.importorskip("distributed")
    made = LocalCluster(tmp_path_factory.mktemp("cluster"))
    with contextlib.closing(made):
        yield made


def started(*args: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )


def ended(process: subprocess.Popen[bytes]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=240)
    return process.returncode, out.decode(), err.decode()


def report_of(out: str) -> Any:
    record = timeless(out)
    del record["settings"]["n"]
    return record


@pytest.mark.slow
def test_a_cluster_gives_what_one_machine_gives_line_for_line(
    cluster: LocalCluster, tmp_path: Path
) -> None:
    """B03; and again with a worker killed under way, which loses nothing."""
    for _ in range(2):
        cluster.add_worker()
    here, there, killed = (tmp_path / f"{name}.db" for name in ("here", "there", "killed"))
    lists = [tmp_path / "a", tmp_path / "b"]
    args = [*ANALYZE, "600", "--json"]
    alone = run(*args, "--workers", "1", "--out", str(here), "--list", str(lists[0]))
    whole = ended(
        started(*args, "--scheduler", cluster.address, "--out", str(there), "--list", str(lists[1]))
    )
    assert (whole[0], whole[2]) == (0, "")
    assert report_of(whole[1]) == report_of(alone.stdout)
    lines = [[timeless(line) for line in path.read_text().splitlines()] for path in lists]
    assert lines[0] == lines[1]
    assert stored(there) == stored(here)

    process = started(*args, "--scheduler", cluster.address, "--out", str(killed))
    wait_until_it_grows(killed, process, 10)
    cluster.workers[0].send_signal(signal.SIGKILL)
    cluster.add_worker()
    status, out, err = ended(process)
    assert (status, err) == (0, "")
    assert report_of(out) == report_of(alone.stdout)
    assert stored(killed) == stored(here)


@pytest.mark.slow
def test_a_lost_scheduler_ends_the_run_with_what_is_stored(
    cluster: LocalCluster, tmp_path: Path
) -> None:
    cluster.add_worker()
    path = tmp_path / "results.db"
    process = started(*ANALYZE, "100000", "--scheduler", cluster.address, "--out", str(path))
    wait_until_it_grows(path, process, 20)
    cluster.scheduler.kill()
    status, out, err = ended(process)
    assert status == 1
    assert err.startswith(f"spider: error: the scheduler at {cluster.address} is lost")
    assert err.count("\n") == 1
    assert "partial: " in out
    kept = count_of(path)
    assert kept >= 20
    again = run(*ANALYZE, str(kept), "--json", "--workers", "1", "--out", str(path))
    assert json.loads(again.stdout)["n"] == kept


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_t04_an_interrupt_ends_a_run_on_a_cluster(cluster: LocalCluster, tmp_path: Path) -> None:
    """Case T04: at once, without a traceback, with the finished deals kept."""
    cluster.add_worker()
    path = tmp_path / "results.db"
    process = started(*ANALYZE, "100000", "--scheduler", cluster.address, "--out", str(path))
    wait_until_it_grows(path, process, 20)
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    status, out, err = ended(process)
    assert (status, err) == (130, "")
    assert "partial: " in out
    assert count_of(path) >= 20
    assert time.monotonic() - began < 60


def test_a_missing_dask_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    line = assert_one_line_error(run(*ANALYZE, "5", "--scheduler", "tcp://127.0.0.1:1"))
    assert "pip install 'spider-solitaire[cluster]'" in line


def test_a_scheduler_that_does_not_answer_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("solver.study.cluster._CONNECT_SECONDS", 1)
    address = f"tcp://127.0.0.1:{free_port()}"
    line = assert_one_line_error(run(*ANALYZE, "5", "--scheduler", address), 1)
    assert f"no scheduler answers at {address}" in line
    line = assert_one_line_error(run(*ANALYZE, "5", "--scheduler", "ftp://x:y"))
    assert "is no address of a scheduler" in line


def test_a_worker_with_another_engine_is_refused() -> None:
    from solver.errors import SpiderError
    from solver.study.cluster import _timed
    from solver.study.fingerprint import engine_fingerprint

    seconds, results = _timed(engine_fingerprint(), lambda item: [item], 5)
    assert (results, seconds >= 0) == ([5], True)
    with pytest.raises(SpiderError, match="install the same version on all machines"):
        _timed("other", lambda item: [item], 5)
