"""The weights and ladders that ship as data: nothing in them stands twice or for nothing."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import solver.engine
from solver.engine.families import family_of, schedules
from solver.rules.variant import VARIANTS

FILES = sorted(Path(solver.engine.__file__).parent.glob("*.json"))


def no_name_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    counts = Counter(name for name, _ in pairs)
    assert max(counts.values(), default=1) == 1, counts.most_common(1)
    return dict(pairs)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_name_stands_twice_in_a_data_file(path: Path) -> None:
    assert json.loads(path.read_text("ascii"), object_pairs_hook=no_name_twice)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_no_rung_stands_twice_on_a_ladder(variant: Any) -> None:
    ladder = family_of(variant).ladder(())
    assert len(set(ladder)) == len(ladder)
    assert {rung.schedule for rung in ladder} <= set(schedules().values())
