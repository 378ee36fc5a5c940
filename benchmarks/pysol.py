"""PySolFC's four-suit Spider deals by number: how many of them can be won.

    python -m benchmarks.pysol pysol.jsonl [--first 1] [--last 32000] [--workers N] [--effort E]

Every result is a line of JSON in the file soon after it is found: number, verdict, moves, nodes,
CPU seconds, and the solution in the hexadecimal digits of ``spider analyze --out``. Stop it
however you like; the same command goes on with what is missing, and another --last adds deals.
The summary goes to stdout. The solver has replayed every solution by the plain rules.
"""

from __future__ import annotations

import argparse
import functools
import json
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

from benchmarks.arguments import Arguments, positive
from solver.engine.warmup import warm_up
from solver.errors import SpiderError, StoreError
from solver.result import EFFORTS, Limits, SolveResult, Verdict
from solver.rules.formats.pysol import PREFIX, pysol_position
from solver.rules.variant import find_variant
from solver.study.fingerprint import engine_fingerprint
from solver.study.lock import writer_lock
from solver.study.stats import wide_interval
from solver.study.store import pack_solution, settings_of
from solver.study.survey import Task, tasks
from solver.study.workers import Processes

LAST: Final = 32_000
FORMAT: Final = 1
VARIANT: Final = find_variant("spider", 4)
LOG_SECONDS: Final = 60.0
INTERRUPTED: Final = 130


@dataclass(frozen=True, slots=True)
class Line:
    """What the summary needs to know of a deal."""

    number: int
    verdict: Verdict
    moves: int | None
    cpu_s: float


def main(arguments: list[str] | None = None) -> int:
    """Solve what is missing in the file and sum up."""
    options = _parsed(arguments)
    numbers = range(options.first, options.last + 1)
    try:
        with writer_lock(options.file):
            return run(options.file, numbers, EFFORTS[options.effort], options.workers)
    except (SpiderError, OSError, ChildProcessError) as error:
        print(f"pysol: {error}", file=sys.stderr)
        return 2


def _parsed(arguments: list[str] | None) -> argparse.Namespace:
    parser = Arguments("pysol", __doc__)
    parser.add_argument("file", type=Path, help="the file of results, new or to go on with")
    parser.add_argument("--first", type=positive, default=1, metavar="N")
    parser.add_argument("--last", type=positive, default=LAST, metavar="N")
    parser.add_argument("--workers", type=positive, default=1, metavar="N")
    parser.add_argument("--effort", choices=list(EFFORTS), default="normal")
    options = parser.parse_args(arguments)
    if options.first > options.last:
        parser.error("--first is at most --last")
    return options


def run(path: Path, numbers: range, limits: Limits, workers: int) -> int:
    """Solve the deals that the file lacks, print the summary; return the exit status.

    :raises StoreError: if the file is of another kind, engine or effort; it stays as it is.
    """
    header = {"format": FORMAT, "engine": engine_fingerprint(), "limits": settings_of(limits)}
    lines = opened(path, header)
    missing = list(spans(number for number in numbers if number not in lines))
    status = 0
    if missing:
        warm_up()
        try:
            _solve_missing(path, missing, limits, workers, lines)
        except KeyboardInterrupt:
            status = INTERRUPTED
    print(summary([lines[number] for number in numbers if number in lines], len(numbers)))
    return status


def _solve_missing(
    path: Path,
    missing: list[Task],
    limits: Limits,
    workers: int,
    lines: dict[int, Line],
) -> None:
    pool = Processes(workers)
    left = sum(stop - start for start, stop in missing)
    told = time.monotonic()
    solver = functools.partial(solve_task, limits)
    with path.open("ab") as file, closing(pool.run(solver, tasks(missing, pool))) as done:
        for _, records in done:
            # One write a task: what a kill leaves is whole lines and at most one torn one.
            file.write("".join(json.dumps(record) + "\n" for record in records).encode())
            file.flush()
            lines.update((record["number"], line_of(record)) for record in records)
            left -= len(records)
            if time.monotonic() - told >= LOG_SECONDS:
                told = time.monotonic()
                print(f"pysol: {left} deals left", file=sys.stderr, flush=True)


