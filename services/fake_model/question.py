"""What is asked and what is answered, whichever wire it came over."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

_SECTION = r"<{name}>\s*(.*?)\s*</{name}>"


class BadQuestion(Exception):
    """The request cannot be answered; the message says what it lacks."""

    def __init__(self, reason: str, status: int = 400, code: str = "InvalidParameter") -> None:
        super().__init__(reason)
        self.status = status
        self.code = code


@dataclass(frozen=True, slots=True)
class Question:
    """The body of one request."""

    model: str
    messages: list[dict[str, Any]]
    tools: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    format: str = ""
    """`json_schema` or `json_object` where the answer is to be such."""
    stream: bool = False
    incremental: bool = True

    @property
    def prompt(self) -> str:
        """What the system and the user say, in order."""
        said = (one for one in self.messages if one.get("role") in ("system", "user"))
        return "\n\n".join(str(one.get("content") or "") for one in said)

    @property
    def last(self) -> str:
        """The last message's text."""
        return str(self.messages[-1].get("content") or "") if self.messages else ""

    def section(self, name: str) -> str | None:
        """What stands between `<name>` and `</name>` in the prompt, the last time it does."""
        found = re.findall(_SECTION.format(name=re.escape(name)), self.prompt, re.DOTALL)
        return str(found[-1]) if found else None

    def wants(self, form: str) -> bool:
        """True where the answer is to be in the form of that name."""
        return (self.section("output_schema") or "").startswith(f"{form} {{")

    def needed(self, *names: str) -> list[str]:
        """Those sections; BadQuestion where one is missing or empty."""
        found = {name: self.section(name) for name in names}
        missing = [name for name, said in found.items() if not said]
        if missing:
            raise BadQuestion(f"the prompt lacks <{'>, <'.join(missing)}>")
        return [said or "" for said in found.values()]


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call; arguments as a text are sent as they are, even where they are no JSON."""

    name: str
    arguments: Mapping[str, Any] | str


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model says."""

    text: str = ""
    calls: tuple[Call, ...] = ()


Script: TypeAlias = Callable[[Question], Answer | None]
"""A function of the question; None where another script is to answer it."""
