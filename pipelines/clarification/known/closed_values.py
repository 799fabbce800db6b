"""A word that stands for itself (`set its state to on_air`) is the value of the author's closed set
that has it: a reader takes what it never learned for another thing, or for a name."""

from collections.abc import Iterator

from pipelines.contracts.intent import Constraint, EntityRef, Goal, IntentResult
from pipelines.reasoning.arguments.values import fit
from pipelines.reasoning.planner.state import Fact
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot
from tool_registry.vocabulary.lexicon import Kind, Lexicon

_NEW = "new"
"""Role of an argument that says which state a thing comes to."""


def with_closed_values(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading in which such a word is what the thing is made or changed to, where one argument
    alone of the tools that may do so takes it."""
    goals = tuple(_of_goal(goal, intent, catalogue) for goal in intent.goals)
    return intent if goals == intent.goals else intent.model_copy(update={"goals": goals})


def _of_goal(goal: Goal, intent: IntentResult, catalogue: Catalogue) -> Goal:
    if goal.tool is not None or goal.object.type is None or not goal.function.writes:
        return goal
    slots = list(_closed(goal, intent, catalogue))
    for ref in goal.related if slots else ():
        found = _taken(ref, slots, goal, catalogue.lexicon)
        if found is not None:
            others = tuple(one for one in goal.related if one is not ref)
            return _with(goal.model_copy(update={"related": others}), *found)
    return goal


def _closed(goal: Goal, intent: IntentResult, catalogue: Catalogue) -> Iterator[Slot]:
    """The closed sets that the tools which may do it take of the thing itself."""
    for tool in catalogue.tools.values():
        does = goal.action in tool.actions or tool.function is goal.function
        here = intent.environment in (None, *tool.environments)
        if does and here and tool.objects[:1] == (goal.object.type,):
            own = (None, goal.object.type)
            yield from (one for one in tool.needs if one.values and one.entity in own)


def _taken(
    ref: EntityRef, slots: list[Slot], goal: Goal, lexicon: Lexicon
) -> tuple[Constraint, Slot] | None:
    """What the word is, with an argument that takes it; None where it is a thing that the sentence
    calls by its kind, or could be of several arguments."""
    nouns = {one.name for m in lexicon.scan(ref.words) if (one := m.of(Kind.ENTITY)) is not None}
    if len(ref.identifiers) != 1 or ref.constraints or ref.reference or nouns:
        return None
    name = ref.identifiers[0]
    found: dict[str, tuple[Constraint, Slot]] = {}
    for concept in lexicon.lookup(name.value, Kind.VALUE):
        for slot in slots:
            said = Fact("closed", slot.attribute, concept.name, words=name.value)
            if slot.attribute is not None and fit(said, slot, lexicon) is not None:
                one = Constraint(attribute=slot.attribute, value=concept.name, span=name.span)
                found[slot.attribute] = (one, slot)
    told = {one.attribute for one in goal.object.constraints}
    own = [pair for attribute, pair in found.items() if attribute not in told or pair[1].role]
    return own[0] if len(own) == 1 else None


def _with(goal: Goal, one: Constraint, slot: Slot) -> Goal:
    """As the state that the thing comes to; else as a value of its own."""
    changes = goal.function is FunctionType.OPERATE and slot.role == _NEW
    if changes and goal.target_state is None:
        return goal.model_copy(update={"target_state": one})
    thing = goal.object.model_copy(update={"constraints": (*goal.object.constraints, one)})
    return goal.model_copy(update={"object": thing})
