"""Changes of a tool in the words of the form that authors fill in, and no paths into a schema."""

from typing import cast

from pipelines.messages import Language, has, listed, say
from tool_registry.base.ids import canonical
from tool_registry.base.types import JsonValue
from tool_registry.governance.approval import Change
from tool_registry.governance.poison import printable

_PARTS = {
    "input_schema": "argument",
    "needs": "argument",
    "output_schema": "output",
    "yields": "output",
}
_TYPES = ("string", "integer", "number", "boolean", "array", "object", "null")


def change_text(change: Change, language: Language) -> str:
    """One line of what changed since the approval; of how a call is written, that it did."""
    if change.field.partition(".")[0] == "call":
        return say(language, "changed.called_otherwise")
    last = change.field.rpartition(".")[2]
    values = {
        "before": shown(change.before, language, last),
        "after": shown(change.after, language, last),
    }
    if change.kind == "added":
        del values["before"]
    elif change.kind == "removed":
        del values["after"]
    key = f"governance.change_{change.kind}"
    return say(language, key, field=place_told(change.field, language), **values)


def place_told(path: str, language: Language) -> str:
    """What a dotted path into what is declared or set is called:
    `input_schema.properties.coat.enum`, `needs.coat.unit`, `summary`."""
    first, *rest = path.split(".")
    kind = _PARTS.get(first)
    if kind is None:
        return _word(language, "field", first)
    names, part = _walked(rest) if first.endswith("_schema") else (rest[:-1], "".join(rest[-1:]))
    if not names:
        whole = "input_schema" if kind == "argument" else "output_schema"
        return _with(language, _word(language, "field", whole), part, "whole_of")
    place = say(language, f"changed.{kind}", name=printable(".".join(names)))
    return _with(language, place, part, "part_of")


def shown(value: JsonValue, language: Language, part: str = "") -> str:
    """A value of such a place in words; `part`: the last word of the path."""
    if value is None or value in ([], ""):
        return "–"
    if isinstance(value, bool):
        return say(language, "changed.is_so" if value else "changed.is_not_so")
    if isinstance(value, list):
        items = cast("list[JsonValue]", value)
        return listed(language, [shown(one, language, part) for one in items])
    if isinstance(value, dict):
        return _schema_told(cast("dict[str, JsonValue]", value), language)
    if part == "type" and value in _TYPES:
        return say(language, f"changed.type_{value}")
    return printable(value if isinstance(value, str) else canonical(value))


def _walked(rest: list[str]) -> tuple[list[str], str]:
    """Names of fields from the outside in, and what of the last one; empty for all of it."""
    names: list[str] = []
    places = iter(rest)
    for one in places:
        if one == "properties":
            names.append(next(places, ""))
        elif one == "items":
            names[-1:] = [f"{name}[]" for name in names[-1:]]
        else:
            return names, one
    return names, ""


def _with(language: Language, place: str, part: str, key: str) -> str:
    if not part:
        return place
    return say(language, f"changed.{key}", place=place, part=_word(language, "part", part))


def _word(language: Language, kind: str, name: str) -> str:
    key = f"changed.{kind}_{name}"
    return say(language, key if has(key) else f"changed.{kind}_else")


def _schema_told(schema: dict[str, JsonValue], language: Language) -> str:
    """A new or gone field: its type, what it is, its choices."""
    kept = {name: schema[name] for name in ("type", "description", "enum") if schema.get(name)}
    if not kept:
        return printable(canonical(schema))
    told = [shown(value, language, name) for name, value in kept.items()]
    return say(language, "common.clause_separator").join(told)
