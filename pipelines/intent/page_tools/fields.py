"""The arguments of a page's tool: what they are called, and which values they take."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

from pipelines.contracts.page import PageTool, Words
from tool_registry.base.types import JsonValue, Object, as_object
from tool_registry.base.yaml_files import packaged
from tool_registry.parsing.naming import singular
from tool_registry.vocabulary.lexicon import Kind, Lexicon
from tool_registry.vocabulary.numerals import number_of
from tool_registry.vocabulary.text import fold, split_identifier

Type: TypeAlias = Literal["string", "integer", "number", "boolean"]
_KNOWN = {
    *("type", "title", "description", "default", "examples", "enum"),
    *("minimum", "maximum", "minLength", "maxLength"),
}
"""Keywords of JSON Schema that are understood; a pattern of a stranger's is never run."""
_TYPES = ("string", "integer", "number", "boolean")
_SHOWN = 60
"""Characters of what cannot be a value are told."""
_FILE = Path(__file__).with_name("phrases.yaml")


class Unfit(Exception):
    """The words are no value of the field."""

    def __init__(self, problem: str, **values: JsonValue) -> None:
        """`problem`: the name of the text that says why, which takes `values`."""
        super().__init__(problem)
        self.problem, self.values = problem, values


@dataclass(frozen=True, slots=True)
class Field:
    """One argument."""

    path: str
    label: Words
    names: frozenset[str]
    """What it is called, in any language."""
    type: Type
    options: tuple[JsonValue, ...]
    least: float | None
    most: float | None
    shortest: int
    longest: int | None
    required: bool

    @property
    def is_free(self) -> bool:
        """Any words are a value of it."""
        return self.type == "string" and not self.options

    @property
    def is_number(self) -> bool:
        """It takes numbers alone."""
        return self.type in ("integer", "number")

    def value(self, words: str) -> JsonValue:
        """What the words mean here; Unfit where they mean nothing that it takes."""
        if self.type == "boolean":
            value: JsonValue = _truth(words)
        elif self.type == "string":
            value = words
        else:
            value = self.number(words)
        if value is None:
            raise Unfit(f"page.no_{self.type}", words=words[:_SHOWN])
        return self._checked(value)

    def number(self, words: str) -> int | float | None:
        """The number that the words are, within its bounds or not."""
        bare = fold(words).rstrip(phrases()["particles"]).rstrip(phrases()["measures"])
        value = number_of(bare)
        return None if self.type == "integer" and not _is_whole(value) else value

    def _checked(self, value: JsonValue) -> JsonValue:
        if self.options:
            alike = (one for one in self.options if fold(str(one)) == fold(str(value)))
            found = next(alike, None)
            if found is None:
                known = list(self.options)
                raise Unfit("page.no_option", words=str(value)[:_SHOWN], known=known)
            return found
        if isinstance(value, str):
            if self.longest is not None and len(value) > self.longest:
                raise Unfit("page.too_long", longest=self.longest, count=len(value))
            if len(value) < self.shortest:
                raise Unfit("page.too_short", shortest=self.shortest)
        elif not isinstance(value, bool) and isinstance(value, int | float):
            if self.least is not None and value < self.least:
                raise Unfit("page.too_little", least=_plain(self.least))
            if self.most is not None and value > self.most:
                raise Unfit("page.too_much", most=_plain(self.most))
        return value


def phrases() -> Mapping[str, Any]:
    """How people speak to fields."""
    return packaged(_FILE)


def fields_of(tool: PageTool, lexicon: Lexicon) -> tuple[Field, ...] | None:
    """The arguments that words can fill; None for a tool that wants one that they cannot."""
    wanted = tool.parameters.get("required")
    required = {str(path) for path in cast("list[JsonValue]", wanted or [])}
    read = {
        path: _field(path, as_object(schema), path in required, tool, lexicon)
        for path, schema in as_object(tool.parameters.get("properties")).items()
    }
    if any(read.get(path) is None for path in required):
        return None
    return tuple(field for field in read.values() if field is not None)


def _field(
    path: str, schema: Object, required: bool, tool: PageTool, lexicon: Lexicon
) -> Field | None:
    kind, options = schema.get("type"), schema.get("enum")
    if kind not in _TYPES or not schema.keys() <= _KNOWN or not isinstance(options, list | None):
        return None
    title = schema.get("title")
    spoken = title if isinstance(title, str) and title.isprintable() and title else path
    label = tool.labels.get(path) or Words(zh=spoken[:80], en=spoken[:80])
    return Field(
        path=path,
        label=label,
        names=_names(path, label, lexicon) | _counted(kind, label, lexicon),
        type=kind,
        options=tuple(cast("Sequence[JsonValue]", options or ())),
        least=_number(schema, "minimum"),
        most=_number(schema, "maximum"),
        shortest=int(_number(schema, "minLength") or 0),
        longest=_whole(schema, "maxLength"),
        required=required,
    )


def _names(path: str, label: Words, lexicon: Lexicon) -> frozenset[str]:
    """Its own names, and what else the catalogue calls such an attribute."""
    own = {label.zh, label.en, " ".join(split_identifier(path))}
    concepts = (lexicon.concept(Kind.ATTRIBUTE, name) for name in own)
    more = {form for concept in concepts if concept is not None for form in concept.surfaces}
    return frozenset(fold(name) for name in own | more) - {""}


def _counted(kind: JsonValue, label: Words, lexicon: Lexicon) -> frozenset[str]:
    """What a number counts: `sets of it` in Chinese, but no noun of the catalogue's, and one of
    them in English."""
    if kind != "integer":
        return frozenset()
    found = re.fullmatch(phrases()["count"], label.zh)
    noun = fold(found[1]) if found is not None else ""
    head, *of = fold(label.en).split(" of ", 1)
    one = " of ".join((singular(head), *of))
    return frozenset({one, *([noun] if noun and not lexicon.lookup(noun, Kind.ENTITY) else ())})


def _truth(words: str) -> bool | None:
    said = fold(words)
    if said in phrases()["means_yes"]:
        return True
    return False if said in phrases()["means_no"] else None


def _number(schema: Object, key: str) -> float | None:
    found = schema.get(key)
    return found if isinstance(found, int | float) and not isinstance(found, bool) else None


def _whole(schema: Object, key: str) -> int | None:
    found = _number(schema, key)
    return None if found is None else int(found)


def _is_whole(value: JsonValue) -> bool:
    return isinstance(value, int) or (isinstance(value, float) and value.is_integer())


def _plain(number: float) -> str:
    return f"{number:g}"
