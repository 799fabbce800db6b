"""Inputs and outputs: when a yield can fill a slot, and how sure that is."""

from dataclasses import dataclass

from tool_registry.model import Slot, Yield

WALKABLE = 0.5
"""Joins below this confidence are proposals for a person; planners do not walk them."""
PROPOSAL = 0.3
_CONVERTIBLE = (
    frozenset({"fen", "yuan"}),
    frozenset({"cent", "dollar"}),
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
    """How sure it is that the yield can fill the slot: 0 impossible, 1 certain."""
    if not _compatible(slot, item):
        return 0.0
    if slot.entity and slot.attribute:
        same = (slot.entity, slot.attribute) == (item.entity, item.attribute)
        return round(min(slot.confidence, item.confidence), 3) if same else 0.0
    same_name = slot.key == item.key and slot.attribute == item.attribute
    return PROPOSAL if same_name and slot.entity is None else 0.0


def _compatible(slot: Slot, item: Yield) -> bool:
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
