"""Tools of the page around the chat: offered with one message, called by that page, not by us.

What a page says of its tools is of nobody whom we know: it is text that is shown, and names that
words of the sentence may mean. Such a tool never enters the registry."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias
from unicodedata import category

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from pipelines.contracts.intent import Span
from pipelines.messages import Language
from tool_registry.base.types import JsonValue

MOST_TOOLS = 20
_LARGEST = 8_000
"""Characters of one tool as JSON without blanks, as browsers write it."""
PREFIX = "page:"
"""Begins the id of a page's tool in a chain: no source of the registry can be called so."""


_LONGEST_LINE = 80
_REFUSED = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp", "Zs"})
"""Categories of characters that no line has; the one blank is U+0020. The same as in the page's
`embed/tools.ts`, but that what is not assigned here may be so in the browser's younger Unicode."""


def _is_plain(text: str) -> bool:
    return all(one == " " or category(one) not in _REFUSED for one in text)


def _plain(text: str) -> str:
    if not _is_plain(text):
        raise ValueError("characters that hide or turn text, or blanks other than U+0020")
    return text


def _blanked(told: object) -> object:
    """What only says where a tool is from is no reason to refuse a message."""
    is_line = not isinstance(told, str) or (len(told) <= _LONGEST_LINE and _is_plain(told))
    return told if is_line else ""


Line: TypeAlias = Annotated[str, Field(max_length=_LONGEST_LINE), AfterValidator(_plain)]
Shown: TypeAlias = Annotated[str, BeforeValidator(_blanked)]
"""A line, or empty where it is none."""


class Part(BaseModel):
    """Base of all parts: immutable, no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Words(Part):
    """What something is called in both languages."""

    zh: Line = Field(min_length=1)
    en: Line = Field(min_length=1)

    def of(self, language: Language) -> str:
        """In that language."""
        return self.zh if language == "zh" else self.en


PageEffect: TypeAlias = Literal["fills", "changes"]


class PageTool(Part):
    """A function of the page, as the page tells of it."""

    name: str = Field(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,63}$")
    title: Words
    description: str = Field(default="", max_length=500)
    parameters: dict[str, JsonValue] = Field(default_factory=dict)
    """JSON Schema of an object with plain values; what cannot be read in it is never filled."""
    labels: dict[str, Words] = Field(default_factory=dict)
    """Argument → what people call it."""
    registration: str = Field(default="", pattern=r"^[A-Za-z0-9]{0,64}$")
    """Which of the page's registrations of the name this is: told back with a call of it."""
    effect: PageEffect = "changes"
    """`fills`: the page says that it saves nothing."""

    @property
    def id(self) -> str:
        """In a chain."""
        return f"{PREFIX}{self.name}"

    @model_validator(mode="after")
    def _is_object(self) -> "PageTool":
        told = self.parameters
        properties, required = told.get("properties", {}), told.get("required", [])
        form = isinstance(properties, dict) and isinstance(required, list)
        if told.get("type", "object") != "object" or not form:
            raise ValueError("parameters that are no JSON Schema of an object")
        return self

    @model_validator(mode="after")
    def _is_small(self) -> "PageTool":
        told = self.model_dump(mode="json", exclude={"registration", "effect"})
        if len(json.dumps(told, ensure_ascii=False, separators=(",", ":"))) > _LARGEST:
            raise ValueError(f"a tool of more than {_LARGEST} characters")
        return self


class HostPage(Part):
    """The page around the chat while a message is sent."""

    title: Shown = ""
    origin: Shown = ""
    tools: tuple[PageTool, ...] = Field(default=(), max_length=MOST_TOOLS)

    @model_validator(mode="after")
    def _are_different(self) -> "HostPage":
        if len({tool.name for tool in self.tools}) < len(self.tools):
            raise ValueError("two tools of one name")
        return self


PageOutcome: TypeAlias = Literal["done", "refused", "failed", "unknown"]


class PageResult(Part):
    """What became of the one call that a run has left to the page."""

    run_id: str
    outcome: PageOutcome
    """`refused`: the person did not agree; `unknown`: the page did not answer in time."""
    text: str = Field(default="", max_length=2_000)
    """What the page says of it."""


@dataclass(frozen=True, slots=True)
class SaidValue:
    """A value that the user gave for an argument."""

    value: JsonValue
    label: Words
    """Of the argument."""
    words: str
    """The user's own."""
    span: Span | None = None
    """Where they stand in the sentence; None for a reply."""


@dataclass(frozen=True, slots=True)
class PageQuestion:
    """What has to be asked before a page's tool can be called."""

    name: str
    """Under which the reply is kept."""
    label: Words | None = None
    """The argument that is lacking; None: which of several tools is meant."""
    titles: tuple[Words, ...] = ()
    """Of those tools."""
    problem: str | None = None
    """The name of the text that says why what was said cannot be."""
    values: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    """What that text takes."""


@dataclass(frozen=True, slots=True)
class PageReading:
    """The page's tool that a sentence is for, with its arguments or what has to be asked first."""

    tool: PageTool
    values: Mapping[str, SaidValue] = field(default_factory=dict[str, SaidValue])
    asks: PageQuestion | None = None
    """None where the call can be made."""
    agreed: bool = False
    """The person has agreed to this very call by a word."""
