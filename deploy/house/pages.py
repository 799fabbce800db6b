"""Pages stay short, and their relative links lead somewhere."""

import re
from collections.abc import Iterator
from pathlib import Path

from deploy.house.tree import Finding, Tree

LINES = {"README.md": 120, "CONTRIBUTING.md": 150, "deploy/architecture.md": 80}
LINK = re.compile(r"\[[^\]]*\]\(<?([^)\s>]+)")
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|#")
FENCE = re.compile(r"^\s*(```|~~~)")


def check(tree: Tree) -> Iterator[Finding]:
    """Pages that are missing or too long, and broken links."""
    for name, limit in LINES.items():
        if Path(name) not in tree.files:
            yield Finding(name, "is missing: write it")
            continue
        lines = len(tree.text(Path(name)).splitlines())
        if lines > limit:
            yield Finding(name, f"{lines} lines, at most {limit}: shorten it or link to a page")
    for file in tree.under(suffixes=(".md",)):
        for number, target in _links(tree.text(file)):
            path = (tree.root / file).parent / target.partition("#")[0]
            if not path.exists() or not path.resolve().is_relative_to(tree.root.resolve()):
                yield Finding(f"{file}:{number}", f"the link to {target} leads nowhere: correct it")


def _links(text: str) -> Iterator[tuple[int, str]]:
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
                if not ELSEWHERE.match(target):
                    yield number, target
