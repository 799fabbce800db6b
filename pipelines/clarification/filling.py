"""What a sentence says as the arguments of one tool, and arguments as a goal for the planner."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, cast

from pipelines.clarification.speaking import (
    Said,
    is_called_so,
    is_its_value,
    looks_like,
    may_say,
    may_single_out,
    measures,
    names_it,
    singles_out,
    was_put_there,
)
from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier, IntentResult, Span
from pipelines.messages.labels import action_label, entity_label
from pipelines.reasoning.arguments.naming import names, told
from pipelines.reasoning.arguments.values import fit
from pipelines.reasoning.planner.heuristic import takes_existing
from pipelines.reasoning.planner.state import Fact, facts_of
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.vocabulary.conversions import spoken_unit
from tool_registry.vocabulary.lexicon import Kind, Lexicon


@dataclass(frozen=True, slots=True)
class Value:
    """What an argument gets: a value in the unit in which it was said."""

    value: JsonValue
    unit: str | None = None
    words: str = ""
    span: Span | None = None
    attribute: str | None = None
    """What it singles out by, where that is not the argument's own attribute: a phone number."""
    more: tuple["Value", ...] = ()
    """The others of a list."""


_ID = "id"
_APART = 2
"""Characters between a label and its value, at most."""
Values = Mapping[str, Value]
"""Slot path → its value."""


def said_in(intent: IntentResult, goal: Goal | None, *, beside: bool = False) -> tuple[Said, ...]:
    """Every value that is said of the goal's things; of all things, where no goal is told apart.
    `beside`: also the values that no goal has taken up."""
    goals = (goal,) if goal is not None and len(intent.goals) > 1 else intent.goals
    refs = [ref for one in goals for ref in (*one.related, one.object)]
    if not refs:
        refs = [*([intent.subject] if intent.subject else []), *intent.related]
    refs += intent.unassigned if beside else ()
    found: dict[tuple[int, int, str], Said] = {}
    for number, ref in enumerate(refs):
        for fact in facts_of(ref, f"said{number}"):
            if fact.operator == "eq" and fact.span is not None:
                key = (fact.span.start, fact.span.end, str(fact.attribute))
                found.setdefault(key, Said(ref.type, ref.role, fact))
    return tuple(found.values())


def of_its_thing(one: Said, goal: Goal | None, tool: ToolEssentialModel) -> Said:
    """What is said of the goal's thing is meant of the thing that a chosen tool is about; its name
    only where the tool takes no such thing."""
    kind = goal.object.type if goal is not None else None
    own = kind is not None and one.entity == kind and kind not in tool.objects
    if one.fact.identifies and any(slot.entity == kind for slot in tool.needs):
        return one
    taken = {slot.entity for slot in tool.needs if slot.attribute == one.fact.attribute}
    names = any((slot.entity, slot.attribute) == (kind, _ID) for slot in tool.needs)
    if names and one.entity == kind and taken == set(tool.objects[:1]):
        # What is made of that thing has it, and not the thing itself.
        return replace(one, entity=tool.objects[0])
    return replace(one, entity=tool.objects[0]) if own and tool.objects else one


def open_slots(tool: ToolEssentialModel) -> Iterator[Slot]:
    """The arguments that people can fill; the platform fills the others."""
    for slot in tool.needs:
        platform = slot.environment or slot.hidden or slot.idempotency_key
        deep = slot.path.count("[]") > 1 or (slot.in_list and slot.many)
        if not platform and (slot.required or not deep):
            yield slot


@dataclass(frozen=True, slots=True)
class Filling:
    """The arguments of one tool out of a sentence."""

    values: dict[str, Value]
    left: tuple[Said, ...]
    """What is said and is no argument."""
    others: tuple[dict[str, Value], ...] = ()
    """The arguments of more such calls: the same for each of several things that were named."""


