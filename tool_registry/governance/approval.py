"""What an approval covers, and what changed since: a tool that differs has to be approved anew."""

from collections.abc import Iterator
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
