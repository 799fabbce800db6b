"""What the columns of a list are to the tools that can do what its sentence wants."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from pipelines.contracts.intent import Goal
from pipelines.intent.dialogue.columns import names_kind
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.vocabulary.conversions import conversion_between, spoken_unit
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.patterns import find, shapes

MOST_WAYS = 6
"""More ways to take the columns are no choice any more."""
_BESIDE = re.compile(r"[(\uff08\[]\s*([^()\uff08\uff09\[\]]+?)\s*[)\uff09\]]\s*$")
"""What stands in brackets at the end of a header."""
_CLAUSE = re.compile(r"[,\uff0c;\uff1b\u3001.\u3002\n]+")
_SIGNS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a column says of each thing."""

    attribute: str
    unit: str | None
    """Of its values, where they name none; None: they have none."""
    wanted: str | None
    """The unit of the argument that takes them."""
    is_sure: bool = True
    """False where only what is left over tells it, or the header says something besides."""


Way = Mapping[int, Meaning]
"""Column → what it says."""


def meanings(
    names: Mapping[int, str], goal: Goal, catalogue: Catalogue, place: str | None
) -> Sequence[Way]:
    """Every way to take these columns as what the goal's tools are told: one where the headers say
    it, or where one column and one required argument are left over; several where only the user
    can tell; none where no tool takes them."""
    kind = goal.object.type
    tools = [tool for tool in _able(goal, catalogue) if place is None or place in tool.environments]
    slots = {tool.id: _taken(tool, kind) for tool in tools}
    taken = {name: slot for each in slots.values() for name, slot in each.items()}
    known = {at: told for at, name in names.items() if (told := _named(name, taken, catalogue))}
    if len({*known.values()}) < len(known):
        return []
    fit = [each for each in slots.values() if set(known.values()) <= each.keys()]
    left = [at for at in names if at not in known]
    told = {at: _meaning(names[at], taken[name], is_sure=True) for at, name in known.items()}
    if not fit or not left:
        return [told] if fit else []
    said = {*known.values(), *(one.attribute for one in goal.object.constraints)}
    free = [[name for name in _required(each) if name not in said] for each in fit]
    orders = dict.fromkeys(order for each in free for order in permutations(each, len(left)))
    found = [
        told
        | {
            at: _meaning(names[at], taken[name], is_sure=False)
            for at, name in zip(left, order, strict=True)
        }
        for order in orders
    ]
    return found if len(found) <= MOST_WAYS else []


def renamed(names: tuple[str, ...], said: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The headers, by other names where a clause says of one what it is: `the second is the amount`
    names no value, so a clause with a number is about something else."""
    told = list(names)
    for clause in _CLAUSE.split(said):
        here = [name for name in names if name and name.casefold() in clause.casefold()]
        name = max(here, key=len, default="")
        rest = re.sub(re.escape(name), " ", clause, flags=re.IGNORECASE)
        if not name or any(map(str.isdigit, rest)):
            continue
        found = [one for one in lexicon.scan(rest) if one.of(Kind.ATTRIBUTE)]
        if found:
            told[names.index(name)] = found[-1].text
    return tuple(told)


def value_in(cell: str, meant: Meaning, lexicon: Lexicon) -> tuple[JsonValue, str | None] | None:
    """The value and unit that a cell says; None where it is no number and no known word for it."""
    closed = (c for c in lexicon.lookup(cell, Kind.VALUE) if c.attribute == meant.attribute)
    name = next((c.name for c in closed), None)
    if name is not None:
        return name, None
    whole = [one for one in shapes(cell) if (one.start, one.end) == (0, len(cell))]
    said = [value for one in whole for value in one.values]
    if len(said) != 1 or not isinstance(said[0].value, int | float):
        return None
    return said[0].value, said[0].unit or meant.unit


def is_measured(unit: str | None, meant: Meaning) -> bool:
    """True where the argument can be told a value of that unit."""
    wanted = meant.wanted
    return None in (unit, wanted) or unit == wanted or bool(_conversion(unit, wanted))


def _conversion(unit: str | None, wanted: str | None) -> str | None:
    return conversion_between(unit, wanted) if unit and wanted else None


def _able(goal: Goal, catalogue: Catalogue) -> Iterator[ToolEssentialModel]:
    """The tools that do such a thing with such an object, of the sort that the sentence says."""
    said = {one.attribute: one.value for one in goal.object.constraints}
    for tool in catalogue.tools.values():
        marks = {one.attribute: one.value for one in tool.discriminators}
        other = any(name in said and said[name] != value for name, value in marks.items())
        if tool.function is goal.function and goal.object.type in tool.objects and not other:
            yield tool


def _taken(tool: ToolEssentialModel, kind: str | None) -> dict[str, Slot]:
    """Attribute → the argument that says it of what the tool makes or changes."""
    return {
        slot.attribute: slot
        for slot in tool.needs
        if slot.attribute not in (None, "id")
        and slot.entity in (None, kind)
        and not (slot.hidden or slot.environment or slot.many)
    }  # pyright: ignore[reportReturnType]


def _required(slots: Mapping[str, Slot]) -> list[str]:
    return [name for name, slot in slots.items() if slot.required and slot.default is None]


def _named(header: str, taken: Mapping[str, Slot], catalogue: Catalogue) -> str | None:
    """The attribute of which a header is a name, or the argument's own name; else the only one
    that it speaks of."""
    lexicon = catalogue.lexicon
    if names_kind(header, catalogue):
        return None
    whole = [one.name for one in lexicon.lookup(header, Kind.ATTRIBUTE) if one.name in taken]
    whole += [name for name, slot in taken.items() if _plain(header) == _plain(slot.key)]
    if whole:
        return whole[0]
    spoken = {
        one.name
        for match in lexicon.scan(header)
        for one in match.concepts
        if one.kind is Kind.ATTRIBUTE and one.name in taken
    }
    return spoken.pop() if len(spoken) == 1 else None


def _plain(name: str) -> str:
    return _SIGNS.sub("", name).casefold()


def _meaning(header: str, slot: Slot, *, is_sure: bool) -> Meaning:
    """In the unit of its header, else in the one in which people say such values."""
    beside = _BESIDE.search(header) if slot.unit else None
    said = find(f"1{beside[1]}", first=True) if beside is not None else ()
    units = {value.unit for one in said for value in one.values if value.unit}
    told = units.pop() if len(units) == 1 else None
    sure = is_sure and (beside is None or told is not None)
    return Meaning(slot.attribute or "", told or spoken_unit(slot.unit), slot.unit, sure)
