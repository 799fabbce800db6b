"""What an approval covers, and what changed since: a tool that differs has to be approved anew."""

from collections.abc import Iterator, Sequence
from typing import Literal, cast

from tool_registry.base.ids import digest
from tool_registry.base.types import JsonValue
from tool_registry.model import Frozen, RawTool

_NOT_COVERED = {"source", "tags", "refusals", "answers_nothing"}
"""Where it is registered, and groups for reading: none of it changes what a call does."""
_DEEPEST = 60


class Change(Frozen):
    """One difference between two versions of a tool."""

    field: str
    """Dotted path into the declared tool: `description`, `input_schema.properties.a.enum`."""
    kind: Literal["added", "removed", "changed"]
    before: JsonValue = None
    after: JsonValue = None


def approval_hash(raw: RawTool, address: str) -> str:
    """SHA-256 over all that the tool declares, how it is called, and where its source is.

    `address` is the source's as configured (URL or command line, `${VARIABLE}` unresolved), so that
    neither a secret nor its renewal is in the hash. Key order and tags do not matter. Raises
    ValueError for schemas that nest deeper than about 120 objects.
    """
    return digest([address, _covered(raw)])


def changes(before: RawTool, after: RawTool) -> tuple[Change, ...]:
    """What differs in the fields that an approval covers, by path; () where nothing does."""
    return tuple(_compared("", _covered(before), _covered(after), 0))


def _covered(raw: RawTool) -> dict[str, JsonValue]:
    return raw.model_dump(mode="json", exclude=_NOT_COVERED, exclude_none=True)


def _compared(place: str, before: JsonValue, after: JsonValue, depth: int) -> Iterator[Change]:
    both_objects = isinstance(before, dict) and isinstance(after, dict)
    if not both_objects or depth >= _DEEPEST:
        # Texts decide, not equality: for JSON, true and 1 are different values.
        if digest(before) != digest(after):
            yield Change(field=place, kind="changed", before=before, after=after)
        return
    old, new = cast("dict[str, JsonValue]", before), cast("dict[str, JsonValue]", after)
    for key in sorted({*old, *new}):
        path = f"{place}.{key}" if place else key
        if key not in old:
            yield Change(field=path, kind="added", after=new[key])
        elif key not in new:
            yield Change(field=path, kind="removed", before=old[key])
        else:
            yield from _compared(path, old[key], new[key], depth + 1)


_HOW = ("call", "destructive", "idempotent", "method", "name", "path", "read_only")
"""Fields that say how it is called, and what that does."""
_IN, _OUT = "input_schema.", "output_schema."
_PLACES, _SENT, _FIELDS = "environments", "call.parameters", "call.body.fields."
_NAMES = ("properties", "patternProperties", "$defs", "definitions")
"""Keywords of a schema below which names of fields stand."""
_HELD = (None, "properties", "type")
"""What of a result nobody can count on any more once it is removed; None: a field."""


def breaks_calls(change: Change, found: Sequence[Change]) -> bool:
    """True where calls that were right before may fail by the change, or do something else: an
    argument that has to be given or is no more, a value that is taken no more, a result that is
    gone or of another type, an environment that is left, and what says how it is called. What only
    takes more than before, or promises more, breaks none. `found`: all that changed."""
    top = change.field.partition(".")[0]
    if top in _HOW:
        return not _only_sends_more(change)
    if top == _PLACES:
        return not _within(_listed(change.before), _listed(change.after))
    if change.field.startswith(_OUT):
        return _breaks_output(change)
    return change.field.startswith(_IN) and _breaks_input(change, found)


def _only_sends_more(change: Change) -> bool:
    """The place of a further argument: whoever does not give it is called as before."""
    if change.field.startswith(_FIELDS):
        return change.kind == "added"
    return change.field == _SENT and _within(_listed(change.before), _listed(change.after))


def _breaks_output(change: Change) -> bool:
    keyword = _keyword(change.field)
    if keyword == "required":
        return not _within(_listed(change.before), _listed(change.after))
    if keyword == "type" and change.kind == "changed":
        return not _within(_types(change.after), _types(change.before))
    return keyword in _HELD and change.kind == "removed"


def _breaks_input(change: Change, found: Sequence[Change]) -> bool:
    keyword = _keyword(change.field)
    if keyword is None:
        anew = {name for one in found for name in required_anew(one)}
        return change.kind == "removed" or change.field.rpartition(".")[2] in anew
    if keyword == "required":
        return bool(required_anew(change))
    if change.kind == "removed":
        return keyword == "properties"
    if keyword not in ("enum", "type") or change.kind == "added":
        return keyword in ("enum", "type")
    told = _types if keyword == "type" else _listed
    return not _within(told(change.before), told(change.after))


def _keyword(field: str) -> str | None:
    """The last word of the path as a keyword of the schema; None where it is a field's name."""
    *before, last = field.split(".")
    is_name = False
    for part in before:
        is_name = not is_name and part in _NAMES
    return None if is_name else last


def _types(told: JsonValue) -> list[str]:
    """The types that a schema takes, as texts; a number may be an integer."""
    kinds = _listed(told if isinstance(told, list) else [told])
    return [*kinds, digest("integer")] if digest("number") in kinds else kinds


def _listed(told: JsonValue) -> list[str]:
    """What a list holds, as texts that tell its values apart; empty where there is no list."""
    held = cast("list[JsonValue]", told) if isinstance(told, list) else []
    return [digest(one) for one in held]


def _within(some: Sequence[str], all_: Sequence[str]) -> bool:
    return set(some) <= set(all_)


def required_anew(change: Change) -> tuple[str, ...]:
    """The arguments that have to be given by the change and had not to be."""
    if not change.field.startswith(_IN) or not change.field.endswith("required"):
        return ()
    before, after = _names(change.before), _names(change.after)
    return tuple(name for name in after if name not in before)


def _names(listed: JsonValue) -> list[str]:
    return [str(one) for one in cast("list[JsonValue]", listed)] if isinstance(listed, list) else []
