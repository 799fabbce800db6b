"""Plans that do something to a record of an HTTP API which nothing in the sentence singles out."""

from pipelines.grounded.entrance import Worlds
from pipelines.planner.chain import Step, ToolChain
from tool_registry.base.types import FunctionType


def taken_at_random(plan: ToolChain, worlds: Worlds) -> bool:
    """True where a step changes the first record of a list that was asked for everything."""
    known = worlds.of(plan.environment)
    if known is None:
        return False
    acting = {o.name: o for o in known.world.operations if o.role in ("act", "update", "other")}
    lists = {step.id: step for step in plan.steps}
    for step in plan.steps:
        one = acting.get(step.tool)
        subject = one.subject if one is not None else None
        if subject is None or step.function is FunctionType.QUERY:
            continue
        told = step.arguments.get(subject.slot.path)
        listing = lists.get(told.step or "") if told is not None else None
        picked = told is not None and told.source == "selected" and not told.where
        if picked and listing is not None and not _narrowed(listing):
            return True
    return False


def _narrowed(listing: Step) -> bool:
    """It was asked for something that the sentence says."""
    return any(one.source != "environment" for one in listing.arguments.values())
