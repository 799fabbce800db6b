"""Every declared dependency is pinned (that it is used, and declared, deptry sees)."""

import re
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from deploy.house.tree import Finding, Tree

PROJECT = Path("pyproject.toml")
PINS = Path("deploy/constraints.txt")


def check(tree: Tree) -> Iterator[Finding]:
    """Compares pyproject.toml and the versions that were tried together."""
    project = tomllib.loads(tree.text(PROJECT))["project"]
    extras = project.get("optional-dependencies", {}).values()
    declared = {_name(line) for line in chain(project["dependencies"], *extras)}
    pinned = {_name(line) for line in tree.text(PINS).splitlines()}
    for name in sorted(declared - pinned):
        yield Finding(str(PINS), f"{name} has no pin: install it afresh and add the version tried")


def _name(requirement: str) -> str:
    """`Pyright[nodejs]>=1` → `pyright`, with the separators made one."""
    return re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", requirement.strip())[0]).lower()
