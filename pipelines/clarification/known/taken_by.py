"""What tools take: those that do what a goal wants to things of its kind, and ids of a kind."""

from collections.abc import Iterator

from pipelines.contracts.intent import Goal
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.vocabulary.lexicon import Kind

_ID = "id"


def taken_by(goal: Goal, catalogue: Catalogue) -> Iterator[Slot]:
    """The arguments of these tools, and of those that make on the way what the verb is the name of
    (a repair of a boat); none for a goal that only looks."""
    named = catalogue.lexicon.scan(goal.action_words) if goal.function.writes else ()
    verbs = {one.name for match in named for one in match.concepts if one.kind is Kind.ENTITY}
    for tool in catalogue.tools.values() if goal.function.writes else ():
        does = goal.action in tool.actions and goal.object.type in tool.objects
        if does or _makes_of(tool, verbs, goal.object.type):
            yield from tool.needs


def _makes_of(tool: ToolEssentialModel, kinds: set[str], whole: str | None) -> bool:
    made = tool.function is FunctionType.CREATE and bool(kinds.intersection(tool.objects[:1]))
    return made and takes_id_of(tool, whole)


def takes_id_of(tool: ToolEssentialModel, kind: str | None) -> bool:
    """It is told the id of such a thing."""
    return any((one.entity, one.attribute) == (kind, _ID) for one in tool.needs)
