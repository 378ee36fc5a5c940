"""Two reports of ``benchmarks.fixed``: what differs, one line each.

    python -m benchmarks.compare [--counts] OLD NEW

Verdicts and node counts must be equal. CPU time is a loose tripwire only: it counts where both
reports come from one machine, and where the fastest new round is at least a quarter slower than
the slowest old one. With ``--counts`` it is left out: a shared machine may be twice as slow on
another day, which says nothing of a report that is kept. Exit 0 without a difference, 1 with one, 2
for files that are no reports.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final

from benchmarks.arguments import Arguments

Report = dict[str, Any]

TRIPWIRE: Final = 1.25
SHORTEST_S: Final = 0.2
"""Variants that took less are too short to time one by one; their sum is not."""
ADVICE: Final = "if this is meant: python -m benchmarks.fixed --update"
EXACT: Final = ("start", "n", "won", "unwinnable", "undecided")


def main(arguments: list[str] | None = None) -> int:
    """Compare two files; return the exit status."""
    parser = Arguments("compare", __doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--counts", action="store_true", help="leave CPU time out")
    options = parser.parse_args(arguments)
    try:
        old, new = read_report(options.old), read_report(options.new)
    except (OSError, ValueError) as error:
        print(f"benchmarks.compare: {error}", file=sys.stderr)
        return 2
    found = differences(old, new, options.counts)
    for line in found:
        print(line)
    print(ADVICE if found else f"no difference{'' if options.counts else _timing_note(old, new)}")
    return 1 if found else 0


def read_report(path: Path) -> Report:
    """Return the report in a file.

    :raises OSError: if it cannot be read.
    :raises ValueError: if it is no report.
    """
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path} is no JSON: {error}") from None
    if not isinstance(report, dict) or not isinstance(report.get("variants"), dict):
        raise ValueError(f"{path} is no report of benchmarks.fixed")
    return report


def differences(old: Report, new: Report, counts_alone: bool = False) -> list[str]:
    """Return what differs between two reports, a line each."""
    found = [
        f"{what}: {old.get(what)} before, {new.get(what)} now"
        for what in ("format", "limits")
        if old.get(what) != new.get(what)
    ]
    if found:
        return found
    for name in {**old["variants"], **new["variants"]}:
        if name not in new["variants"] or name not in old["variants"]:
            found.append(f"{name}: only in the {'old' if name in old['variants'] else 'new'} file")
        else:
            found += _exact(name, old["variants"][name], new["variants"][name])
    return found if counts_alone else found + _slower(old, new)


def _exact(name: str, old: Report, new: Report) -> list[str]:
    found = [
        f"{name}: {what} {old[what]} before, {new[what]} now"
        for what in EXACT
        if old[what] != new[what]
    ]
    pairs = zip(old["nodes"], new["nodes"], strict=False)
    other = [new["start"] + i for i, (before, now) in enumerate(pairs) if before != now]
    if other:
        found.append(
            f"{name}: nodes differ in {len(other)} of {new['n']} deals, first in {other[0]};"
            f" {sum(old['nodes'])} before, {sum(new['nodes'])} now"
        )
    return found


def _slower(old: Report, new: Report) -> list[str]:
    """Return the variants, and the sum of all, that became slower beyond doubt."""
    if old.get("machine") != new.get("machine"):
        return []
    shared = [name for name in old["variants"] if name in new["variants"]]
    rounds = {
        name: (old["variants"][name]["cpu_s"], new["variants"][name]["cpu_s"]) for name in shared
    }
    timed = {
        name: (max(before), min(now)) for name, (before, now) in rounds.items() if before and now
    }
    slow = {name: pair for name, pair in timed.items() if pair[0] >= SHORTEST_S}
    slow["all variants"] = sum(a for a, _ in timed.values()), sum(b for _, b in timed.values())
    return [
        f"{name}: {now / before:.2f} times the CPU time: {before:.3f} s before, {now:.3f} s now"
        for name, (before, now) in slow.items()
        if before > 0 and now >= TRIPWIRE * before
    ]


def _timing_note(old: Report, new: Report) -> str:
    same = old.get("machine") == new.get("machine")
    return "" if same else "; CPU time not compared: made on different machines"


if __name__ == "__main__":
    sys.exit(main())