def filled(
    tool: ToolEssentialModel,
    said: Sequence[Said],
    catalogue: Catalogue,
    *,
    by_exclusion: bool = False,
    named: Mapping[str, Sequence[Fact]] | None = None,
) -> Filling:
    """The arguments that the sentence fills, each value once: what it says outright, and amounts
    whose unit is taken by one argument alone. `named`: what stands beside an argument's own name,
    which goes before. `by_exclusion`: then what is left, where it can be
    nothing else, and once more for each further thing that is named like one before."""
    values = {path: _value(*facts) for path, facts in (named or {}).items()}
    used = dict.fromkeys(_covered(said, values.values()), "")
    passes = ((measures, False), *(_BY_EXCLUSION if by_exclusion else ()))
    for speaks in (was_put_there, names_it, singles_out, is_its_value):
        for slot in open_slots(tool):
            free = (n for n in range(len(said)) if n not in used and slot.path not in values)
            found = [n for n in free if speaks(slot, said[n], tool, catalogue)]
            several = slot.many or (slot.in_list and speaks is was_put_there)
            found = found if several else found[:1]
            if found:
                values[slot.path] = _value(*(_worded(said[n].fact, slot, catalogue) for n in found))
                used |= dict.fromkeys(found, slot.path)
    labels = _labels(tool, said) if by_exclusion else ()
    used |= dict.fromkeys(labels, "")
    for may, optional in passes:
        slots = [s for s in open_slots(tool) if (s.required or optional) and s.path not in values]
        for number, slot in _only_places(slots, said, used, may, catalogue):
            if slot.path not in values:
                values[slot.path] = _value(_worded(said[number].fact, slot, catalogue))
                used[number] = slot.path
    again = ((n, _again(n, tool, said, used, catalogue)) for n in range(len(said)))
    more = {n: path for n, path in again if path is not None and by_exclusion}
    if len({*more.values()}) != 1:
        more = {}
    values = _in_spoken_units(tool, values)
    others = tuple({**values, path: _value(said[n].fact)} for n, path in more.items())
    left = tuple(one for n, one in enumerate(said) if n not in used and n not in more)
    return Filling(values, left, others)


def _in_spoken_units(tool: ToolEssentialModel, values: Values) -> dict[str, Value]:
    """A bare number is in the unit in which people say it, and not in the one of the call."""
    found = dict(values)
    for slot in open_slots(tool):
        usual = spoken_unit(slot.unit) if slot.attribute is not None else None
        value = found.get(slot.path)
        if value is None or usual in (None, slot.unit):
            continue
        if value.unit is None and isinstance(value.value, int | float):
            found[slot.path] = replace(value, unit=usual)
    return found


def _covered(said: Sequence[Said], values: Iterable[Value]) -> Iterator[int]:
    """What is said in words that one of the values has taken."""
    spans = [one.span for value in values for one in (value, *value.more) if one.span]
    for number, one in enumerate(said):
        if one.fact.span is not None and any(one.fact.span.meets(span) for span in spans):
            yield number


def _only_places(
    slots: Sequence[Slot],
    said: Sequence[Said],
    used: Collection[int],
    may: "_May",
    catalogue: Catalogue,
) -> list[tuple[int, Slot]]:
    """Values with the arguments for which they alone come into question, and that for them."""
    rest = [n for n in range(len(said)) if n not in used]
    pairs = [(n, slot) for n in rest for slot in slots if may(slot, said[n], catalogue)]
    alone = Counter(n for n, _ in pairs)
    wanted = Counter(path for path, _ in {(slot.path, _look(n, said)) for n, slot in pairs})
    return [(n, s) for n, s in pairs if alone[n] == 1 and wanted[s.path] == 1]


def _labels(tool: ToolEssentialModel, said: Sequence[Said]) -> tuple[int, ...]:
    """Words that only tell which argument the value behind them is for: `title Acme Ltd`."""
    told = [one.description.casefold() for one in open_slots(tool)]
    starts = {one.fact.span.start for one in said if one.fact.span is not None}

    def leads(one: Said) -> bool:
        words, span = one.fact.words.casefold(), one.fact.span
        before = span is not None and any(0 < at - span.end <= _APART for at in starts)
        named = bool(words) and any(words in text for text in told)
        return before and named and not one.fact.identifies and isinstance(one.fact.value, str)

    return tuple(number for number, one in enumerate(said) if leads(one))


def tells_argument(
    words: Span, tool: ToolEssentialModel, values: Iterable[Values], lexicon: Lexicon
) -> bool:
    """True for a word that only tells which argument the value behind it is for: `titled Dune`."""
    slots = {slot.path: slot for slot in open_slots(tool)}
    return any(
        value.span is not None
        and 0 < value.span.start - words.end <= _APART
        and any(told(name, words.text, "") == 1 for name in names(slots[path], lexicon, alone=True))
        for each in values
        for path, value in each.items()
    )


def _look(number: int, said: Sequence[Said]) -> str | int:
    """How an identifier looks, whatever its digits: several that look alike are of one kind."""
    fact = said[number].fact
    return re.sub(r"\d", "0", str(fact.value)) if fact.identifies else number


def _again(
    number: int,
    tool: ToolEssentialModel,
    said: Sequence[Said],
    used: Mapping[int, str],
    catalogue: Catalogue,
) -> str | None:
    """The argument for which another thing was named already: it is to be done to each."""
    one = said[number]
    if number in used or not one.fact.identifies:
        return None
    for before, path in used.items():
        slot = next((slot for slot in open_slots(tool) if slot.path == path), None)
        if slot is None:
            continue
        other = said[before]
        kinds = {one.entity, other.entity} - {None}
        same = other.fact.identifies and other.fact.attribute == one.fact.attribute
        alike = same and len(kinds) < 2 and _look(before, said) == _look(number, said)
        if alike and not slot.many and fit(one.fact, slot, catalogue.lexicon) is not None:
            return path
    return None


