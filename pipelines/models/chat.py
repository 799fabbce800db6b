"""The form of chat messages that DashScope's own wire and the compatible one share."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import cast

from pipelines.models.errors import Cut, Nonsense, TooLong
from pipelines.models.formats import Format, response_format
from pipelines.models.model import Ask, Message, Reply, Show, Tool, ToolCall, Usage
from tool_registry.base.types import JsonValue

LONGEST = 400_000
"""Characters of one answer, at most: a stream that never ends is ended here."""
_UNREADABLE = "\ufffd"
"""What decoders write in place of bytes that they cannot read."""
_HALF = re.compile("[\ud800-\udfff]")
"""Halves of characters, which JSON can escape and no encoding can send."""
_RUNNING = (None, "", "null")
"""What a finish reason says while the answer goes on."""


def messages_of(ask: Ask) -> list[dict[str, JsonValue]]:
    """The conversation as it is sent."""
    return [_message(one) for one in ask.messages]


def options_of(ask: Ask, form: Format) -> dict[str, JsonValue]:
    """Temperature, length, tools and the form of the answer, as far as they are given."""
    given: dict[str, JsonValue] = {
        "temperature": ask.temperature,
        "max_tokens": ask.max_tokens,
        "tools": [_tool(one) for one in ask.tools] or None,
        "response_format": response_format(ask, form),
    }
    return {name: value for name, value in given.items() if value is not None}


def _message(message: Message) -> dict[str, JsonValue]:
    told: dict[str, JsonValue] = {"role": message.role, "content": _content(message)}
    if message.calls:
        told["tool_calls"] = [_call(one) for one in message.calls]
    if message.call_id is not None:
        told["tool_call_id"] = message.call_id
    return told


def _content(message: Message) -> JsonValue:
    """Text alone, or the pictures and then the text."""
    if not message.images:
        return message.text
    pictures: list[JsonValue] = [
        {"type": "image_url", "image_url": {"url": one}} for one in message.images
    ]
    return [*pictures, {"type": "text", "text": message.text}]


def _call(call: ToolCall) -> dict[str, JsonValue]:
    arguments = json.dumps(call.arguments, ensure_ascii=False)
    function = {"name": call.name, "arguments": arguments}
    return {"id": call.id, "type": "function", "function": function}


def _tool(tool: Tool) -> dict[str, JsonValue]:
    function = {
        "name": tool.name,
        "description": tool.description,
        "parameters": dict(tool.parameters),
    }
    return {"type": "function", "function": function}


@dataclass(slots=True)
class _Draft:
    """A tool call whose arguments are still arriving."""

    id: str = ""
    name: str = ""
    arguments: str = ""


@dataclass(slots=True)
class Collector:
    """Puts an answer together, from one message or from the pieces of a stream."""

    ask: Ask
    model: str
    show: Show | None = None
    usage: Usage = field(default_factory=Usage)
    text: str = ""
    finish: str | None = None
    drafts: dict[int, _Draft] = field(default_factory=dict[int, _Draft])
    size: int = 0

    def take(self, choices: JsonValue, key: str) -> None:
        """The first choice's message or piece, which stands under `key`; Nonsense where none."""
        for choice in _objects(choices, "choices")[:1]:
            piece: JsonValue = choice.get(key) or {}
            if not isinstance(piece, dict):
                raise Nonsense(f"its {key} is no object")
            self._take(cast("dict[str, JsonValue]", piece))
            reason: JsonValue = choice.get("finish_reason")
            if reason not in _RUNNING:
                self.finish = str(reason)

    def count(self, usage: JsonValue, given: str, made: str) -> None:
        """The usage, under the names that the wire has for input and output tokens."""
        if isinstance(usage, dict):
            counted = cast("dict[str, JsonValue]", usage)
            self.usage = Usage(_number(counted.get(given)), _number(counted.get(made)))

    def reply(self) -> Reply:
        """The whole answer; Cut, TooLong or Nonsense where it is none."""
        if self.finish is None:
            raise Cut("the answer stopped before its end")
        if self.finish == "length":
            raise TooLong("the answer reached the limit of its length")
        calls = tuple(self._called(draft) for _, draft in sorted(self.drafts.items()))
        if not calls and not self.text.strip():
            raise Nonsense("the answer is empty")
        return Reply(self.text, calls, self.usage, self.model)

    def _take(self, piece: Mapping[str, JsonValue]) -> None:
        said: JsonValue = piece.get("content") or ""
        if not isinstance(said, str):
            raise Nonsense("its content is no text")
        if _UNREADABLE in said or _HALF.search(said):
            raise Nonsense("its text holds bytes that are no UTF-8")
        self._grow(said)
        self.text += said
        for place, call in enumerate(_objects(piece.get("tool_calls") or [], "tool_calls")):
            self._take_call(place, call)
        if said and self.show is not None:
            self.show(said)

    def _take_call(self, place: int, call: Mapping[str, JsonValue]) -> None:
        index: JsonValue = call.get("index", place)
        draft = self.drafts.setdefault(index if isinstance(index, int) else place, _Draft())
        function: JsonValue = call.get("function") or {}
        if not isinstance(function, dict):
            raise Nonsense("a tool call names no function")
        named = cast("dict[str, JsonValue]", function)
        more = str(named.get("arguments") or "")
        self._grow(more)
        draft.id = draft.id or str(call.get("id") or "")
        draft.name = draft.name or str(named.get("name") or "")
        draft.arguments += more

    def _grow(self, more: str) -> None:
        self.size += len(more)
        if self.size > LONGEST:
            raise TooLong(f"the answer is longer than {LONGEST} characters")

    def _called(self, draft: _Draft) -> ToolCall:
        """The call, once its arguments are an object and its tool is one that was offered."""
        if draft.name not in {tool.name for tool in self.ask.tools}:
            raise Nonsense(f"it calls '{draft.name}', a tool that it was not given")
        try:
            arguments: JsonValue = json.loads(draft.arguments or "{}")
        except (ValueError, RecursionError) as error:
            reason = f"the arguments for '{draft.name}' are no JSON: {error}"
            raise Nonsense(reason) from error
        if not isinstance(arguments, dict):
            raise Nonsense(f"the arguments for '{draft.name}' are no object")
        return ToolCall(draft.id, draft.name, cast("dict[str, JsonValue]", arguments))


def _objects(value: JsonValue, name: str) -> list[dict[str, JsonValue]]:
    found: Iterable[JsonValue] = cast("list[JsonValue]", value) if isinstance(value, list) else ()
    kept = [cast("dict[str, JsonValue]", one) for one in found if isinstance(one, dict)]
    if name == "choices" and not kept:
        raise Nonsense("the answer has no choices")
    return kept


def _number(value: JsonValue) -> int:
    return value if isinstance(value, int) and value > 0 else 0
