"""The house: imports go down only, and nothing that starts quickly reaches the engine."""

from __future__ import annotations

import ast
import functools
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
FILES = sorted([*(ROOT / "solver").rglob("*.py"), *(ROOT / "spidercli").rglob("*.py")])


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in FILES}

WINGS = [
    {"solver.errors"},
    {"solver.rules"},
    {"solver.engine", "solver.result"},
    {"solver.solve"},
    {"solver.players"},
    {"solver.study"},
    {"spidercli"},
]
"""A wing may import itself and the wings of the lines above its own."""

RULES = [
    {"cards", "shuffle"},
    {"variant", "move"},
    {"position", "score"},
    {"deal", "bound"},
    {"gamecode"},
    {"game", "verify", "formats"},
    {"tidy"},
]
"""The same inside solver.rules, by module."""

RULES_FOR_THE_ENGINE = {"cards", "variant", "move", "position", "shuffle"}
"""The engine packs positions and gives back moves; it plays by its own kernels. The one generator
of chance that is the same everywhere stands beside the shuffle."""


class Import(NamedTuple):
    name: str  # the module that is imported, in full
    at_start: bool  # whether importing the file imports it too


@functools.cache
def imports_of(module: str) -> list[Import]:
    """Return every import of a module, those inside functions too."""
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    return list(_imports(tree.body, at_start=True))


def _imports(nodes: list[ast.stmt], at_start: bool) -> Iterator[Import]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, at_start) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield Import(whole if whole in MODULES else node.module or "", at_start)
        else:
            inner = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            types_only = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
            for _, field in ast.iter_fields(node):
                statements = [
                    part
                    for item in (field if isinstance(field, list) else [])
                    for part in (item.body if isinstance(item, ast.ExceptHandler) else [item])
                    if isinstance(part, ast.stmt)
                ]
                yield from _imports(statements, at_start and not inner and not types_only)


def level_of(name: str, levels: list[set[str]]) -> int | None:
    """Return the level of the wing that holds a module, or None for one from elsewhere."""
    for level, wings in enumerate(levels):
        if any(name == wing or name.startswith(wing + ".") for wing in wings):
            return level
    return None


def wing_of(name: str, levels: list[set[str]]) -> str:
    level = level_of(name, levels)
    assert level is not None
    return next(w for w in levels[level] if name == w or name.startswith(w + "."))


def check_downward(module: str, name: str, levels: list[set[str]]) -> None:
    own, other = level_of(module, levels), level_of(name, levels)
    if own is None or other is None or wing_of(module, levels) == wing_of(name, levels):
        return
    assert other < own, f"{module} imports {name}"


@pytest.mark.parametrize("module", sorted(MODULES))
def test_wings_import_only_what_stands_below_them(module):
    for found in imports_of(module):
        check_downward(module, found.name, WINGS)


def test_every_module_belongs_to_a_wing():
    homeless = {name for name in MODULES if level_of(name, WINGS) is None}
    assert homeless == {"solver"}


def test_inside_the_rules_too():
    levels = [{f"solver.rules.{name}" for name in names} for names in RULES]
    for module in MODULES:
        if module.startswith("solver.rules."):
            assert level_of(module, levels) is not None, f"say where {module} stands"
            for found in imports_of(module):
                check_downward(module, found.name, levels)


def test_the_engine_takes_only_facts_from_the_rules():
    allowed = {f"solver.rules.{name}" for name in RULES_FOR_THE_ENGINE}
    for module in MODULES:
        if module.startswith("solver.engine"):
            taken = {f.name for f in imports_of(module) if f.name.startswith("solver.rules")}
            assert taken <= allowed, module


def test_numba_and_numpy_are_imported_by_the_engine_alone():
    for module in MODULES:
        for found in imports_of(module):
            if found.name.split(".")[0] in ("numba", "numpy", "llvmlite"):
                assert module.startswith("solver.engine."), f"{module} imports {found.name}"


def test_the_library_knows_nothing_of_terminals():
    for module, path in MODULES.items():
        if not module.startswith("solver"):
            continue
        names = {found.name.split(".")[0] for found in imports_of(module)}
        assert not names & {"click", "tqdm"}, module
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                assert ast.unparse(node.func) not in ("print", "sys.exit", "exit", "input"), module


def started_by(module: str, packages: bool = True) -> set[str]:
    """Return every module that importing ``module`` imports, from here or elsewhere.

    ``packages`` says whether the packages that hold a module count as imported by it.
    """
    reached: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name in reached:
            continue
        reached.add(name)
        if name in MODULES:
            waiting += [found.name for found in imports_of(name) if found.at_start]
            parts = name.split(".") if packages else []
            waiting += [".".join(parts[:i]) for i in range(1, len(parts))]
    return reached


@pytest.mark.parametrize(
    "module", sorted(name for name in MODULES if name.startswith(("spidercli", "solver.rules")))
)
def test_n08_no_command_and_no_rule_starts_the_engine(module):
    """Case N08: who needs the engine imports it where it is called."""
    reached = started_by(module)
    assert not {name for name in reached if name.split(".")[0] in ("numba", "numpy")}
    assert not {name for name in reached if name.startswith("solver.engine")}


def test_n08_importing_the_rules_imports_neither_numba_nor_numpy():
    """Case N08, and N01: dealing, reading and playing work where numba is missing."""
    rules = sorted(name for name in MODULES if name.startswith("solver.rules"))
    program = "\n".join(
        [
            "import sys",
            "sys.modules['numba'] = sys.modules['numpy'] = None",
            *(f"import {name}" for name in rules),
            "from solver.rules.formats import pysol_position, write_position",
            "from solver.rules.variant import find_variant",
            "position = pysol_position('1', find_variant('spider', 4))",
            "sys.stdout.write(write_position(position, 'text'))",
        ]
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.startswith("variant: spider 4 suits classic\n")


@pytest.mark.parametrize("module", sorted(MODULES))
def test_no_two_modules_import_each_other(module):
    for found in imports_of(module):
        if found.at_start and found.name != module:
            assert module not in started_by(found.name, packages=False), found.name
