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


_HOW = ("call", "destructive", "environments", "idempotent", "method", "name", "path", "read_only")
"""Fields that say how it is called, where, and what that does."""
_IN, _OUT, _LISTS = "input_schema.", "output_schema", ("required", "enum", "type")


def breaks_calls(change: Change, found: Sequence[Change]) -> bool:
    """True where calls that were right before may fail by the change, or do something else: an
    argument that has to be given or is no more, a value that is taken no more, a result that is
    gone, and what says how it is called. `found`: all that changed."""
    place, _, last = change.field.rpartition(".")
    if change.field.partition(".")[0] in _HOW:
        return True
    if change.field.startswith(_OUT):
        return change.kind == "removed" or last == "type"
    if not change.field.startswith(_IN):
        return False
    if change.kind == "removed":
        return place.endswith("properties")
    if last in _LISTS:
        return bool(required_anew(change)) or last != "required"
    return last in {name for one in found for name in required_anew(one)}


def required_anew(change: Change) -> tuple[str, ...]:
    """The arguments that have to be given by the change and had not to be."""
    if not change.field.startswith(_IN) or not change.field.endswith("required"):
        return ()
    before, after = _names(change.before), _names(change.after)
    return tuple(name for name in after if name not in before)


def _names(listed: JsonValue) -> list[str]:
    return [str(one) for one in cast("list[JsonValue]", listed)] if isinstance(listed, list) else []
