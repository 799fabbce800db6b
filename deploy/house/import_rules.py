"""No import cycles, no late imports as glue, programs alone, one layer that reads settings.

The order of the layers themselves is a contract of import-linter, in pyproject.toml.
"""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from deploy.house.imports import Import, own_imports
from deploy.house.tree import PACKAGES, Finding, Tree

PROGRAMS = {"services.sandbox": "the sandbox", "services.fake_model": "the model service"}
"""Packages that start as processes of their own: they import nothing of ours, and nobody them."""
HARNESSES = {"services.token_bench"}
"""Measurements that run such a program's server inside themselves, to see all that it is asked."""
SETTINGS_LAYER = "services"


def check(tree: Tree) -> Iterator[Finding]:
    """All four rules."""
    imports = own_imports(tree)
    yield from _cycles(imports)
    yield from _late(imports)
    yield from _programs(imports)
    yield from _environment_reads(tree)


def _cycles(imports: list[Import]) -> Iterator[Finding]:
    graph: dict[str, set[str]] = {}
    for found in imports:
        graph.setdefault(found.importer, set()).add(found.target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        cycle: list[str] = error.args[1]
        pairs = {(importer, target) for target, importer in pairwise(cycle)}
        place = next(f for f in imports if (f.importer, f.target) in pairs)
        yield Finding(
            f"{place.file}:{place.line}",
            f"import cycle {' → '.join(reversed(cycle))}: move what they share below both",
        )


def _late(imports: list[Import]) -> Iterator[Finding]:
    for found in imports:
        if found.deferred and not found.importer.startswith(f"{SETTINGS_LAYER}."):
            yield Finding(
                f"{found.file}:{found.line}",
                f"imports {found.target} inside a function: import it at the top "
                f"(only {SETTINGS_LAYER}, where processes start, may load our modules late)",
            )


def _programs(imports: list[Import]) -> Iterator[Finding]:
    for found in imports:
        inside, target = _program(found.importer), _program(found.target)
        if inside == target or found.importer in HARNESSES:
            continue
        if inside:
            message = f"{inside} imports {found.target}: it must stand alone"
        else:
            message = f"imports {found.target}: reach {target} as a process, never by import"
        yield Finding(f"{found.file}:{found.line}", message)


def _program(module: str) -> str | None:
    """What a module is a part of, if it is a program of its own."""
    parts = (name for package, name in PROGRAMS.items() if f"{module}.".startswith(f"{package}."))
    return next(parts, None)


def _environment_reads(tree: Tree) -> Iterator[Finding]:
    for file in tree.under(*(layer for layer in PACKAGES if layer != SETTINGS_LAYER)):
        for node in ast.walk(tree.parse(file)):
            if _reads_environment(node):
                yield Finding(
                    f"{file}:{getattr(node, 'lineno', 0)}",
                    f"reads the process environment: only {SETTINGS_LAYER} does; "
                    "take a plain frozen option instead",
                )


def _reads_environment(node: ast.AST) -> bool:
    names = {"environ", "environb", "getenv"}
    if isinstance(node, ast.ImportFrom):
        return node.module == "os" and any(alias.name in names for alias in node.names)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.value.id == "os" and node.attr in names
    return False
