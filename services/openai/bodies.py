"""What clients of the OpenAI wire send: bodies of chat completions and of responses."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, cast

from pydantic import BaseModel, ConfigDict, ValidationError

from services.openai.errors import BadField, clean

Role: TypeAlias = Literal["system", "developer", "user", "assistant", "tool", "function"]
_TEXTS = ("text", "input_text", "output_text")
_DEEPEST = 100
"""So deep is no body that a client means."""


class Body(BaseModel):
    """Base of what is sent: what is not known is no concern of ours."""

    model_config = ConfigDict(extra="ignore", hide_input_in_errors=True)


class Part(Body):
    """One part of a message."""

    type: str
    text: str | None = None


class Message(Body):
    """One message of the history."""

    role: Role
    content: str | list[Part] | None = None


class StreamOptions(Body):
    """What a stream tells beside the answer."""

    include_usage: bool | None = None


class Shared(Body):
    """What both endpoints take."""

    model: str
    stream: bool | None = None
    metadata: dict[str, Any] | None = None
    user: str | None = None
    safety_identifier: str | None = None
    tool_choice: Any = None


class ChatBody(Shared):
    """`POST /v1/chat/completions`."""

    messages: list[Message]
    stream_options: StreamOptions | None = None
    n: int | None = None
    response_format: dict[str, Any] | None = None


class Format(Body):
    """The form of a response's text."""

    format: dict[str, Any] | None = None


class ConversationId(Body):
    """A conversation by its id."""

    id: str


class ResponseBody(Shared):
    """`POST /v1/responses`."""

    input: str | list[dict[str, Any]]
    instructions: str | None = None
    previous_response_id: str | None = None
    conversation: str | ConversationId | None = None
    background: bool | None = None
    text: Format | None = None

    @property
    def conversation_id(self) -> str | None:
        """The conversation that it names."""
        named = self.conversation
        id = named.id if isinstance(named, ConversationId) else named
        return clean(id) if id else None


@dataclass(frozen=True, slots=True)
class Turn:
    """A message as text; `other`: the first part of it that is none."""

    role: Role
    text: str
    other: str | None = None


@dataclass(frozen=True, slots=True)
class Chat:
    """What was said, whichever endpoint it came to."""

    turns: tuple[Turn, ...]
    metadata: dict[str, Any] = field(default_factory=dict[str, Any])
    user: str | None = None
    form: dict[str, Any] | None = None
    """The form in which the client wants the answer."""
    needs_tool: bool = False
    """True where the answer has to be a call of a tool that the client has."""
    stream: bool = False

    @property
    def said(self) -> tuple[Turn, ...]:
        """What user and assistant said, in order."""
        return tuple(one for one in self.turns if one.role in ("user", "assistant"))

    @property
    def last(self) -> Turn | None:
        """The user's turn that waits for an answer; None where somebody else spoke last."""
        spoken = [one for one in self.turns if one.role not in ("system", "developer")]
        return spoken[-1] if spoken and spoken[-1].role == "user" else None


def read_body(raw: bytes) -> dict[str, Any]:
    """The JSON object; BadField where the body is none."""
    try:
        told = json.loads(raw, parse_constant=_no_number)
    except RecursionError as error:
        raise BadField("openai.too_deep", "body") from error
    except ValueError as error:
        reason = str(error).partition(":")[0][:200]
        raise BadField("openai.no_json", "body", reason=reason) from error
    if not isinstance(told, dict):
        raise BadField("openai.no_object", "body")
    body = cast("dict[str, Any]", told)
    _check_depth(body)
    return body


def chat_body(told: dict[str, Any]) -> tuple[ChatBody, Chat]:
    """The body of a chat completion, and what was said."""
    body = _read(ChatBody, told)
    if body.n not in (None, 1):
        raise BadField("openai.one_answer", "n")
    turns = tuple(_turn(one) for one in body.messages)
    return body, _chat(body, turns, body.response_format)


def response_body(told: dict[str, Any]) -> tuple[ResponseBody, Chat]:
    """The body of a response, and what was said."""
    body: ResponseBody = _read(ResponseBody, told)
    if body.conversation_id and body.previous_response_id:
        raise BadField("openai.two_conversations", "conversation")
    if body.background:
        raise BadField("openai.no_background", "background")
    if isinstance(body.input, str):
        turns = (Turn("user", body.input),)
    else:
        messages = (one for one in body.input if one.get("type", "message") == "message")
        turns = tuple(_turn(_read(Message, one, "input.")) for one in messages)
    if body.instructions:
        turns = (Turn("system", body.instructions), *turns)
    return body, _chat(body, turns, body.text.format if body.text else None)


def _chat(body: Shared, turns: tuple[Turn, ...], form: dict[str, Any] | None) -> Chat:
    needs_tool = body.tool_choice == "required" or isinstance(body.tool_choice, dict)
    asks = form is not None and form.get("type") not in (None, "text")
    return Chat(
        turns=turns,
        metadata=body.metadata or {},
        user=body.safety_identifier or body.user,
        form=form if asks else None,
        needs_tool=needs_tool,
        stream=bool(body.stream),
    )


def _turn(message: Message) -> Turn:
    """Of several parts, the texts, a line each."""
    content = message.content
    if content is None or isinstance(content, str):
        return Turn(message.role, content or "")
    texts = [one.text for one in content if one.type in _TEXTS and one.text is not None]
    other = next((one.type for one in content if one.type not in _TEXTS), None)
    return Turn(message.role, "\n".join(texts), other)


def _read(form: type[Any], told: dict[str, Any], above: str = "") -> Any:
    try:
        return form.model_validate(told)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = above + ".".join(map(str, first["loc"]))
        raise BadField("openai.bad_field", place, place=place, reason=first["msg"]) from error


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no JSON number")


def _check_depth(told: object) -> None:
    """Whoever handles the value further may go into it as deep as it is."""
    level: Sequence[object] = (told,)
    for _ in range(_DEEPEST):
        level = [inner for one in level for inner in _inside(one)]
        if not level:
            return
    raise BadField("openai.too_deep", "body")


def _inside(value: object) -> Sequence[object]:
    if isinstance(value, dict):
        return list(cast("dict[str, object]", value).values())
    return cast("list[object]", value) if isinstance(value, list) else ()
