"""What enters the road: one sentence, who says it, and in which conversation."""

from pydantic import BaseModel, ConfigDict, Field

from tool_registry.base.caller import Caller


class Request(BaseModel):
    """One message of a user."""

    model_config = ConfigDict(frozen=True)

    text: str
    session_id: str
    request_id: str
    """The client's message id: one request id makes one run, however often it is delivered."""
    caller: Caller = Field(default_factory=Caller)
    environment: str | None = None
    """Chosen beside the sentence (`--env`); a different one in the sentence is a contradiction."""
    plan_only: bool = False
    approved: bool = False
    """True when the user has agreed in advance to destructive and bulk steps (`--yes`)."""
