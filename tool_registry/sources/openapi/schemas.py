"""A document's schemas as tools declare theirs: no references, one object where parts are joined.

References are put in place down to a depth that keeps the whole small; a type inside itself is cut
where it repeats. What no JSON schema may hold is left out, so that the result always is one.
"""

import re
from dataclasses import dataclass
from typing import Literal

from tool_registry.base.types import JsonValue, Object, as_list, as_object
from tool_registry.sources.openapi.document import Document, as_text

Direction = Literal["in", "out"]
_DEPTHS = (5, 4, 3, 2, 1)
_MOST = 800
_WHOLE, _LEAST = 120_000, 60
"""Parts of all results of a document together, and those that each result may have in any case."""
_RECORDS = 2
"""Depth of a list of records: so deep a result is told whole."""
_MOST_JOINED = 60
_TYPES = frozenset({"string", "integer", "number", "boolean", "object", "array", "null"})
_OTHER_TYPES = {
    "file": "string", "int": "integer", "long": "integer", "float": "number", "double": "number",
    "bool": "boolean", "str": "string", "date": "string", "datetime": "string", "uuid": "string",
}  # fmt: skip
_TEXTS = ("title", "description", "format")
_NUMBERS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
_COUNTS = ("minLength", "maxLength", "minItems", "maxItems")
_AS_IT_IS = ("default", "const", "x-enum-varnames", "x-enumNames", "x-enum-descriptions")
_LONGEST_PATTERN = 300
_HIDDEN: dict[Direction, str] = {"in": "readOnly", "out": "writeOnly"}


class _TooMany(Exception):
    """The schema is too large at this depth."""


