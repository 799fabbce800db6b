"""What a sentence can mean in a catalogue: actions, kinds of things, attributes, values."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from pipelines.intent.reader.evidence import Name
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel, Yield
from tool_registry.vocabulary.concept import LIKE, SHAPE, Concept, Kind
from tool_registry.vocabulary.conversions import major_unit

_WORDS = 24
"""Words of a concept that are compared with what is said."""
_FORMATS = {"date": "date", "date-time": "date", "email": "email", "phone": "phone"}
_JSON_TYPES = {"integer": "number", "number": "number", "boolean": "flag", "string": "text"}
_MONEY = ("fen", "yuan", "cent", "dollar", "eurocent", "euro", "penny", "pound", "rappen", "franc")
_ID = "id"


def names_of(catalogue: Catalogue) -> list[Name]:
    """The names of a catalogue, in the order of its lexicon."""
    lexicon, tools = catalogue.lexicon, tuple(catalogue.tools.values())
    fields: list[Slot | Yield] = [one for tool in tools for one in (*tool.needs, *tool.yields)]
    things = {one.entity for one in fields} | {o for tool in tools for o in tool.objects}
    marks = {mark.attribute for tool in tools for mark in tool.discriminators}
    attributes = {one.attribute for one in fields} | marks
    of, types = _belonging(tools), _types(fields)
    actions = [c for c in lexicon.concepts_of(Kind.ACTION) if c.function is not None]
    values = _values(lexicon.concepts_of(Kind.VALUE), attributes)
    held: defaultdict[str, list[str]] = defaultdict(list)
    for value in values:
        held[value.of[0]] += value.words
    return [
        *(Name("action", c.name, _words(c), _done_to(c, tools)) for c in actions),
        *(
            Name("entity", c.name, _words(c), looks=tuple(_looks(c)))
            for c in lexicon.concepts_of(Kind.ENTITY)
            if c.name in things
        ),
        *(
            Name(
                "attribute",
                c.name,
                _words(c),
                of=tuple(sorted(of[c.name])),
                type=types.get(c.name, ""),
                values=tuple(dict.fromkeys(held[c.name])),
            )
            for c in lexicon.concepts_of(Kind.ATTRIBUTE)
            if c.name in attributes
        ),
        *values,
    ]


def closed_of(catalogue: Catalogue) -> dict[str, frozenset[str]]:
    """Entity → the closed values that its attributes have, `attribute=value`."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for tool in catalogue.tools.values():
        for one in (*tool.needs, *tool.yields):
            owner = one.entity or next(iter(tool.objects), None)
            for words in one.values.values() if owner and one.attribute else ():
                found[owner or ""].update(f"{one.attribute}={word}" for word in words)
    return {owner: frozenset(values) for owner, values in found.items()}


def amounts_of(catalogue: Catalogue) -> dict[str, str]:
    """Attribute of money → the unit in which people say it, where all tools agree on one."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for tool in catalogue.tools.values():
        for one in (*tool.needs, *tool.yields):
            major = major_unit(one.unit) if one.unit else None
            if one.attribute and major:
                found[one.attribute].add(major)
    return {name: units.pop() for name, units in found.items() if len(units) == 1}


def _belonging(tools: Iterable[ToolEssentialModel]) -> defaultdict[str, set[str]]:
    """Attribute → the entities that have it."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for tool in tools:
        for one in (*tool.needs, *tool.yields):
            owner = one.entity or next(iter(tool.objects), None)
            if one.attribute and owner:
                found[one.attribute].add(owner)
        for mark in tool.discriminators:
            if mark.attribute and tool.objects:
                found[mark.attribute].add(tool.objects[0])
    return found


def _types(fields: Iterable[Slot | Yield]) -> dict[str, str]:
    """Attribute → its type, as most fields that hold it have it."""
    seen: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for one in fields:
        told = _type(one)
        if one.attribute and told:
            seen[one.attribute][told] += 1
    return {attribute: counts.most_common(1)[0][0] for attribute, counts in seen.items()}


def _type(one: Slot | Yield) -> str:
    if one.values:
        return "enum"
    if one.unit in _MONEY:
        return "money"
    if one.attribute == _ID:
        return "id"
    if isinstance(one, Slot) and one.format in _FORMATS:
        return _FORMATS[one.format]
    return _JSON_TYPES.get(one.type, "")


def _done_to(action: Concept, tools: Iterable[ToolEssentialModel]) -> tuple[str, ...]:
    """What tools do it to; nothing for what is done to anything."""
    if action.source == "general" and action.entity is None:
        return ()
    objects = {tool.objects[0] for tool in tools if action.name in tool.actions and tool.objects}
    return tuple(sorted(objects | ({action.entity} if action.entity else set())))


def _looks(entity: Concept) -> Iterator[re.Pattern[str]]:
    for flag in sorted(entity.flags):
        for prefix in (SHAPE, LIKE):
            if flag.startswith(prefix):
                yield re.compile(flag.removeprefix(prefix), re.IGNORECASE)


def _values(concepts: Iterable[Concept], attributes: set[str | None]) -> list[Name]:
    return [
        Name("value", f"{one.attribute}={one.name}", _words(one), (one.attribute,))
        for one in concepts
        if one.attribute is not None and one.attribute in attributes
    ]


def _words(concept: Concept) -> tuple[str, ...]:
    """Its name and surfaces, those of both languages among the first."""
    words = dict.fromkeys(
        w.replace("*", " ") for w in (concept.name.replace("_", " "), *concept.surfaces)
    )
    han = [word for word in words if not word.isascii()]
    latin = [word for word in words if word.isascii()]
    mixed = [word for pair in zip(han, latin, strict=False) for word in pair]
    return tuple(dict.fromkeys([*mixed, *words]))[:_WORDS]
