"""In which order steps run: as planned, reads that do not need each other side by side."""

from collections.abc import Iterator, Mapping, Sequence

from pipelines.contracts.chain import Step
from tool_registry.base.types import Effect
from tool_registry.model import ToolEssentialModel


def batches(steps: Sequence[Step], tools: Mapping[str, ToolEssentialModel]) -> Iterator[list[Step]]:
    """Steps in order of execution; those of one batch may run at the same time.

    A call that may leave an effect is always alone, and nothing is moved across it. Raises
    ValueError where a step depends on one that does not come before it.
    """
    batch: list[Step] = []
    before: set[str] = set()
    for step in steps:
        waiting = {one.id for one in batch}
        late = set(step.depends_on) - before - waiting
        if late:
            raise ValueError(f"step {step.id} depends on {sorted(late)[0]}, which is not before it")
        tool = tools.get(step.tool)
        alone = tool is None or tool.effect is not Effect.NONE
        if batch and (alone or waiting.intersection(step.depends_on)):
            yield batch
            before |= waiting
            batch = []
        batch.append(step)
        if alone:
            yield batch
            before.add(step.id)
            batch = []
    if batch:
        yield batch
