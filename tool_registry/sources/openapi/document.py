"""A document's values, and its `$ref`s followed inside it, never out of it."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

from tool_registry.base.errors import ConfigurationError
from tool_registry.base.types import JsonValue, Object, as_object
from tool_registry.sources.openapi.swagger import converted
from tool_registry.sources.openapi.text import parse

_MOST_HOPS = 64


@dataclass
class Document:
    """An OpenAPI 3 document, or a Swagger 2 one brought into that form."""

    place: str
    root: Object
    problems: list[str] = field(default_factory=list[str])
    """What was left out, each with its place; for the owner of the document."""

    @cached_property
    def operations(self) -> int:
        """How many entries its paths have: about as many as there are operations."""
        return sum(len(as_object(one)) for one in as_object(self.root.get("paths")).values())

    def resolved(self, value: JsonValue, way: str) -> tuple[Object, str | None]:
        """The object that the value is or refers to, and the last reference followed.

        What cannot be found is an empty object and a problem; ConfigurationError for a reference
        that leads out of the document."""
        last: str | None = None
        for _ in range(_MOST_HOPS):
            if not isinstance(value, dict):
                return {}, last
            fields = cast("Object", value)
            reference = fields.get("$ref")
            if not isinstance(reference, str):
                return fields, last
            value, last = self._target(reference, way), reference
        self.note(way, f"'{last}' refers to itself")
        return {}, last

    def note(self, way: str, reason: str) -> None:
        """Keeps a problem, once."""
        text = f"{self.place}: {way}: {reason}"
        if text not in self.problems and len(self.problems) < 100:
            self.problems.append(text)

    def wrong(self, way: str, reason: str) -> ConfigurationError:
        """An error at a place in the document."""
        return ConfigurationError(f"{self.place}: {way}: {reason}")

    def _target(self, reference: str, way: str) -> JsonValue:
        if not reference.startswith("#"):
            hint = "only '#/…' is followed; put what it names into the document"
            raise self.wrong(way, f"the $ref '{reference[:200]}' leads out of the document: {hint}")
        found: JsonValue = self.root
        for part in reference[1:].strip("/").split("/"):
            found = _step(found, part.replace("~1", "/").replace("~0", "~"))
        if found is None:
            self.note(way, f"the $ref '{reference[:200]}' names nothing")
        return found


def _step(value: JsonValue, name: str) -> JsonValue:
    if isinstance(value, dict):
        return cast("Object", value).get(name)
    if isinstance(value, list) and name.isdigit() and len(name) < 7:
        items = cast("list[JsonValue]", value)
        return items[int(name)] if int(name) < len(items) else None
    return None


def read_document(data: bytes, place: str) -> Document:
    """The document of a text; ConfigurationError with the place of what is wrong."""
    root = parse(data, place)
    if not isinstance(root, dict):
        raise ConfigurationError(f"{place}: an OpenAPI document is an object at its top")
    fields = cast("Object", root)
    version = str(fields.get("openapi") or fields.get("swagger") or "")
    if version.startswith("2."):
        fields = converted(fields)
    elif not version.startswith("3."):
        reason = 'needs "openapi": "3.x" or "swagger": "2.0" at its top'
        raise ConfigurationError(f"{place}: {reason}")
    if not isinstance(fields.get("paths", {}), dict):
        raise ConfigurationError(f"{place}: paths: has to be an object")
    return Document(place, fields)


def as_text(value: JsonValue) -> str:
    """The value where it is a text, else an empty one."""
    return value if isinstance(value, str) else ""
