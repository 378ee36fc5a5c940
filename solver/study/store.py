"""A file of results that survives: SQLite, each result in it as soon as it is there."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, Self

from solver.errors import SpiderError, StoreError
from solver.result import Limits, SolveResult, Verdict
from solver.rules.gamecode import format_game_code, parse_game_code
from solver.rules.move import DEAL_ROW, Move
from solver.rules.variant import VARIANTS, Variant
from solver.study import schema
from solver.study.fingerprint import engine_fingerprint, program_version
from solver.study.games import GameResult
from solver.study.lock import writer_lock
from solver.study.schema import damaged, told_plainly
from solver.study.survey import Task

OPEN_PLAYER: Final = "open"
"""The player that sees all cards: the solver."""

LOST: Final = "lost"
"""The verdict on a game that a player did not win, which says nothing of the deal."""

_LETTERS: Final = 7
_CHECKPOINT_PAGES: Final = 4000


@dataclass(frozen=True, slots=True)
class Study:
    """One survey in a file, with all that its results depend on.

    ``settings`` are the limits, and whatever else the player may be told, by name; the values
    are such as JSON knows. ``stop`` is one past the last deal number asked for; it alone may
    differ when a study goes on.
    """

    variant: Variant
    start: int
    stop: int
    settings: Mapping[str, Any]
    player: str = OPEN_PLAYER
    engine: str = field(default_factory=engine_fingerprint)
    program: str = field(default_factory=program_version)

    @property
    def name(self) -> str:
        """The study's name for people; the open solver goes without saying."""
        player = "" if self.player == OPEN_PLAYER else f", player {self.player}"
        return self.variant.name + player

    def difference(self, other: Study) -> str:
        """Say in a few words in what results of both would not be of one kind, if they would not.

        ``other`` is what is asked for and this what is there.
        """
        there, asked = ({"start": study.start, **study.settings} for study in (self, other))
        for name in {**there, **asked}:
            if there.get(name) != asked.get(name):
                values = (_setting_text(settings.get(name)) for settings in (there, asked))
                return "it was made with {} {}, not {}".format(name.replace("_", " "), *values)
        if self.engine != other.engine:
            return (
                f"it was made by spider {self.program} (engine {self.engine}), and this is"
                f" {other.program} (engine {other.engine}), whose results may differ"
            )
        return ""


class Results:
    """A file of results, open for reading.

    :raises StoreError: if it is damaged, of another kind or of another version.
    :raises OSError: if it is not there or cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = schema.connect_for_reading(path)
        self._ids: dict[tuple[str, str], int] = {}
        self.studies: tuple[Study, ...] = ()
        self._read_studies()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def count(self, study: Study) -> int:
        """Return how many of a study's deals, ``start`` to ``stop``, have their results."""
        ((count,),) = self.query(study, "COUNT(*)")
        return int(count)

    def missing(self, study: Study) -> list[Task]:
        """Return the numbers from ``start`` to ``stop`` that have no result yet, as spans."""
        spans = []
        following = study.start
        for (number,) in self.query(study, "number", "ORDER BY number"):
            if number > following:
                spans.append(Task(following, number))
            following = number + 1
        if following < study.stop:
            spans.append(Task(following, study.stop))
        return spans

    def results(self, study: Study, with_solutions: bool = True) -> Iterator[SolveResult]:
        """Yield the results of a study's deals, ``start`` to ``stop``, by their numbers.

        :raises StoreError: if one makes no sense.
        """
        solution = "solution" if with_solutions else "NULL"
        columns = f"number, verdict, moves, score, nodes, cpu_s, reason, {solution}"
        for row in self.query(study, columns, "ORDER BY number"):
            yield _result_of_row(study.variant, row, self.path)

    def games(self, study: Study) -> Iterator[GameResult]:
        """Yield the games of a player that does not peek, by their numbers.

        :raises StoreError: if one makes no sense.
        """
        columns = "number, verdict, runs, score, moves, reveals, deals, cpu_s"
        for row in self.query(study, columns, "ORDER BY number"):
            yield _game_of_row(study.variant, row, self.path)

    def query(self, study: Study, what: str, rest: str = "", *values: Any) -> Iterator[Any]:
        """Yield rows of ``SELECT what`` from a study's deals, ``start`` to ``stop``.

        ``rest`` is what comes after the condition on them: more of it, from ``AND`` on, or an
        order; ``values`` stand for its question marks.
        """
        return self._rows(
            f"SELECT {what} FROM result WHERE survey = ? AND number >= ? AND number < ? {rest}",
            (self._id(study), study.start, study.stop, *values),
        )

    def _id(self, study: Study) -> int:
        return self._ids[study.variant.name, study.player]

    def _rows(self, statement: str, values: Sequence[Any] = ()) -> Iterator[Any]:
        with told_plainly(self.path):
            yield from self._connection.execute(statement, values)

    def _read_studies(self) -> None:
        studies = []
        for row in self._rows(
            "SELECT id, variant, player, start, stop, settings, engine, program"
            " FROM survey ORDER BY id"
        ):
            study = _study_of_row(row[1:], self.path)
            self._ids[study.variant.name, study.player] = row[0]
            studies.append(study)
        self.studies = tuple(studies)


