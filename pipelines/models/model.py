"""The seam: what a stage asks of a language model, and what it gets back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from tool_registry.base.types import JsonValue

Role: TypeAlias = Literal["system", "user", "assistant", "tool"]
Show: TypeAlias = Callable[[str], None]
"""Is told each piece of the answer's text as it arrives."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool that the model wants to have called. It is a proposal, never executed as is."""

    id: str
    name: str
    arguments: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of the conversation with a model."""

    role: Role
    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    """Of an assistant's turn."""
    call_id: str | None = None
    """Of a tool's turn: the call that it is the result of."""
    images: tuple[str, ...] = ()
    """Of a user's turn: pictures as `data:` URLs, ahead of the text. Only over the compatible wire,
    to a model that can see."""


@dataclass(frozen=True, slots=True)
class Tool:
    """What the model may call; `parameters` is a JSON schema of type object."""

    name: str
    description: str
    parameters: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Ask:
    """One question to a model."""

    messages: tuple[Message, ...]
    tools: tuple[Tool, ...] = ()
    schema: Mapping[str, JsonValue] | None = None
    """JSON schema of the answer: the server is told to answer in JSON. What comes back has still
    to be checked."""
    temperature: float | None = None
    """0 to 2; None leaves it to the server."""
    seconds: float = 60.0
    """Time for the whole answer."""
    max_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server counted them."""

    input_tokens: int = 0
    output_tokens: int = 0

    @property
    def total(self) -> int:
        """Both together."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.input_tokens + other.input_tokens, self.output_tokens + other.output_tokens
        )


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole answer: text, calls or both."""

    text: str
    calls: tuple[ToolCall, ...] = ()
    usage: Usage = Usage()
    model: str = ""


class LanguageModel(Protocol):
    """One model at one provider. Every failure is a `ModelError`."""

    @property
    def name(self) -> str:
        """`provider/model`."""
        ...

    async def answer(self, ask: Ask, show: Show | None = None) -> Reply:
        """The whole answer; with `show` it is streamed, and each piece of text told on arrival."""
        ...

    async def close(self) -> None:
        """Ends all connections."""
        ...
