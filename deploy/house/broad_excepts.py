"""No `suppress(Exception)`: ruff (BLE001) finds broad handlers and sees no `suppress`."""

import ast
from collections.abc import Iterator

from deploy.house.tree import PACKAGES, Finding, Tree

BROAD = {"Exception", "BaseException"}


def check(tree: Tree) -> Iterator[Finding]:
    """Every broad `suppress`."""
    for file in tree.under(*PACKAGES):
        for node in ast.walk(tree.parse(file)):
            if isinstance(node, ast.Call) and _suppresses_all(node):
                told = "suppresses everything: name the errors that can really come"
                yield Finding(f"{file}:{node.lineno}", told)


def _suppresses_all(call: ast.Call) -> bool:
    return _name(call.func) == "suppress" and not BROAD.isdisjoint(map(_name, call.args))


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
