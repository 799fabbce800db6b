"""Plans that do something to a record of an HTTP API which nothing in the sentence singles out."""

from collections.abc import Iterator, Mapping

from pipelines.contracts.chain import Binding, Step, ToolChain
from tool_registry.catalogue import Catalogue
from tool_registry.graph.resources import Operation


def taken_at_random(plan: ToolChain, catalogue: Catalogue) -> bool:
    """True where a step is done to, or for, the first record of a list of everything."""
    known = catalogue.resources(plan.environment).by_tool
    acting = {name: one for name, one in known.items() if one.role not in ("list", "read")}
    steps = {step.id: step for step in plan.steps}
    return any(
        _at_random(step.arguments.get(path), steps)
        for step in plan.steps
        if step.tool in acting
        for path in _pointing(acting[step.tool])
    )


def _pointing(one: Operation) -> Iterator[str]:
    """The arguments that say which record it is done to, or for."""
    if one.subject is not None:
        yield one.subject.path
    yield from (field.path for field in one.owners)
    yield from (field.path for field in one.inputs if field.target)


def _at_random(told: Binding | None, steps: Mapping[str, Step]) -> bool:
    if told is None or told.source != "selected" or told.where:
        return False
    listing = steps.get(told.step or "")
    return listing is not None and not _narrowed(listing)


def _narrowed(listing: Step) -> bool:
    """It was asked for something that the sentence says."""
    return any(one.source != "environment" for one in listing.arguments.values())
