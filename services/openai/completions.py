"""Chat completions: an answer as one object, or as chunks."""

import json
import time
from collections.abc import Iterator
from typing import Any, TypeAlias

from pipelines.contracts.answer import ModelUse
from services.openai.errors import clean

DONE = "[DONE]"
Block: TypeAlias = dict[str, str]
"""One event of a stream: its data, and its name where the wire has names."""
_PIECE = 400
"""Characters of one delta."""


class Completion:
    """One answer on the wire of chat completions; its id is that of the run."""

    def __init__(self, id: str, model: str, *, usage: bool = False) -> None:
        """`usage`: a stream ends with what the models used."""
        self._head = {"id": f"chatcmpl-{id}", "created": int(time.time()), "model": model}
        self._usage = usage

    def whole(self, text: str, thought: str, use: ModelUse) -> dict[str, Any]:
        """The answer as one object."""
        message = {"role": "assistant", "content": clean(text), "refusal": None}
        if thought:
            message["reasoning_content"] = clean(thought)
        choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
        told = {"object": "chat.completion", "choices": [choice], "usage": usage_of(use)}
        return {**self._head, **told}

    def first(self) -> Iterator[Block]:
        """The chunk that begins the stream."""
        yield self._chunk({"role": "assistant", "content": ""})

    def thought(self, text: str) -> Iterator[Block]:
        """What happens, beside the answer: front ends show it folded away."""
        yield self._chunk({"reasoning_content": clean(text)})

    def text(self, text: str) -> Iterator[Block]:
        """The answer's text, in pieces."""
        for piece in pieces(clean(text)):
            yield self._chunk({"content": piece})

    def last(self, text: str, use: ModelUse) -> Iterator[Block]:
        """The end of the stream."""
        yield self._chunk({}, "stop")
        if self._usage:
            yield self._dumped({"choices": [], "usage": usage_of(use)})
        yield {"data": DONE}

    def _chunk(self, delta: dict[str, str], finish: str | None = None) -> Block:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return self._dumped({"choices": [choice], **({"usage": None} if self._usage else {})})

    def _dumped(self, told: dict[str, Any]) -> Block:
        return {"data": json.dumps({**self._head, "object": "chat.completion.chunk", **told})}


def pieces(text: str) -> Iterator[str]:
    """The text in parts that a client shows one after the other."""
    for start in range(0, len(text), _PIECE):
        yield text[start : start + _PIECE]


def usage_of(use: ModelUse) -> dict[str, int]:
    """Tokens that language models took; zeros where none was asked."""
    sent, told = use.input_tokens, use.output_tokens
    return {"prompt_tokens": sent, "completion_tokens": told, "total_tokens": sent + told}
