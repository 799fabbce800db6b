"""Inputs and outputs: when a yield can fill a slot, and how sure that is."""

from dataclasses import dataclass

from tool_registry.model import Slot, Yield

WALKABLE = 0.5
"""Planners walk no join below this confidence."""
_CONVERTIBLE = (
    frozenset({"fen", "yuan"}),
    frozenset({"cent", "dollar"}),
    frozenset({"eurocent", "euro"}),
    frozenset({"penny", "pound"}),
    frozenset({"rappen", "franc"}),
    frozenset({"ratio", "percent", "discount_zh"}),
    frozenset({"millisecond", "second", "minute", "hour", "day"}),
    frozenset({"gram", "kilogram"}),
    frozenset({"metre", "kilometre"}),
)


@dataclass(frozen=True, slots=True)
class Join:
    """A tool whose result holds what a slot needs."""

    tool: str
    yielded: Yield
    confidence: float


def confidence(slot: Slot, item: Yield) -> float:
    """How sure it is that both speak of the same attribute of one entity: 0 no, 1 certain."""
    if not (slot.entity and slot.attribute) or not compatible(slot, item):
        return 0.0
    same = (slot.entity, slot.attribute) == (item.entity, item.attribute)
    return round(min(slot.confidence, item.confidence), 3) if same else 0.0


def compatible(slot: Slot, item: Yield) -> bool:
    """True where unit and closed set of values allow that the yield fills the slot."""
    if slot.environment or slot.hidden or slot.idempotency_key:
        return False
    if slot.unit and item.unit and slot.unit != item.unit:
        both = {slot.unit, item.unit}
        return any(both <= group for group in _CONVERTIBLE)
    if slot.values and item.values:
        words = {word for meant in slot.values.values() for word in meant}
        offered = {word for meant in item.values.values() for word in meant}
        return bool(set(slot.values) & set(item.values) or words & offered)
    return True
