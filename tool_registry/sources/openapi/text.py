"""JSON and YAML texts of documents as JSON values, within limits that no text can exceed.

YAML is read event by event, since a short text with aliases can mean an endless document, and a
deep one would exhaust the stack. Values are those of JSON: a date stays the text that it is.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import yaml

from tool_registry.base.errors import ConfigurationError
from tool_registry.base.types import JsonValue
from tool_registry.base.yaml_files import LOADER, not_yaml

MOST_BYTES = 20 * 1024 * 1024
_DEEPEST = 200
_MOST_NODES = 2_000_000
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_BOOLS = {
    text: value
    for word, value in (("true", True), ("false", False))
    for text in (word, word.title(), word.upper())
}
_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]{0,300})")
_NUMBER = re.compile(
    r"[-+]?((\.[0-9]+|(0|[1-9][0-9]*)\.[0-9]*)([eE][-+]?[0-9]{1,3})?|[1-9][0-9]*[eE][-+]?[0-9]{1,3})"
)
"""What begins with a zero that means nothing is an id, not a number."""


def parse(data: bytes, place: str) -> JsonValue:
    """The JSON value of the text; ConfigurationError names line and column of what is wrong."""
    if len(data) > MOST_BYTES:
        most = MOST_BYTES // 1024 // 1024
        raise ConfigurationError(f"{place}: larger than {most} MB; split the document")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"{place}: byte {error.start} is not UTF-8 text") from error
    if not text.strip():
        raise ConfigurationError(f"{place}: the document is empty")
    is_json = text.lstrip()[:1] in ("{", "[")
    return _from_json(text, place) if is_json else _from_yaml(text, place)


def _from_json(text: str, place: str) -> JsonValue:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise ConfigurationError(f"{place}: {where}: not valid JSON: {error.msg}") from error
    except (RecursionError, ValueError) as error:
        raise ConfigurationError(f"{place}: nested too deep, or a number too long") from error


def _from_yaml(text: str, place: str) -> JsonValue:
    events: Callable[..., Iterator[yaml.Event]] = cast("Any", yaml).parse
    builder = _Builder(place)
    try:
        for event in events(text, Loader=LOADER):
            builder.take(event)
            if builder.done:
                break
    except yaml.YAMLError as error:
        raise not_yaml(error, place) from error
    return builder.root


@dataclass(slots=True)
class _Open:
    """A mapping or sequence that is being read."""

    value: dict[str, JsonValue] | list[JsonValue]
    anchor: str | None
    size: int = 1
    key: str | None = None
    has_key: bool = False


@dataclass(slots=True)
class _Builder:
    place: str
    root: JsonValue = None
    done: bool = False
    opened: list[_Open] = field(default_factory=list["_Open"])
    anchored: dict[str, tuple[JsonValue, int]] = field(
        default_factory=dict[str, tuple[JsonValue, int]]
    )

    def take(self, event: yaml.Event) -> None:
        """Goes one event further."""
        if isinstance(event, yaml.ScalarEvent):
            self._put(_scalar(event), 1, event.anchor, event)
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            if len(self.opened) >= _DEEPEST:
                raise self._wrong(event, f"nested more than {_DEEPEST} deep")
            mapping = isinstance(event, yaml.MappingStartEvent)
            self.opened.append(_Open({} if mapping else [], event.anchor))
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            ended = self.opened.pop()
            self._put(ended.value, ended.size, ended.anchor, event)
        elif isinstance(event, yaml.AliasEvent):
            self._put_alias(event)

    def _put_alias(self, event: yaml.AliasEvent) -> None:
        name = str(event.anchor)
        if name not in self.anchored:
            raise self._wrong(event, f"the alias *{name} has no anchor that ends before it")
        value, size = self.anchored[name]
        self._put(value, size, None, event)

    def _put(self, value: JsonValue, size: int, anchor: str | None, event: yaml.Event) -> None:
        if anchor:
            self.anchored[anchor] = (value, size)
        if not self.opened:
            self.root, self.done = value, True
            return
        around = self.opened[-1]
        around.size += size
        if around.size > _MOST_NODES:
            raise self._wrong(event, f"means more than {_MOST_NODES:,} values, aliases counted")
        if isinstance(around.value, list):
            around.value.append(value)
        elif not around.has_key:
            around.key, around.has_key = self._key(value, event), True
        else:
            self._put_field(around.value, str(around.key), value)
            around.has_key = False

    def _put_field(self, fields: dict[str, JsonValue], key: str, value: JsonValue) -> None:
        if key == "<<" and isinstance(value, dict):
            for name, inherited in cast("dict[str, JsonValue]", value).items():
                fields.setdefault(name, inherited)
        else:
            fields[key] = value

    def _key(self, value: JsonValue, event: yaml.Event) -> str:
        if isinstance(value, dict | list):
            raise self._wrong(event, "a key has to be a text")
        return value if isinstance(value, str) else json.dumps(value)

    def _wrong(self, event: yaml.Event, reason: str) -> ConfigurationError:
        mark: Any = event.start_mark
        return ConfigurationError(
            f"{self.place}: line {mark.line + 1}, column {mark.column + 1}: {reason}"
        )


def _scalar(event: yaml.ScalarEvent) -> JsonValue:
    text = str(event.value)
    if not event.implicit[0] or event.style in ("'", '"', "|", ">"):
        return text
    if text in _NULLS:
        return None
    if text in _BOOLS:
        return _BOOLS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _NUMBER.fullmatch(text) else text
