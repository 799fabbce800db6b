"""One value that stands in a text."""

from dataclasses import dataclass

from tool_registry.base.types import JsonValue


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a shape: `amount` 20 `yuan`, with the original offsets of its words."""

    start: int
    end: int
    value: JsonValue
    attribute: str | None = None
    unit: str | None = None
    money: bool = False
    """A bare amount of money: which attribute it is depends on what it is said of."""
