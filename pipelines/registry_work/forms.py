"""The forms of `forms.yaml`: which work on the registry a sentence asks for."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias, cast

import yaml

from tool_registry.base.types import JsonValue

Act: TypeAlias = Literal[
    "register",
    "why",
    "edit",
    "remove",
    "restore",
    "retire",
    "approve",
    "publish",
    "author",
    "environments",
    "failing",
    "unused",
    "conflicts",
    "mine",
    "gaps",
]
CHANGES: frozenset[Act] = frozenset(
    {"register", "edit", "remove", "restore", "retire", "approve", "publish"}
)
"""What changes the registry, and so is approved first."""
_FILE = Path(__file__).with_name("forms.yaml")
_PART = re.compile(r"\{([a-z_]+)\}")
LONGEST = 600
"""Longer sentences are about something else; it also bounds the search."""


@dataclass(frozen=True, slots=True)
class Form:
    """What a sentence asks for, in its own words."""

    act: Act
    parts: Mapping[str, str]
    """`tool`, `source`, `field`, `value`, `said`, `project`, …: the words in that place."""

    @property
    def target(self) -> str:
        """The words for the tool or source that is meant; empty where there are none."""
        said = (self.parts.get("tool") or self.parts.get("source") or "").strip(_data()["quotes"])
        return "" if said.casefold() in _generic() else said

    @property
    def names_kind(self) -> bool:
        """True where the sentence says that it speaks of a tool, or of a source."""
        return bool(self.parts.get("noun") or self.parts.get("after"))

    @property
    def looks_named(self) -> bool:
        """True where the words look like the name of a program, not like words of a language."""
        return re.fullmatch(_data()["identifier"], self.target) is not None


def forms_of(text: str) -> Iterator[Form]:
    """All forms that the sentence can have, the narrowest first."""
    if len(text) > LONGEST or not _search("hint", text):
        return
    for act, patterns in _patterns().items():
        for pattern in patterns:
            found = pattern.search(text)
            if found is not None:
                said = {name: part for name, part in found.groupdict().items() if part}
                yield Form(act, said)


def asks_how(text: str) -> bool:
    """True where somebody asks for the way, rather than for the work."""
    return _search("how", text)


def is_yes(text: str) -> bool:
    """True for an agreement."""
    return _search("yes", text)


def is_no(text: str) -> bool:
    """True for a refusal."""
    return _search("no", text)


def field_of(word: str) -> str | None:
    """The field of a tool that goes by that word."""
    said = word.strip(_data()["quotes"]).casefold()
    fields: dict[str, list[str]] = _data()["fields"]
    return next((name for name, words in fields.items() if said in words), None)


def field_words() -> list[str]:
    """One word for each field that can be edited, for a question."""
    return list(_data()["fields"])


@cache
def pattern(name: str) -> re.Pattern[str]:
    """A pattern of the section on registering."""
    patterns: dict[str, str] = _data()["register"]
    return re.compile(patterns[name].replace("{verb}", patterns["verb"]), re.IGNORECASE)


def _search(name: str, text: str) -> bool:
    return re.search(_data()[name], text, re.IGNORECASE) is not None


@cache
def _generic() -> frozenset[str]:
    return frozenset(_data()["generic"])


@cache
def _patterns() -> Mapping[Act, list[re.Pattern[str]]]:
    parts: dict[str, str] = _data()["parts"]

    def whole(regex: str) -> str:
        filled = _PART.sub(lambda m: parts[m.group(1)] if m.group(1) in parts else m.group(), regex)
        return filled if filled == regex else whole(filled)

    forms: dict[Act, list[str]] = _data()["forms"]
    return {
        act: [re.compile(whole(regex), re.IGNORECASE | re.DOTALL) for regex in regexes]
        for act, regexes in forms.items()
    }


@cache
def _data() -> dict[str, JsonValue]:
    # The C loader is ten times faster; it is missing only where PyYAML was built without libyaml.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return cast("dict[str, JsonValue]", yaml.load(_FILE.read_text("utf-8"), Loader=loader))
