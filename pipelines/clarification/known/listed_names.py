"""Arguments by name, one behind the other (`with borrower Ann Lee and due date 2031-05-06`): each
value is of the argument by whose name it is called, and no thing or deed of its own."""

from collections.abc import Iterator, Sequence

from pipelines.clarification.filling import open_slots
from pipelines.clarification.known.by_name import only_tool
from pipelines.contracts.intent import Constraint, EntityRef, Goal, Instruction, IntentResult, Span
from pipelines.contracts.reply_names import WHICH_ONE
from pipelines.reasoning.arguments.labelled import Labelled, labelled
from pipelines.reasoning.arguments.values import fit
from pipelines.reasoning.planner.state import Fact
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel

_ID = "id"
_SEVERAL = 2
_ENVIRONMENT = "environment"


def with_listed_names(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading in which such values are of what the first goal makes or changes, where one tool
    alone does that and takes them."""
    goal = intent.goals[0] if intent.goals else None
    tool = only_tool(goal, intent, catalogue) if goal is not None and not goal.tool else None
    if goal is None or tool is None:
        return intent
    told = list(_told(goal, tool, intent, catalogue))
    if not _are_meant(intent, [value.span for _, value in told]) or not _are_new(goal, told):
        return intent
    spans = [one.span for one, _ in told]
    made = goal.model_copy(
        update={
            "object": _with(_less(goal.object, spans), [value for _, value in told]),
            "related": tuple(_less(ref, spans) for ref in goal.related if not _is_in(ref, spans)),
        }
    )
    return _without(intent.model_copy(update={"goals": (made, *intent.goals[1:])}), spans)


def _are_meant(intent: IntentResult, values: Sequence[Span]) -> bool:
    """Several of them, or one that was read as a prohibition (`note leave the lamp on`); none
    where something is ruled out behind the beginning of a text."""
    forbidden = [one.span for one in intent.negative if _begins_in(one.span, values)]
    starts = {one.start for one in values}
    enough = len(values) >= _SEVERAL or bool(forbidden)
    return enough and all(one.start in starts for one in forbidden)


def _told(
    goal: Goal, tool: ToolEssentialModel, intent: IntentResult, catalogue: Catalogue
) -> Iterator[tuple[Labelled, Constraint]]:
    """Each text that is called by an argument's name, with what it says of the goal's thing."""
    slots = [one for one in open_slots(tool) if _is_own(one, goal)]
    fields = {one.path: one for one in slots}
    place = intent.spans.get(_ENVIRONMENT)
    for one in labelled(slots, intent.text, catalogue.lexicon, [place] if place else ()):
        slot, span = fields[one.path], one.fact.span
        said = Fact(one.fact.key, slot.attribute, one.fact.value, words=one.fact.words)
        if span is not None and fit(said, slot, catalogue.lexicon) is not None:
            value = Constraint(
                attribute=slot.attribute, value=one.fact.value, span=span, argument=slot.path
            )
            yield one, value


def _is_own(slot: Slot, goal: Goal) -> bool:
    own = slot.entity in (None, goal.object.type)
    return own and slot.attribute not in (None, _ID) and slot.role is None


def _are_new(goal: Goal, told: Sequence[tuple[Labelled, Constraint]]) -> bool:
    """Something of it was read otherwise."""
    held = {(one.attribute, str(one.value)) for one in goal.object.constraints}
    return any((one.attribute, str(one.value)) not in held for _, one in told)


def _with(thing: EntityRef, values: Sequence[Constraint]) -> EntityRef:
    named = {one.attribute for one in values}
    kept = (one for one in thing.constraints if one.attribute not in named)
    return thing.model_copy(update={"constraints": (*kept, *values)})


def _less(ref: EntityRef, spans: Sequence[Span]) -> EntityRef:
    """The thing without what stands in one of these stretches."""
    told = {
        "identifiers": tuple(one for one in ref.identifiers if not _meets(one.span, spans)),
        "constraints": tuple(one for one in ref.constraints if not _meets(one.span, spans)),
    }
    return ref.model_copy(update=told)


def _is_in(ref: EntityRef, spans: Sequence[Span]) -> bool:
    """All that is said of it stands there."""
    held = [one.span for one in (*ref.identifiers, *ref.constraints)]
    return bool(held) and all(_meets(one, spans) for one in held)


def _without(intent: IntentResult, spans: Sequence[Span]) -> IntentResult:
    """The reading without goals, remarks, prohibitions and questions that were read out of these
    stretches alone."""
    first, *more = intent.goals
    kept = [goal for goal in more if not _is_within(goal.object, spans)]
    gone = {f"{goal.object.type}{WHICH_ONE}" for goal in more if goal not in kept}

    def outside(told: Sequence[Instruction]) -> tuple[Instruction, ...]:
        return tuple(one for one in told if not _begins_in(one.span, spans))

    return intent.model_copy(
        update={
            "goals": (first, *kept),
            "negative": outside(intent.negative),
            "supplements": outside(intent.supplements),
            "missing": tuple(one for one in intent.missing if one.name not in gone),
            "unread": tuple(one for one in intent.unread if not _meets(one, spans)),
            "unassigned": tuple(ref for ref in intent.unassigned if not _is_in(ref, spans)),
        }
    )


def _is_within(thing: EntityRef, spans: Sequence[Span]) -> bool:
    return thing.span is not None and any(
        one.start <= thing.span.start and thing.span.end <= one.end for one in spans
    )


def _begins_in(span: Span, spans: Sequence[Span]) -> bool:
    return any(one.start <= span.start < one.end for one in spans)


def _meets(span: Span, spans: Sequence[Span]) -> bool:
    return any(span.meets(one) for one in spans)
