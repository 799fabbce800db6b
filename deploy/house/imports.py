"""The imports between our own modules, read from the source without running it."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from deploy.house.tree import PACKAGES, Tree


@dataclass(frozen=True, slots=True)
class Import:
    """`importer` (at file:line) needs `target`; both are modules of ours."""

    importer: str
    target: str
    file: Path
    line: int
    deferred: bool
    """True inside a function, where it runs late."""


def own_imports(tree: Tree) -> list[Import]:
    """Every import between modules of the four packages, deferred and type-only ones included."""
    modules = {module_name(file): file for file in tree.under(*PACKAGES)}
    found: list[Import] = []
    for name, file in modules.items():
        package = name if file.name == "__init__.py" else name.rpartition(".")[0]
        for node, deferred in import_nodes(tree.parse(file)):
            targets = {_known(target, set(modules)) for target in _targets(node, package)}
            found += [
                Import(name, target, file, node.lineno, deferred)
                for target in sorted(targets - {"", name})
            ]
    return found


def import_nodes(module: ast.Module) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Import statements, each with whether it stands inside a function."""
    pending: list[tuple[ast.AST, bool]] = [(module, False)]
    while pending:
        node, deferred = pending.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, deferred
        inside = deferred or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        pending += [(child, inside) for child in ast.iter_child_nodes(node)]


def module_name(file: Path) -> str:
    """`a/b/c.py` → `a.b.c`, `a/b/__init__.py` → `a.b`."""
    parts = file.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _targets(node: ast.Import | ast.ImportFrom, package: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    base = node.module or ""
    if node.level:
        parents = package.split(".")[: len(package.split(".")) - node.level + 1]
        base = ".".join([*parents, *([base] if base else [])])
    yield from (f"{base}.{alias.name}" for alias in node.names)


def _known(target: str, modules: set[str]) -> str:
    while target and target not in modules:
        target = target.rpartition(".")[0]
    return target
