"""What a sentence says as the arguments of one tool, and arguments as a goal for the planner."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier, IntentResult, Span
from pipelines.executor.convert import conversion_between
from pipelines.messages.labels import action_label, entity_label
from pipelines.planner.facts import Fact, facts_of
from pipelines.planner.frame import is_person, roles_conflict
from pipelines.planner.reach import takes_existing
from pipelines.planner.values import fit
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel


@dataclass(frozen=True, slots=True)
class Said:
    """A value of the sentence with the thing that it is said of."""

    entity: str | None
    role: str | None
    fact: Fact


@dataclass(frozen=True, slots=True)
class Value:
    """What an argument gets: a value in the unit in which it was said."""

    value: JsonValue
    unit: str | None = None
    words: str = ""
    span: Span | None = None


Values = Mapping[str, Value]
"""Slot path → its value."""


def said_in(intent: IntentResult, goal: Goal | None) -> tuple[Said, ...]:
    """Every value that is said of the goal's things; of all things, where no goal is told apart."""
    goals = (goal,) if goal is not None and len(intent.goals) > 1 else intent.goals
    refs = [ref for one in goals for ref in (*one.related, one.object)]
    if not refs:
        refs = [*([intent.subject] if intent.subject else []), *intent.related]
    found: dict[tuple[int, int, str], Said] = {}
    for number, ref in enumerate(refs):
        for fact in facts_of(ref, f"said{number}"):
            if fact.operator == "eq" and fact.span is not None:
                key = (fact.span.start, fact.span.end, str(fact.attribute))
                found.setdefault(key, Said(ref.type, ref.role, fact))
    return tuple(found.values())


def open_slots(tool: ToolEssentialModel) -> Iterator[Slot]:
    """The arguments that people can fill; the platform fills the others."""
    for slot in tool.needs:
        platform = slot.environment or slot.hidden or slot.idempotency_key
        if not platform and (slot.required or "[]" not in slot.path):
            yield slot


def filled(
    tool: ToolEssentialModel, said: Sequence[Said], catalogue: Catalogue
) -> tuple[dict[str, Value], tuple[str, ...]]:
    """The arguments that the sentence fills, and its words that are left over."""
    values: dict[str, Value] = {}
    used: set[int] = set()
    for speaks in (_names_it, _singles_out, _is_its_value):
        for slot in open_slots(tool):
            if slot.path in values:
                continue
            for number, one in enumerate(said):
                if number not in used and speaks(slot, one, tool, catalogue):
                    values[slot.path] = _value(one.fact)
                    used.add(number)
                    break
    rest = [(n, one) for n, one in enumerate(said) if n not in used]
    for number, one in rest:
        places = [s for s in open_slots(tool) if s.path not in values and _measures(s, one)]
        needed = [s for s in places if s.required]
        if len(needed) == 1:
            values[needed[0].path] = _value(one.fact)
            used.add(number)
    left = (one.fact.words for n, one in enumerate(said) if n not in used)
    return values, tuple(dict.fromkeys(left))


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
        part = _part(slot, value, catalogue)
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
    span = value.span or Span(start=0, end=0, text=value.words or str(value.value))
    singles = slot.attribute in catalogue.graph.identifiers(slot.entity or "")
    if singles and value.unit is None and not isinstance(cast("object", value.value), list):
        return Identifier(attribute=slot.attribute, value=str(value.value), span=span)
    return Constraint(attribute=slot.attribute, value=value.value, unit=value.unit, span=span)


def is_own(slot: Slot, tool: ToolEssentialModel) -> bool:
    """True for an argument about the tool's own thing, not about another one."""
    main = next(iter(tool.objects), None)
    if slot.entity is None:
        return True
    return slot.entity == main and not (creates(tool) and slot.attribute == "id")


def _value(fact: Fact) -> Value:
    return Value(fact.value, fact.unit, fact.words, fact.span)


def _fact(slot: Slot, value: Value) -> Fact:
    return Fact("form", slot.attribute, value.value, unit=value.unit, words=value.words)


def _names_it(slot: Slot, one: Said, tool: ToolEssentialModel, catalogue: Catalogue) -> bool:
    """The sentence says the slot's own attribute, of the same thing where both name one."""
    if one.fact.attribute is None or one.fact.attribute != slot.attribute:
        return False
    alike = one.entity is None or slot.entity in (None, one.entity)
    strange = not one.fact.identifies and one.entity not in catalogue.graph.entities
    alike = alike or strange
    free = not roles_conflict(slot.role, one.role)
    return alike and free and fit(one.fact, slot, catalogue.lexicon) is not None


def _singles_out(slot: Slot, one: Said, tool: ToolEssentialModel, catalogue: Catalogue) -> bool:
    """A bare number or code behind a noun is the id of the thing that the noun names."""
    if not one.fact.identifies or one.fact.attribute is not None or slot.entity is None:
        return False
    if roles_conflict(slot.role, one.role) or fit(one.fact, slot, catalogue.lexicon) is None:
        return False
    names = catalogue.graph.identifiers(slot.entity)
    if slot.attribute != next(iter(names), None):
        return False
    if one.entity is not None:
        return one.entity == slot.entity
    return is_person(catalogue, slot.entity)


def _is_its_value(slot: Slot, one: Said, tool: ToolEssentialModel, catalogue: Catalogue) -> bool:
    """A word that means one of the slot's closed set."""
    named = one.fact.attribute not in (None, slot.attribute) or one.fact.identifies
    return bool(slot.values) and not named and fit(one.fact, slot, catalogue.lexicon) is not None


def _measures(slot: Slot, one: Said) -> bool:
    """A value whose unit only this argument can take."""
    from_unit = one.fact.unit
    if not from_unit or not slot.unit or one.fact.identifies or slot.values:
        return False
    return from_unit == slot.unit or conversion_between(from_unit, slot.unit) is not None
