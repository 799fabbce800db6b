"""What a turn is, behind what was said before: corrections of how it was heard."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from pipelines.contracts.intent import EntityRef, Goal, IntentResult, Span
from pipelines.contracts.reader import FollowUp
from pipelines.contracts.reply_names import CONTRADICTION
from pipelines.intent.dialogue.another import at_another
from pipelines.intent.dialogue.apposed import apposed
from pipelines.intent.dialogue.gathering import refs_of
from pipelines.intent.dialogue.references import picks_one
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.patterns import joins_values

Reads: TypeAlias = Callable[[str], IntentResult | None]


def as_meant(read: FollowUp, before: IntentResult | None, by_itself: Reads) -> FollowUp:
    """The turn with what can be told by its words and by the request before it; `by_itself` reads
    words without any before them."""
    read = apposed(_with_names(read, by_itself))
    read = replace(read, said=_of_people(read.said), alone=_of_people(read.alone))
    read = replace(read, said=_one_of_several(read.said), alone=_one_of_several(read.alone))
    read = _counted(at_another(read, before), before)
    return _asked(_made_behind_look(read, before))


def _with_names(read: FollowUp, by_itself: Reads) -> FollowUp:
    """With whom it names, where the name is left unread behind what was said before it, and by
    itself it is read."""
    said, left = read.said, {(one.start, one.end) for one in read.said.unread}
    alone = by_itself(said.text) if left and len(said.goals) == 1 else None
    refs = [ref for goal in alone.goals for ref in goal.related] if alone is not None else []
    refs = [ref for ref in refs if ref.identifiers and left.issuperset(_places(ref))]
    if not refs:
        return read
    named = {place for ref in refs for place in _places(ref)}
    rest = tuple(one for one in said.unread if (one.start, one.end) not in named)
    goal = said.goals[0].model_copy(update={"related": (*said.goals[0].related, *refs)})
    return replace(read, said=said.model_copy(update={"goals": (goal,), "unread": rest}))


def _places(ref: EntityRef) -> list[tuple[int, int]]:
    return [(one.span.start, one.span.end) for one in ref.identifiers]


def _one_of_several(said: IntentResult) -> IntentResult:
    """`the first one of these two`: of the several only that one is meant."""
    pairs = zip(said.goals, said.goals[1:], strict=False)
    gone = [b.id for a, b in pairs if _is_one_of(a, b, said.text)]
    kept = tuple(goal for goal in said.goals if goal.id not in gone)
    return said.model_copy(update={"goals": kept}) if gone else said


def _is_one_of(goal: Goal, other: Goal, text: str) -> bool:
    one, several = goal.object, other.object
    if goal.action != other.action or one.span is None or several.span is None:
        return False
    bare = not (several.identifiers or several.constraints or other.related or picks_one(several))
    between = text[one.span.end : several.span.start]
    held = between.strip().isalpha() and not joins_values(between)
    return picks_one(one) and several.reference is not None and bare and held


def _asked(read: FollowUp) -> FollowUp:
    """A look with words of its own and a question mark is a question, and answers none."""
    goals = read.said.goals
    looks = bool(goals) and all(goal.function is FunctionType.QUERY for goal in goals)
    question = read.said.text.rstrip().endswith(("?", "\uff1f")) and bool(read.said.unread)
    turns = read.turn in ("answer", "change")
    return replace(read, turn="ask") if looks and question and turns else read


def _of_people(said: IntentResult) -> IntentResult:
    """`all of the 40 users`: a number in the words for somebody says how many they are, and is no
    value of what they get."""
    goals = tuple(_counting(goal) for goal in said.goals)
    if goals == said.goals:
        return said
    missing = tuple(one for one in said.missing if one.name != CONTRADICTION)
    return said.model_copy(update={"goals": goals, "missing": missing})


def _counting(goal: Goal) -> Goal:
    related = list(goal.related)
    values = list(goal.object.constraints)
    for at, ref in enumerate(related):
        span = ref.span
        if span is None or ref.identifiers or ref.quantity is not None:
            continue
        inside = [one for one in values if _is_count(one.value) and _is_in(one.span, span)]
        if len(inside) == 1:
            values.remove(inside[0])
            related[at] = ref.model_copy(update={"quantity": inside[0].value})
    if len(values) == len(goal.object.constraints):
        return goal
    thing = goal.object.model_copy(update={"constraints": tuple(values)})
    return goal.model_copy(update={"object": thing, "related": tuple(related)})


def _is_in(one: Span, span: Span) -> bool:
    """It stands in these words, or right in front of them."""
    return (span.start <= one.start and one.end <= span.end) or 0 <= span.start - one.end <= 1


def _counted(read: FollowUp, before: IntentResult | None) -> FollowUp:
    """`60 more of them`: where more of the same is wanted and nothing but a bare number is said, it
    says how many; of what is a number itself, how much."""
    goal = read.said.goals[0] if read.turn == "more" and len(read.said.goals) == 1 else None
    values = [one for ref in refs_of(goal) for one in ref.constraints] if goal is not None else []
    if goal is None or len(values) != 1 or _says_besides(goal) or _is_measure(before):
        return read
    count = values[0].value
    if values[0].attribute is not None or values[0].unit is not None or not _is_count(count):
        return read
    thing = goal.object.model_copy(update={"constraints": (), "quantity": count})
    counted = goal.model_copy(update={"object": thing, "related": (), "quantity": count})
    return replace(read, said=read.said.model_copy(update={"goals": (counted,)}))


def _is_measure(before: IntentResult | None) -> bool:
    goals = before.goals if before is not None else ()
    return any(c.attribute == goal.object.type for goal in goals for c in goal.object.constraints)


def _says_besides(goal: Goal) -> bool:
    return any(ref.identifiers or ref.quantity is not None for ref in refs_of(goal))


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _made_behind_look(read: FollowUp, before: IntentResult | None) -> FollowUp:
    """What is made, with its values and for somebody, is no other value of a look."""
    earlier = before.goals if before is not None else ()
    looked = bool(earlier) and not any(goal.function.writes for goal in earlier)
    makes = any(is_made_for_somebody(goal) for goal in read.said.goals)
    return replace(read, turn="new") if looked and makes and read.turn == "answer" else read


def is_made_for_somebody(goal: Goal) -> bool:
    """True where it says what is made, what that is like, and for whom, whatever its verb."""
    told = goal.object.words and goal.object.constraints and goal.related
    return goal.function is FunctionType.CREATE and bool(told)
