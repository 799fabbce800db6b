"""What the rules leave open in a tool, and values for it from elsewhere, laid over the parse."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tool_registry.base.confidence import GUESS
from tool_registry.base.ids import digest
from tool_registry.model import Filled, Frozen, Slot, ToolEssentialModel, Yield
from tool_registry.parsing.edits import Edit, EditError, apply_edits

Asked: TypeAlias = Literal["function", "action", "entity", "attribute", "unit"]
GUESSED = 0.7
"""A field of which the rules are less sure is a guess of theirs."""
CERTAIN = 0.95
"""Of what the rules know so surely, nobody else is asked."""
_NUMBERS = ("integer", "number")
_WHOLE: dict[str, Asked] = {"function": "function", "actions": "action", "objects": "entity"}


@dataclass(frozen=True, slots=True)
class Gap:
    """A field that the rules could not fill, or only guessed."""

    field: str
    """As an edit names it: `function`, `needs.owner.id.entity`."""
    asked: Asked
    guess: str | None = None
    """What the rules took it for, unsurely."""


class Fill(Frozen):
    """A value for a gap, as a model proposed it and the program let it pass."""

    field: str
    value: str
    confidence: float
    words: str = ""
    """Of the tool's own text, that say so."""


def gaps(tool: ToolEssentialModel, sure: float) -> list[Gap]:
    """The fields of which the rules are less sure than `sure`, in a fixed order.

    Fields of the call itself (paging, environment, hidden ones) mean nothing and are no gaps; what
    a person or a result has told is none either.
    """
    return [*_whole_gaps(tool, sure), *_part_gaps(tool, sure)]


def text_hash(tool: ToolEssentialModel) -> str:
    """The same for the same declared texts, wherever the tool comes from."""
    outputs = [(item.path, item.description) for item in tool.yields]
    told = [tool.name, tool.title, tool.description, tool.input_schema, outputs]
    return digest(told)


def apply_fills(tool: ToolEssentialModel, fills: Iterable[Fill]) -> ToolEssentialModel:
    """The tool with the values for what is still open; what the rules know by now, they know."""
    open_fields = {gap.field for gap in gaps(tool, CERTAIN)}
    for fill in fills:
        if fill.field in open_fields:
            tool = _applied(tool, fill)
    return tool


def _applied(tool: ToolEssentialModel, fill: Fill) -> ToolEssentialModel:
    """A tool may have changed so that a value no longer fits; then it is left out."""
    value = [fill.value] if fill.field in ("actions", "objects") else fill.value
    by = Filled(by="model", confidence=fill.confidence)
    try:
        return apply_edits(tool, [Edit(field=fill.field, value=value)], by)
    except EditError:
        return tool


def _whole_gaps(tool: ToolEssentialModel, sure: float) -> Iterator[Gap]:
    held: dict[str, Sequence[str]] = {
        "function": (tool.function.value,),
        "actions": tool.actions,
        "objects": tool.objects,
    }
    for field, asked in _WHOLE.items():
        filled = tool.filled_by.get(field)
        if filled is not None and filled.by == "rule" and filled.confidence < sure:
            yield Gap(field, asked, next(iter(held[field]), None))


def _part_gaps(tool: ToolEssentialModel, sure: float) -> Iterator[Gap]:
    for slot in tool.needs:
        if not (slot.hidden or slot.environment or slot.idempotency_key):
            yield from _gaps_of("needs", slot, tool, sure)
    filled = tool.filled_by.get("yields")
    declared = any(item.confidence > GUESS for item in tool.yields)
    if declared and (filled is None or filled.by == "rule"):
        for item in tool.yields:
            yield from _gaps_of("yields", item, tool, sure)


def _gaps_of(part: str, item: Slot | Yield, tool: ToolEssentialModel, sure: float) -> Iterator[Gap]:
    if item.confidence >= sure:
        return
    place = f"{part}.{item.path}"
    known = {name for name in tool.filled_by if name.startswith(f"{place}.")}
    asked: tuple[tuple[Asked, str | None], ...] = (
        ("entity", item.entity),
        ("attribute", item.attribute),
        ("unit", item.unit),
    )
    for name, guess in asked:
        numeric = name != "unit" or (item.type in _NUMBERS and item.unit is None)
        if numeric and f"{place}.{name}" not in known:
            yield Gap(f"{place}.{name}", name, guess)
