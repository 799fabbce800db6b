"""Broad `except` at most twice in the whole product."""

import ast
from collections.abc import Iterator
from pathlib import Path

from deploy.house.tree import PACKAGES, Finding, Tree

BUDGET = 2
BROAD = {"Exception", "BaseException"}


def check(tree: Tree) -> Iterator[Finding]:
    """Every broad handler, once there are more of them than the budget."""
    places = [place for file in tree.under(*PACKAGES) for place in _broad(tree, file)]
    if len(places) > BUDGET:
        for place in places:
            yield Finding(
                place,
                f"one of {len(places)} broad excepts, at most {BUDGET} in all: "
                "name the errors that can really come",
            )


def _broad(tree: Tree, file: Path) -> Iterator[str]:
    for node in ast.walk(tree.parse(file)):
        if isinstance(node, ast.ExceptHandler):
            caught = [node.type] if node.type else None
        elif isinstance(node, ast.Call) and _name(node.func) == "suppress":
            caught = node.args
        else:
            continue
        if caught is None or any(_name(part) in BROAD for type_ in caught for part in _flat(type_)):
            yield f"{file}:{node.lineno}"


def _flat(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else [node]


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