def lacking(tool: ToolEssentialModel, values: Values) -> tuple[Slot, ...]:
    """What the tool requires of its own thing, of which nobody said it: a plan makes it up."""
    return tuple(
        slot
        for slot in open_slots(tool)
        if slot.required and slot.default is None and slot.path not in values and is_own(slot, tool)
    )


def fits(slot: Slot, value: Value, catalogue: Catalogue) -> bool:
    """True for a value that the slot takes, after its unit was converted."""
    return fit(_fact(slot, value), slot, catalogue.lexicon) is not None


def goal_of(
    tool: ToolEssentialModel, values: Values, like: Goal | None, catalogue: Catalogue, words: str
) -> tuple[Goal, dict[str, str]]:
    """A goal that wants this tool with these arguments; and, as replies by name, those arguments
    that no attribute stands for. `like`: the goal whose id and number it takes over."""
    main = tool.objects[0] if tool.objects else None
    own: list[Identifier | Constraint] = []
    others: dict[tuple[str, str | None], list[Identifier | Constraint]] = {}
    given: dict[str, str] = {}
    for slot in tool.needs:
        value = values.get(slot.path)
        if value is None:
            continue
        for part in (_part(slot, one, catalogue) for one in (value, *value.more)):
            if part is None:
                entity = slot.entity or main or ""
                given[f"{entity}.{slot.key}" if entity else slot.key] = str(value.value)
            elif is_own(slot, tool):
                own.append(part)
            else:
                others.setdefault((slot.entity or "", slot.role), []).append(part)
    language = "en" if words.isascii() else "zh"
    action = next(iter(tool.actions), tool.function.value)
    goal = Goal(
        id=like.id if like else "G1",
        action=action,
        action_words=action_label(catalogue.lexicon, action, language),
        function=tool.function,
        object=_ref(main, None, own, entity_label(catalogue.lexicon, main or "", language)),
        related=tuple(_ref(entity, role, parts) for (entity, role), parts in others.items()),
        quantity=like.quantity if like else 1,
        tool=tool.id,
        text=words,
    )
    return goal, given


def creates(tool: ToolEssentialModel) -> bool:
    """True where its own thing is not there before the call."""
    main = next(iter(tool.objects), None)
    return tool.function.value == "create" and not takes_existing(tool, main)


def _ref(
    entity: str | None, role: str | None, parts: Sequence[Identifier | Constraint], words: str = ""
) -> EntityRef:
    return EntityRef(
        type=entity or None,
        role=role,
        identifiers=tuple(part for part in parts if isinstance(part, Identifier)),
        constraints=tuple(part for part in parts if isinstance(part, Constraint)),
        words=words,
    )


def _part(slot: Slot, value: Value, catalogue: Catalogue) -> Identifier | Constraint | None:
    if slot.attribute is None:
        return None
    attribute = value.attribute or slot.attribute
    span = value.span or Span(start=0, end=0, text=value.words or str(value.value))
    singles = slot.attribute in catalogue.graph.identifiers(slot.entity or "")
    if singles and value.unit is None and not isinstance(cast("object", value.value), list):
        return Identifier(
            attribute=attribute, value=str(value.value), span=span, argument=slot.path
        )
    return Constraint(
        attribute=slot.attribute,
        value=value.value,
        unit=value.unit,
        span=span,
        argument=slot.path,
    )


def is_own(slot: Slot, tool: ToolEssentialModel) -> bool:
    """True for an argument about the tool's own thing, not about another one."""
    main = next(iter(tool.objects), None)
    if slot.entity is None:
        return True
    return slot.entity == main and not (creates(tool) and slot.attribute == "id")


def _value(fact: Fact, *more: Fact) -> Value:
    other = fact.attribute if fact.identifies else None
    rest = tuple(_value(one) for one in more)
    return Value(fact.value, fact.unit, fact.words, fact.span, other, rest)


def _worded(fact: Fact, slot: Slot, catalogue: Catalogue) -> Fact:
    """A text takes the user's own words, not what a lexicon calls their meaning."""
    if slot.type != "string" or slot.values or fact.value == fact.words or not fact.words:
        return fact
    meant = catalogue.lexicon.lookup(fact.words, Kind.VALUE)
    named = any(concept.name == fact.value for concept in meant)
    return replace(fact, value=fact.words) if named else fact


def _fact(slot: Slot, value: Value) -> Fact:
    return Fact("form", slot.attribute, value.value, unit=value.unit, words=value.words)


_May: TypeAlias = Callable[[Slot, Said, Catalogue], bool]
_BY_EXCLUSION: tuple[tuple[_May, bool], ...] = (
    (measures, True),
    (is_called_so, True),
    (looks_like, False),
    (may_single_out, False),
    (may_say, False),
)
"""One after the other, each with whether it fills arguments that may be left out, too."""
