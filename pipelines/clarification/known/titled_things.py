"""A text that calls the thing of which something else is made by its title (`order two tomato
soups`) is of that thing, which is looked up by it: readers make a new thing of the text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipelines.contracts.intent import (
    Constraint,
    EntityRef,
    Goal,
    Identifier,
    IntentResult,
    Span,
)
from pipelines.intent.dialogue.gathering import refs_of
from pipelines.reasoning.arguments.naming import without_lead
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon
from tool_registry.vocabulary.numerals import number_of, numeral_pattern
from tool_registry.vocabulary.patterns import shapes

_ID, _COUNT, _NAMED, _STATUS = "id", "quantity", "named", "status"
_DOUBTED = 0.0
"""How sure such a reading is: whoever wants it sees first what it comes to."""
_CLAUSE = re.compile(r"[,;.\uff0c\uff1b\u3002]")
_LEAST = 2
"""Signs of a title at least."""


@dataclass(frozen=True, slots=True)
class _Made:
    """What is made of a thing that a list tells by its title."""

    kind: str
    of: str
    title: str
    """The attribute of the thing that is its title."""
    counted: bool
    """True where it can be told how many of the thing it shall have."""
    takes: frozenset[str]
    """The kinds of things whose ids it is made with."""
    actions: frozenset[str]
    """What its tool does."""


def with_titled_things(intent: IntentResult, catalogue: Catalogue) -> IntentResult:
    """The reading with what is made, of the thing with that title; it stays where the text is
    called something else, or where it is not known what is made of such a thing."""
    if not any(goal.function is FunctionType.CREATE for goal in intent.goals):
        return intent
    ways = {one for tool in catalogue.tools.values() for one in _ways(tool, intent, catalogue)}
    kinds = frozenset(way.of for way in ways)
    title = _title(intent, kinds, catalogue.lexicon)
    if title is None:
        return intent
    made_kinds = {way.kind for way in ways}
    goals = [one for one in intent.goals if _is_about(one, title, made_kinds)]
    made = _meant(goals, ways, catalogue.lexicon)
    if (
        made is None
        or _is_used(goals, intent)
        or not _may_be_of(made, goals, title, intent, catalogue)
    ):
        return intent
    whole = _joined(goals, title, made, intent.text)
    told = tuple(whole if o is goals[0] else o for o in intent.goals if o not in goals[1:])
    read = (title, *(one.span for one in whole.object.constraints if one.attribute == _COUNT))
    unread = tuple(one for one in intent.unread if not any(map(one.meets, read)))
    gone = ("object",) if unread else ("object", "unread")
    missing = tuple(one for one in intent.missing if one.name not in gone)
    return intent.model_copy(
        update={"goals": told, "unread": unread, "missing": missing, "confidence": _DOUBTED}
    )


# ---- the text --------------------------------------------------------------------------------


def _title(intent: IntentResult, kinds: frozenset[str], lexicon: Lexicon) -> Span | None:
    """The one text of what is to be made that nothing in front of it calls anything else than a
    thing of these kinds, whole."""
    spans = [_whole(one, intent.text, lexicon) for one in _texts(intent, kinds, lexicon)]
    found = spans[0] if spans and all(one == spans[0] for one in spans) else None
    if found is None or len(found.text) < _LEAST:
        return None
    return found if _is_uncalled(intent.text[: found.start], kinds, lexicon) else None


def _texts(intent: IntentResult, kinds: frozenset[str], lexicon: Lexicon) -> Iterator[Span]:
    for goal in intent.goals:
        for ref in refs_of(goal):
            told = {one.name for one in _kinds_in(ref.words, lexicon)}
            if ref is not goal.object and ref.type in told - kinds:
                continue
            for one in (*ref.identifiers, *ref.constraints):
                # What was pointed at has an id by now, behind a word that is no title.
                if isinstance(one.value, str) and one.argument is None:
                    plain = not any(map(str.isdigit, f"{one.value}{one.span.text}"))
                    called = _is_said_of_other(one, intent.text, lexicon)
                    if plain and not called and not _is_state(one.span.text, lexicon):
                        yield one.span


def _is_said_of_other(part: Identifier | Constraint, text: str, lexicon: Lexicon) -> bool:
    """The clause names what the value was read to be (`its status should end up as packed`), and
    that is no title."""
    concept = lexicon.concept(Kind.ATTRIBUTE, part.attribute or "")
    if concept is None or _NAMED in concept.flags:
        return False
    clause = _CLAUSE.split(text[: part.span.start])[-1]
    told = (match.of(Kind.ATTRIBUTE) for match in lexicon.scan(clause))
    return any(one is not None and one.name == concept.name for one in told)


def _is_state(text: str, lexicon: Lexicon) -> bool:
    """It is a known word, or has the word for a state in it: `paid, not collected`."""
    states = (match.of(Kind.VALUE) for match in lexicon.scan(text))
    return bool(lexicon.lookup(text)) or any(
        o is not None and o.attribute == _STATUS for o in states
    )


def _kinds_in(words: str, lexicon: Lexicon) -> list[Concept]:
    found = (match.of(Kind.ENTITY) for match in lexicon.scan(words))
    return [one for one in found if one is not None]


def _is_uncalled(before: str, kinds: frozenset[str], lexicon: Lexicon) -> bool:
    """No attribute's name leads to what comes next, nor anything else by more than a space; but for
    one behind the noun of such a kind."""
    name = without_lead(before)
    matches = lexicon.scan(name)
    last = matches[-1] if matches else None
    if last is None or last.end < len(name) or last.of(Kind.ATTRIBUTE) is None:
        noun = last.of(Kind.ENTITY) if last is not None and last.end == len(name) else None
        return name == before.rstrip() or (noun is not None and noun.name in kinds)
    noun = matches[-2] if len(matches) > 1 and matches[-2].end == last.start else None
    kind = noun.of(Kind.ENTITY) if noun is not None else last.of(Kind.ENTITY)
    return kind is not None and kind.name in kinds


def _whole(span: Span, text: str, lexicon: Lexicon) -> Span:
    """With the signs beside it that are no word which is known, lead to it, or are a number."""
    taken = {at for match in lexicon.scan(text) for at in range(match.start, match.end)}
    for shaped in shapes(text):
        taken |= {*range(shaped.start, shaped.end)}
    start, end = span.start, span.end
    while start > 0 and text[start - 1].isalpha() and start - 1 not in taken:
        if without_lead(text[:start]) != text[:start].rstrip():
            break
        start -= 1
    while end < len(text) and text[end].isalpha() and end not in taken:
        end += 1
    end = _without_count(text, start, end, lexicon)
    return Span(start=start, end=end, text=text[start:end])


def _without_count(text: str, start: int, end: int, lexicon: Lexicon) -> int:
    """Where the words end without a numeral ahead of a classifier: `noodles, two bowls`."""
    counts = any(one.is_marker("classifier") and one.start == end for one in lexicon.scan(text))
    found = re.search(rf"(?:{numeral_pattern()})$", text[start:end]) if counts else None
    return start + found.start() if found is not None and found.start() > 0 else end


# ---- what is made of it ----------------------------------------------------------------------


def _ways(tool: ToolEssentialModel, intent: IntentResult, catalogue: Catalogue) -> Iterator[_Made]:
    """What this tool makes of things that its own result tells by a title, and that a list has."""
    if tool.function is not FunctionType.CREATE or not tool.objects:
        return
    if intent.environment not in (None, *tool.environments):
        return
    kind, lexicon = tool.objects[0], catalogue.lexicon
    ids = [slot for slot in tool.needs if slot.attribute == _ID and slot.entity is not None]
    counted = any(slot.attribute == _COUNT and slot.entity == kind for slot in tool.needs)
    for slot in ids:
        title = _title_of(slot, tool, catalogue)
        person = lexicon.is_person(slot.entity)
        if slot.required and slot.entity not in (None, kind) and title and not person:
            takes = frozenset(one.entity for one in ids if one.entity is not None)
            yield _Made(kind, slot.entity or "", title, counted, takes, frozenset(tool.actions))


def _title_of(slot: Slot, tool: ToolEssentialModel, catalogue: Catalogue) -> str | None:
    """The attribute by which the tool's result and a list of such things tell its title."""
    own = {one.attribute for one in tool.yields if one.entity == slot.entity}
    listed = {
        one.attribute
        for other in catalogue.tools.values()
        if other.function is FunctionType.QUERY and other.objects[:1] == (slot.entity,)
        for one in other.yields
        if one.entity == slot.entity and "[]" in one.path
    }
    for name in sorted((own & listed) - {None}, key=str):
        concept = catalogue.lexicon.concept(Kind.ATTRIBUTE, name or "")
        if concept is not None and _NAMED in concept.flags:
            return name
    return None