def solve_task(limits: Limits, task: Task) -> list[dict[str, Any]]:
    """Return the records of some numbers."""
    from solver.solve import solve

    return [
        record_of(number, solve(pysol_position(str(number), VARIANT), limits))
        for number in range(*task)
    ]


def record_of(number: int, result: SolveResult) -> dict[str, Any]:
    """Return what the file says of a deal."""
    solution = None if result.solution is None else pack_solution(result.solution).hex()
    return {
        "number": number,
        "verdict": result.verdict.value,
        "moves": result.moves,
        "nodes": result.nodes,
        "cpu_s": round(result.cpu_s, 5),
        "reason": result.reason,
        "solution": solution,
    }


def line_of(record: dict[str, Any]) -> Line:
    """Return what the summary needs of a record."""
    moves = record["moves"]
    return Line(
        int(record["number"]),
        Verdict(record["verdict"]),
        None if moves is None else int(moves),
        float(record["cpu_s"]),
    )


def opened(path: Path, header: dict[str, Any]) -> dict[int, Line]:
    """Return what a file holds, by number; make it where there is none.

    A last line without an end is what a killed run left of a write; it is cut off.

    :raises StoreError: if the file is damaged or was made in another way.
    """
    content = path.read_bytes() if path.exists() else b""
    whole = content[: content.rfind(b"\n") + 1]
    if not whole:
        if content and not _encoded(header).startswith(content):
            raise StoreError(f"{path}: no file of PySol results; it was left as it is")
        path.write_bytes(_encoded(header))
        return {}
    first, *rest = whole.splitlines()
    found = _parsed_line(path, 1, first)
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise StoreError(f"{path}: no file of PySol results; it was left as it is")
    if found != header:
        raise StoreError(
            f"{path}: made by another version of the engine or with another effort; write to"
            " another file"
        )
    lines = dict(_numbered(path, rest))
    if len(whole) < len(content):
        with path.open("r+b") as file:
            file.truncate(len(whole))
    return lines


def _numbered(path: Path, rest: list[bytes]) -> Iterator[tuple[int, Line]]:
    for at, text in enumerate(rest, 2):
        try:
            line = line_of(_parsed_line(path, at, text))
        except (KeyError, TypeError, ValueError) as error:
            raise _damaged(path, at) from error
        yield line.number, line


def _parsed_line(path: Path, at: int, text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise _damaged(path, at) from error


def _damaged(path: Path, at: int) -> StoreError:
    return StoreError(f"{path}: line {at} makes no sense; it was left as it is")


def _encoded(header: dict[str, Any]) -> bytes:
    return (json.dumps(header) + "\n").encode()


def spans(numbers: Iterable[int]) -> Iterator[Task]:
    """Yield rising numbers as spans."""
    start = stop = -1
    for number in numbers:
        if number != stop:
            if start >= 0:
                yield Task(start, stop)
            start = number
        stop = number + 1
    if start >= 0:
        yield Task(start, stop)


def summary(lines: list[Line], asked: int) -> str:
    """Return the lines that tell what was found; ``asked`` is how many deals it could be."""
    by_verdict = {
        verdict: [line.number for line in lines if line.verdict is verdict] for verdict in Verdict
    }
    won, undecided = len(by_verdict[Verdict.WON]), len(by_verdict[Verdict.UNDECIDED])
    told = [f"{len(lines):,} of {asked:,} deals"]
    for verdict, numbers in by_verdict.items():
        named = "" if verdict is Verdict.WON else "".join(f" {PREFIX}{n}" for n in numbers)
        told.append(f"{verdict.value:<11}{len(numbers):>7,}{named}")
    if lines:
        low, high = wide_interval(won, undecided, len(lines))
        moves = [line.moves for line in lines if line.moves is not None]
        cpu_s = sum(line.cpu_s for line in lines)
        told += [
            f"winnable   {100 * low:.2f} to {100 * high:.2f} % (95 %, undecided both ways)",
            f"moves      {median(moves):g} (median)" if moves else "moves      -",
            f"CPU s      {cpu_s / len(lines):.4f} a deal, {cpu_s:.0f} in all",
        ]
    return "\n".join(told)


if __name__ == "__main__":
    sys.exit(main())
