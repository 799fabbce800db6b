"""What the product makes of a sentence's words for tools that somebody has picked."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipelines.clarification.building import apart, by_tool
from pipelines.clarification.filling import Value, filled, said_in
from pipelines.contracts.intent import Goal, IntentResult
from pipelines.intent.reader.shipped import ShippedReader
from pipelines.reasoning.arguments.values import fit
from pipelines.reasoning.planner.state import Fact
from tool_registry.base.environment import Environment, Environments
from tool_registry.base.types import JsonValue, Object, as_list
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.model import RawTool, Slot, ToolEssentialModel
from tool_registry.sources.paths import nested
from tool_registry.vocabulary.packs import load_packs

ENVIRONMENT = "test"
"""The only environment of a benchmark's catalogue."""
ANYWHERE = Environments(configured=(Environment(name=ENVIRONMENT),))


@dataclass(frozen=True, slots=True)
class Picked:
    """A sentence, and the tools that somebody has picked for it: a call each, in order."""

    text: str
    tools: tuple[RawTool, ...]


def catalogue_of(tools: Sequence[RawTool]) -> Catalogue:
    """The tools as the product takes them in, with its general words alone."""
    here = [one.model_copy(update={"environments": (ENVIRONMENT,)}) for one in tools]
    return build_catalogue(here, (), ANYWHERE, load_packs(("general",)))


def bound(picked: Picked) -> list[Object]:
    """The arguments of each call that the sentence fills, as the forms of these tools show them:
    every value was said. What a plan would draw for something new is not among them."""
    unique = {tool.id: tool for tool in picked.tools}
    catalogue = catalogue_of(tuple(unique.values()))
    intent = ShippedReader(catalogue).read(picked.text, environment=ENVIRONMENT)
    if intent is None:
        return [{} for _ in picked.tools]
    known = [catalogue.tools[name] for name in unique]
    filled_in = {tool.id: _calls(tool, known, intent, catalogue) for tool in known}
    taken: defaultdict[str, int] = defaultdict(int)
    found: list[Object] = []
    for tool in picked.tools:
        own = filled_in[tool.id]
        found.append(own[taken[tool.id]] if taken[tool.id] < len(own) else {})
        taken[tool.id] += 1
    return found


def _calls(
    tool: ToolEssentialModel,
    known: Sequence[ToolEssentialModel],
    intent: IntentResult,
    catalogue: Catalogue,
) -> list[Object]:
    """The calls of one of the picked tools; what belongs to another one's goal is left to it."""
    goal = _goal(tool, intent)
    others = {one.id: one for one in intent.goals if one is not goal and _is_anothers(one, known)}
    draft = by_tool(apart(intent, goal, tool, others), goal, tool, catalogue, by_exclusion=True)
    return [
        _arguments(tool, filled(tool, said_in(draft, one), catalogue).values, catalogue)
        for one in draft.goals
        if one.tool == tool.id
    ]


def _goal(tool: ToolEssentialModel, intent: IntentResult) -> Goal | None:
    """The goal about the tool's own thing, else the first of whose thing nothing is known."""
    own = (one for one in intent.goals if one.object.type in tool.objects)
    unknown = (one for one in intent.goals if one.object.type is None)
    return next(own, next(unknown, next(iter(intent.goals), None)))


def _is_anothers(goal: Goal, known: Sequence[ToolEssentialModel]) -> bool:
    return any(goal.object.type in tool.objects for tool in known)


def _arguments(
    tool: ToolEssentialModel, values: Mapping[str, Value], catalogue: Catalogue
) -> Object:
    slots = {slot.path: slot for slot in tool.needs}
    by_path = {path: _sent(slots[path], value, catalogue) for path, value in values.items()}
    return nested({path: value for path, value in by_path.items() if value is not None})


def _sent(slot: Slot, value: Value, catalogue: Catalogue) -> JsonValue:
    """The value as a call has it: in the slot's unit, type and words."""
    each = [fit(_fact(slot, one), slot, catalogue.lexicon) for one in (value, *value.more)]
    told = [one.value for one in each if one is not None]
    if not (slot.many or slot.in_list) or len(told) < 2:
        return told[0] if told else None
    return [item for one in told for item in as_list(one)]


def _fact(slot: Slot, value: Value) -> Fact:
    return Fact("form", slot.attribute, value.value, unit=value.unit, words=value.words)
