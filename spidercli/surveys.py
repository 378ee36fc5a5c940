"""One survey at the command line: its deals, its file, its list and its bar."""

from __future__ import annotations

import functools
import itertools
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from solver.result import SolveResult
from solver.study.store import Store, Study
from solver.study.survey import Solver, Task, survey_spans
from solver.study.workers import Pool
from spidercli.output import Report, json_text, result_record, running_text, standing_text
from spidercli.progress import Work, progress

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Sinks:
    """Where results go: a file that keeps them, lines of text; ``log`` is for whoever waits."""

    store: Store | None = None
    write_line: Callable[[str], None] | None = None
    log: bool = False


def run_survey(report: Report, study: Study, solver: Solver, pool: Pool, sinks: Sinks) -> None:
    """Solve the deals of a study, those in its file apart, and count all in the report."""
    began = time.perf_counter()
    missing = [Task(study.start, study.stop)]
    keep = None
    stored: Callable[[Study], Iterator[SolveResult]] = nothing_stored
    if sinks.store is not None:
        missing = sinks.store.missing(study)
        keep = functools.partial(sinks.store.add, study=study)
        with_solutions = sinks.write_line is not None
        stored = functools.partial(sinks.store.results, with_solutions=with_solutions)
    summary = report.summary
    report.kept = report.asked - sum(stop - start for start, stop in missing)
    work = Work(
        report.variant.name,
        report.asked,
        report.kept,
        lambda: standing_text(summary),
        lambda: running_text(summary),
    )
    with (
        closing(survey_spans(solver, missing, pool, keep, sinks.write_line is not None)) as solved,
        progress(work, sinks.log) as update,
    ):
        for result, is_new in all_results(study, missing, solved, stored):
            if sinks.write_line is not None:
                sinks.write_line(json_text(result_record(result)))
            summary.add(result)
            report.wall_s = time.perf_counter() - began
            if is_new:
                update()


def nothing_stored(_study: Study) -> Iterator[Any]:
    """Yield what is stored where nothing is."""
    return iter(())


def all_results(
    study: Study, missing: list[Task], new: Iterator[R], stored: Callable[[Study], Iterator[R]]
) -> Iterator[tuple[R, bool]]:
    """Yield the results of a study in order, and whether each is new or was in the file.

    ``stored`` reads those of a part of the study; nothing is added to such a part meanwhile.
    """
    following = study.start
    for start, stop in [*missing, Task(study.stop, study.stop)]:
        if following < start:
            for result in stored(replace(study, start=following, stop=start)):
                yield result, False
        for result in itertools.islice(new, stop - start):
            yield result, True
        following = stop
