"""Typed events of a run: chat page, terminal, trace and evaluation all consume these.

An event is made by a stage and stored by the run, which numbers it. Its JSON, on every wire and in
the database, is `{type, run_id, seq, at, data}`, and `data` holds what is the event's own.
"""

from typing import Annotated, Any, Literal, TypeAlias, cast

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    TypeAdapter,
    model_serializer,
    model_validator,
)

from pipelines.answer import BindingView, Candidate, ChainStep, Summary
from pipelines.contracts.intent import IntentResult
from pipelines.executor.lessons import Lesson
from tool_registry.base.types import JsonValue
from tool_registry.sources.result import Failure

_ENVELOPE = ("type", "run_id", "seq", "at")


class Told(BaseModel):
    """One thing that happened."""

    model_config = ConfigDict(frozen=True)

    run_id: str = ""
    seq: int = 0
    """1, 2, … within the run; set when the event is stored."""
    at: float = 0.0
    """When it was stored; seconds since 1970."""

    @property
    def data(self) -> dict[str, JsonValue]:
        """What is the event's own, as JSON: what was not told is not in it."""
        return self.model_dump(mode="json")["data"]

    @model_validator(mode="before")
    @classmethod
    def _flat(cls, raw: Any) -> Any:
        """As it is stored, or as a stage makes it."""
        if not isinstance(raw, dict) or "data" not in raw:
            return cast("Any", raw)
        stored = cast("dict[str, Any]", raw)
        return {**stored["data"], **{name: stored[name] for name in _ENVELOPE if name in stored}}

    @model_serializer(mode="wrap")
    def _nested(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        flat = handler(self)
        own = {name: flat[name] for name in flat if name not in _ENVELOPE}
        told = {name: value for name, value in own.items() if name in self.model_fields_set}
        return {**{name: flat[name] for name in _ENVELOPE}, "data": told}


class RunStarted(Told):
    """A request is being worked on."""

    type: Literal["run_started"] = "run_started"
    text: str
    session_id: str = ""


class IntentRead(Told):
    """The reading that counts from here on."""

    type: Literal["intent"] = "intent"
    intent: IntentResult


class CandidatesFound(Told):
    """What the filter kept, and near misses."""

    type: Literal["candidates"] = "candidates"
    candidates: tuple[Candidate, ...]


class ToolRead(Told):
    """A call without effect, outside of the chain."""

    type: Literal["read"] = "read"
    tool: str
    title: str = ""
    environment: str = ""
    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    ok: bool
    failure: Failure | None = None


class StepTitle(BaseModel):
    """What a step is called, and what it is for, in the user's language."""

    model_config = ConfigDict(frozen=True)

    step: str
    title: str
    purpose: str


class Planned(Told):
    """What is going to be executed."""

    type: Literal["plan"] = "plan"
    chain: tuple[ChainStep, ...]
    steps: tuple[StepTitle, ...] = ()
    notes: tuple[str, ...] = ()


class ContextSized(Told):
    """The size of one question to an agent's model, in tokens."""

    type: Literal["context"] = "context"
    turn: int
    tokens: int
    outside: int
    compressed: int


class Asked(Told):
    """The run ends with a question; `missing` names what is asked for."""

    type: Literal["question"] = "question"
    question: str
    missing: tuple[str, ...] = ()


class Refused(Told):
    """Nothing is run; `problems`: what was wrong with a model's answer."""

    type: Literal["refused"] = "refused"
    reason: str
    problems: tuple[str, ...] = ()


class StepStarted(Told):
    """A call is about to leave."""

    type: Literal["step_started"] = "step_started"
    step: str
    tool: str
    title: str = ""
    purpose: str = ""
    arguments: dict[str, JsonValue] = Field(default_factory=dict)


class StepCorrected(Told):
    """A tool did not accept a call, and what was put right."""

    type: Literal["step_corrected"] = "step_corrected"
    step: str
    reason: str
    changes: dict[str, BindingView] = Field(default_factory=dict[str, BindingView])
    """Slot path → where its new value comes from."""
    missing: tuple[str, ...] = ()
    lessons: tuple[Lesson, ...] = ()


class StepFinished(Told):
    """How a call went."""

    type: Literal["step_finished"] = "step_finished"
    step: str
    tool: str
    status: str
    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    output: JsonValue = None
    failure: Failure | None = None
    verified: bool = False
    replaces: str | None = None
    troubleshooting: str | None = None


class Summarised(Told):
    """The check of the outcome against the sentence."""

    type: Literal["summary"] = "summary"
    summary: Summary


class Answered(Told):
    """What the user is told."""

    type: Literal["answer"] = "answer"
    status: str = ""
    text: str = ""


class RunFinished(Told):
    """Nothing more comes of this run."""

    type: Literal["run_finished"] = "run_finished"
    status: str


Event: TypeAlias = Annotated[
    RunStarted
    | IntentRead
    | CandidatesFound
    | ToolRead
    | Planned
    | ContextSized
    | Asked
    | Refused
    | StepStarted
    | StepCorrected
    | StepFinished
    | Summarised
    | Answered
    | RunFinished,
    Field(discriminator="type"),
]
EVENT: TypeAdapter[Event] = TypeAdapter(Event)
"""Reads events as they are stored."""
