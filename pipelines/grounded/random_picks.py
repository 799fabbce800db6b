"""Plans that do something to a record of an HTTP API which nothing in the sentence singles out."""

from collections.abc import Mapping

from pipelines.grounded.entrance import Worlds
from pipelines.planner.chain import Binding, Step, ToolChain


def taken_at_random(plan: ToolChain, worlds: Worlds) -> bool:
    """True where a step is done to, or for, the first record of a list of everything."""
    known = worlds.of(plan.environment)
    if known is None:
        return False
    acting = {one.name: one for one in known.world.operations if one.role not in ("list", "read")}
    steps = {step.id: step for step in plan.steps}
    return any(
        _at_random(step.arguments.get(arg.slot.path), steps)
        for step in plan.steps
        if step.tool in acting
        for arg in acting[step.tool].args
        if arg.subject or arg.target
    )


def _at_random(told: Binding | None, steps: Mapping[str, Step]) -> bool:
    if told is None or told.source != "selected" or told.where:
        return False
    listing = steps.get(told.step or "")
    return listing is not None and not _narrowed(listing)


def _narrowed(listing: Step) -> bool:
    """It was asked for something that the sentence says."""
    return any(one.source != "environment" for one in listing.arguments.values())
