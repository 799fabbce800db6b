"""A question whether something was done (`was it cancelled?`) wants nothing done: what a reader
takes for the deed is a look at the state that the deed leaves, or at what it makes."""

import re
from collections.abc import Iterator

from pipelines.contracts.intent import Constraint, Goal, IntentResult, Span
from pipelines.intent.rules.small_talk import asks_whether_done
from tool_registry.base.types import FunctionType, IntentType
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Kind

_STATUS = "status"
_CHECK, _LOOK = "verify", "query"
_CLAUSE = re.compile(r"[^,;?!\uff0c\uff1b\uff1f\uff01\u3002]+")
_KEPT = ("environment", "identifier", "id")
"""What a look lacks, too, by the end of a gap's name."""


def with_asked_deeds(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading in which such a question changes nothing; what is wanted in a clause of its own
    beside it stays wanted."""
    asks = [goal for goal in intent.goals if asks_whether_done(_clause(goal, intent.text).text)]
    if not asks:
        return intent
    made = [_asked(goal, intent, catalogue) if goal in asks else goal for goal in intent.goals]
    told = [goal for goal in made if goal.object.constraints or goal.function.writes]
    goals = tuple({_meaning(goal): goal for goal in told or made}.values())
    if any(goal.function.writes for goal in goals):
        return intent.model_copy(update={"goals": goals})
    looks = all(goal.function is FunctionType.QUERY for goal in goals)
    kind = IntentType.QUERY_DATA if looks else IntentType.VERIFY_DATA
    missing = tuple(one for one in intent.missing if one.name.endswith(_KEPT))
    return intent.model_copy(update={"goals": goals, "intent_type": kind, "missing": missing})


def _clause(goal: Goal, text: str) -> Span:
    """The clause of the goal's verb, else of its thing; all of the text where neither is found."""
    at = text.find(goal.action_words) if goal.action_words else -1
    if at < 0 and goal.object.span is not None:
        at = goal.object.span.start
    found = (one for one in _CLAUSE.finditer(text) if one.start() <= at < one.end())
    whole = next(found, None)
    start, end = whole.span() if whole is not None else (0, len(text))
    return Span(start=start, end=end, text=text[start:end])


def _asked(goal: Goal, intent: IntentResult, catalogue: Catalogue) -> Goal:
    if goal.function is FunctionType.QUERY:
        return goal
    if goal.function is FunctionType.CREATE:
        return goal.model_copy(update={"action": _LOOK, "function": FunctionType.QUERY})
    words = _words(goal, intent, catalogue)
    states = {one for action, _ in words for one in _states_after(action, goal, catalogue)}
    if len(states) != 1:
        looks = {"action": _LOOK, "function": FunctionType.QUERY, "target_state": None}
        return goal if goal.object.constraints else goal.model_copy(update=looks)
    told = Constraint(attribute=_STATUS, value=states.pop(), span=words[0][1])
    others = (one for one in goal.object.constraints if one.attribute != _STATUS)
    thing = goal.object.model_copy(update={"constraints": (*others, told)})
    checks = {"action": _CHECK, "function": FunctionType.VERIFY, "target_state": None}
    return goal.model_copy(update={**checks, "object": thing})


def _words(goal: Goal, intent: IntentResult, catalogue: Catalogue) -> list[tuple[str, Span]]:
    """The deeds that it speaks of, with their words: its own, or those in what is to be checked."""
    start = intent.text.find(goal.action_words) if goal.function.writes else -1
    if start >= 0 and goal.action_words:
        end = start + len(goal.action_words)
        return [(goal.action, Span(start=start, end=end, text=goal.action_words))]
    said = [one.span for one in goal.object.constraints if one.attribute == _STATUS]
    known = [one for one in said if catalogue.lexicon.lookup(one.text, Kind.VALUE)]
    if known:
        return []
    within = said[0] if said else _clause(goal, intent.text)
    return list(_deeds(within, catalogue))[-1:]


def _meaning(goal: Goal) -> tuple[object, ...]:
    """Equal for goals that look at the same of the same thing; what is to be made twice is."""
    if goal.function.writes:
        return (goal.id,)
    ref = goal.object
    named = tuple(one.value for one in ref.identifiers)
    told = tuple((one.attribute, str(one.value)) for one in ref.constraints)
    return (goal.function, ref.type, named, told, goal.related)


def _deeds(within: Span, catalogue: Catalogue) -> Iterator[tuple[str, Span]]:
    for match in catalogue.lexicon.scan(within.text):
        deed = match.of(Kind.ACTION)
        if deed is not None and deed.function is not None and deed.function.writes:
            start, end = within.start + match.start, within.start + match.end
            yield deed.name, Span(start=start, end=end, text=match.text)


def _states_after(action: str, goal: Goal, catalogue: Catalogue) -> Iterator[str]:
    """The states in which the tools of that deed leave things of its kind."""
    for tool in catalogue.tools.values():
        if action in tool.actions and goal.object.type in tool.objects:
            for change in tool.states:
                if change.after is not None and change.entity == goal.object.type:
                    yield change.after
