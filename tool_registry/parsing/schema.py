"""JSON schemas flattened to the paths of their values, whatever way they are written."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

from tool_registry.base.types import JsonValue, as_list, as_object
from tool_registry.model import JsonType
from tool_registry.parsing.enums import Schema, listed, meanings, text_of
from tool_registry.parsing.naming import record_of
from tool_registry.vocabulary.text import split_identifier

_DEEPEST = 7
_MOST = 300
_TYPES: dict[str, JsonType] = {
    "str": "string", "string": "string", "text": "string", "date": "string",
    "int": "integer", "integer": "integer", "long": "integer",
    "float": "number", "number": "number", "double": "number", "decimal": "number",
    "bool": "boolean", "boolean": "boolean",
    "list": "array", "array": "array", "tuple": "array", "set": "array",
    "dict": "object", "object": "object", "map": "object",
}  # fmt: skip


@dataclass(frozen=True)
class Field:
    """One value inside a schema."""

    path: str
    schema: Schema
    type: JsonType
    required: bool
    many: bool = False
    element: JsonType = "any"
    """Type of the values of a list."""
    parents: tuple[tuple[str, str], ...] = ()
    """(name, description) of the objects around it, outermost first."""
    siblings: frozenset[str] = frozenset()
    """Names beside it in the same object, its own included."""
    record: str = ""
    """What the type of the object around it is of, in words; empty where the type has no name."""
    first: bool = False
    """The first value of that object."""

    @cached_property
    def key(self) -> str:
        """Last name of the path without list marks."""
        return self.path.rsplit(".", 1)[-1].removesuffix("[]")

    @cached_property
    def closed(self) -> dict[str, tuple[str, ...]]:
        """Raw value → the author's words for it, where the values are a closed set."""
        return meanings(self.schema) or listed(self.key, self.schema)

    @cached_property
    def description(self) -> str:
        """What the author says of it: description, else a title that says more than the name."""
        told = text_of(self.schema.get("description"))
        return told or _telling_title(self.key, self.schema)


def flatten(schema: Schema | None, *, list_marks: bool = False) -> list[Field]:
    """All scalar values (and lists of them) of an object schema, in order.

    `list_marks` writes `ids[]` for a list of scalars (results); without it `ids` (arguments)."""
    if not schema:
        return []
    walk = _Walk(schema, list_marks)
    fields = walk.object(schema, "", True, (), False, 0)
    return [_held(field) for _, field in zip(range(_MOST), fields, strict=False)]


def _held(field: Field) -> Field:
    """The same field as another tool has it, where one does: the operations of an HTTP API tell
    one record again and again, and what is found out of a field is kept with it."""
    own = {name: value for name, value in vars(field).items() if name != "schema"}
    key = (*own.values(), repr(field.schema))
    if len(_HELD) >= _MOST_HELD:
        _HELD.clear()
    return _HELD.setdefault(key, field)


_MOST_HELD = 32_768
_HELD: dict[tuple[object, ...], Field] = {}


def alternatives(schema: Schema) -> list[tuple[str, ...]]:
    """Groups of which the schema wants exactly one: `oneOf: [{required: [a]}, …]`."""
    groups: list[tuple[str, ...]] = []
    for word in ("oneOf", "anyOf"):
        sets = [_names(branch.get("required")) for branch in _schemas(schema.get(word))]
        if len(sets) > 1 and all(sets):
            shared = set(sets[0]).intersection(*sets[1:])
            group = [name for names in sets for name in names if name not in shared]
            groups.append(tuple(dict.fromkeys(group)))
    return [group for group in groups if len(group) > 1]


