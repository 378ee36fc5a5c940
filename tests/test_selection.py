"""Finding deals by conditions."""

from __future__ import annotations

from pathlib import Path

import pytest
from results import EASY, HARD, made_up, study

from solver.errors import SpiderError
from solver.result import SolveResult
from solver.study.selection import parse_selection
from solver.study.store import Results, Store

EASIES = [made_up(EASY, number) for number in range(60)]
HARDS = [made_up(HARD, number) for number in range(60)]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("selection") / "results.db"
    with Store(path, [study(), study(HARD)]) as store:
        store.add(EASIES, study())
        store.add(HARDS, study(HARD))
    return path


def codes(results: list[SolveResult]) -> list[str]:
    return [result.deal for result in results]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("all", EASIES + HARDS),
        ("", EASIES + HARDS),
        ("suits=4", HARDS),
        ("suits<4", EASIES),
        ("relaxed", []),
        ("classic spider player=open", EASIES + HARDS),
        ("player!=open", []),
        ("won", [r for r in EASIES + HARDS if r.verdict == "won"]),
        ("verdict!=won suits=1", [r for r in EASIES if r.verdict != "won"]),
        ("WON, moves<130,suits=1", [r for r in EASIES if r.moves and r.moves < 130]),
        ("moves>=130 moves<=150", [r for r in EASIES + HARDS if 130 <= (r.moves or 0) <= 150]),
        ("number=7", [EASIES[7], HARDS[7]]),
        ("nodes>500000 undecided suits=4",
         [r for r in HARDS if r.nodes > 500000 and r.verdict == "undecided"]),
        ("score>-5 number<20", [r for r in EASIES[:20] + HARDS[:20] if r.score is not None]),
        ("lost", []),
    ],
)  # fmt: skip
def test_the_deals_that_meet_all_conditions_are_found(
    path: Path, text: str, expected: list[SolveResult]
) -> None:
    with Results(path) as results:
        found = list(parse_selection(text).deals(results))
    assert [deal.code for deal in found] == codes(expected)
    assert [deal.moves for deal in found] == [result.moves for result in expected]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("moves<", "'moves<' is no condition; write some like 'won moves<110 suits=2'"),
        ("easy", "'easy' is no condition"),
        ("moves<ten", "'ten' is no number"),
        ("moves<9999999999999999", "is no number"),
        ("suits=3", "the suits are 1, 2 or 4"),
        ("cpu<3", "nothing is called 'cpu'; there are number, moves, score,"),
        ("verdict=perhaps", "the choices are won, unwinnable, undecided, lost"),
        ("player<fair", "player is no number; write player=fair or player!=fair"),
        ("moves<1;drop", "is no condition"),
    ],
)
def test_what_is_no_condition_is_told(text: str, message: str) -> None:
    with pytest.raises(SpiderError, match=message) as caught:
        parse_selection(text)
    assert "\n" not in str(caught.value)