class Store(Results):
    """A file of results that a study writes: new, or one that the same study goes on with.

    Nobody else can write it meanwhile; others may read it. What :meth:`add` has taken is in the
    file when it returns, and no end of the process, SIGKILL included, takes it out again.

    :raises StoreError: if the file belongs to another study, is being written by another
        process, is damaged or of another kind; it stays as it is.
    :raises OSError: if it cannot be written.
    """

    def __init__(self, path: Path, studies: Sequence[Study]) -> None:
        self._exit = contextlib.ExitStack()
        self.path = path.resolve()
        with contextlib.ExitStack() as stack:
            stack.enter_context(writer_lock(self.path))
            is_new = schema.is_unmade(self.path)
            if not is_new:
                _check_same(self.path, studies)
            self._connection = self._connect(is_new)
            stack.callback(self._end_journal)
            self._write_studies(studies)
            self._ids = {}
            self._read_studies()
            self.studies = tuple(studies)
            self._exit = stack.pop_all()

    def close(self) -> None:
        """Let go of the file, which is then one file again, without a journal beside it."""
        self._exit.close()

    def add(self, results: Iterable[SolveResult] | Iterable[GameResult], study: Study) -> None:
        """Keep results of a study's deals, all of them or, if that fails, none.

        :raises OSError: if the disk is full.
        """
        survey = self._id(study)
        rows = [_row_of_result(survey, result) for result in results]
        marks = ", ".join("?" * len(_RESULT_COLUMNS))
        with told_plainly(self.path), self._transaction():
            self._connection.executemany(
                f"INSERT INTO result ({', '.join(_RESULT_COLUMNS)}) VALUES ({marks})", rows
            )

    def _connect(self, is_new: bool) -> sqlite3.Connection:
        with told_plainly(self.path):
            connection = sqlite3.connect(self.path, isolation_level=None)
            try:
                if is_new:
                    schema.create(connection)
                # A commit is then one write without waiting for the disk, which a killed
                # process cannot take back; readers are not in the way.
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = NORMAL")
                connection.execute(f"PRAGMA wal_autocheckpoint = {_CHECKPOINT_PAGES}")
            except BaseException:
                connection.close()
                raise
        return connection

    def _end_journal(self) -> None:
        # Where somebody reads just now, or the disk is full, the journal stays: the next one
        # who opens the file reads it too.
        with contextlib.suppress(sqlite3.Error):
            self._connection.execute("PRAGMA journal_mode = DELETE")
        self._connection.close()

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def _write_studies(self, studies: Sequence[Study]) -> None:
        marks = ", ".join("?" * len(_STUDY_COLUMNS))
        with told_plainly(self.path), self._transaction():
            for study in studies:
                self._connection.execute(
                    f"INSERT INTO survey ({', '.join(_STUDY_COLUMNS)}) VALUES ({marks})"
                    " ON CONFLICT (variant, player) DO UPDATE SET stop = max(stop, excluded.stop)",
                    _row_of_study(study),
                )


def _check_same(path: Path, studies: Sequence[Study]) -> None:
    """Check that a file holds the same studies as are asked for.

    :raises StoreError: if not; it says what differs.
    """
    with Results(path) as there:
        if not there.studies:
            return
        known = {(study.variant, study.player): study for study in there.studies}
        asked = {(study.variant, study.player): study for study in studies}
        if known.keys() != asked.keys():
            raise _other_study(path, f"it holds {_names(there.studies)}, not {_names(studies)}")
        for key, study in asked.items():
            difference = known[key].difference(study)
            if difference:
                raise _other_study(path, difference)


def _other_study(path: Path, difference: str) -> StoreError:
    return StoreError(f"{path}: {difference}; write to another file")