def _is_about(goal: Goal, title: Span, kinds: set[str]) -> bool:
    """It holds the text, or makes such a thing, or something that is not said."""
    if goal.function is not FunctionType.CREATE or goal.tool is not None:
        return False
    return _holds(goal, title) or goal.object.type is None or goal.object.type in kinds


def _holds(goal: Goal, title: Span) -> bool:
    parts = (one for ref in refs_of(goal) for one in (*ref.identifiers, *ref.constraints))
    return any(one.span.meets(title) for one in parts)


def _meant(goals: Sequence[Goal], ways: set[_Made], lexicon: Lexicon) -> _Made | None:
    """What is made: of the kind that is said, or the one that takes all that is named."""
    refs = [ref for goal in goals for ref in refs_of(goal)]
    named = {ref.type for ref in refs if any(_is_number(one.value) for one in ref.identifiers)}
    told = {goal.object.type for goal in goals if _is_named(goal, lexicon)}
    done = {goal.action for goal in goals}
    fit = {
        way
        for way in ways
        if way.of not in named and named - {None} <= way.takes and done <= way.actions
    }
    said = {way for way in fit if way.kind in told}
    verbs = [c.name for g in goals for c in lexicon.lookup(g.action_words, Kind.ACTION)]
    plain = FunctionType.CREATE.value in verbs
    if not said and (plain or not named):
        return None  # `create a rocket`: nothing says that anything is made of it
    best = sorted(said or fit, key=lambda way: not way.counted)
    pairs = {(way.kind, way.of) for way in best if way.counted or said}
    return best[0] if len(pairs) == 1 else None


