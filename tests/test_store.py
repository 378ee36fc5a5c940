"""A file of results: what is in it, who may write it, and what becomes of a bad one."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from results import EASY, HARD, LIMITS, made_up, study

from solver.errors import StoreError
from solver.rules.move import DEAL_ROW, Move, parse_move
from solver.study.games import GameResult
from solver.study.lock import writer_lock
from solver.study.store import Results, Store, Study, pack_solution, unpack_solution
from solver.study.survey import Task

MOVES = st.one_of(
    st.just(DEAL_ROW),
    st.builds(Move, st.integers(0, 9), st.integers(0, 9), st.integers(1, 13)),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.db"


def fill(path: Path, numbers: range, of: Study | None = None) -> None:
    of = of or study()
    with Store(path, [of]) as store:
        for number in numbers:
            store.add([made_up(of.variant, number)], of)


def names_beside(path: Path) -> list[str]:
    return sorted(other.name for other in path.parent.iterdir())


def test_results_come_out_as_they_went_in(path: Path) -> None:
    results = [made_up(EASY, number) for number in range(50)]
    with Store(path, [study()]) as store:
        store.add(results, study())
    with Results(path) as there:
        assert there.studies == (study(),)
        assert list(there.results(study())) == results
        assert there.count(study()) == 50
        without = list(there.results(study(), with_solutions=False))
    assert without == [replace(result, solution=None) for result in results]


def test_a_finished_file_has_nothing_beside_it(path: Path) -> None:
    fill(path, range(5))
    assert names_beside(path) == ["results.db"]
    with Results(path) as there:
        list(there.results(study()))
    assert names_beside(path) == ["results.db"]


@given(st.lists(MOVES))
def test_solutions_pack_both_ways(moves: list[Move]) -> None:
    assert unpack_solution(pack_solution(moves)) == tuple(moves)


def test_packed_solutions_read_well_in_hexadecimal() -> None:
    moves = [parse_move("3-7x4"), DEAL_ROW, parse_move("10-1x13")]
    assert pack_solution(moves).hex() == "37040000a10d"


def test_people_can_read_the_file_by_sql(path: Path) -> None:
    numbers = [0, 3, 25, 26, 12345, 26**7 - 1]
    of = study(HARD, 26**7)
    with Store(path, [of]) as store:
        store.add([made_up(HARD, number) for number in numbers], of)
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT code, player, moves, solution FROM deal").fetchall()
    expected = [made_up(HARD, number) for number in numbers]
    assert [row[0] for row in rows] == [result.deal for result in expected]
    assert {row[1] for row in rows} == {"open"}
    assert [row[2] for row in rows] == [result.moves for result in expected]
    packed = [pack_solution(result.solution or ()).hex().upper() for result in expected]
    assert [row[3] for row in rows] == packed


def test_what_is_missing_is_told_as_spans(path: Path) -> None:
    with Store(path, [study(stop=20)]) as store:
        assert store.missing(study(stop=20)) == [Task(0, 20)]
        store.add([made_up(EASY, number) for number in (3, 4, 7, 19)], study())
    with Results(path) as there:
        assert there.missing(study(stop=20)) == [Task(0, 3), Task(5, 7), Task(8, 19)]
        assert there.missing(study(stop=30))[-1] == Task(20, 30)
        assert there.missing(study(stop=4)) == [Task(0, 3)]


def test_the_same_study_goes_on_and_a_larger_number_extends_it(path: Path) -> None:
    fill(path, range(5))
    fill(path, range(5, 10), study(stop=200))
    fill(path, range(10, 12), study(stop=50))
    with Results(path) as there:
        assert there.studies == (study(stop=200),)
        assert there.count(study(stop=200)) == 12


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (study(HARD), "it holds spider 1 suit, not spider 4 suits classic"),
        (study(start=5), "it was made with start 0, not 5"),
        (study(limits=replace(LIMITS, widths=(10,))), "it was made with widths 10,30, not 10"),
        (study(limits=replace(LIMITS, max_nodes=7)), "it was made with max nodes 1000, not 7"),
        (study(limits=replace(LIMITS, max_depth=7)), "it was made with max depth 50, not 7"),
        (replace(study(), player="fair"), "it holds spider 1 suit, not spider 1 suit, player fair"),
        (replace(study(), settings={**study().settings, "seed": 5}), "with seed unset, not 5"),
        (replace(study(), engine="new"), "whose results may differ"),
    ],
)
def test_b05_another_study_is_refused_and_changes_nothing(
    path: Path, other: Study, message: str
) -> None:
    """Case B05: other parameters, other results; they do not go into one file."""
    fill(path, range(5))
    before = path.read_bytes()
    with pytest.raises(StoreError, match=message) as caught:
        Store(path, [other])
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == before
    assert names_beside(path) == ["results.db"]


def test_a_file_holds_several_studies_of_one_command(path: Path) -> None:
    both = [study(), study(HARD)]
    with Store(path, both) as store:
        store.add([made_up(HARD, 7)], both[1])
        store.add([made_up(EASY, 8)], both[0])
    with Results(path) as there:
        assert there.studies == tuple(both)
        assert [result.deal for result in there.results(both[0])] == [made_up(EASY, 8).deal]
        assert [result.deal for result in there.results(both[1])] == [made_up(HARD, 7).deal]
    with pytest.raises(StoreError, match=r"it holds spider 1 suit and .*, not spider 1 suit;"):
        Store(path, both[:1])


def test_a_batch_is_kept_whole_or_not_at_all(path: Path) -> None:
    with Store(path, [study()]) as store:
        store.add([made_up(EASY, 3)], study())
        with pytest.raises(StoreError, match="UNIQUE"):
            store.add([made_up(EASY, number) for number in (2, 3)], study())
        assert store.missing(study(stop=5)) == [Task(0, 3), Task(4, 5)]


def test_a_second_writer_is_refused(path: Path) -> None:
    with Store(path, [study()]) as store:
        store.add([made_up(EASY, 0)], study())
        with pytest.raises(StoreError, match="another process is writing it"):
            Store(path, [study()])
        store.add([made_up(EASY, 1)], study())
    fill(path, range(2, 3))


def test_others_may_read_while_one_writes(path: Path) -> None:
    with Store(path, [study()]) as store:
        store.add([made_up(EASY, 0)], study())
        with Results(path) as there:
            assert there.count(study()) == 1
            store.add([made_up(EASY, 1)], study())
            assert there.count(study()) == 2


def test_a_lock_file_left_behind_locks_nothing(path: Path) -> None:
    path.with_name("results.db-lock").touch()
    fill(path, range(1))
    assert names_beside(path) == ["results.db"]


def test_the_lock_is_free_again_after_an_error(path: Path) -> None:
    with pytest.raises(ZeroDivisionError), writer_lock(path):
        _ = 1 / 0
    with writer_lock(path):
        pass


WITH_A_COPY = """
import os, signal, sys, time
from pathlib import Path
from results import study
from solver.study.store import Store
store = Store(Path(sys.argv[1]), [study()])
mine, its = os.pipe()
copy = os.fork()
if copy == 0:
    os.write(its, b"!")
    time.sleep(60)
