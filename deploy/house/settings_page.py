"""Every setting is explained in deploy/settings.md once, and nothing is that is no setting."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from deploy.house.tree import Finding, Tree

MODEL = Path("services/settings.py")
PAGE = Path("deploy/settings.md")
VARIABLE = re.compile(r"\bZHIZAO_[A-Z0-9_]*[A-Z0-9]\b")
ROW = re.compile(r"^\| `(\w+)`", re.MULTILINE)
READERS = (".py", ".sh", "")
"""Suffixes of files that can read a variable; `.ci/run` has none."""


def check(tree: Tree) -> Iterator[Finding]:
    """Settings without a line in the page or with two of them, and lines without a setting."""
    page = tree.text(PAGE) if PAGE in tree.files else ""
    explained = set(VARIABLE.findall(page))
    known = dict(_fields(tree)) | dict(_variables(tree))
    for variable, place in sorted(known.items()):
        if variable not in explained:
            yield Finding(place, f"{variable} is not explained: add a line to {PAGE}")
    for variable in sorted(explained - set(known)):
        yield Finding(str(PAGE), f"{variable} is explained, but nothing reads it: remove the line")
    for variable, rows in sorted(Counter(ROW.findall(page)).items()):
        if rows > 1:
            yield Finding(str(PAGE), f"{variable} is explained {rows} times: keep the true line")


def _fields(tree: Tree) -> Iterator[tuple[str, str]]:
    if MODEL not in tree.files:
        return
    for node in tree.parse(MODEL).body:
        if isinstance(node, ast.ClassDef) and node.name == "Settings":
            for field in node.body:
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                    yield f"ZHIZAO_{field.target.id.upper()}", f"{MODEL}:{field.lineno}"


def _variables(tree: Tree) -> Iterator[tuple[str, str]]:
    for file in tree.under(suffixes=READERS):
        if file.parts[0] in ("tests", "LICENSE") or file.parts[:2] == ("deploy", "house"):
            continue
        for number, line in enumerate(tree.text(file).splitlines(), 1):
            for variable in VARIABLE.findall(line):
                yield variable, f"{file}:{number}"