def _may_be_of(
    made: _Made, goals: Sequence[Goal], title: Span, intent: IntentResult, catalogue: Catalogue
) -> bool:
    """The text was taken for a thing of that kind, for what is made of it, or for something of a
    kind that is not said at all."""
    said = {one.name for one in _kinds_in(intent.text, catalogue.lexicon)}
    holders = [goal.object.type for goal in goals if _holds(goal, title)]
    return bool(holders) and all(
        kind in (None, made.kind, made.of) or kind not in said for kind in holders
    )


def _is_named(goal: Goal, lexicon: Lexicon) -> bool:
    """The kind of thing stands in the words."""
    return any(one.name == goal.object.type for one in _kinds_in(goal.object.words, lexicon))


def _is_number(value: str) -> bool:
    return any(map(str.isdigit, value))


def _is_used(goals: Sequence[Goal], intent: IntentResult) -> bool:
    ids = {goal.id for goal in goals}
    return any(ref.made_by in ids for goal in intent.goals for ref in refs_of(goal))


# ---- one goal of all -------------------------------------------------------------------------


def _joined(goals: Sequence[Goal], title: Span, made: _Made, text: str) -> Goal:
    base = next((goal for goal in goals if goal.object.type == made.kind), goals[0])
    values = {
        (one.attribute, str(one.value)): one
        for goal in goals
        for one in goal.object.constraints
        if not one.span.meets(title)
    }
    count = _count(title, text) if made.counted else None
    if count is not None:
        values[(_COUNT, "")] = count
    said = Constraint(attribute=made.title, value=title.text, span=title)
    thing = EntityRef(type=made.of, constraints=(said,), words=title.text, span=title, role="about")
    others = {
        (ref.type, ref.role): ref
        for goal in goals
        for ref in goal.related
        if ref.type != made.of and not any(one.span.meets(title) for one in ref.identifiers)
    }
    once = count is not None and base.quantity == count.value
    kept = base.object.quantity
    object_ = base.object.model_copy(
        update={
            "type": made.kind,
            "constraints": tuple(values.values()),
            "identifiers": (),
            "quantity": None if once else kept,
        }
    )
    return base.model_copy(
        update={
            "object": object_,
            "related": (*others.values(), thing),
            "quantity": 1 if once else base.quantity,
            "id": goals[0].id,
        }
    )


def _count(title: Span, text: str) -> Constraint | None:
    """The number in front of the title, with a classifier at most between them, or right behind
    it."""
    behind = re.match(rf"\s*(?P<number>\d+|{numeral_pattern()})", text[title.end :])
    number = number_of(behind["number"]) if behind is not None else None
    if behind is not None and number is not None:
        start, end = title.end + behind.start("number"), title.end + behind.end("number")
        return Constraint(
            attribute=_COUNT, value=number, span=Span(start=start, end=end, text=text[start:end])
        )
    for shaped in shapes(text):
        between = text[shaped.end : title.start].strip()
        near = 0 <= title.start - shaped.end <= _LEAST and len(between) < _LEAST
        if shaped.kind == "number" and near and len(shaped.values) == 1:
            span = Span(start=shaped.start, end=shaped.end, text=text[shaped.start : shaped.end])
            return Constraint(attribute=_COUNT, value=shaped.values[0].value, span=span)
    return None