os.read(mine, 1)
print(copy, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no copies of processes")
def test_a_copy_of_a_killed_writer_does_not_hold_the_lock(path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", WITH_A_COPY, str(path)],
        cwd=Path(__file__).parent,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    copy = int(process.stdout.readline())
    try:
        assert process.wait() == -signal.SIGKILL
        os.kill(copy, 0)
        fill(path, range(2))
    finally:
        os.kill(copy, signal.SIGKILL)
        process.stdout.close()


KILLED = """
import os, signal, sys
from pathlib import Path
from results import EASY, made_up, study
from solver.study.store import Store
store = Store(Path(sys.argv[1]), [study()])
store.add([made_up(EASY, number) for number in range(3)], study())
os.kill(os.getpid(), signal.SIGKILL)
"""


def kill_a_writer(path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(path)], cwd=Path(__file__).parent, check=False
    )
    assert done.returncode == -signal.SIGKILL


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_what_was_added_survives_sigkill(path: Path) -> None:
    kill_a_writer(path)
    content = {other.name: other.read_bytes() for other in path.parent.iterdir()}
    assert "results.db-wal" in content
    with Results(path) as there:
        assert list(there.results(study())) == [made_up(EASY, number) for number in range(3)]
    assert path.read_bytes() == content["results.db"]
    with pytest.raises(StoreError, match="it holds"):
        Store(path, [study(HARD)])
    assert path.read_bytes() == content["results.db"]
    fill(path, range(3, 4))
    assert names_beside(path) == ["results.db"]
    with Results(path) as there:
        assert there.count(study()) == 4


def test_an_empty_file_is_a_new_one(path: Path) -> None:
    path.touch()
    fill(path, range(2))
    with Results(path) as there:
        assert there.count(study()) == 2


HALF_MADE = """
import os, signal, sqlite3, sys
from solver.study import schema
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
# So small a cache that pages go to the file before the commit.
connection.execute("PRAGMA cache_size = 1")
connection.execute("BEGIN IMMEDIATE")
for statement in schema.TABLES.values():
    connection.execute(statement)
connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
connection.execute("CREATE TABLE filler (a)")
connection.executemany("INSERT INTO filler VALUES (?)", [("x" * 1000,)] * 500)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_kill_while_the_file_is_made_leaves_one_to_start_with(path: Path) -> None:
    subprocess.run([sys.executable, "-c", HALF_MADE, str(path)], check=False)
    assert names_beside(path) == ["results.db", "results.db-journal"]
    assert path.stat().st_size > 0
    fill(path, range(2))
    assert names_beside(path) == ["results.db"]
    with Results(path) as there:
        assert there.count(study()) == 2


def fill_up(path: Path, added: list[int]) -> None:
    """Add results to a file that may not grow beyond 40 pages."""
    with Store(path, [study(stop=10_000)]) as store:
        store._connection.execute("PRAGMA max_page_count = 40")
        for number in range(10_000):
            store.add([made_up(EASY, number)], study())
            added.append(number)


def test_no_more_room_ends_the_run_and_loses_nothing(path: Path) -> None:
    added: list[int] = []
    with pytest.raises(OSError, match="full") as caught:
        fill_up(path, added)
    assert caught.value.filename == str(path)
    assert len(added) > 100
    with Results(path) as there:
        stored = list(there.results(study(stop=10_000)))
    assert stored == [made_up(EASY, number) for number in added]


def test_no_such_folder(path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        Store(path / "deeper" / "results.db", [study()])


@pytest.mark.parametrize(
    "content", [b"hello\n", b"PK\3\4" * 2000, b"SQLite format 3\0", b"\0" * 99]
)
def test_a_file_of_another_kind_is_refused_untouched(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    for attempt in (lambda: Store(path, [study()]), lambda: Results(path)):
        with pytest.raises(StoreError, match=r"results\.db: (no file|a database, but not one) of"):
            attempt()
    assert path.read_bytes() == content
    assert names_beside(path) == ["results.db"]


def test_a_database_of_another_program_is_refused_untouched(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE survey (id)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="a database, but not one of results"):
        Store(path, [study()])
    assert path.read_bytes() == before


@pytest.mark.parametrize("version", [0, 2, 99])
def test_another_layout_is_refused_by_its_number(path: Path, version: int) -> None:
    fill(path, range(2))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"PRAGMA user_version = {version}")
    before = path.read_bytes()
    for attempt in (lambda: Store(path, [study()]), lambda: Results(path)):
        with pytest.raises(StoreError, match=f"its layout is number {version}, this .* knows 1"):
            attempt()
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("DROP VIEW deal", "its tables are not those"),
        ("CREATE TABLE other (a)", "its tables are not those"),
        ("ALTER TABLE result ADD COLUMN more", "its tables are not those"),
        ("UPDATE survey SET variant = 'bridge'", "a survey that makes no sense"),
        ("UPDATE survey SET settings = 'many'", "a survey that makes no sense"),
        ("UPDATE survey SET settings = '[1]'", "a survey that makes no sense"),
        ("UPDATE result SET verdict = 'maybe'", "deal 0 of spider 1 suit makes no sense"),
        ("UPDATE result SET nodes = 'many'", "deal 0 of spider 1 suit makes no sense"),
        ("UPDATE result SET solution = x'123456'", "deal 0 of spider 1 suit makes no sense"),
        ("UPDATE result SET number = -1 WHERE number = 0", "numbers are 0 to"),
    ],
)
def test_what_makes_no_sense_is_damage(path: Path, change: str, message: str) -> None:
    fill(path, range(3))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(change)

    with pytest.raises(StoreError, match=message), Results(path) as there:
        list(there.results(replace(study(), start=-5)))


def damaged_copies(good: bytes, count: int) -> Iterator[bytes]:
    """Yield files with some bytes changed, missing, doubled or torn off."""
    dice = random.Random(6)
    for _ in range(count):
        data = bytearray(good)
        kind = dice.randrange(5)
        start = dice.randrange(len(data))
        length = dice.choice([1, 2, 16, 100, 4096])
        if kind == 0:
            data[start] ^= 1 << dice.randrange(8)
        elif kind == 1:
            data[start : start + length] = dice.randbytes(length)
        elif kind == 2:
            del data[start:]
        elif kind == 3:
            del data[start : start + length]
        else:
            data[start : start + length] = b"\0" * length
        yield bytes(data)


def refusal(attempt: Callable[[], object]) -> str:
    """Return in what words an attempt is refused, or nothing if it is not."""
    try:
        attempt()
    except StoreError as error:
        return str(error)
    return ""


def read_all(path: Path) -> None:
    with Results(path) as there:
        list(there.results(study()))


def test_no_damaged_file_crashes_or_is_changed(path: Path) -> None:
    """Each is refused in one line and stays as it is, or reads as a good file does."""
    fill(path, range(40))
    refused = 0
    for data in damaged_copies(path.read_bytes(), 200):
        path.write_bytes(data)
        for_reading = refusal(lambda: read_all(path))
        for_writing = refusal(lambda: Store(path, [study(HARD)])) if data else "empty"
        assert for_writing
        assert "\n" not in for_reading + for_writing
        assert path.read_bytes() == data
        assert names_beside(path) == ["results.db"]
        refused += bool(for_reading)
    assert refused > 75


AS_ANOTHER_USER = """
import os, sys
from pathlib import Path
from results import EASY, study
from solver.study.store import Results, Store
path, of = Path(sys.argv[1]), study()
if os.geteuid() == 0:
    os.setuid(65534)
with Results(path) as there:
    print(there.count(of))
try:
    Store(path, [of])
except OSError as error:
    print(type(error).__name__, error.filename)
"""


@pytest.mark.skipif(not hasattr(os, "setuid"), reason="folders are not read-only like that here")
def test_a_read_only_folder_is_refused_for_writing_and_not_for_reading() -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "results.db"
        fill(path, range(3))
        path.chmod(0o444)
        path.parent.chmod(0o555)
        done = subprocess.run(
            [sys.executable, "-c", AS_ANOTHER_USER, str(path)],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=False,
        )
        path.parent.chmod(0o755)
    assert done.stdout.splitlines() == ["3", f"PermissionError {path.resolve()}-lock"], done.stderr


def test_games_of_players_come_out_as_they_went_in(path: Path) -> None:
    fair = replace(study(), player="fair", settings={"states": 4000})
    games = [
        GameResult(
            made_up(EASY, number).deal,
            number % 3 == 0,
            number % 9,
            500 - number,
            90 + number,
            40,
            5,
            0.25,
        )
        for number in range(20)
    ]
    with Store(path, [fair]) as store:
        store.add(games, fair)
    with Results(path) as there:
        assert list(there.games(fair)) == games
    with pytest.raises(StoreError, match="it holds spider 1 suit, player fair, not spider 1 suit;"):
        Store(path, [study()])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE result SET verdict = 'unwinnable' WHERE number = 7")
    with pytest.raises(StoreError, match="no end of a game"), Results(path) as there:
        list(there.games(fair))
