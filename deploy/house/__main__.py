"""Runs every check on this checkout; prints one line per finding; exit code 1 if there is any."""

import sys
from collections.abc import Callable, Iterator
from itertools import chain, repeat
from pathlib import Path

from deploy.house import (
    broad_excepts,
    catalogue_words,
    events_page,
    import_rules,
    page_names,
    pages,
    pins,
    places,
    settings_page,
    sizes,
    understanding,
)
from deploy.house.tree import Finding, Tree, read_tree

Check = Callable[[Tree], Iterator[Finding]]
CHECKS: tuple[Check, ...] = (
    sizes.check,
    understanding.check,
    import_rules.check,
    broad_excepts.check,
    catalogue_words.check,
    settings_page.check,
    pins.check,
    pages.check,
    page_names.check,
    events_page.check,
    places.check,
)


def main() -> int:
    """Exit code: 0 when nothing was found."""
    tree = read_tree(Path(__file__).resolve().parents[2])
    findings = sorted(set(chain.from_iterable(map(_run, CHECKS, repeat(tree)))))
    for finding in findings:
        print(f"{finding.place}: {finding.message}")
    print(f"house: {len(CHECKS)} checks, {len(tree.files)} files, {len(findings)} findings")
    return 1 if findings else 0


def _run(check: Check, tree: Tree) -> list[Finding]:
    try:
        return list(check(tree))
    except SyntaxError as error:
        return [Finding(f"{error.filename}:{error.lineno}", f"is no Python ({error.msg}): mend it")]


if __name__ == "__main__":
    sys.exit(main())
