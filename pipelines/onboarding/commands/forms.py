"""The forms of `forms.yaml`: which work on the registry a sentence asks for."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from pipelines.onboarding.commands.form import Act, Form
from tool_registry.base.types import JsonValue
from tool_registry.base.yaml_files import packaged

_FILE = Path(__file__).with_name("forms.yaml")
_PART = re.compile(r"\{([a-z_]+)\}")
LONGEST = 600
"""Longer sentences are about something else; it also bounds the search."""


def forms_of(text: str) -> Iterator[Form]:
    """All forms that the sentence can have, the narrowest first."""
    if len(text) > LONGEST or not _search("hint", text):
        return
    for act, patterns in _patterns().items():
        for pattern in patterns:
            found = pattern.search(text)
            if found is not None:
                said = {name: part for name, part in found.groupdict().items() if part}
                yield _form(act, said)


def asks_how(text: str) -> bool:
    """True where somebody asks for the way, rather than for the work."""
    return _search("how", text)


def _form(act: Act, parts: Mapping[str, str]) -> Form:
    data = _data()
    target = (parts.get("tool") or parts.get("source") or "").strip(data["quotes"])
    if re.fullmatch(data["generic"], target, re.IGNORECASE):
        target = ""
    named = re.fullmatch(data["identifier"], target) is not None
    field = parts.get("field", "").strip(data["quotes"]).casefold()
    fields: dict[str, list[str]] = data["fields"]
    return Form(act, parts, target, named, next((f for f in fields if field in fields[f]), None))


@cache
def pattern(name: str) -> re.Pattern[str]:
    """A pattern of the section on registering."""
    patterns: dict[str, str] = _data()["register"]
    whole = _PART.sub(lambda found: patterns.get(found.group(1), found.group()), patterns[name])
    return re.compile(whole, re.IGNORECASE)


def _search(name: str, text: str) -> bool:
    return re.search(_data()[name], text, re.IGNORECASE) is not None


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


def _data() -> dict[str, JsonValue]:
    return packaged(_FILE)
