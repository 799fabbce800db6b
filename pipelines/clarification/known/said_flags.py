"""What a deed says of an argument that is either so or not (`queen not seen` of `queen_seen`): so,
or not so where its words are denied; other words are no value of it."""

from collections.abc import Iterator, Sequence

from pipelines.contracts.intent import Constraint, Goal, IntentResult, Span
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.text import fold, split_identifier

_BOOLEAN = "boolean"
_LEAST = 2
"""Words of an argument's name at least: one alone may say anything."""


def with_said_flags(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading with such values as true or false. A word that was taken for one, and is of
    another argument's name, leads to that one's value; others are told as not understood."""
    beside = (*intent.negative, *intent.supplements)
    loose = [*intent.unread, *(one.span for one in beside)]
    goals = tuple(_told(goal, loose, intent, catalogue) for goal in intent.goals)
    if goals == intent.goals:
        return intent
    return intent.model_copy(
        update={
            "goals": goals,
            "unread": tuple(one for one in loose if one not in (o.span for o in beside)),
            "negative": tuple(one for one in intent.negative if one.span in loose),
            "supplements": tuple(one for one in intent.supplements if one.span in loose),
        }
    )


def _told(goal: Goal, loose: list[Span], intent: IntentResult, catalogue: Catalogue) -> Goal:
    """`loose`: what no goal has yet; what this one has goes from it, what it loses is added."""
    if not goal.function.writes:
        return goal
    slots = list(_flags(goal, catalogue))
    kept: list[Constraint] = []
    for one in goal.object.constraints:
        own = [slot for slot in slots if slot.attribute == one.attribute]
        flag = _said(one.span.text, slots, own, catalogue.lexicon) if _is_text(one) else None
        if flag is not None:
            kept.append(one.model_copy(update={"attribute": flag[0], "value": flag[1]}))
            loose[:] = [o for o in loose if not _is_beside(o, one.span, own)]
        elif not _is_text(one) or not _is_flag(one, slots):
            kept.append(one)
        elif not _is_of_name(one.span.text, goal, catalogue):
            loose.append(one.span)
    alone = len(intent.goals) == 1
    for span in [one for one in loose if alone or (goal.span and goal.span.meets(one))]:
        flag = _said(span.text, slots, [], catalogue.lexicon)
        if flag is not None:
            loose.remove(span)
            kept.append(Constraint(attribute=flag[0], value=flag[1], span=span))
    thing = goal.object.model_copy(update={"constraints": tuple(kept)})
    return goal.model_copy(update={"object": thing}) if thing != goal.object else goal


def _flags(goal: Goal, catalogue: Catalogue) -> Iterator[Slot]:
    """The arguments of that kind of what may do it."""
    for tool in catalogue.tools.values():
        does = tool.function is goal.function and goal.object.type in (None, *tool.objects[:1])
        if does:
            yield from (slot for slot in tool.needs if slot.type == _BOOLEAN and slot.attribute)


def _is_text(one: Constraint) -> bool:
    return isinstance(one.value, str) and one.argument is None and one.operator == "eq"


def _said(
    words: str, slots: Sequence[Slot], own: Sequence[Slot], lexicon: Lexicon
) -> tuple[str, bool] | None:
    """The attribute whose name the words are, and False where one of them denies; of one that a
    reader has told already, a part of its name is enough."""
    told = fold(words).split()
    denies = [word for word in told if _is_denial(word, lexicon)]
    plain = [word for word in told if word not in denies]
    for slot in slots:
        name = _name(slot)
        part = slot in own and {*plain} <= {*name}
        if len(name) >= _LEAST and plain and (plain == name or part) and slot.attribute is not None:
            return slot.attribute, not denies
    return None


def _name(slot: Slot) -> list[str]:
    return fold(" ".join(split_identifier(slot.key))).split()


def _is_beside(word: Span, said: Span, own: Sequence[Slot]) -> bool:
    """A word of the argument's name right in front of what was said of it."""
    near = 0 <= said.start - word.end <= 1
    return near and any({*fold(word.text).split()} <= {*_name(slot)} for slot in own)


def _is_denial(word: str, lexicon: Lexicon) -> bool:
    return any(one.name == "negation" for one in lexicon.lookup(word, Kind.MARKER))


def _is_flag(one: Constraint, slots: Sequence[Slot]) -> bool:
    return any(slot.attribute == one.attribute for slot in slots)


def _is_of_name(words: str, goal: Goal, catalogue: Catalogue) -> bool:
    """They are part of the name of another argument of what may do it."""
    said = set(fold(words).split())
    return any(
        said < {fold(word) for word in split_identifier(slot.key)}
        for tool in catalogue.tools.values()
        if tool.function is goal.function and goal.object.type in (None, *tool.objects[:1])
        for slot in tool.needs
    )
