"""Whole results of tool calls, kept outside a model's context and asked by id."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import cast

from pipelines.agent.context.extract import Labels, extract
from tool_registry.base.types import JsonValue

LARGE = 1_500
"""Characters of a result from which it is kept outside."""
ANSWER = 900
"""Characters of an answer out of a result, at most."""
_KEYS = 12
"""Keys of an object that its outline names."""
_SHOWN = 24
"""Characters of a value that an outline shows."""


class NoResult(LookupError):
    """There is no result of that id in this conversation."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One result."""

    body: JsonValue
    labels: Labels = field(default_factory=dict[str, str])
    """Key → other words for it, such as its tool's own description."""


@dataclass(slots=True)
class Results:
    """The results of one conversation, and so of one tenant: no other's can be named here."""

    words: Callable[[str], str] = str
    """Adds to a question what its words mean: synonyms, the other language."""
    kept: dict[str, Kept] = field(default_factory=dict[str, Kept])

    def keep(self, body: JsonValue, labels: Mapping[str, str] | None = None) -> str:
        """Keeps a result; its id."""
        name = f"r{len(self.kept) + 1}"
        self.kept[name] = Kept(body, dict(labels or {}))
        return name

    def get(self, name: str) -> JsonValue:
        """The whole result; NoResult where there is none of that id."""
        return self._kept(name).body

    def summarise(self, name: str, question: str, limit: int = ANSWER) -> str:
        """What of a result answers the question: its own records or passages, word for word.

        No model is asked. NoResult where there is none of that id.
        """
        kept = self._kept(name)
        return extract(kept.body, f"{question} {self.words(question)}", kept.labels, limit)

    def _kept(self, name: str) -> Kept:
        found = self.kept.get(name.strip())
        if found is None:
            raise NoResult(name)
        return found


def as_text(body: JsonValue) -> str:
    """A result as it is shown: a text as it is, all else as JSON in one line."""
    if isinstance(body, str):
        return body
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), default=str)


def outline(body: JsonValue, depth: int = 2) -> str:
    """What a result is made of: keys, lengths, short values; never more than a few lines."""
    if isinstance(body, dict):
        fields = list(cast("dict[str, JsonValue]", body).items())
        inner = [f"{key}: {outline(value, depth - 1)}" for key, value in fields[:_KEYS]]
        more = ["…"] if len(fields) > _KEYS else []
        return "{" + ", ".join([*inner, *more]) + "}" if depth else "{…}"
    if isinstance(body, list):
        items = cast("list[JsonValue]", body)
        first = f" of {outline(items[0], depth - 1)}" if items and depth else ""
        return f"[{len(items)}{first}]"
    text = re.sub(r"\s+", " ", str(body))
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
