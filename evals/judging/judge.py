"""What a model is shown of a conversation, and what it has to say of it."""

import json
import re
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from evals.records import Record, TurnRecord
from pipelines.contracts.answer import ChainStep
from pipelines.models import prompts
from pipelines.models.model import LanguageModel, Message
from pipelines.models.typed_answers import (
    AskOptions,
    Typed,
    Untyped,
    as_data,
    ask_typed,
    schema_text,
)
from tool_registry.base.redaction import mask

_LONG = 600
"""Characters of one result that are shown."""
_LEAST = 2
"""Characters of a quote, at least."""
_ESCAPES = re.compile(r'\s|\\n|\\u003c|[\\"<]')


class Judgement(BaseModel):
    """What a model fills in."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    passed: bool
    reason: str = Field(min_length=1, max_length=600)
    quotes: tuple[str, ...] = Field(min_length=1, max_length=3)


async def judge(
    model: LanguageModel, record: Record, options: AskOptions | None = None
) -> Judgement | Untyped:
    """The judgement of a conversation. What was expected of it, and what the scorers said, is not
    shown; each quote has to stand in what is shown."""
    shown = shown_of(record)

    def check(form: Judgement) -> list[str]:
        foreign = [one for one in form.quotes if not _stands_in(one, shown)]
        return [f"quotes: 「{one}」不在记录里" for one in foreign]

    found = await ask_typed(model, _messages(shown), Judgement, check, options)
    return found.value if isinstance(found, Typed) else found


def shown_of(record: Record) -> str:
    """The conversation as text, without secrets."""
    turns = [_turn(turn) for turn in record.turns]
    return as_data(mask(turns))


def _stands_in(quote: str, shown: str) -> bool:
    """True for words of the record, however their quotes and line breaks are escaped."""
    words = _ESCAPES.sub("", quote)
    return len(words) >= _LEAST and words in _ESCAPES.sub("", shown)


def _messages(shown: str) -> tuple[Message, Message]:
    system = prompts.render("judge", schema=schema_text(Judgement))
    return Message("system", system), Message("user", f"<record>{shown}</record>")


def _turn(turn: TurnRecord) -> dict[str, Any]:
    answer = turn.answer
    return {
        "request": turn.text,
        "status": answer.status.value,
        "calls": [_call(step) for step in answer.chain],
        "answer": answer.question or answer.summary.text,
    }


def _call(step: ChainStep) -> dict[str, Any]:
    text = json.dumps(step.output, ensure_ascii=False)
    return {
        "tool": step.tool,
        "arguments": step.arguments,
        "status": step.status,
        "result": step.output if len(text) <= _LONG else f"{text[:_LONG]}…",
    }
