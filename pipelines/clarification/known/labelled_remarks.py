"""A remark that begins with the name of something which the wanted thing has (`status must be
packed`) says how the thing shall be: readers leave it beside the request, where no effect would
honour it and nobody would be told."""

from collections.abc import Iterator

from pipelines.clarification.known.unaccounted import with_unaccounted
from pipelines.contracts.intent import Constraint, Goal, Instruction, IntentResult, Span
from pipelines.reasoning.arguments.naming import without_lead
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Kind, Lexicon

_DESCRIBED = frozenset({FunctionType.CREATE, FunctionType.QUERY})
"""What a thing is described for; a deed to a thing that is there has its own ways to a state."""


def with_labelled_remarks(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading with such a remark as what the one thing shall be; where several things are
    wanted, or something is done to one, it is told as not understood."""
    goals, kept, unread = intent.goals, list[Instruction](), list[Span]()
    for told in intent.supplements:
        said = next(_said(told, intent, catalogue), None)
        if said is None:
            kept.append(told)
        elif len(goals) == 1 and goals[0].function in _DESCRIBED:
            goals = (_described(goals[0], said, told.span),)
        else:
            unread.append(told.span)
    if len(kept) == len(intent.supplements):
        return intent
    new = {"goals": goals, "supplements": tuple(kept)}
    return with_unaccounted(intent.model_copy(update=new), unread)


def _described(goal: Goal, said: Constraint, remark: Span) -> Goal:
    """With it, and without what parts of the remark were taken for."""
    kept = (one for one in goal.object.constraints if not one.span.meets(remark))
    told = {"constraints": (*kept, said)}
    return goal.model_copy(update={"object": goal.object.model_copy(update=told)})


def _said(told: Instruction, intent: IntentResult, catalogue: Catalogue) -> Iterator[Constraint]:
    """What the remark says of a thing that is wanted; nothing where an argument takes it."""
    text, lexicon = told.span.text, catalogue.lexicon
    label = next(iter(lexicon.scan(text)), None)
    if told.kind != "remark" or label is None or label.start > 0:
        return
    names = [one.name for one in label.concepts if one.kind is Kind.ATTRIBUTE]
    for name in names:
        value = _value(told.span, label.end, name, lexicon)
        open_ = (goal for goal in intent.goals if not _is_given(goal, name))
        if value is not None and any(_has(goal, name, catalogue) for goal in open_):
            yield Constraint(attribute=name, value=value.text, span=value)


def _value(span: Span, begin: int, name: str, lexicon: Lexicon) -> Span | None:
    """What stands behind the name: the one value in it that is known to be of it, else all but
    what leads to it."""
    rest = span.text[begin:]
    values = ((one, one.of(Kind.VALUE)) for one in lexicon.scan(rest))
    known = [one for one, value in values if value is not None and value.attribute == name]
    led = next((at for at in range(len(rest), 0, -1) if not without_lead(rest[:at])), 0)
    start, end = (known[0].start, known[0].end) if len(known) == 1 else (led, len(rest))
    text = rest[start:end]
    at = span.start + begin + start
    return Span(start=at, end=at + len(text), text=text) if text.strip() else None


def _is_given(goal: Goal, name: str) -> bool:
    parts = (goal.target_state, *goal.object.constraints)
    return any(one is not None and one.attribute == name for one in parts)


def _has(goal: Goal, name: str, catalogue: Catalogue) -> bool:
    """Things of that kind have it, and what does the deed does not ask for it."""
    kind, tools = goal.object.type, catalogue.tools.values()
    tells = any(
        (one.entity, one.attribute) == (kind, name) for tool in tools for one in tool.yields
    )
    takes = any(
        slot.attribute == name
        for tool in tools
        if goal.action in tool.actions and tool.objects[:1] == (kind,)
        for slot in tool.needs
    )
    return kind is not None and tells and not takes
