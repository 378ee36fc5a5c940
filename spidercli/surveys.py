"""One survey at the command line: its deals, its file, its list and its bar."""

from __future__ import annotations

import functools
import itertools
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace

from solver.result import SolveResult
from solver.study.store import Store, Study
from solver.study.survey import Solver, Task, survey_spans
from solver.study.workers import Pool
from spidercli.output import Report, json_text, result_record
from spidercli.progress import progress


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
    if sinks.store is not None:
        missing = sinks.store.missing(study)
        keep = functools.partial(sinks.store.add, study=study)
    report.kept = report.asked - sum(stop - start for start, stop in missing)
    with (
        closing(survey_spans(solver, missing, pool, keep, sinks.write_line is not None)) as solved,
        progress(report, sinks.log) as update,
    ):
        for result, is_new in _all_results(study, missing, solved, sinks):
            if sinks.write_line is not None:
                sinks.write_line(json_text(result_record(result)))
            report.summary.add(result)
            report.wall_s = time.perf_counter() - began
            if is_new:
                update()


def _all_results(
    study: Study, missing: list[Task], solved: Iterator[SolveResult], sinks: Sinks
) -> Iterator[tuple[SolveResult, bool]]:
    """Yield the results of a study in order, and whether each is new or was in the file."""
    following = study.start
    for start, stop in missing:
        for result in _stored(study, following, start, sinks):
            yield result, False
        for result in itertools.islice(solved, stop - start):
            yield result, True
        following = stop
    for result in _stored(study, following, study.stop, sinks):
        yield result, False


def _stored(study: Study, start: int, stop: int, sinks: Sinks) -> Iterator[SolveResult]:
    """Yield results that were in the file before; nothing is added among them meanwhile."""
    if sinks.store is None or start == stop:
        return iter(())
    span = replace(study, start=start, stop=stop)
    return sinks.store.results(span, with_solutions=sinks.write_line is not None)
