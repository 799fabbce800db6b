"""Every text that a declared tool holds, with its place."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from tool_registry.base.types import JsonValue
from tool_registry.model import RawTool

Role: TypeAlias = Literal["name", "prose", "unread"]
MOST = 20_000
"""Texts of one tool that are read; a tool with more has something to hide."""
DEEPEST = 400
LONGEST = 100_000
"""Characters of one text that are read."""


@dataclass(frozen=True, slots=True)
class Text:
    """One text. `name`: what programs call something by; `unread`: what is there is not read."""

    place: str
    text: str
    role: Role = "prose"


def texts(raw: RawTool) -> Iterator[Text]:
    """Names, descriptions, and each text and key of the schemas.

    Of a text longer than `LONGEST`, of what nests deeper than `DEEPEST`, and of what follows after
    `MOST` texts, only the place is told: an `unread` text.
    """
    for count, found in enumerate(_all(raw)):
        if count == MOST or len(found.text) > LONGEST:
            yield Text(found.place, "", "unread")
        if count == MOST:
            return
        if len(found.text) <= LONGEST:
            yield found


def _all(raw: RawTool) -> Iterator[Text]:
    yield Text("name", raw.name, "name")
    yield Text("title", raw.title or "")
    yield Text("description", raw.description)
    yield Text("path", raw.path or "")
    yield from (Text(f"tags[{index}]", tag) for index, tag in enumerate(raw.tags))
    yield from (Text(f"refusals[{index}]", told) for index, told in enumerate(raw.refusals))
    schemas: list[_Node] = [
        ("output_schema", raw.output_schema, 0),
        ("input_schema", raw.input_schema, 0),
    ]
    yield from _inside(schemas)


def _inside(open_nodes: "list[_Node]") -> Iterator[Text]:
    while open_nodes:
        place, node, depth = open_nodes.pop()
        if isinstance(node, str):
            yield Text(place, node)
        elif depth >= DEEPEST and isinstance(node, dict | list):
            yield Text(place, "", "unread")
        elif isinstance(node, dict):
            fields = cast("dict[str, JsonValue]", node)
            yield from (Text(f"{place}.{key}", key, "name") for key in fields)
            open_nodes += [(f"{place}.{key}", fields[key], depth + 1) for key in reversed(fields)]
        elif isinstance(node, list):
            items = cast("list[JsonValue]", node)
            numbered = reversed(list(enumerate(items)))
            open_nodes += [(f"{place}[{index}]", item, depth + 1) for index, item in numbered]


_Node: TypeAlias = tuple[str, JsonValue, int]
