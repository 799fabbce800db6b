"""Secrets in texts and JSON: found and masked before anything is stored, logged or echoed.

What counts as a secret is data: `redaction.yaml`, one pattern a kind.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import cast

from tool_registry.base.types import JsonValue
from tool_registry.base.yaml_files import packaged

MASK = "[secret removed]"
HIDDEN = "_mcp_"
"""Parameters whose names start with this are never shown to users."""
_KEYS = 4096
"""Of so many names of fields it is known whether they name a secret; they come again and again."""
_DATA = Path(__file__).with_name("redaction.yaml")


@dataclass(frozen=True, slots=True)
class _Kind:
    name: str
    pattern: re.Pattern[str]
    hint: str
    """A cheap word that every such secret contains, lower case; empty: none."""


def find_secrets(text: str) -> tuple[str, ...]:
    """Kinds of the secrets in a text (`jwt`, `private_key`, …); never the secrets themselves."""
    return tuple(kind.name for kind in _present(text) if kind.pattern.search(text))


def mask_text(text: str) -> str:
    """The text with every secret replaced by `MASK`, or only its part that the pattern names."""
    for kind in _present(text):
        text = kind.pattern.sub(_masked, text)
    return text


def mask(value: JsonValue) -> JsonValue:
    """The JSON value with secrets masked in all its texts, and under keys that name secrets."""
    if isinstance(value, str):
        return mask_text(value)
    if isinstance(value, list):
        return [mask(item) for item in cast("list[JsonValue]", value)]
    if isinstance(value, dict):
        fields = cast("dict[str, JsonValue]", value)
        return {key: _mask_field(key, item) for key, item in fields.items()}
    return value


def has_mask(value: JsonValue) -> bool:
    """True where something was masked in it, so that it must not be sent on."""
    if isinstance(value, str):
        return MASK in value
    if isinstance(value, list):
        return any(has_mask(item) for item in cast("list[JsonValue]", value))
    return isinstance(value, dict) and any(
        has_mask(item) for item in cast("dict[str, JsonValue]", value).values()
    )


def without_hidden(value: JsonValue) -> JsonValue:
    """The JSON value without the parameters that users never see, at any depth."""
    if isinstance(value, list):
        return [without_hidden(item) for item in cast("list[JsonValue]", value)]
    if isinstance(value, dict):
        fields = cast("dict[str, JsonValue]", value)
        return {k: without_hidden(v) for k, v in fields.items() if not k.startswith(HIDDEN)}
    return value


def shown(value: JsonValue) -> JsonValue:
    """The JSON value as users may see it: secrets masked, hidden parameters left out."""
    return mask(without_hidden(value))


def _mask_field(key: str, value: JsonValue) -> JsonValue:
    named = isinstance(value, str) and len(value) >= 4 and _names_secret(key)
    return MASK if named else mask(value)


@lru_cache(maxsize=_KEYS)
def _names_secret(key: str) -> bool:
    return _secret_key().search(key) is not None


def _masked(match: re.Match[str]) -> str:
    if "secret" not in match.re.groupindex:
        return MASK
    start, end = match.span("secret")
    whole = match.group(0)
    return whole[: start - match.start()] + MASK + whole[end - match.start() :]


def _present(text: str) -> list[_Kind]:
    folded = text.lower()
    return [kind for kind in _kinds() if kind.hint in folded]


def _table() -> dict[str, JsonValue]:
    return packaged(_DATA)


@cache
def _kinds() -> tuple[_Kind, ...]:
    return tuple(
        _Kind(name, re.compile(entry["pattern"]), entry.get("hint", ""))
        for name, entry in _table()["kinds"].items()
    )


@cache
def _secret_key() -> re.Pattern[str]:
    return re.compile(_table()["keys"])
