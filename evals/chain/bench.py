"""The bench of chains: every set that is there, by the product without any model."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from pydantic import TypeAdapter

from evals.chain import acebench, nestful, seal_tools, taskbench, toollinkos
from evals.chain.result import ChainResult, Measured, Published
from evals.errors import SuiteError
from tool_registry.base.yaml_files import packaged

_BY_FOLDER: dict[str, Callable[[Path], Measured]] = {
    "toollinkos": toollinkos.measure,
    "nestful": nestful.measure,
    "acebench": acebench.measure,
    "seal_tools": seal_tools.measure,
}
"""What the name of a folder begins with → how it is measured."""
_PUBLISHED = Path(__file__).with_name("published.yaml")


def run_chain(
    data: Path | None, taskbench_files: Sequence[Path], tell: Callable[[str], None]
) -> ChainResult:
    """Measures the sets of the folder, then the files; `tell` hears how it goes.

    SuiteError where there is none."""
    begun = time.perf_counter()
    measured: list[Measured] = []
    for folder in sorted(data.iterdir()) if data else ():
        way = next((m for name, m in _BY_FOLDER.items() if folder.name.startswith(name)), None)
        if way is not None and (folder / "queries.jsonl").is_file():
            tell(folder.name)
            measured.append(way(folder))
    for file in taskbench_files:
        tell(str(file))
        measured.append(taskbench.measure(file))
    if not measured:
        raise SuiteError(f"no folder of {', '.join(_BY_FOLDER)} in {data}")
    seconds = round(time.perf_counter() - begun, 1)
    return ChainResult(sets=tuple(measured), published=published(), seconds=seconds)


def published() -> tuple[Published, ...]:
    """Figures of others, with where they stand."""
    return TypeAdapter(tuple[Published, ...]).validate_python(packaged(_PUBLISHED))
