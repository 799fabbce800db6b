"""What a tool call came to."""

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from tool_registry.base.types import JsonValue

FailureKind: TypeAlias = Literal["validation", "business", "refused_connection", "unknown"]


class Failure(BaseModel):
    """Why a call is not a success.

    `validation` and `refused_connection` had no effect. `business`: the tool understood the call
    and says no. `unknown`: time-out, reset, 5xx or an unreadable answer; there may be an effect."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: FailureKind
    code: str | None = None
    """The tool's own code, as text."""
    message: str = ""
    """The tool's own message, or a sentence about the connection."""
    fields: dict[str, str] = Field(default_factory=dict)
    """What it says of single arguments: slot path → its words."""

    @property
    def without_effect(self) -> bool:
        """True where the call provably left nothing behind."""
        return self.kind in ("validation", "refused_connection")


class CallResult(BaseModel):
    """The whole result of a call, envelope included. `failure` is set exactly when not `ok`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ok: bool
    body: JsonValue = None
    failure: Failure | None = None

    @classmethod
    def success(cls, body: JsonValue) -> "CallResult":
        """The tool did what was asked."""
        return cls(ok=True, body=body)

    @classmethod
    def failed(
        cls, kind: FailureKind, message: str, *, code: str | None = None, body: JsonValue = None
    ) -> "CallResult":
        """The tool did not, or may not have done, what was asked."""
        return cls(ok=False, body=body, failure=Failure(kind=kind, code=code, message=message))
