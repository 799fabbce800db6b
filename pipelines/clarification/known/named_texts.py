"""Texts that the name of a reason or a note leads to (`reason: arrived late`), told as remarks: a
reader takes them for a state, and their name for a part of the thing's."""

from collections.abc import Iterator, Sequence

from pipelines.clarification.known.taken_by import taken_by
from pipelines.clarification.known.text_clauses import with_texts_apart
from pipelines.contracts.intent import Constraint, Goal, Instruction, IntentResult, Span
from pipelines.reasoning.arguments.naming import begins_with, ends_with
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot
from tool_registry.vocabulary.lexicon import Kind, Lexicon

_TEXT = "text"
_SIGNS = " \t:：,，、.。="


def with_named_texts(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading in which each of them is a remark behind its name, for changes of which a tool
    takes such a text."""
    labels = {w for goal in intent.goals for w in _labels(goal, catalogue)}
    if not labels:
        return intent
    intent = with_texts_apart(intent, sorted(labels))
    states = [
        goal.target_state.span
        for goal in intent.goals
        if goal.target_state is not None
        and _is_named(intent.text, goal.target_state.span, sorted(labels))
    ]
    told = tuple(_behind(one, sorted(labels)) for one in intent.supplements)
    told += tuple(Instruction(kind="remark", text=one.text, span=one) for one in states)
    goals = tuple(
        goal.model_copy(update={"target_state": None})
        if goal.target_state is not None and goal.target_state.span in states
        else goal
        for goal in intent.goals
    )
    goals, told = _as_own(intent.text, goals, told, catalogue)
    remarks = [one.span for one in told if one.kind == "remark"]
    unread = tuple(one for one in intent.unread if not _leads(intent.text, one, remarks, labels))
    return intent.model_copy(update={"goals": goals, "supplements": told, "unread": unread})


def _as_own(
    text: str, goals: tuple[Goal, ...], told: tuple[Instruction, ...], catalogue: Catalogue
) -> tuple[tuple[Goal, ...], tuple[Instruction, ...]]:
    """A named text that a tool takes of the very thing that is changed is a value of that."""
    if len(goals) != 1:
        return goals, told
    (goal,) = goals
    own = {
        name: slot.attribute
        for slot in taken_by(goal, catalogue)
        if slot.entity == goal.object.type
        for name in _names(slot, catalogue.lexicon)
    }
    has = {one.attribute for one in goal.object.constraints}
    values: list[Constraint] = []
    for one in told if goal.object.type is not None else ():
        names = [name for name in own if _is_named(text, one.span, [name])]
        attribute = own[names[0]] if names and one.kind == "remark" else None
        if attribute is not None and attribute not in has:
            values.append(Constraint(attribute=attribute, value=one.text, span=one.span))
            has.add(attribute)
    if not values:
        return goals, told
    taken = [one.span for one in values]
    thing = goal.object.model_copy(update={"constraints": (*goal.object.constraints, *values)})
    rest = tuple(one for one in told if one.span not in taken)
    return (goal.model_copy(update={"object": thing}),), rest


def _labels(goal: Goal, catalogue: Catalogue) -> Iterator[str]:
    """The names of the free texts that the tools of that verb take."""
    for slot in taken_by(goal, catalogue):
        yield from _names(slot, catalogue.lexicon)


def _names(slot: Slot, lexicon: Lexicon) -> Iterator[str]:
    concept = lexicon.concept(Kind.ATTRIBUTE, slot.attribute or "")
    free = slot.type == "string" and not slot.values
    if concept is not None and free and _TEXT in concept.flags:
        yield from (word.casefold() for word in (concept.name, *concept.surfaces))


def _is_named(text: str, span: Span, labels: Sequence[str]) -> bool:
    return any(ends_with(text[: span.start], label) for label in labels)


def _behind(told: Instruction, labels: Sequence[str]) -> Instruction:
    """A remark that begins with the name, without it."""
    said = told.text.casefold()
    begun = [one for one in labels if begins_with(said, one)]
    if told.kind != "remark" or not begun or told.text != told.span.text:
        return told
    rest = told.text[len(max(begun, key=len)) :]
    if rest[:1] not in _SIGNS:
        return told  # what leads to the text besides its name is told by the argument itself
    bare = rest.strip(_SIGNS)
    start = told.span.end - len(rest.lstrip(_SIGNS))
    span = Span(start=start, end=start + len(bare), text=bare)
    return told.model_copy(update={"text": bare, "span": span}) if bare else told


def _leads(text: str, one: Span, remarks: Sequence[Span], labels: set[str]) -> bool:
    """A name that leads to such a text is no word that nobody has read."""
    before = [span for span in remarks if span.start >= one.end]
    between = text[one.end : before[0].start] if before else "…"
    return one.text.casefold() in labels and not between.strip(_SIGNS)
