"""A result that a tool's output schema allows: the values that are known, the rest made up.

The same call gets the same result: what is made up is drawn by a hash of tool and arguments.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from evals.mocking.world import folded, nearest
from tool_registry.base.types import JsonValue

Schema = Mapping[str, Any]
_DEPTH = 8
_GOOD = re.compile(r"^(success|succeeded|ok|result|issuccess)$")
_BAD = re.compile(r"^(error|errors|err|errormessage|errormsg|errorcode|failed|failure|fail)$")
_CODE = re.compile(r"^(code|errcode|errno|ret|retcode|statuscode)$")
_FORMATS = {
    "date": "2026-01-02",
    "date-time": "2026-01-02T03:04:05Z",
    "time": "03:04:05",
    "email": "someone@example.com",
    "uri": "https://example.com/1",
    "url": "https://example.com/1",
    "uuid": "00000000-0000-4000-8000-{0:012d}",
    "ipv4": "192.0.2.1",
}


@dataclass(frozen=True, slots=True)
class Filling:
    """What a result is filled with."""

    known: Mapping[str, JsonValue]
    """Folded name of a field → its value."""
    seed: str
    """Of what is made up."""
    usual: Mapping[str, JsonValue]
    """Folded name of a field → a value of its closed set, as its author describes it."""
    root: Schema
    """The whole schema, for references."""

    def result(self) -> JsonValue:
        """A result of that schema."""
        return self._value("", self.root, _DEPTH)

    def _value(self, name: str, schema: Schema, depth: int) -> JsonValue:
        schema = self._resolved(schema)
        kind = _kind(schema)
        if kind == "object":
            return self._object(schema, depth) if depth else {}
        if kind == "array":
            one: Schema = schema.get("items") or {}
            return [self._value(name, one, depth - 1)] if depth else []
        return self._plain(name, kind, schema)

    def _object(self, schema: Schema, depth: int) -> JsonValue:
        properties = cast("dict[str, Schema]", schema.get("properties") or {})
        required = set(cast("list[str]", schema.get("required") or ()))
        return {
            name: self._value(name, one, depth - 1)
            for name, one in properties.items()
            if name in required or not _BAD.match(folded(name))
        }

    def _plain(self, name: str, kind: str, schema: Schema) -> JsonValue:
        key = folded(name)
        told = nearest(self.known, key)
        if told is not None and _fits(told, kind):
            return _cast(told, kind)
        for word in ("const", "default", "example"):
            if word in schema:
                return schema[word]
        closed = schema.get("enum") or schema.get("examples")
        if isinstance(closed, list) and closed:
            return cast("list[JsonValue]", closed)[0]
        if key in self.usual and _fits(self.usual[key], kind):
            return _cast(self.usual[key], kind)
        return self._made_up(key, kind, schema)

    def _made_up(self, key: str, kind: str, schema: Schema) -> JsonValue:
        if kind == "boolean":
            return not _BAD.match(key)
        if kind in ("integer", "number"):
            return 0 if _CODE.match(key) else self._number(key, schema)
        if _CODE.match(key) or _GOOD.match(key):
            return "SUCCESS"
        if _BAD.match(key):
            return ""
        drawn = self._drawn(key)
        form = _FORMATS.get(str(schema.get("format", "")))
        return form.format(drawn) if form else str(900_000_000 + drawn)

    def _number(self, key: str, schema: Schema) -> JsonValue:
        low = cast("float", schema.get("minimum", 1))
        high = cast("float", schema.get("maximum", low + 900_000))
        return int(low + self._drawn(key) % max(1, int(high - low)))

    def _drawn(self, key: str) -> int:
        digest = hashlib.sha256(f"{self.seed}:{key}".encode()).hexdigest()
        return int(digest[:12], 16) % 90_000_000

    def _resolved(self, schema: Schema) -> Schema:
        """The schema without references and alternatives: of these the first."""
        for _ in range(_DEPTH):
            if isinstance(reference := schema.get("$ref"), str):
                schema = self._target(reference)
            elif alternatives := (schema.get("oneOf") or schema.get("anyOf")):
                rest = {k: v for k, v in schema.items() if k not in ("oneOf", "anyOf")}
                schema = {**cast("list[Schema]", alternatives)[0], **rest}
            elif parts := schema.get("allOf"):
                schema = _merged(cast("list[Schema]", parts), schema)
            else:
                return schema
        return {}

    def _target(self, reference: str) -> Schema:
        found: object = self.root
        for part in reference.removeprefix("#/").split("/"):
            found = cast("Schema", found).get(part) if isinstance(found, dict) else None
        return cast("Schema", found) if isinstance(found, dict) else {}


def _merged(parts: list[Schema], schema: Schema) -> Schema:
    merged: dict[str, Any] = {k: v for k, v in schema.items() if k != "allOf"}
    for part in parts:
        properties = {**merged.get("properties", {}), **part.get("properties", {})}
        merged = {**merged, **part, "properties": properties}
    return merged


def _kind(schema: Schema) -> str:
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = next((one for one in cast("list[str]", kind) if one != "null"), "null")
    return str(kind or ("object" if "properties" in schema else "string"))


def _fits(value: JsonValue, kind: str) -> bool:
    if kind in ("integer", "number"):
        return re.fullmatch(r"-?\d+(\.\d+)?", str(value)) is not None
    return isinstance(value, bool) == (kind == "boolean")


def _cast(value: JsonValue, kind: str) -> JsonValue:
    if kind == "integer":
        return int(float(str(value)))
    if kind == "number":
        return float(str(value))
    return value if kind == "boolean" else str(value)
