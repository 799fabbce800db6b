"""Reading the complaints out of the body of a 400 or 422, whichever framework wrote it.

A form (one YAML file each) says where complaints are: `entries` (lists of objects with `field` and
`message`), `fields` (objects of field → texts) or `texts` (sentences that `pattern` takes apart).
Of the forms that fit, lists count before objects and objects before sentences; then the one that
names most fields, by the shortest paths.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import cast

from pydantic import BaseModel, ConfigDict

from tool_registry.base.types import JsonValue, as_list
from tool_registry.base.yaml_files import packaged

_FOLDER = Path(__file__).parent
_MOST = 100
_DEEPEST = 6
_MARKS = re.compile(r"[./\[\]]+")
Complaint = tuple[str, str]
"""Path of the field as arguments are written (`items[].name`), and what is said of it."""


class Form(BaseModel):
    """One framework's form."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    entries: tuple[str, ...] = ()
    field: tuple[str, ...] = ()
    message: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    lists: bool = False
    """Only where every value is a list or an object."""
    general: tuple[str, ...] = ()
    """Keys among `fields` that speak of no field."""
    texts: tuple[str, ...] = ()
    pattern: str = ""
    drop: tuple[str, ...] = ()
    """First parts of a field's path that tell where it was, not what it is called."""


def complaints(body: JsonValue) -> list[Complaint]:
    """What the body says of single fields, in its order; [] where it names none."""
    readings = [found for form in _forms() for found in _readings(form, body) if found[1]]
    if not readings:
        return []
    kind = min(kind for kind, _ in readings)
    return max((found for one, found in readings if one == kind), key=_worth)


def _worth(found: list[Complaint]) -> tuple[int, int]:
    return len(found), -sum(len(path) for path, _ in found)


def _readings(form: Form, body: JsonValue) -> Iterator[tuple[int, list[Complaint]]]:
    """What the form's lists, objects and sentences name, each apart."""
    for kind, told in enumerate((_listed, _fielded, _spoken)):
        found = [(path, text) for path, text in told(form, body) if path and text]
        yield kind, list(dict(found[:_MOST]).items())


@cache
def _forms() -> tuple[Form, ...]:
    files = sorted(_FOLDER.glob("*.yaml"))
    return tuple(Form.model_validate({"name": file.stem, **packaged(file)}) for file in files)


def _listed(form: Form, body: JsonValue) -> Iterator[Complaint]:
    for place in form.entries:
        for entry in as_list(_at(body, place)):
            told = _told(form, entry)
            if told is not None:
                yield told


def _fielded(form: Form, body: JsonValue) -> Iterator[Complaint]:
    for place in form.fields:
        found = _at(body, place)
        if isinstance(found, dict):
            yield from _mapped(form, cast("dict[str, JsonValue]", found), ())


def _spoken(form: Form, body: JsonValue) -> Iterator[Complaint]:
    for place in form.texts:
        found = _at(body, place)
        for text in as_list(found) or [found]:
            if isinstance(text, str):
                for match in re.finditer(form.pattern, text[:2000], re.MULTILINE):
                    yield _path(form, _parts(match["field"])), match["message"]


def _told(form: Form, entry: JsonValue) -> Complaint | None:
    field = next((f for name in form.field if (f := _at(entry, name)) not in (None, "", [])), None)
    text = next((t for name in form.message if isinstance(t := _at(entry, name), str)), None)
    return (_path(form, _parts(field)), text) if field is not None and text else None


def _mapped(form: Form, fields: dict[str, JsonValue], way: tuple[str, ...]) -> Iterator[Complaint]:
    if form.lists and not all(isinstance(value, list | dict) for value in fields.values()):
        return
    for name, value in fields.items():
        if name in form.general or len(way) > _DEEPEST:
            continue
        here = (*way, *_parts(name))
        message = next((m for n in form.message if isinstance(m := _at(value, n), str)), None)
        texts = [message] if message else (as_list(value) or [value])
        said = [text for text in texts if isinstance(text, str)]
        if said:
            yield _path(form, list(here)), "; ".join(said)
        for inner in as_list(value) or [value]:
            if isinstance(inner, dict) and not message:
                mark = "[]" if isinstance(value, list) else None
                deeper = (*here, mark) if mark else here
                yield from _mapped(form, cast("dict[str, JsonValue]", inner), deeper)


def _parts(field: JsonValue) -> list[str]:
    """The names on the way to a field, however it is written; `[]` for an element of a list."""
    if isinstance(field, list):
        told = [str(part) for part in cast("list[JsonValue]", field)]
    else:
        told = _MARKS.split(str(field).replace("~1", "/").lstrip("#"))
    return ["[]" if part.isdigit() else part for part in told if part]


def _path(form: Form, parts: list[str]) -> str:
    """`items[].name` from the names on the way, without what only tells the place."""
    while len(parts) > 1 and parts[0] in form.drop:
        parts = parts[1:]
    path = ""
    for part in parts:
        path += part if part == "[]" or not path else f".{part}"
    return "" if path in form.drop else path.removeprefix("[]").lstrip(".").removesuffix("[]")


def _at(value: JsonValue, place: str) -> JsonValue:
    """The value at a dotted place; lists on the way are walked and joined."""
    if not place:
        return value
    name, _, rest = place.partition(".")
    if isinstance(value, list):
        found = [_at(one, place) for one in cast("list[JsonValue]", value)]
        flat = [one for item in found for one in (as_list(item) or [item]) if one is not None]
        return flat or None
    return (
        _at(cast("dict[str, JsonValue]", value).get(name), rest)
        if isinstance(value, dict)
        else None
    )
