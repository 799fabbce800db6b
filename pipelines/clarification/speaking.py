"""Whether a value of the sentence is said for an argument: as outright, or as what it can be."""

from dataclasses import dataclass

from pipelines.reasoning.arguments.values import fit
from pipelines.reasoning.planner.problem import roles_conflict
from pipelines.reasoning.planner.state import Fact
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.vocabulary.conversions import conversion_between


@dataclass(frozen=True, slots=True)
class Said:
    """A value of the sentence with the thing that it is said of."""

    entity: str | None
    role: str | None
    fact: Fact


def was_put_there(slot: Slot, one: Said, tool: ToolEssentialModel, catalogue: Catalogue) -> bool:
    """A form has put it into this argument."""
    return one.fact.argument == slot.path and fit(one.fact, slot, catalogue.lexicon) is not None


def names_it(slot: Slot, one: Said, tool: ToolEssentialModel, catalogue: Catalogue) -> bool:
    """The sentence says the slot's own attribute, of the same thing where both name one."""
    if one.fact.attribute is None or one.fact.attribute != slot.attribute:
        return False
    alike = one.entity is None or slot.entity in (None, one.entity)
    strange = not one.fact.identifies and one.entity not in catalogue.graph.entities
    alike = alike or strange
    free = not roles_conflict(slot.role, one.role)
    return alike and free and fit(one.fact, slot, catalogue.lexicon) is not None


def singles_out(slot: Slot, one: Said, tool: ToolEssentialModel, catalogue: Catalogue) -> bool:
    """A bare number or code behind a noun is the id of the thing that the noun names; a phone
    number stands for it."""
    if not one.fact.identifies or slot.entity is None or roles_conflict(slot.role, one.role):
        return False
    names = catalogue.graph.identifiers(slot.entity)
    if slot.attribute != next(iter(names), None):
        return False
    if one.fact.attribute not in (None, slot.attribute):
        return one.fact.attribute in names and one.entity == slot.entity
    if fit(one.fact, slot, catalogue.lexicon) is None:
        return False
    if one.entity is not None:
        return one.entity == slot.entity
    return catalogue.lexicon.is_person(slot.entity)


def is_its_value(slot: Slot, one: Said, tool: ToolEssentialModel, catalogue: Catalogue) -> bool:
    """A word that means one of the slot's closed set."""
    named = one.fact.attribute not in (None, slot.attribute) or one.fact.identifies
    return bool(slot.values) and not named and fit(one.fact, slot, catalogue.lexicon) is not None


def measures(slot: Slot, one: Said, catalogue: Catalogue) -> bool:
    """A value whose unit only this argument can take."""
    from_unit = one.fact.unit
    if not from_unit or not slot.unit or one.fact.identifies or slot.values:
        return False
    return from_unit == slot.unit or conversion_between(from_unit, slot.unit) is not None


def is_called_so(slot: Slot, one: Said, catalogue: Catalogue) -> bool:
    """The attribute is the slot's, though it was said of something else."""
    named = one.fact.attribute is not None and one.fact.attribute == slot.attribute
    return named and not one.fact.identifies and fit(one.fact, slot, catalogue.lexicon) is not None


def looks_like(slot: Slot, one: Said, catalogue: Catalogue) -> bool:
    """A code that looks like those of the argument's thing."""
    kind = catalogue.lexicon.codes.thing(str(one.fact.value)) if one.fact.identifies else None
    return kind is not None and kind.name == slot.entity and may_single_out(slot, one, catalogue)


def may_single_out(slot: Slot, one: Said, catalogue: Catalogue) -> bool:
    """An identifier of whatever was said, where the argument is one and it may look so."""
    names = catalogue.graph.identifiers(slot.entity or "")
    if slot.attribute not in names or not one.fact.identifies:
        return False
    if one.fact.attribute not in (None, slot.attribute):
        # A phone number stands for somebody's id: the plan looks it up.
        return slot.attribute == next(iter(names)) and one.fact.attribute in names
    kind = catalogue.lexicon.codes.thing(str(one.fact.value))
    fits_it = kind is None or kind.name == slot.entity
    return fits_it and fit(one.fact, slot, catalogue.lexicon) is not None


def may_say(slot: Slot, one: Said, catalogue: Catalogue) -> bool:
    """A number for a number, words for a text."""
    singles = slot.attribute in catalogue.graph.identifiers(slot.entity or "")
    if one.fact.identifies or singles or slot.values or one.fact.unit:
        return False
    number = isinstance(one.fact.value, int | float)
    alike = number == (slot.type in ("integer", "number"))
    return alike and fit(one.fact, slot, catalogue.lexicon) is not None
