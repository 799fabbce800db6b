"""Tokens that pipelines spend on the same requests: counted where the model service is asked.

A token is one of Qwen's tokenizer. Of a question the texts count that a model has to read:
messages, calls and results in them, and each tool's name, description and schema, without the
wire's own wrapping; of an answer its text and its calls. All questions of a request are added up,
repairs too.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, cast

from evals.case import load_suite
from evals.suites import Conversation, all_wordings
from pipelines.models.tokens import count_tokens
from tool_registry.base.types import JsonValue

REQUESTS = 50
_counted = cache(count_tokens)


@dataclass(slots=True)
class Meter:
    """What a model service was asked and said, in tokens."""

    asked: int = 0
    said: int = 0
    tools: int = 0
    """Of what was asked, what describes tools."""
    questions: int = 0

    def add(
        self,
        messages: Iterable[Mapping[str, Any]],
        tools: Iterable[Mapping[str, Any]],
        answer: str,
    ) -> None:
        """One question and its answer."""
        described = sum(tool_tokens(one["function"]) for one in tools)
        self.tools += described
        self.asked += described + sum(_counted(_text(one)) for one in messages)
        self.said += _counted(answer)
        self.questions += 1

    @property
    def tokens(self) -> int:
        """Both directions together."""
        return self.asked + self.said


def tool_tokens(function: Mapping[str, Any]) -> int:
    """Tokens of one tool as a model reads it."""
    schema = json.dumps(function["parameters"], ensure_ascii=False, separators=(",", ":"))
    return _counted(f"{function['name']} {function['description']} {schema}")


def _text(message: Mapping[str, Any]) -> str:
    calls = cast("list[dict[str, Any]]", message.get("tool_calls") or [])
    made = (f"{one['function']['name']} {one['function']['arguments']}" for one in calls)
    return "\n".join([str(message.get("content") or ""), *made])


@dataclass(frozen=True, slots=True)
class Spent:
    """One pipeline over all requests."""

    name: str
    tools: int
    """In its catalogue."""
    tokens: int
    questions: int
    right: int | None = None
    """Requests that were served as they should be; None where they were only counted."""


@dataclass
class Comparison:
    """Pipelines beside each other; the first is ours."""

    conversations: int
    sentences: int
    spent: list[Spent] = field(default_factory=list[Spent])

    def share(self, other: Spent) -> float:
        """Our tokens as a share of the other's."""
        return self.spent[0].tokens / other.tokens if other.tokens else 0.0

    def as_json(self) -> JsonValue:
        """All figures."""
        return {
            "conversations": self.conversations,
            "sentences": self.sentences,
            "spent": [
                {
                    "name": one.name,
                    "tools": one.tools,
                    "tokens": one.tokens,
                    "questions": one.questions,
                    "right": one.right,
                    "our_share": round(self.share(one), 4),
                }
                for one in self.spent
            ],
        }


def chosen_requests(suite: str = "seed", count: int = REQUESTS) -> list[Conversation]:
    """The first wording of each case, then the second of each, and so on, up to the count."""
    every = all_wordings(load_suite(suite))
    return sorted(every, key=lambda one: one.wording)[:count]


def as_table(found: Comparison) -> str:
    """The comparison in Markdown."""
    lines = [
        "| pipeline | tools | questions a request | tokens a request | ours / this | right |",
        "|---|---|---|---|---|---|",
    ]
    for one in found.spent:
        right = "counted only" if one.right is None else f"{one.right} of {found.conversations}"
        lines.append(
            f"| {one.name} | {one.tools:,} | {one.questions / found.conversations:.1f} "
            f"| {one.tokens / found.conversations:,.0f} | {found.share(one):.3f} | {right} |"
        )
    return "\n".join(lines)


def counted_only(name: str, run: Spent, tools: int, added: int) -> Spent:
    """What the same questions would have been with so many more tokens in each, at least."""
    return Spent(name, tools, run.tokens + run.questions * added, run.questions)
