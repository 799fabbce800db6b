"""What a turn is, behind what was said before: corrections of how it was heard."""

from dataclasses import replace

from pipelines.contracts.intent import Goal, IntentResult, Span
from pipelines.contracts.reader import FollowUp
from pipelines.intent.dialogue.another import at_another
from pipelines.intent.dialogue.apposed import apposed
from pipelines.intent.dialogue.gathering import refs_of
from tool_registry.base.types import FunctionType

_TWO_VALUES = "contradiction"


def as_meant(read: FollowUp, before: IntentResult | None) -> FollowUp:
    """The turn with what can be told by its words and by the request before it."""
    read = apposed(read)
    read = replace(read, said=_of_people(read.said), alone=_of_people(read.alone))
    read = _counted(at_another(read, before), before)
    return _asked(_made_behind_look(read, before))


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
    missing = tuple(one for one in said.missing if one.name != _TWO_VALUES)
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
