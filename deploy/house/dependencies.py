"""Declared dependencies are used, used ones are declared, and every declared one is pinned."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

from deploy.house.imports import import_nodes
from deploy.house.tree import PACKAGES, Finding, Tree

PROJECT = Path("pyproject.toml")
PINS = Path("deploy/constraints.txt")
OWN = {*PACKAGES, "deploy", "tests"}


def check(tree: Tree) -> Iterator[Finding]:
    """Compares pyproject.toml, the pins and the imports."""
    project = tomllib.loads(tree.text(PROJECT))["project"]
    base = {_name(line) for line in project["dependencies"]}
    extras = {name: set(map(_name, lines)) for name, lines in _extras(project).items()}
    declared = base.union(*extras.values())
    used = _distributions(tree, *PACKAGES)
    for name in sorted(base - set(used)):
        yield Finding(str(PROJECT), f"{name} is declared and never imported: remove it")
    product = declared - extras.get("dev", set())
    tools = _distributions(tree, "deploy", "tests")
    for names, allowed in ((used, product), (tools, declared)):
        for name, place in sorted(names.items()):
            if name not in allowed:
                yield Finding(place, f"imports {name}, which {PROJECT} does not declare")
    pinned = {_name(line) for line in tree.text(PINS).splitlines()}
    for name in sorted(declared - pinned):
        yield Finding(str(PINS), f"{name} has no pin: install it afresh and add the version tried")


def _extras(project: dict[str, dict[str, list[str]]]) -> dict[str, list[str]]:
    return project.get("optional-dependencies", {})


def _name(requirement: str) -> str:
    """`Pyright[nodejs]>=1` → `pyright`, with the separators made one."""
    return re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", requirement.strip())[0]).lower()


def _distributions(tree: Tree, *folders: str) -> dict[str, str]:
    """Normalised names of imported distributions, each with one place that imports it."""
    providers = packages_distributions()
    found: dict[str, str] = {}
    for file in tree.under(*folders):
        for node, _ in import_nodes(tree.parse(file)):
            for module in _absolute(node):
                top = module.partition(".")[0]
                if top not in OWN and top not in sys.stdlib_module_names:
                    name = _name(providers.get(top, [top])[0])
                    found.setdefault(name, f"{file}:{node.lineno}")
    return found


def _absolute(node: ast.Import | ast.ImportFrom) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [] if node.level else [node.module or ""]
