"""What a sentence says and takes back without a word of correction: both sides are named."""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Instruction, Span
from pipelines.contracts.reply_names import CONTRADICTION
from pipelines.intent.facts import BLANK, Edit, Facts, Gap
from pipelines.messages import say
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.vocabulary.lexicon import Kind
from tool_registry.vocabulary.patterns import find

_ANY_ACTION = frozenset({"light", "weak", "sets"})
"""Flags of verbs that stand for whatever is done to a thing: touch, do."""
_BREAKS = ",;\uff0c\uff1b\u3001"


def contradictions(facts: Facts) -> list[Gap]:
    """The questions that they lead to; none where the sentence agrees with itself."""
    found = [*_forbidden(facts), *_states(facts)]
    for goal in facts.goals:
        found += [*_twice(facts, goal), *_more_than_threshold(facts, goal)]
    return found


def enforceable(
    one: Instruction, goals: Sequence[Goal], flat: Collection[tuple[int, int]]
) -> Instruction:
    """`leave the other orders`, while one of them is paid: said of others than those that the
    goals are about, so that it keeps no tool from doing what is asked itself. `flat`: places of
    prohibitions without any detail, which stay as they are."""
    changed = {goal.object.type for goal in goals if goal.function.writes}
    asked = {goal.action for goal in goals if goal.object.type == one.object}
    others = one.object not in changed or (one.action is not None and one.action not in asked)
    if others or (one.span.start, one.span.end) in flat:
        return one
    return one.model_copy(update={"object": None, "action": None})


def _forbidden(facts: Facts) -> Iterator[Gap]:
    """Do it, and do not do it."""
    for goal in facts.goals:
        for item in facts.negative:
            if (item.span.start, item.span.end) in facts.flat and _rules_out(item, goal, facts):
                said = goal.span.text if goal.span else goal.text
                question = say(facts.language, "intent.forbidden", said=said, denied=item.text)
                yield Gap(CONTRADICTION, question, (_without(facts, item.span),))


def _rules_out(item: Instruction, goal: Goal, facts: Facts) -> bool:
    concept = facts.lexicon.concept(Kind.ACTION, item.action) if item.action else None
    any_action = (
        concept and concept.function is FunctionType.OPERATE and concept.flags & _ANY_ACTION
    )
    if item.kind == "forbid" and item.object is None and any_action:
        return goal.function.writes
    if item.kind != "forbid" or item.action not in (None, goal.action):
        return False
    return item.object == goal.object.type if item.object else item.action is not None


def _states(facts: Facts) -> Iterator[Gap]:
    """One thing in two states at the same time."""
    for first, second in pairwise(facts.goals):
        one, other = first.target_state, second.target_state
        if not facts.together or one is None or other is None or one.value == other.value:
            continue
        if _same(first.object, second.object):
            yield _which(facts, "intent.two_states", first.object.words, (one, other), other.span)


def _same(one: EntityRef, other: EntityRef) -> bool:
    ids = [{item.value for item in ref.identifiers} for ref in (one, other)]
    return one.type == other.type and bool(ids[0]) and ids[0] == ids[1]


def _twice(facts: Facts, goal: Goal) -> Iterator[Gap]:
    """Two values of one attribute for one thing: `5 yuan, 8 yuan`."""
    told: dict[str, Constraint] = {}
    for item in goal.object.constraints:
        if item.attribute is None or item.operator != "eq" or not _measures(item.value):
            continue
        before = told.setdefault(item.attribute, item)
        if before.value != item.value and before.unit == item.unit:
            whole = _fact(facts, item.span)
            gone = item.span if whole.start <= before.span.start < whole.end else whole
            yield _which(facts, "intent.two_values", goal.object.words, (before, item), gone)
            return


def _measures(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _which(
    facts: Facts, key: str, words: str, both: tuple[Constraint, Constraint], gone: Span
) -> Gap:
    """Asks for one of both; the sentence shown is that without what is `gone`."""
    first, second = (item.span.text for item in both)
    question = say(facts.language, key, object=words, first=first, second=second)
    return Gap(CONTRADICTION, question, (_without(facts, gone),))


def _fact(facts: Facts, said: Span) -> Span:
    """The whole words that hold a value: threshold and amount are said in one."""
    for one in find(facts.text, first=True):
        if one.start <= said.start and said.end <= one.end:
            return Span(start=one.start, end=one.end, text=facts.text[one.start : one.end])
    return said


def _without(facts: Facts, said: Span) -> Edit:
    """Takes it out of the sentence, with the sign and the blanks before it."""
    start = len(facts.text[: said.start].rstrip())
    start -= facts.text[start - 1 : start] in tuple(_BREAKS)
    return start, said.end, ""


def _more_than_threshold(facts: Facts, goal: Goal) -> Iterator[Gap]:
    """More is taken off than has to be spent."""
    by = _numbers(facts, goal.object.constraints)
    least, taken = by.get("threshold"), by.get("amount")
    if least is None or taken is None or least.unit != taken.unit:
        return
    if _number(taken) > _number(least) > 0:
        question = say(
            facts.language,
            "intent.more_than_threshold",
            amount=taken.value,
            threshold=least.value,
        )
        edits = tuple((c.span.start, c.span.end, BLANK) for c in (least, taken))
        yield Gap("amount", question, edits)


def _number(said: Constraint) -> float:
    return float(said.value) if isinstance(said.value, int | float) else 0.0


def _numbers(facts: Facts, constraints: Sequence[Constraint]) -> dict[str, Constraint]:
    """General attribute name → its only value."""
    names = {facts.lexicon.canonical(Kind.ATTRIBUTE, n): n for n in ("threshold", "amount")}
    exact = [c for c in constraints if c.attribute in names and c.operator == "eq"]
    return {names[c.attribute]: c for c in exact}
