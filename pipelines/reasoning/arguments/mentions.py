"""Which thing of the sentence an argument speaks of."""

from dataclasses import replace

from pipelines.reasoning.arguments.shapes import is_of_another
from pipelines.reasoning.arguments.values import means
from pipelines.reasoning.planner.problem import Frame, contrast, roles_conflict
from pipelines.reasoning.planner.state import Fact, Instance, State
from tool_registry.model import Slot
from tool_registry.vocabulary.concept import Concept
from tool_registry.vocabulary.conversions import conversion_between
from tool_registry.vocabulary.lexicon import Kind
from tool_registry.vocabulary.text import split_identifier

_NAMES = "named"
"""The flag of attributes that call a thing something: its name, its title."""


def instance_of(frame: Frame, slot: Slot, state: State) -> tuple[str, State]:
    """Key of the instance that the slot speaks of; a new unidentified one where there is none."""
    if frame.is_own(slot, state):
        return frame.target, state
    entity, role = slot.entity or "", contrast(slot.role)
    for place in ((entity, role), (entity, "")):
        key = state.scope.get(place)
        if key and key != frame.target and not roles_conflict(slot.role, state.instances[key].role):
            return key, state
    claimed = _claim(frame, slot, state)
    if claimed is None:
        claimed = Instance(f"{entity}#{len(state.instances) + 1}", entity, slot.role)
    scope = {**state.scope, (entity, role): claimed.key}
    return claimed.key, replace(state.with_instance(claimed), scope=scope)


def lent(frame: Frame, slot: Slot, state: State) -> tuple[Fact, ...]:
    """What is said of the tool's own thing and is an argument about another one, which nobody
    names: `pay it from balance`, an address with a phone number."""
    target = state.instances[frame.target]
    own = {one.attribute for one in frame.tool.needs if one.entity in (None, target.entity)}
    if frame.mode != "main" or slot.attribute in (None, "id") or slot.attribute in own:
        return ()
    return tuple(
        fact
        for fact in target.facts
        if fact.attribute == slot.attribute and not fact.identifies and _may_take(frame, slot, fact)
    )


def _may_take(frame: Frame, slot: Slot, fact: Fact) -> bool:
    lexicon = frame.problem.catalogue.lexicon
    closed = slot.values.items()
    return not closed or any(means(words, raw, fact.value, lexicon) for raw, words in closed)


def stands_in(frame: Frame, fact: Fact, slot: Slot) -> bool:
    """`a box called Wonton`, where the tool knows no name but a title: the only text argument
    that names the thing, where none is of the attribute itself."""
    lexicon = frame.problem.catalogue.lexicon
    told = lexicon.concept(Kind.ATTRIBUTE, fact.attribute or "")
    if told is None or _NAMES not in told.flags or slot.attribute == fact.attribute:
        return False
    naming = [
        one
        for one in frame.tool.needs
        if one.entity in (None, slot.entity) and _is_naming(frame, one.attribute)
    ]
    return not fact.identifies and naming == [slot]


def lasts(frame: Frame, fact: Fact, slot: Slot) -> bool:
    """`for two weeks`, where the tool calls its argument by the unit alone (`days`) and has none of
    the very attribute."""
    named = [word.casefold().removesuffix("s") for word in split_identifier(slot.key)]
    own = any(one.attribute == fact.attribute for one in frame.tool.needs)
    alike = conversion_between(fact.unit or "", slot.unit or "") is not None
    return named == [slot.unit] and alike and not own and not fact.identifies


def answer_of(frame: Frame, slot: Slot, given: str) -> Fact:
    """The reply without the thing's own noun: `the billing project` names `billing`, `user 5` 5."""
    found = frame.problem.catalogue.lexicon.overlapping(given)
    nouns = [m.text for m in found if any(_is_noun_of(c, slot) for c in m.concepts)]
    tail = max((noun for noun in nouns if given.endswith(noun)), key=len, default="")
    head = max((noun for noun in nouns if given.startswith(noun)), key=len, default="")
    number = given.removeprefix(head).strip()
    named = number if number.isdigit() else given.removesuffix(tail).strip() or given
    return Fact("given", None, named, identifies=True, words=given)


