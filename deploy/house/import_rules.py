"""No import cycles between modules, no late imports of our own as glue.

What libraries can say of imports is said in pyproject.toml: layers and programs that stand alone
are contracts of import-linter, reads of the process environment a rule of ruff. Cycles it finds
between packages only (`acyclic_siblings`), and ruff tells no late import of ours from one of a
heavy library.
"""

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from deploy.house.imports import Import, own_imports
from deploy.house.tree import Finding, Tree

PROCESSES = "services"
"""The layer where processes start."""


def check(tree: Tree) -> Iterator[Finding]:
    """Both rules."""
    imports = own_imports(tree)
    yield from _cycles(imports)
    yield from _late(imports)


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
        if found.deferred and not found.importer.startswith(f"{PROCESSES}."):
            yield Finding(
                f"{found.file}:{found.line}",
                f"imports {found.target} inside a function: import it at the top "
                f"(only {PROCESSES}, where processes start, may load our modules late)",
            )
