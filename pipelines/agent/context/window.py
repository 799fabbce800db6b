"""A conversation that stays within its window: large results outside, old rounds told in short."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from pipelines.agent.context.results import LARGE, Results, as_text, outline
from pipelines.agent.context.segments import Segment, as_messages, rounds
from pipelines.messages import Language, say
from pipelines.models.model import Message, Tool, ToolCall
from pipelines.models.tokens import count_tokens
from tool_registry.base.types import JsonValue

WINDOW = 30_000
"""Tokens that one question to a model may have."""
FULL = 0.8
"""Share of the window from which old rounds are told in short."""
ROUNDS = 3
"""Of the user's rounds, the last ones, which stay whole."""
_FRESH = 4
"""Observations, the last ones, that are never put outside to make room."""
_SHORT = 240
"""Characters of words and arguments that stay of a round told in short."""
_TOLD = 0.2
"""Share of the window that old rounds told in short may take."""


@dataclass(frozen=True, slots=True)
class Size:
    """Tokens of a question, by the tokenizer in use."""

    tokens: int
    """What is sent: system prompt, tools and segments."""
    outside: int
    """Of results that are kept outside, whole."""
    compressed: int
    """Segments that are told in short."""

    def as_json(self) -> dict[str, JsonValue]:
        """For the run's record."""
        return {"tokens": self.tokens, "outside": self.outside, "compressed": self.compressed}


@dataclass(slots=True)
class Context:
    """The segments of one conversation; what was added is never lost, only told in short.

    `window` is in tokens. What the whole conversation costs besides its segments (system prompt,
    tools) is counted when `messages` is called.
    """

    results: Results = field(default_factory=Results)
    window: int = WINDOW
    large: int = LARGE
    """Characters of a result from which it is kept outside."""
    language: Language = "zh"
    segments: list[Segment] = field(default_factory=list[Segment])
    tokens_outside: int = 0
    compressed: int = 0
    _counted: dict[str, int] = field(default_factory=dict[str, int])

    def add(self, *segments: Segment) -> None:
        """More of the conversation."""
        self.segments += segments

    def observe(
        self, call: ToolCall, body: JsonValue, labels: Mapping[str, str] | None = None
    ) -> Segment:
        """Adds what a call came to: whole where it is short, else its outline and its id."""
        text = as_text(body)
        if len(text) < self.large:
            segment = Segment("observation", text, call)
        else:
            segment = self._outside(call, body, text, labels)
        self.segments.append(segment)
        return segment

    def messages(self, system: str = "", tools: tuple[Tool, ...] = ()) -> tuple[Message, ...]:
        """What to send, compressed where the window is nearly full."""
        fixed = self._tokens(system) + sum(self._tokens(tool_text(tool)) for tool in tools)
        room = int(self.window * FULL) - fixed
        if self._size() > room:
            self._tell_in_short()
        if self._size() > room:
            self._put_outside(room)
        first = (Message("system", system),) if system else ()
        return (*first, *as_messages(self.segments))

    def size(self, system: str = "", tools: tuple[Tool, ...] = ()) -> Size:
        """Tokens as they are now."""
        fixed = self._tokens(system) + sum(self._tokens(tool_text(tool)) for tool in tools)
        return Size(fixed + self._size(), self.tokens_outside, self.compressed)

    def _outside(
        self, call: ToolCall, body: JsonValue, text: str, labels: Mapping[str, str] | None
    ) -> Segment:
        name = self.results.keep(body, labels)
        self.tokens_outside += count_tokens(text)
        shown = outline(body)[:_SHORT]
        told = say(self.language, "context.outside", id=name, size=len(text), outline=shown)
        return Segment("observation", told, call, name)

    def _size(self) -> int:
        return sum(self._tokens(message_text(one)) for one in as_messages(self.segments))

    def _tokens(self, text: str) -> int:
        known = self._counted.get(text)
        if known is None:
            known = self._counted[text] = count_tokens(text)
        return known

    def _tell_in_short(self) -> None:
        """All rounds but the last ones become one segment of context."""
        parts = rounds(self.segments)
        old, kept = parts[:-ROUNDS], parts[-ROUNDS:]
        lines = [line for part in old for segment in part for line in self._short(segment)]
        if not lines:
            return
        self.compressed += sum(len(part) for part in old)
        text = "\n".join(lines)
        if count_tokens(text) > self.window * _TOLD:
            name = self.results.keep(text)
            text = say(self.language, "context.earlier_outside", id=name, size=len(text))
        else:
            text = say(self.language, "context.earlier", rounds=text)
        self.segments = [Segment("context", text), *(one for part in kept for one in part)]

    def _short(self, segment: Segment) -> list[str]:
        """A segment in one line; what does not fit is kept outside under the id that it names."""
        match segment.kind:
            case "call" if segment.call is not None:
                return [f"- {self._cut(call_text(segment.call))}"]
            case "observation" if segment.result is not None:
                return [f"  → {segment.result}"]
            case "observation" | "user" | "evaluation" | "context":
                mark = "  → " if segment.kind == "observation" else f"[{segment.kind}] "
                return [mark + self._cut(segment.text)]
            case _:
                return []

    def _cut(self, text: str) -> str:
        plain = " ".join(text.split())
        if len(plain) <= _SHORT:
            return plain
        return f"{plain[:_SHORT]}… {self.results.keep(text)}"

    def _put_outside(self, room: int) -> None:
        """Observations of the kept rounds give way, the oldest first, the last ones never."""
        places = [
            n
            for n, one in enumerate(self.segments)
            if one.kind == "observation" and one.result is None and len(one.text) > _SHORT
        ]
        for place in places[:-_FRESH]:
            if self._size() <= room:
                return
            old = self.segments[place]
            if old.call is not None:
                self.segments[place] = self._outside(old.call, _body(old.text), old.text, None)


def call_text(call: ToolCall) -> str:
    """A call as one line."""
    return f"{call.name} {json.dumps(dict(call.arguments), ensure_ascii=False)}"


def message_text(message: Message) -> str:
    """All that a message makes a model read."""
    return "\n".join([message.text, *(call_text(call) for call in message.calls)])


def tool_text(tool: Tool) -> str:
    """All that a tool makes a model read."""
    schema = json.dumps(dict(tool.parameters), ensure_ascii=False, separators=(",", ":"))
    return f"{tool.name} {tool.description} {schema}"


def _body(text: str) -> JsonValue:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