def _is_noun_of(concept: Concept, slot: Slot) -> bool:
    return concept.kind is Kind.ENTITY and concept.name == slot.entity


def _is_naming(frame: Frame, attribute: str | None) -> bool:
    concept = frame.problem.catalogue.lexicon.concept(Kind.ATTRIBUTE, attribute or "")
    return concept is not None and _NAMES in concept.flags


def _claim(frame: Frame, slot: Slot, state: State) -> Instance | None:
    """An identified mention that no slot has taken yet and whose own noun leaves its entity open.

    Its bare number is then read as the attribute that this slot wants.
    """
    identifying = frame.problem.catalogue.graph.identifiers(slot.entity or "")
    for key in _by_role(frame, slot, state):
        mention = state.instances[key]
        free = all(fact.key not in state.covered for fact in mention.facts)
        if key == frame.target or not mention.identified or not free:
            continue
        if roles_conflict(slot.role, mention.role) or not _open(frame, slot, mention):
            continue
        if _is_for_somebody(frame, slot, mention):
            continue
        if any(f.identifies and is_of_another(f.value, f.unit, slot) for f in mention.facts):
            continue
        known = [fact for fact in mention.facts if fact.attribute in identifying]
        if known or slot.attribute in identifying:
            plain = known or _told_by_id(frame, slot)
            facts = mention.facts if plain else _read_as(mention, slot.attribute)
            return replace(mention, entity=slot.entity, facts=facts)
    return None


def _told_by_id(frame: Frame, slot: Slot) -> bool:
    """A bare number is the id, wherever a tool tells by the id what this slot wants."""
    return slot.attribute != "id" and any(
        any(need.entity == slot.entity and need.attribute == "id" for need in tool.needs)
        and any(y.entity == slot.entity and y.attribute == slot.attribute for y in tool.yields)
        for tool in frame.problem.tools()
        if not tool.function.writes
    )


def _by_role(frame: Frame, slot: Slot, state: State) -> list[str]:
    """Mentions that the slot may take: those of its own role first, none that another slot of
    the tool has the role for (the new account is not the one it is bound to)."""
    elsewhere = {contrast(other.role) for other in frame.tool.needs} - {"", contrast(slot.role)}
    keys = dict.fromkeys(state.scope.values())
    fitting = [key for key in keys if contrast(state.instances[key].role) not in elsewhere]
    return sorted(fitting, key=lambda key: contrast(state.instances[key].role) != slot.role)


def _is_for_somebody(frame: Frame, slot: Slot, mention: Instance) -> bool:
    """`for 55`: the bare number of whoever gets something is no number of a thing."""
    bare = mention.entity is None and mention.role == "recipient" and frame.creates
    bare = bare and any(f.attribute is None and str(f.value).isdigit() for f in mention.facts)
    return bare and bool(slot.entity) and not frame.problem.is_person(slot.entity)


def _read_as(mention: Instance, attribute: str | None) -> tuple[Fact, ...]:
    return tuple(replace(f, attribute=attribute) if f.identifies else f for f in mention.facts)


def _open(frame: Frame, slot: Slot, mention: Instance) -> bool:
    """True when the mention's noun is missing, or is a word that the slot's entity shares."""
    if mention.entity is None:
        return True
    if mention.entity == slot.entity:
        return False
    lexicon = frame.problem.catalogue.lexicon
    said = {
        concept.name
        for match in lexicon.overlapping(mention.words)
        for concept in match.concepts
        if concept.kind is Kind.ENTITY
    }
    same_role = bool(contrast(mention.role)) and mention.role == slot.role
    return slot.entity in said or same_role
