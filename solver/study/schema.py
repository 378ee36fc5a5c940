"""The layout of a file of results, and how to tell a good file from any other."""

from __future__ import annotations

import contextlib
import errno
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from solver.errors import StoreError

APPLICATION_ID: Final = 0x53504452
"""Says in the header of a file that it is one of ours (``SPDR``)."""

SCHEMA_VERSION: Final = 1

_LONGEST_REASON: Final = 200
_MAGIC: Final = b"SQLite format 3\0"
_HEADER_LENGTH: Final = 100
_KIND: Final = slice(68, 72)
"""Where in the header the application's number stands."""

TABLES: Final = {
    "survey": """CREATE TABLE survey (
  id INTEGER PRIMARY KEY,
  variant TEXT NOT NULL,
  player TEXT NOT NULL,
  code TEXT NOT NULL,
  start INTEGER NOT NULL,
  stop INTEGER NOT NULL,
  settings TEXT NOT NULL,
  engine TEXT NOT NULL,
  program TEXT NOT NULL,
  UNIQUE (variant, player)
)""",
    "result": """CREATE TABLE result (
  survey INTEGER NOT NULL REFERENCES survey,
  number INTEGER NOT NULL,
  verdict TEXT NOT NULL,
  moves INTEGER,
  score INTEGER,
  runs INTEGER,
  reveals INTEGER,
  deals INTEGER,
  nodes INTEGER,
  cpu_s REAL NOT NULL,
  reason TEXT NOT NULL,
  solution BLOB,
  PRIMARY KEY (survey, number)
) WITHOUT ROWID""",
    "deal": """CREATE VIEW deal AS SELECT survey.code
    || char(65 + number / 308915776 % 26, 65 + number / 11881376 % 26,
    65 + number / 456976 % 26, 65 + number / 17576 % 26, 65 + number / 676 % 26,
    65 + number / 26 % 26, 65 + number % 26) AS code,
  variant, player, verdict, moves, score, runs, reveals, deals, nodes, cpu_s, reason,
  hex(solution) AS solution, settings, engine, program
FROM result JOIN survey ON survey.id = result.survey""",
}
"""What a file holds. ``survey`` has a row for each survey and all that its results depend on;
``result`` one for each deal, in which ``runs``, ``reveals`` and ``deals`` are of players that do
not peek and ``nodes`` of the solver; ``deal`` is there for people who look into a file by SQL."""

_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_SYSTEM = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_READONLY: errno.EROFS,
    sqlite3.SQLITE_PERM: errno.EACCES,
    sqlite3.SQLITE_CANTOPEN: errno.EACCES,
    sqlite3.SQLITE_IOERR: errno.EIO,
    sqlite3.SQLITE_NOMEM: errno.ENOMEM,
}


@contextlib.contextmanager
def told_plainly(path: Path) -> Iterator[None]:
    """Turn what SQLite raises into errors that name the file.

    :raises StoreError: if the file is damaged, of another kind, or in use.
    :raises OSError: if the system refuses (a full disk, a read-only folder).
    """
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in _SYSTEM:
            raise OSError(_SYSTEM[code], str(error), str(path)) from error
        if code in _BUSY:
            raise StoreError(f"{path}: another process is using it; try again later") from error
        raise damaged(path, " ".join(str(error).split())[:_LONGEST_REASON]) from error


def damaged(path: Path, what: str) -> StoreError:
    """Return the error for a file that does not hold what it should."""
    return StoreError(f"{path}: damaged: {what}; it was left as it is")


def create(connection: sqlite3.Connection) -> None:
    """Make an empty file one of ours, at once or not at all."""
    connection.execute("BEGIN IMMEDIATE")
    for statement in TABLES.values():
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    connection.execute("COMMIT")


def connect_for_reading(path: Path) -> sqlite3.Connection:
    """Open a file of ours, checked from end to end, which reading does not change.

    :raises StoreError: if it is damaged, of another kind or of another version.
    :raises OSError: if it is not there or cannot be read.
    """
    check_kind(path)
    with told_plainly(path):
        connection = sqlite3.connect(
            f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None
        )
    try:
        check(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def check_kind(path: Path) -> None:
    """Check that a file's header is that of a database of ours.

    :raises StoreError: if not.
    """
    with path.open("rb") as file:
        header = file.read(_HEADER_LENGTH)
    if not header.startswith(_MAGIC):
        raise StoreError(f"{path}: no file of results; it was left as it is")
    if header[_KIND] != APPLICATION_ID.to_bytes(4):
        raise StoreError(f"{path}: a database, but not one of results; it was left as it is")


def is_unmade(path: Path) -> bool:
    """Whether there is nothing yet to go on with: no file, an empty one, or one half made.

    A run that is killed while it makes its file leaves a journal that undoes the making.
    """
    if path.with_name(path.name + "-journal").exists():
        with contextlib.suppress(FileNotFoundError), path.open("rb") as file:
            header = file.read(_HEADER_LENGTH)
            if not header.startswith(_MAGIC) or header[_KIND] == APPLICATION_ID.to_bytes(4):
                _undo_half_made(path)
    return not (path.exists() and path.stat().st_size)


def _undo_half_made(path: Path) -> None:
    with told_plainly(path), contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Check that an open file of ours is of this version, and whole.

    :raises StoreError: if not.
    """
    with told_plainly(path):
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version != SCHEMA_VERSION:
            raise StoreError(
                f"{path}: its layout is number {version}, this program knows {SCHEMA_VERSION};"
                " use the version of spider that made it"
            )
        found = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL"))
        if found != TABLES:
            raise damaged(path, "its tables are not those of a file of results")
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise damaged(path, " ".join(str(verdict).split()))
