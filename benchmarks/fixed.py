"""Fixed deals with fixed limits: what is solved, with how many nodes, in how much CPU time.

    python -m benchmarks.fixed            prints a report as JSON
    python -m benchmarks.fixed --update   writes it to benchmarks/baseline.json

Verdicts and node counts are exact: the same code gives the same ones on every machine. CPU
seconds are taken in several rounds, the variants taking turns, and compiling is timed apart.
"""

from __future__ import annotations

import hashlib
import json
import platform
import sys
import time
import uuid
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numba
import numpy as np

from benchmarks.arguments import Arguments, positive
from solver.engine.warmup import warm_up
from solver.result import Limits, SolveResult, Verdict
from solver.rules.deal import Deal
from solver.rules.variant import VARIANTS, Variant
from solver.solve import solve

Report = dict[str, Any]

FORMAT: Final = 1
BASELINE: Final = Path(__file__).with_name("baseline.json")
START: Final = 500_000
"""The first deal number; tuning and the README's tables use others."""
DEALS: Final = {"spider": 40, "spiderette": 40, "bicycle": 10}
"""How many deals each game's variants have."""
LIMITS: Final = Limits(max_nodes=400_000, max_states=20_000)
ROUNDS: Final = 2


def main(arguments: list[str] | None = None) -> int:
    """Print a report, or make it the baseline."""
    parser = Arguments("fixed", __doc__)
    parser.add_argument("--update", action="store_true", help="write benchmarks/baseline.json")
    parser.add_argument("--rounds", type=positive, default=ROUNDS, help="rounds to time")
    options = parser.parse_args(arguments)
    text = json_text(measure(VARIANTS, DEALS, LIMITS, options.rounds))
    if options.update:
        BASELINE.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


def measure(
    variants: tuple[Variant, ...], deals: dict[str, int], limits: Limits, rounds: int
) -> Report:
    """Return the report of ``rounds`` rounds over the first deals of each variant."""
    compile_s = _compile_seconds()
    numbers = {variant.name: range(START, START + deals[variant.game]) for variant in variants}
    measured: dict[str, Report] = {}
    for _ in range(rounds):
        for variant in variants:
            results, cpu_s = _solve_all(variant, numbers[variant.name], limits)
            entry = measured.setdefault(variant.name, counts(results, numbers[variant.name]))
            entry["cpu_s"].append(round(cpu_s, 4))
    return {
        "format": FORMAT,
        "versions": versions(),
        "machine": machine(),
        "limits": asdict(limits),
        "compile_s": round(compile_s, 3),
        "variants": measured,
    }


def counts(results: list[SolveResult], numbers: range) -> Report:
    """Return what is exact of a variant's results; ``cpu_s`` is for the rounds."""
    verdicts = Counter(result.verdict for result in results)
    return {
        "start": numbers.start,
        "n": len(numbers),
        **{verdict.value: verdicts[verdict] for verdict in Verdict},
        "nodes": [result.nodes for result in results],
        "cpu_s": [],
    }


def _solve_all(variant: Variant, numbers: range, limits: Limits) -> tuple[list[SolveResult], float]:
    positions = [Deal.from_number(variant, number).position() for number in numbers]
    begun = time.process_time()
    results = [solve(position, limits) for position in positions]
    return results, time.process_time() - begun


def _compile_seconds() -> float:
    """Make the engine ready and return the CPU seconds that took."""
    begun = time.process_time()
    warm_up()
    return time.process_time() - begun


def versions() -> dict[str, str]:
    """Return the versions on which CPU seconds depend."""
    return {
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
    }


def machine() -> str:
    """Return what tells machines apart and says nothing else of them."""
    facts = (platform.machine(), platform.processor(), platform.system(), hex(uuid.getnode()))
    return hashlib.sha256(" ".join(facts).encode()).hexdigest()[:12]


def json_text(report: Report) -> str:
    """Return a report as JSON, each list on one line."""
    lists: list[str] = []

    def short(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: short(inner) for key, inner in value.items()}
        if isinstance(value, (list, tuple)):
            lists.append(json.dumps(value))
            return f"@{len(lists) - 1}@"
        return value

    text = json.dumps(short(report), indent=1)
    for index, line in enumerate(lists):
        text = text.replace(f'"@{index}@"', line)
    return text + "\n"


if __name__ == "__main__":
    sys.exit(main())
