"""Typed events of a run: chat page, terminal, trace and evaluation all consume these.

An event is made by a stage and stored by the run, which numbers it. Its JSON, on every wire and in
the database, is `{type, run_id, seq, at, data}`, and `data` holds what is the event's own.
"""

from typing import Annotated, Any, Literal, TypeAlias, cast

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    SerializerFunctionWrapHandler,
    TypeAdapter,
    model_serializer,
    model_validator,
)

from pipelines.contracts.answer import BindingView, Candidate, ChainStep, Summary
from pipelines.contracts.intent import IntentResult
from pipelines.contracts.lessons import Lesson
from pipelines.contracts.page import PageEffect
from tool_registry.base.types import JsonValue
from tool_registry.sources.result import Failure

_ENVELOPE = ("type", "run_id", "seq", "at")


class Told(BaseModel):
    """One thing that happened."""

    model_config = ConfigDict(frozen=True)

    run_id: str = ""
    """Of the run that it happened in."""
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

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: Any, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """What is written is described as it is written: `type` tells the events apart."""
        if handler.mode == "validation":
            return handler(core_schema)
        envelope = {
            "type": {"const": cls.model_fields["type"].default, "type": "string"},
            "run_id": {"type": "string"},
            "seq": {"type": "integer"},
            "at": {"type": "number"},
            "data": {"type": "object"},
        }
        told = {"title": cls.__name__, "description": (cls.__doc__ or "").strip()}
        return {**told, "type": "object", "properties": envelope, "required": [*envelope]}


class RunStarted(Told):
    """A request is being worked on."""

    type: Literal["run_started"] = "run_started"
    text: str
    """The sentence as it came."""
    session_id: str = ""
    """Of the conversation."""


class IntentRead(Told):
    """The reading that counts from here on."""

    type: Literal["intent"] = "intent"
    intent: IntentResult
    """A later event of this type replaces it: what planning finds missing is added."""


class CandidatesFound(Told):
    """What the filter kept, and near misses."""

    type: Literal["candidates"] = "candidates"
    candidates: tuple[Candidate, ...]
    """Main tools, the best first; helpers; near misses with the role `dropped`."""


class ToolRead(Told):
    """A call without effect, outside of the chain."""

    type: Literal["read"] = "read"
    tool: str
    """Its id."""
    title: str = ""
    """What its author calls it."""
    environment: str = ""
    """Where it was called."""
    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    """Nested, without hidden ones."""
    ok: bool
    """False where the tool refused or did not answer."""
    failure: Failure | None = None
    """Why; set exactly when not `ok`."""
    milliseconds: float = 0.0
    """How long the call took."""


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
    """Its calls, in order, each argument with where it is from."""
    steps: tuple[StepTitle, ...] = ()
    """What each call is called and is for."""
    notes: tuple[str, ...] = ()
    """For the user: things made on the way, values drawn, words not used."""


class ContextSized(Told):
    """The size of one question to an agent's model, in tokens."""

    type: Literal["context"] = "context"
    turn: int
    """1, 2, … of the agent's loop."""
    tokens: int
    """Of the whole question."""
    outside: int
    """Results that are kept outside of it."""
    compressed: int
    """Earlier rounds that are told in short."""


class Asked(Told):
    """The run ends with a question; `missing` names what is asked for."""

    type: Literal["question"] = "question"
    question: str
    """In the user's language."""
    missing: tuple[str, ...] = ()
    """Names under which the reply is kept."""


class Refused(Told):
    """Nothing is run; `problems`: what was wrong with a model's answer."""

    type: Literal["refused"] = "refused"
    reason: str
    """The rule that ended it, `production`, `unread`, `beyond`, or why there is no plan."""
    problems: tuple[str, ...] = ()
    """Of a model's answer, by the referee."""


class StepStarted(Told):
    """A call is about to leave."""

    type: Literal["step_started"] = "step_started"
    step: str
    """`s1`, `s2`, … of the plan."""
    tool: str
    """The id of the tool that is called."""
    title: str = ""
    purpose: str = ""
    """What the step is for, in the user's language."""
    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    """Nested, without hidden ones."""


class StepCorrected(Told):
    """A tool did not accept a call, and what was put right."""

    type: Literal["step_corrected"] = "step_corrected"
    step: str
    reason: str
    """What the tool complained of."""
    changes: dict[str, BindingView] = Field(default_factory=dict[str, BindingView])
    """Slot path → where its new value comes from."""
    missing: tuple[str, ...] = ()
    """What only the user can give."""
    lessons: tuple[Lesson, ...] = ()
    """What was learned of the tool's arguments."""


class StepFinished(Told):
    """How a call went."""

    type: Literal["step_finished"] = "step_finished"
    step: str
    tool: str
    """The tool that was called: a declared replacement, where `replaces` is set."""
    status: str
    """`done`, `failed`, `unknown` or `skipped`."""
    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    """As they were sent, without hidden ones."""
    output: JsonValue = None
    """The tool's whole result, secrets masked."""
    failure: Failure | None = None
    """Why it is not done, or why the chain does not go on behind it."""
    verified: bool = False
    """True where its own answer was lost and another tool showed that it took effect."""
    replaces: str | None = None
    """The tool that was planned."""
    troubleshooting: str | None = None
    """What the tool's author says to do when it fails."""


class PageCalled(Told):
    """The run ends with a call that the page around the chat is to make, once somebody agrees."""

    type: Literal["page_call"] = "page_call"
    call: ChainStep
    """With what, and where each argument is from; its tool is `page:` and the page's own name."""
    title: str
    """What the page calls the tool, in the user's language."""
    page: str = ""
    """The title of the page."""
    about: str = ""
    """What the page showed when it was proposed: kind and id; empty for a page that told none."""
    effect: PageEffect = "changes"
    """`fills`: the page has said that the tool saves nothing."""
    registration: str = ""
    """The page's registration of the tool for which this is; empty where the client told none."""
    labels: dict[str, str] = Field(default_factory=dict)
    """Argument → what the page calls it."""
    agreed: bool = False
    """True where the person has agreed to it by a word, so that nobody has to be asked again."""


class PageAnswered(Told):
    """What became of such a call."""

    type: Literal["page_result"] = "page_result"
    outcome: str
    """`done`, `refused`, `failed` or `unknown`, as the page tells it."""
    text: str = ""
    """What the page says of it."""


class Summarised(Told):
    """The check of the outcome against the sentence."""

    type: Literal["summary"] = "summary"
    summary: Summary
    """Verdicts, data, the text."""


class Answered(Told):
    """What the user is told."""

    type: Literal["answer"] = "answer"
    status: str = ""
    """Of the answer."""
    text: str = ""
    """Its text."""


class RunFinished(Told):
    """Nothing more comes of this run."""

    type: Literal["run_finished"] = "run_finished"
    status: str
    """Of the answer."""


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
    | PageCalled
    | PageAnswered
    | Summarised
    | Answered
    | RunFinished,
    Field(discriminator="type"),
]
EVENT: TypeAdapter[Event] = TypeAdapter(Event)
"""Reads events as they are stored."""
