"""Work done by one process or by several: the same results, in order, and no process left."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import time
from collections.abc import Iterator

import pytest

from solver.study.workers import WINDOW, Pace, Processes, in_order


def square(number: int) -> int:
    return number * number


def slow_first(number: int) -> int:
    """The first item waits until well after the others could be done."""
    if number == 0:
        time.sleep(2)
    return number


def fail_at_three(number: int) -> int:
    if number == 3:
        raise LookupError("three")
    return number


def die_at_three(number: int) -> int:
    if number == 3:
        os._exit(7)
    return number


@pytest.mark.parametrize("count", [1, 2, 3])
def test_b03_any_number_of_processes_gives_the_same_in_order(count: int) -> None:
    """Case B03: the number of workers changes nothing."""
    pool = Processes(count)
    assert list(in_order(pool.run(square, range(200)))) == [n * n for n in range(200)]


def test_nothing_to_do_is_done() -> None:
    assert list(Processes(2).run(square, [])) == []


@pytest.mark.slow
def test_items_are_taken_only_a_window_ahead_of_the_oldest_unfinished_one() -> None:
    """Memory does not grow with the number of items, even where the first takes longest."""
    taken = 0

    def items() -> Iterator[int]:
        nonlocal taken
        while True:
            yield taken
            taken += 1

    done = Processes(2).run(slow_first, items())
    ahead = []
    for index, _ in done:
        if index == 0:
            break
        ahead.append(index)
    done.close()
    assert max(ahead) < WINDOW
    assert taken <= WINDOW


@pytest.mark.parametrize("count", [1, 2])
def test_an_error_of_the_function_is_raised_here(count: int) -> None:
    with pytest.raises(LookupError, match="three"):
        list(Processes(count).run(fail_at_three, range(100)))
    assert not multiprocessing.active_children()


def test_a_worker_that_dies_ends_the_work_with_its_status() -> None:
    with pytest.raises(ChildProcessError, match="a worker died with status 7"):
        list(Processes(2).run(die_at_three, range(100)))
    assert not multiprocessing.active_children()


def test_closing_ends_the_workers() -> None:
    done = Processes(2).run(square, iter(range(10**9)))
    next(done)
    assert len(multiprocessing.active_children()) == 2
    done.close()
    assert not multiprocessing.active_children()


def test_no_worker_can_do_nothing() -> None:
    with pytest.raises(ValueError, match="0 workers"):
        Processes(0)


def test_a_pace_makes_tasks_of_a_length() -> None:
    pace = Pace(1.0, 50)
    assert pace.deals == 1
    pace.learn(0.4, [None] * 2)
    assert pace.deals == 5
    for _ in range(50):
        pace.learn(0.001, [None])
    assert pace.deals == 50
    for _ in range(50):
        pace.learn(30.0, "no list is one deal")
    assert pace.deals == 1


def test_a_worker_that_died_between_two_items_is_told_of_like_any_other() -> None:
    """It is met when it is handed the next item, which is no broken pipe to the caller."""
    results = in_order(Processes(2).run(square, itertools.count()))
    next(results)
    for victim in multiprocessing.active_children():
        victim.kill()
        victim.join()
    with pytest.raises(ChildProcessError, match="a worker died"):
        for _ in results:
            pass
    assert not multiprocessing.active_children()