@dataclass(frozen=True, slots=True)
class _Walk:
    root: Schema
    list_marks: bool

    def object(
        self,
        schema: Schema,
        prefix: str,
        required: bool,
        parents: tuple[tuple[str, str], ...],
        many: bool,
        depth: int,
    ) -> Iterator[Field]:
        schema = self.resolved(schema)
        if schema_type(schema) == "array":
            schema, prefix, many = self.resolved(as_object(schema.get("items"))), "[].", True
        properties = as_object(schema.get("properties"))
        record = record_of(text_of(schema.get("title"))) if self.list_marks else ""
        parents = (*parents, (record, "")) if record else parents
        names = _names(schema.get("required"))
        left_out = "writeOnly" if self.list_marks else "readOnly"
        siblings = frozenset(properties)
        for name, raw in properties.items():
            own = self.resolved(as_object(raw))
            if own.get(left_out) is True:
                continue
            field = Field(
                path=prefix + name,
                schema=own,
                type=schema_type(own),
                required=required and (name in names or as_object(raw).get("required") is True),
                many=many,
                parents=parents,
                siblings=siblings,
                record=record,
                first=name == next(iter(properties)),
            )
            yield from self.value(field, depth)

    def value(self, field: Field, depth: int) -> Iterator[Field]:
        inner = field.schema
        path, many = field.path, field.many
        if field.type == "array":
            inner, path, many = self.resolved(as_object(inner.get("items"))), f"{path}[]", True
        if as_object(inner.get("properties")) and depth < _DEEPEST:
            here = (*field.parents, (field.key, field.description))
            yield from self.object(inner, f"{path}.", field.required, here, many, depth + 1)
        elif field.type == "array":
            described = {**inner, **{k: v for k, v in field.schema.items() if k != "items"}}
            shown = path if self.list_marks else field.path
            element = schema_type(inner) if self.list_marks else "array"
            kind = schema_type(inner)
            yield replace(
                field, path=shown, many=True, schema=described, type=element, element=kind
            )
        else:
            yield field

    def resolved(self, schema: Schema, hops: int = 0) -> Schema:
        """The schema with its local reference, allOf and nullable wrappers unfolded."""
        reference = schema.get("$ref")
        if isinstance(reference, str) and hops < _DEEPEST:
            rest = {key: value for key, value in schema.items() if key != "$ref"}
            return {**_unnamed(self.resolved(self.target(reference), hops + 1)), **rest}
        for part in _schemas(schema.get("allOf")):
            rest = {key: value for key, value in schema.items() if key != "allOf"}
            schema = _united(rest, self.resolved(part, hops + 1)) if hops < _DEEPEST else rest
        return self.unwrapped(schema, hops)

    def unwrapped(self, schema: Schema, hops: int) -> Schema:
        if hops >= _DEEPEST or schema.get("properties"):
            return schema
        for word in ("anyOf", "oneOf"):
            branches = [b for b in _schemas(schema.get(word)) if schema_type(b) != "any" or b]
            real = [b for b in branches if b.get("type") != "null"]
            if not real or all("const" in branch for branch in real):
                continue
            rest = {key: value for key, value in schema.items() if key != word}
            return {**self.resolved(real[0], hops + 1), **rest}
        return schema

    def target(self, reference: str) -> Schema:
        place: JsonValue = self.root
        for part in reference.removeprefix("#").strip("/").split("/"):
            name = part.replace("~1", "/").replace("~0", "~")
            place = as_object(place).get(name)
        return as_object(place)


def _telling_title(key: str, schema: Schema) -> str:
    """Programs that write schemas make titles of the names."""
    title = text_of(schema.get("title"))
    return "" if split_identifier(title) == split_identifier(key) else title


def _unnamed(schema: Schema) -> Schema:
    """Without the title of a closed set that is told apart: it is the name of a program's type."""
    named = "enum" in schema and "title" in schema
    return {key: value for key, value in schema.items() if key != "title"} if named else schema


def schema_type(schema: Schema) -> JsonType:
    """The JSON type that a schema declares, by any of the names in use."""
    declared: JsonValue = schema.get("type")
    if isinstance(declared, list):
        kinds = [kind for kind in cast("list[JsonValue]", declared) if kind != "null"]
        declared = kinds[0] if kinds else None
    if isinstance(declared, str):
        return _TYPES.get(declared.lower().split("[")[0].split("(")[0].strip(), "any")
    if "properties" in schema:
        return "object"
    return "array" if "items" in schema else "any"


def _united(left: Schema, right: Schema) -> Schema:
    both = {**right, **left}
    for key in ("properties",):
        if key in left and key in right:
            both[key] = {**as_object(right[key]), **as_object(left[key])}
    names = [*_names(left.get("required")), *_names(right.get("required"))]
    return {**both, "required": list(dict.fromkeys(names))} if names else both


def _schemas(value: JsonValue) -> list[Schema]:
    return [as_object(item) for item in as_list(value)]


def _names(value: JsonValue) -> list[str]:
    items = cast("list[JsonValue]", value) if isinstance(value, list) else []
    return [item for item in items if isinstance(item, str)]
