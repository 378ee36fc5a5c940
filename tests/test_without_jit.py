"""The kernels as plain Python: the same results, and an index out of range is an error there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent

CASES = [
    "test_layout.py::test_positions_of_few_cards_come_out_as_they_were_packed",
    *(
        f"test_moves_kernel.py::test_kernels_agree_where_runs_are_about_to_be_completed[{i}]"
        for i in (0, 1, 5, 13, 16)
    ),
    "test_moves_kernel.py::test_an_ace_that_is_dealt_completes_a_run",
    "test_moves_kernel.py::test_one_deal_completes_two_runs",
    "test_moves_kernel.py::test_the_last_deal_of_a_spiderette_reaches_three_columns",
    "test_moves_kernel.py::test_a_mixed_run_from_king_to_ace_stays",
    "test_expand.py::test_while_stock_remains_every_empty_column_is_a_target_of_its_own",
    "test_expand.py::test_without_stock_columns_are_interchangeable",
    "test_expand.py::test_no_deal_is_offered_while_a_column_is_empty",
    "test_hashing.py::test_columns_may_change_places_only_without_stock",
    "test_evaluate.py::test_what_a_weight_counts",
    "test_search.py::test_a_position_without_a_move_is_lost_at_once",
    "test_search.py::test_a_layer_keeps_the_best_children_and_says_when_it_left_some_out",
    "test_search.py::test_a_full_history_is_a_limit[spiderette 1 suit-30]",
    "test_solve.py::test_one_move_before_the_end",
    "test_fair_strong.py::test_random_bits_are_those_of_splitmix64",
    "test_fair_strong.py::test_plans_differ_and_the_fast_players_comes_first",
    "test_fair_strong.py::test_features_are_what_is_seen[spiderette 4 suits]",
]


@pytest.mark.slow
def test_kernels_agree_with_the_rules_without_compiling() -> None:
    result = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            # Keys wrap around at 64 bits; plain numpy warns of that, and is right to go on.
            "-W",
            "ignore:overflow encountered:RuntimeWarning",
            *[str(HERE / name) for name in CASES],
        ],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert result.returncode == 0, result.stdout[-3000:] + result.stderr[-3000:]
    assert "warning" not in result.stdout
