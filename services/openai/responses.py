"""Responses: an answer as one object, or as the events in which it comes about."""

import json
import time
from collections.abc import Iterator
from typing import Any

from pipelines.contracts.answer import ModelUse
from services.openai.completions import Block, pieces
from services.openai.errors import clean

PREFIX = "resp_"


class Response:
    """One answer on the wire of responses; its id names the run, for what follows it."""

    def __init__(
        self, id: str, model: str, previous: str | None = None, conversation: str | None = None
    ) -> None:
        self._id = f"{PREFIX}{id}"
        self._text_id, self._thought_id = f"msg_{id}", f"rs_{id}"
        self._made = int(time.time())
        self._model, self._previous, self._conversation = model, previous, conversation
        self._seq = 0
        self._thoughts: list[str] = []

    def whole(self, text: str, thought: str, use: ModelUse) -> dict[str, Any]:
        """The answer as one object."""
        output = [self._thought(thought)] if thought else []
        return self._object("completed", [*output, self._message(text)], use)

    def first(self) -> Iterator[Block]:
        """The events that begin the stream."""
        yield self._event("response.created", response=self._object("in_progress", []))
        yield self._event("response.in_progress", response=self._object("in_progress", []))

    def thought(self, text: str) -> Iterator[Block]:
        """What happens, as a summary of the reasoning."""
        place = {"item_id": self._thought_id, "output_index": 0, "summary_index": 0}
        if not self._thoughts:
            item: dict[str, Any] = {"type": "reasoning", "id": self._thought_id, "summary": []}
            part = {"type": "summary_text", "text": ""}
            yield self._event("response.output_item.added", output_index=0, item=item)
            yield self._event("response.reasoning_summary_part.added", **place, part=part)
        self._thoughts.append(clean(text))
        yield self._event("response.reasoning_summary_text.delta", **place, delta=clean(text))

    def text(self, text: str) -> Iterator[Block]:
        """The answer's text: its item begins, grows and ends."""
        yield from self._thought_ends()
        told, index = clean(text), int(bool(self._thoughts))
        place = {"item_id": self._text_id, "output_index": index, "content_index": 0}
        item: dict[str, Any] = {**self._message(""), "content": [], "status": "in_progress"}
        yield self._event("response.output_item.added", output_index=index, item=item)
        yield self._event("response.content_part.added", **place, part=_part(""))
        for piece in pieces(told):
            yield self._event("response.output_text.delta", **place, delta=piece, logprobs=[])
        yield self._event("response.output_text.done", **place, text=told, logprobs=[])
        yield self._event("response.content_part.done", **place, part=_part(told))
        item = self._message(told)
        yield self._event("response.output_item.done", output_index=index, item=item)

    def last(self, text: str, use: ModelUse) -> Iterator[Block]:
        """The end of the stream."""
        told = self.whole(text, "".join(self._thoughts), use)
        yield self._event("response.completed", response=told)

    def _thought_ends(self) -> Iterator[Block]:
        if not self._thoughts:
            return
        told = "".join(self._thoughts)
        place = {"item_id": self._thought_id, "output_index": 0, "summary_index": 0}
        part = {"type": "summary_text", "text": told}
        yield self._event("response.reasoning_summary_text.done", **place, text=told)
        yield self._event("response.reasoning_summary_part.done", **place, part=part)
        item = self._thought(told)
        yield self._event("response.output_item.done", output_index=0, item=item)

    def _thought(self, text: str) -> dict[str, Any]:
        summary = [{"type": "summary_text", "text": clean(text)}]
        return {"type": "reasoning", "id": self._thought_id, "summary": summary}

    def _message(self, text: str) -> dict[str, Any]:
        return {
            "type": "message",
            "id": self._text_id,
            "role": "assistant",
            "status": "completed",
            "content": [_part(clean(text))],
        }

    def _object(
        self, status: str, output: list[dict[str, Any]], use: ModelUse | None = None
    ) -> dict[str, Any]:
        return {
            "id": self._id,
            "object": "response",
            "created_at": self._made,
            "status": status,
            "error": None,
            "incomplete_details": None,
            "instructions": None,
            "metadata": {},
            "model": self._model,
            "output": output,
            "parallel_tool_calls": False,
            "previous_response_id": self._previous,
            "conversation": {"id": self._conversation} if self._conversation else None,
            "temperature": None,
            "top_p": None,
            "tool_choice": "none",
            "tools": [],
            "text": {"format": {"type": "text"}},
            "usage": _usage(use) if use is not None else None,
        }

    def _event(self, kind: str, **told: Any) -> Block:
        data = {"type": kind, "sequence_number": self._seq, **told}
        self._seq += 1
        return {"event": kind, "data": json.dumps(data)}


def _part(text: str) -> dict[str, Any]:
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": []}


def _usage(use: ModelUse) -> dict[str, Any]:
    return {
        "input_tokens": use.input_tokens,
        "input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0},
        "output_tokens": use.output_tokens,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": use.input_tokens + use.output_tokens,
    }