def expand(document: Document, schema: JsonValue, direction: Direction, way: str) -> Object:
    """The schema without references; `in`: without what only the server sets, `out`: without
    what only the client sends. ConfigurationError for a reference out of the document.

    The more operations a document has, the less deep the things inside results are told: who
    offers thousands of operations refers from each to all others."""
    share = max(_LEAST, min(_MOST, _WHOLE // max(1, document.operations)))
    for depth in _DEPTHS:
        most = share if direction == "out" and depth > _RECORDS else _MOST
        try:
            return _Expansion(document, direction, way, most).schema(schema, depth, frozenset())
        except _TooMany:
            continue
    return {"type": "object"}


@dataclass
class _Expansion:
    document: Document
    direction: Direction
    way: str
    most: int
    """Parts that it may have."""
    count: int = 0

    def schema(self, value: JsonValue, depth: int, seen: frozenset[str]) -> Object:
        """The schema, whatever it holds, down to `depth` objects."""
        self.count += 1
        if self.count > self.most:
            raise _TooMany
        fields, within = self.joined(value, seen)
        kept = cleaned(fields)
        if as_object(fields.get("properties")):
            kept.update(self._properties(fields, depth, within))
        elif kept.get("type") == "object" or "additionalProperties" in fields:
            kept.update(self._open(fields, depth, within))
        if "items" in fields and depth > 0:
            inner = as_object(fields["items"])
            deeper = depth - 1 if "items" in inner or "allOf" in inner else depth
            kept["items"] = self.schema(inner, deeper, within)
            kept.setdefault("type", "array")
        for word in ("oneOf", "anyOf"):
            if as_list(fields.get(word)) and depth > 0:
                kept[word] = self._branches(fields[word], depth, within)
        for word, groups in as_object(fields.get("x-wanted")).items():
            known = as_object(kept.get("properties"))
            wanted = [{"required": names} for names in groups if set(names) <= known.keys()]
            if len(wanted) == len(groups):
                kept[word] = wanted
        return _nullable(kept) if _may_be_null(fields) else kept

    def joined(self, value: JsonValue, seen: frozenset[str]) -> tuple[Object, frozenset[str]]:
        """The schema's own fields with allOf and choices of objects joined, and the references
        on the way."""
        found, reference = self.document.resolved(value, self.way)
        if reference is not None:
            if reference in seen:
                return _cut(found), seen
            seen = seen | {reference}
            beside = {k: v for k, v in as_object(value).items() if k != "$ref"}
            found = {**found, **beside}
        parts = as_list(found.get("allOf"))[:_MOST_JOINED]
        fields = {k: v for k, v in found.items() if k != "allOf"}
        within = seen
        for part in parts:
            other, deeper = self.joined(part, seen)
            self._count()
            fields, within = _united(fields, other), within | deeper
        return self._chosen(fields, within)

    def _chosen(self, fields: Object, seen: frozenset[str]) -> tuple[Object, frozenset[str]]:
        """The fields with their oneOf or anyOf: one branch put in, objects joined, or kept."""
        for word in ("oneOf", "anyOf"):
            branches = as_list(fields.get(word))[:_MOST_JOINED]
            real = [one for one in branches if not _is_null(one)]
            if not real:
                continue
            rest = {k: v for k, v in fields.items() if k != word}
            if len(real) < len(branches):
                rest["nullable"] = True
            if len(real) == 1:
                other, seen = self.joined(real[0], seen)
                return _united(rest, other), seen
            if groups := _only_required(fields, real):
                return {**rest, "x-wanted": {word: groups}}, seen
            opened = [self.joined(one, seen) for one in real]
            self._count(len(opened))
            if all(as_object(one.get("properties")) for one, _ in opened):
                within = seen.union(*(deeper for _, deeper in opened))
                return _one_object(rest, [one for one, _ in opened]), within
            return {**rest, word: real}, seen
        return fields, seen

    def _count(self, number: int = 1) -> None:
        self.count += number
        if self.count > self.most:
            raise _TooMany

    def _properties(self, fields: Object, depth: int, seen: frozenset[str]) -> Object:
        if depth <= 0:
            return {"type": "object"}
        properties: Object = {}
        for name, raw in as_object(fields.get("properties")).items():
            own = as_object(raw)
            if "$ref" in own or "allOf" in own:
                own, _ = self.joined(raw, seen)
            if own.get(_HIDDEN[self.direction]) is not True:
                properties[name] = self.schema(raw, depth - 1, seen)
        names = [name for name in _names(fields.get("required")) if name in properties]
        inline = [n for n, raw in properties.items() if raw.pop("x-required", None)]
        made: Object = {"type": "object", "properties": properties}
        if every := list(dict.fromkeys([*names, *inline])):
            made["required"] = every
        if fields.get("additionalProperties") is True:
            made["additionalProperties"] = True
        return made

    def _open(self, fields: Object, depth: int, seen: frozenset[str]) -> Object:
        """An object whose keys are not declared."""
        values = fields.get("additionalProperties")
        made: Object = {"type": "object"}
        if isinstance(values, dict) and values and depth > 0:
            made["additionalProperties"] = self.schema(values, depth - 1, seen)
        return made

    def _branches(self, value: JsonValue, depth: int, seen: frozenset[str]) -> list[JsonValue]:
        found = [self.schema(one, depth - 1, seen) for one in as_list(value)[:_MOST_JOINED]]
        return [one for number, one in enumerate(found) if one not in found[:number]]


def cleaned(fields: Object) -> Object:
    """What a JSON schema says of one value, without what would make it none."""
    kept: Object = {name: as_text(fields[name]) for name in _TEXTS if as_text(fields.get(name))}
    kept.update({name: fields[name] for name in _AS_IT_IS if name in fields})
    kinds = _kinds(fields.get("type"))
    if kinds:
        kept["type"] = kinds[0] if len(kinds) == 1 else kinds
    if values := [one for one in as_list(fields.get("enum")) if one is not None]:
        kept["enum"] = _distinct(values)
    if "contentMediaType" in fields or "contentEncoding" in fields:
        kept.setdefault("format", "binary")
    kept.update({n: fields[n] for n in _NUMBERS if _is_number(fields.get(n))})
    kept.update({n: fields[n] for n in _COUNTS if _is_count(fields.get(n))})
    for name, old in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        if fields.get(old) is True and name in kept:
            kept[old] = kept.pop(name)
    if fields.get("uniqueItems") is True:
        kept["uniqueItems"] = True
    if _is_pattern(fields.get("pattern")):
        kept["pattern"] = fields["pattern"]
    examples = _examples(fields)
    if examples:
        kept["examples"] = examples
    if fields.get("required") is True:
        kept["x-required"] = True
    return kept


def _kinds(value: JsonValue) -> list[str]:
    names = [value] if isinstance(value, str) else as_list(value)
    known = [_OTHER_TYPES.get(str(name).lower(), str(name).lower()) for name in names]
    return list(dict.fromkeys(name for name in known if name in _TYPES))


def _examples(fields: Object) -> list[JsonValue]:
    told = fields.get("examples")
    if isinstance(told, dict):
        told = [as_object(one).get("value") for one in as_object(told).values()]
    single = [fields["example"]] if "example" in fields else []
    return [one for one in [*single, *as_list(told)] if one is not None][:5]


def _distinct(values: list[JsonValue]) -> list[JsonValue]:
    return [one for number, one in enumerate(values[:500]) if one not in values[:number]]


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300


def _is_count(value: JsonValue) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53


def _is_pattern(value: JsonValue) -> bool:
    if not isinstance(value, str) or len(value) > _LONGEST_PATTERN:
        return False
    try:
        re.compile(value)
    except (re.error, OverflowError, RecursionError):
        return False
    return True


def _is_null(value: JsonValue) -> bool:
    fields = as_object(value)
    return (
        fields.get("type") == "null"
        or fields.get("enum") == [None]
        or ("const" in fields and fields["const"] is None)
    )


def _may_be_null(fields: Object) -> bool:
    return fields.get("nullable") is True or fields.get("x-nullable") is True


def _nullable(schema: Object) -> Object:
    kind: JsonValue = schema.get("type")
    made = dict(schema)
    if isinstance(kind, str) and kind != "null":
        made["type"] = [kind, "null"]
    for word in ("anyOf", "oneOf"):
        branches = as_list(made.get(word))
        if branches and not isinstance(kind, str):
            made[word] = [*branches, {"type": "null"}]
    return made


def _united(left: Object, right: Object) -> Object:
    """Both together; what both say is as the left says it."""
    both = {**right, **left}
    for name in ("properties",):
        if name in left and name in right:
            both[name] = {**as_object(right[name]), **as_object(left[name])}
    names = [*_names(right.get("required")), *_names(left.get("required"))]
    return {**both, "required": list(dict.fromkeys(names))} if names else both


def _only_required(fields: Object, branches: list[JsonValue]) -> list[list[str]]:
    """What each branch requires, where they tell nothing else of the object; [] otherwise."""
    told = [as_object(one) for one in branches]
    if not as_object(fields.get("properties")):
        return []
    if any(one.keys() - {"required", "title", "description", "type"} for one in told):
        return []
    groups = [_names(one.get("required")) for one in told]
    return groups if all(groups) else []


def _one_object(around: Object, branches: list[Object]) -> Object:
    """One object with the fields of all branches; what only some require is not required.

    Where each branch requires exactly one name of its own, exactly one of these is wanted."""
    sets = [set(_names(one.get("required"))) for one in branches]
    shared = set[str].intersection(*sets)
    own = [sorted(names - shared) for names in sets]
    fields: Object = {}
    for branch in branches:
        fields = _united(fields, {k: v for k, v in branch.items() if k != "required"})
    kept = {k: v for k, v in fields.items() if k in ("properties", "type", "additionalProperties")}
    made = _united({**around, "required": sorted(shared)}, kept)
    tells = as_text(as_object(around.get("discriminator")).get("propertyName"))
    properties = as_object(made.get("properties"))
    if tells in properties:
        made["properties"] = {**properties, tells: _kinds_of(around, branches, tells)}
    if not tells and all(len(names) == 1 for names in own) and len({n[0] for n in own}) == len(own):
        made["x-wanted"] = {"oneOf": own}
    return made


def _kinds_of(around: Object, branches: list[Object], name: str) -> Object:
    """The field that tells the branches apart, with the values that each takes."""
    values = list(as_object(as_object(around.get("discriminator")).get("mapping")))
    told = [as_object(as_object(one.get("properties")).get(name)) for one in branches]
    for one in told:
        values += [one["const"]] if "const" in one else as_list(one.get("enum"))
    plain = {k: v for k, v in told[0].items() if k not in ("const", "enum", "default")}
    return {**plain, "type": "string", "enum": _distinct(values)} if values else told[0]


def _cut(fields: Object) -> Object:
    """A type inside itself: what it is, without what it holds."""
    kept = {k: fields[k] for k in ("title", "description", "type", "nullable") if k in fields}
    return kept if _kinds(kept.get("type")) else {**kept, "type": "object"}


def _names(value: JsonValue) -> list[str]:
    return [name for name in as_list(value) if isinstance(name, str)]
