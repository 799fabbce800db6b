"""How much somebody has of what is a kind of its own (`how many points does member 7 have`) is told
by a look at that, where no look at them tells it."""

from pipelines.contracts.intent import EntityRef, Goal, IntentResult
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue


def with_asked_measures(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading with such a look at what they have."""
    goals = tuple(_of_goal(goal, catalogue) for goal in intent.goals)
    return intent if goals == intent.goals else intent.model_copy(update={"goals": goals})


def _of_goal(goal: Goal, catalogue: Catalogue) -> Goal:
    owner = goal.object
    asked = goal.asked[0] if len(goal.asked) == 1 else ""
    looks = goal.function is FunctionType.QUERY and owner.identifiers and not goal.related
    if not looks or asked not in catalogue.measures or asked == owner.type:
        return goal
    if _is_told(owner.type, asked, catalogue) or not _is_looked_at(asked, catalogue):
        return goal
    measure = EntityRef(type=asked, words=owner.words, span=owner.span)
    whose = owner.model_copy(update={"role": "owner"})
    return goal.model_copy(update={"object": measure, "related": (whose,), "asked": ()})


def _is_told(kind: str | None, asked: str, catalogue: Catalogue) -> bool:
    return any(
        (one.entity, one.attribute) == (kind, asked)
        for tool in catalogue.tools.values()
        if tool.function is FunctionType.QUERY and tool.objects[:1] == (kind,)
        for one in tool.yields
    )


def _is_looked_at(kind: str, catalogue: Catalogue) -> bool:
    every = catalogue.tools.values()
    return any(tool.function is FunctionType.QUERY and kind in tool.objects for tool in every)
