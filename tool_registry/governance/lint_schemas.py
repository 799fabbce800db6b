"""Rules about a tool's schemas. Each yields where it is broken."""

import re
from typing import cast

from jsonschema.exceptions import SchemaError
from jsonschema.validators import validator_for

from tool_registry.base.types import JsonValue
from tool_registry.governance.plain import is_plain
from tool_registry.governance.subject import (
    Hit,
    Hits,
    Subject,
    has_example,
    is_filler,
    is_meaningless,
    speaks_of,
    tells_itself,
)
from tool_registry.parsing.description_terms import mentions
from tool_registry.parsing.enums import spoken
from tool_registry.parsing.schema import Field, flatten, schema_type
from tool_registry.parsing.sections import says
from tool_registry.vocabulary.text import fold, split_identifier

_NUMBERS = ("integer", "number")
_CODE = re.compile(r"[A-Za-z]{0,3}[_-]?\d{1,4}|[A-Za-z]{1,2}")


def schema_invalid(subject: Subject) -> Hits:
    """Both schemas are JSON schemas."""
    for place, schema in (
        ("input_schema", subject.raw.input_schema),
        ("output_schema", subject.raw.output_schema),
    ):
        if is_plain(schema or {}):
            continue
        try:
            validator_for(schema or {}).check_schema(schema or {})
        except SchemaError as error:
            inside = ".".join(str(part) for part in error.absolute_path)
            yield Hit(f"{place}.{inside}".rstrip("."), {"reason": str(error.message)[:160]})
        except RecursionError:
            yield Hit(place, {"reason": "nested too deeply"})


def schema_not_object(subject: Subject) -> Hits:
    """Arguments are named."""
    schema = subject.raw.input_schema
    if schema and schema_type(schema) not in ("object", "any"):
        yield Hit("input_schema.type", {"type": str(schema.get("type"))})


def required_unknown(subject: Subject) -> Hits:
    """What is required is declared."""
    schema = subject.raw.input_schema
    names, properties = schema.get("required"), schema.get("properties")
    if not isinstance(names, list) or "allOf" in schema or "$ref" in schema:
        return
    known = cast("dict[str, JsonValue]", properties) if isinstance(properties, dict) else {}
    for name in cast("list[JsonValue]", names):
        if not isinstance(name, str) or name not in known:
            yield Hit("input_schema.required", {"name": str(name)[:60]})


def parameter_meaningless(subject: Subject) -> Hits:
    """A parameter whose name says nothing needs a description that does."""
    for item in subject.reading.inputs:
        if is_meaningless(item.key, "parameters") and _says_nothing(item, subject):
            yield Hit(_place(item), {"name": item.path}, f"needs.{item.path}.description")


def parameter_undescribed(subject: Subject) -> Hits:
    """A parameter that is not understood from its name needs a description."""
    for item in subject.reading.inputs:
        if is_meaningless(item.key, "parameters") or subject.understands(item):
            continue
        if tells_itself(item.key):
            continue
        if _says_nothing(item, subject):
            yield Hit(_place(item), {"name": item.path}, f"needs.{item.path}.description")


def enum_unexplained(subject: Subject) -> Hits:
    """Codes say what they mean."""
    for item in subject.reading.inputs:
        slot = subject.slots.get(item.path)
        if slot is not None and slot.environment:
            continue
        silent = [raw for raw, words in item.closed.items() if not words and _is_code(raw)]
        if silent and item.type != "boolean":
            sample = " ".join(f"{raw}=…" for raw in silent[:3])
            values = {"name": item.path, "values": ", ".join(silent[:6]), "sample": sample}
            yield Hit(_place(item), values)


def unit_unstated(subject: Subject) -> Hits:
    """An amount of money, a duration or a measure says in which unit."""
    for item in subject.reading.inputs:
        slot = subject.slots.get(item.path)
        if item.type not in _NUMBERS or slot is None or slot.unit is not None or item.closed:
            continue
        if _measures(item) and not _has_unit(item):
            yield Hit(_place(item), {"name": item.path}, f"needs.{item.path}.unit")


def example_missing(subject: Subject) -> Hits:
    """A text of a prescribed form shows one."""
    for item in subject.reading.inputs:
        schema = item.schema
        slot = subject.slots.get(item.path)
        keys = ("example", "examples", "default", "const", "format")
        shown = any(key in schema for key in keys) or (slot is not None and slot.format)
        if schema.get("pattern") and not shown and not has_example(item.description):
            yield Hit(_place(item), {"name": item.path, "pattern": str(schema["pattern"])[:60]})


def output_undeclared(subject: Subject) -> Hits:
    """What comes back is declared, so that other tools can go on with it."""
    if subject.raw.answers_nothing:
        return
    if not subject.reading.outputs and not subject.sections.text("outputs").strip():
        yield Hit("output_schema")


def output_undescribed(subject: Subject) -> Hits:
    """Most result fields say what they are."""
    fields = flatten(subject.raw.output_schema, list_marks=True)
    silent = [item.path for item in fields if is_filler(item.description)]
    if len(silent) * 2 > len(fields):
        yield Hit("output_schema", {"names": ", ".join(silent[:5])})


def _says_nothing(item: Field, subject: Subject) -> bool:
    told = subject.described_of(item)
    if any(words for words in item.closed.values()):
        return False
    repeated = split_identifier(told) == split_identifier(item.key)
    return is_filler(told) or (repeated and is_meaningless(item.key, "parameters"))


def _is_code(raw: str) -> bool:
    """True for a number or an abbreviation: nobody knows what it stands for."""
    return spoken(raw) is None and _CODE.fullmatch(raw) is not None


def _measures(item: Field) -> bool:
    """True where the name, or the short description of it, speaks of something measured."""
    name = " ".join(split_identifier(item.key))
    if speaks_of(f"{name} {item.description}", "counted"):
        return False
    for text in (name, item.description[:24]):
        if mentions(fold(text), "slots", "money") or speaks_of(text, "measured"):
            return True
    return False


def _has_unit(item: Field) -> bool:
    return any(says(item.description, "slots", key) for key in ("units", "unit_marks")) or any(
        word in split_identifier(item.key) for word in ("id", "code", "type", "ratio", "rate")
    )


def _place(item: Field) -> str:
    return "input_schema." + ".".join(
        f"properties.{part}" for part in item.path.replace("[]", ".items").split(".")
    ).replace("properties.items", "items")
