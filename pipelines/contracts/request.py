"""What enters the road: one sentence, who says it, and in which conversation."""

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from pipelines.contracts.page import HostPage, PageResult
from tool_registry.base.caller import Caller
from tool_registry.base.types import JsonValue

Review: TypeAlias = Literal["unasked", "destructive", "always"]
"""What is shown and agreed to before it runs: destructive steps that the sentence does not name,
all destructive steps, or every chain that changes anything. Bulk work always is."""


class PlanChange(BaseModel):
    """A plan that was shown by an earlier run and is now to be executed, as it is or changed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    run_id: str
    drop: tuple[str, ...] = ()
    """Ids of the steps that are left out."""
    arguments: dict[str, dict[str, JsonValue]] = Field(default_factory=dict)
    """Step id → path of the argument → the user's own value, in the tool's unit."""
    values: dict[str, dict[str, JsonValue]] = Field(default_factory=dict)
    """The same in the unit in which people say it, as forms show it: yuan where the tool takes
    fen."""


class Attachment(BaseModel):
    """A text file that was sent with the sentence."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    text: str


class InView(BaseModel):
    """The thing that the page shows in which the chat is embedded: what that page says is a value
    that words of the sentence may point at, and nothing else."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    entity: str = Field(min_length=1, max_length=32)
    """A word for its kind, in any language that the catalogue knows."""
    id: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$")
    environment: str = Field(min_length=1, max_length=32)
    """Where it is; one that is not configured counts as production."""


class Chosen(BaseModel):
    """One of the choices that the conversation's last answer offered."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    values: dict[str, JsonValue] = Field(default_factory=dict)
    """Path of a field → the user's own value, in the field's unit."""
    remembered: dict[str, str] = Field(default_factory=dict)
    """Path of a field → id of the entry of memory from which its value was chosen."""
    form: bool | None = None
    """True: the choice is shown as a form; False: it is taken as it is filled in. None: a reading
    is taken, a tool is shown as a form until values come with it."""


class Later(BaseModel):
    """When a plan that was agreed to is to be carried out."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    at: float
    """Seconds since 1970."""
    zone: str
    """The time zone in which that was said, as `Asia/Shanghai`."""

    @property
    def note(self) -> str:
        """In one line, as it is kept with an open question."""
        return f"{self.at} {self.zone}"

    @classmethod
    def of_note(cls, note: str) -> "Later":
        """What `note` has made."""
        at, _, zone = note.partition(" ")
        return cls(at=float(at), zone=zone)


class DirectCall(BaseModel):
    """One tool to be called with arguments that a program gives, in the tool's own units: nothing
    is read, found or planned."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tool: str
    """Id of the tool."""
    arguments: dict[str, JsonValue] = Field(default_factory=dict)


Pipeline: TypeAlias = Literal["road", "single"]


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
    pipeline: Pipeline | None = None
    """Who serves it: the road, or a single agent; None: as the deployment has chosen."""
    plan_only: bool = False
    approved: bool = False
    """True when the user has agreed in advance to destructive and bulk steps (`--yes`)."""
    review: Review = "unasked"
    attachments: tuple[Attachment, ...] = ()
    """Lists that the sentence speaks of."""
    in_view: InView | None = None
    """What `this order` means in this message; no later one has it unless it is sent again."""
    view_dismissed: InView | None = None
    """What the page shows and the user has taken off: no words mean it, and `this order` means
    none that was spoken of before it was taken off either."""
    alone: bool = False
    """The sentence stands for itself: it answers no question, and goes on from nothing that was
    said before."""
    page: HostPage | None = Field(default=None, exclude=True)
    """The page around the chat and its tools: for this message, and never stored."""
    page_result: PageResult | None = None
    """What the page has done of a call that an earlier run left to it; nothing is read again."""
    plan: PlanChange | None = None
    """The plan that the user has agreed to; the sentence is not planned again."""
    typed: PlanChange | None = None
    """What stands typed in the form of a plan that was shown, while this message was sent: it
    counts where the message agrees to that plan, or goes on from it."""
    later: Later | None = None
    """The time for the plan that the user has agreed to; None: now."""
    choice: Chosen | None = None
    """What was picked of an answer's choices; their sentence is not read again."""
    zone: str | None = None
    """The time zone of whoever says it, as `Asia/Shanghai`, for times that name none; None: the
    service's."""
    finish: str | None = None
    """Id of an ended run: what it has not made of its plan is done; the sentence is not read."""
    call: DirectCall | None = None
    """What is called in place of anything that the sentence says."""