def _names(studies: Sequence[Study]) -> str:
    if len(studies) > 3:
        return f"{len(studies)} surveys"
    return " and ".join(study.name for study in studies)


_STUDY_COLUMNS: Final = (
    "variant", "player", "code", "start", "stop", "settings", "engine", "program",
)  # fmt: skip

_RESULT_COLUMNS: Final = (
    "survey", "number", "verdict", "moves", "score", "runs", "reveals", "deals", "nodes", "cpu_s",
    "reason", "solution",
)  # fmt: skip

_VARIANTS: Final = {variant.name: variant for variant in VARIANTS}


def _row_of_study(study: Study) -> tuple[Any, ...]:
    return (
        study.variant.name,
        study.player,
        format_game_code(study.variant, 0)[:-_LETTERS],
        study.start,
        study.stop,
        json.dumps(study.settings),
        study.engine,
        study.program,
    )


def _study_of_row(row: Sequence[Any], path: Path) -> Study:
    name, player, start, stop, settings, engine, program = row
    try:
        values = dict(json.loads(settings))
        texts = [str(player), str(engine), str(program)]
        return Study(_VARIANTS[name], int(start), int(stop), values, *texts)
    except (KeyError, TypeError, ValueError) as error:
        raise damaged(path, f"a survey that makes no sense ({error})") from error


def settings_of(limits: Limits) -> dict[str, Any]:
    """Return limits as settings of a study."""
    settings = asdict(limits)
    return settings | {"widths": list(limits.widths)}


def _setting_text(value: Any) -> str:
    """Return a setting for people, as one would write it on the command line."""
    if value is None:
        return "unset"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _row_of_result(survey: int, result: SolveResult | GameResult) -> tuple[Any, ...]:
    number = parse_game_code(result.deal).number
    if isinstance(result, GameResult):
        verdict = Verdict.WON.value if result.won else LOST
        seen = result.moves, result.score, result.runs, result.reveals, result.deals
        return (survey, number, verdict, *seen, None, result.cpu_s, "", None)
    solution = None if result.solution is None else pack_solution(result.solution)
    searched = result.nodes, result.cpu_s, result.reason, solution
    found = result.verdict.value, result.moves, result.score
    return (survey, number, *found, None, None, None, *searched)


def _game_of_row(variant: Variant, row: Sequence[Any], path: Path) -> GameResult:
    number, verdict, runs, score, moves, reveals, deals, cpu_s = row
    try:
        if verdict not in (Verdict.WON.value, LOST):
            raise ValueError(f"{verdict!r} is no end of a game")
        return GameResult(
            deal=format_game_code(variant, number),
            won=verdict == Verdict.WON.value,
            runs=int(runs),
            score=int(score),
            moves=int(moves),
            reveals=int(reveals),
            deals=int(deals),
            cpu_s=float(cpu_s),
        )
    except (SpiderError, TypeError, ValueError) as error:
        raise damaged(path, f"deal {number} of {variant.name} makes no sense ({error})") from error


def _result_of_row(variant: Variant, row: Sequence[Any], path: Path) -> SolveResult:
    number, verdict, moves, score, nodes, cpu_s, reason, solution = row
    try:
        return SolveResult(
            deal=format_game_code(variant, number),
            variant=variant,
            verdict=Verdict(verdict),
            solution=None if solution is None else unpack_solution(solution),
            moves=None if moves is None else int(moves),
            score=None if score is None else int(score),
            nodes=int(nodes),
            cpu_s=float(cpu_s),
            reason=str(reason),
        )
    except (SpiderError, TypeError, ValueError) as error:
        raise damaged(path, f"deal {number} of {variant.name} makes no sense ({error})") from error


def pack_solution(moves: Iterable[Move]) -> bytes:
    """Return moves in two bytes each, which read well in hexadecimal.

    The digits are the source and the target column, from 1, and the two of the count: ``3704``
    is four cards from column 3 to column 7. A deal is ``0000``.
    """
    packed = bytearray()
    for source, target, count in moves:
        packed += bytes(((source + 1) << 4 | (target + 1), count))
    return bytes(packed)


def unpack_solution(packed: bytes) -> tuple[Move, ...]:
    """Return the moves of :func:`pack_solution`.

    :raises ValueError: if there is half a move.
    """
    if len(packed) % 2:
        raise ValueError("half a move")
    return tuple(
        Move((columns >> 4) - 1, (columns & 15) - 1, count) if columns or count else DEAL_ROW
        for columns, count in zip(packed[::2], packed[1::2], strict=True)
    )
