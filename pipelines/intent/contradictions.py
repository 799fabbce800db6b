"""What a sentence says and takes back without a word of correction: both sides are named."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Instruction, Span
from pipelines.intent.clauses import Clause
from pipelines.intent.facts import BLANK, Edit, Facts, Gap
from pipelines.messages import say
from tool_registry.base.types import JsonValue
from tool_registry.vocabulary.lexicon import Kind

_BREAKS = ",;\uff0c\uff1b\u3001"
_NARROWING = ("other", "again")


def contradictions(facts: Facts) -> list[Gap]:
    """The questions that they lead to; none where the sentence agrees with itself."""
    found = [*_forbidden(facts), *_states(facts)]
    for goal in facts.goals:
        found += [*_twice(facts, goal), *_more_than_threshold(facts, goal)]
    return found


def _forbidden(facts: Facts) -> Iterator[Gap]:
    """Do it, and do not do it."""
    flat = {(part.start, part.end) for part in map(_extent, facts.clauses) if part} | facts.flat
    for goal in facts.goals:
        for item in facts.negative:
            if (item.span.start, item.span.end) in flat and _rules_out(item, goal):
                said = goal.span.text if goal.span else goal.text
                question = say(facts.language, "intent.forbidden", said=said, denied=item.text)
                yield Gap("contradiction", question, (_without(facts, item.span),))


def _rules_out(item: Instruction, goal: Goal) -> bool:
    if item.kind != "forbid" or item.action not in (None, goal.action):
        return False
    return item.object == goal.object.type if item.object else item.action is not None


def _extent(clause: Clause) -> "_Extent | None":
    """Where a prohibition without any detail stands; one with details rules out those only."""
    others = [t for i, t in enumerate(clause.tokens) if i not in clause.verbs]
    detailed = any(t.of(Kind.VALUE) or t.shape or t.unknown or t.is_(*_NARROWING) for t in others)
    return None if detailed or clause.kind != "forbid" else _Extent(clause)


class _Extent:
    """First and last character of a clause."""

    def __init__(self, clause: Clause) -> None:
        tokens = [*clause.extra, *clause.tokens]
        self.start = min(token.start for token in tokens)
        self.end = max(token.end for token in tokens)


def _states(facts: Facts) -> Iterator[Gap]:
    """One thing in two states at the same time."""
    together = facts.together or any(clause.has("together") for clause in facts.clauses)
    for first, second in pairwise(facts.goals):
        one, other = first.target_state, second.target_state
        if not together or one is None or other is None or one.value == other.value:
            continue
        if _same(first.object, second.object):
            gone = _clause(facts, other.span)
            yield _which(facts, "intent.two_states", first.object.words, (one, other), gone)


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
            gone = _fact(facts, item.span)
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
    return Gap("contradiction", question, (_without(facts, gone),))


def _fact(facts: Facts, said: Span) -> Span:
    """The whole words that hold a value: threshold and amount are said in one."""
    tokens = (token for clause in facts.clauses for token in clause.tokens)
    held = (t.span for t in tokens if t.start <= said.start and said.end <= t.end)
    return next(held, said)


def _clause(facts: Facts, said: Span) -> Span:
    """The clause that holds a value."""
    for clause in facts.clauses:
        start, end = clause.tokens[0].start, clause.tokens[-1].end
        if start <= said.start and said.end <= end:
            return Span(start=start, end=end, text=facts.text[start:end])
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
