"""Answer: what one request ends in. Its JSON is public and stable."""

from enum import StrEnum
from typing import Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, Field

from pipelines.contracts.intent import IntentResult
from pipelines.contracts.request import Later
from tool_registry.base.types import JsonValue


class Status(StrEnum):
    """How a run ended."""

    SUCCEEDED = "succeeded"
    PARTIAL = "partial"
    NEEDS_INPUT = "needs_input"
    REFUSED = "refused"
    FAILED = "failed"
    CANCELLED = "cancelled"
    UNKNOWN = "unknown"
    PLANNED = "planned"
    SCHEDULED = "scheduled"
    """Agreed to, and waits for its time: nothing was called yet."""


class Part(BaseModel):
    """Base of all parts: immutable, no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Candidate(Part):
    """A tool that the filter kept, or a near miss with the reason it fell (`role` dropped)."""

    tool: str
    role: Literal["main", "helper", "dropped"]
    score: float
    reasons: tuple[str, ...] = ()
    serves: tuple[str, ...] = ()
    """Ids of the goals whose very deed it does to their very kind of thing."""


class BindingView(Part):
    """Where an argument came from, for people."""

    source: str
    detail: str
    step: str | None = None
    """Of a result that is handed on: the step of the chain whose result it is."""


class ChainStep(Part):
    """One call as it was planned and as it went."""

    step: str
    tool: str
    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    bindings: dict[str, BindingView] = Field(default_factory=dict)
    status: str = "planned"
    output: JsonValue = None


class Verdict(StrEnum):
    """How sure a requirement's fulfilment is."""

    CONFIRMED = "confirmed"
    REPORTED = "reported"
    UNVERIFIED = "unverified"
    CONTRADICTED = "contradicted"


class Requirement(Part):
    """One requirement of the sentence and its verdict."""

    text: str
    verdict: Verdict


class DataPart(Part):
    """A list that a thing holds, as people say it."""

    name: str
    rows: tuple[dict[str, str], ...] = ()
    """The first of them: name → value with its unit, codes by what they mean."""
    total: int
    """How many there are in all."""


class DataItem(Part):
    """An entity that the run made, changed or read."""

    entity: str
    id: str | None
    attributes: dict[str, JsonValue] = Field(default_factory=dict)
    """As tools told them; of another thing beside it as `entity.attribute`."""
    values: dict[str, str] = Field(default_factory=dict)
    """The same as people say them: name → value with its unit, codes by what they mean."""
    times: dict[str, str] = Field(default_factory=dict)
    """Of these the points in time: name → ISO 8601 with an offset. What a tool tells without a zone
    is taken for a time in the service's own."""
    parts: tuple[DataPart, ...] = ()
    """The lists within it that hold something."""
    came_of: Literal["created", "changed", "read"] = "read"


class ThingNode(Part):
    """A thing that a run had to do with."""

    entity: str
    id: str | None
    came_of: Literal["created", "changed", "deleted", "read", "named"]
    """What the run did with it. `deleted`: by a tool that deletes, voids or otherwise destroys;
    `named`: nothing, it was only given as an argument."""
    place: int | None = None
    """Where it stands in `data`, counted from 0; None: it is only an argument of calls."""


class ThingEdge(Part):
    """A value of a thing, mostly its identifier, was an argument of the call that made, changed or
    deleted another one."""

    source: int
    """Place in `nodes` of the thing whose value it is."""
    target: int
    step: str
    tool: str
    argument: str
    """Path of the argument."""


class ThingGraph(Part):
    """What a run made and what it made it with, as its calls and their arguments tell."""

    nodes: tuple[ThingNode, ...] = ()
    edges: tuple[ThingEdge, ...] = ()


class Summary(Part):
    """The check of the outcome against the sentence, and the text for the user."""

    satisfied: bool = False
    text: str = ""
    lead: str = ""
    """Of the text what `data` does not tell: how it ended, what is wrong, what was not done."""
    requirements: tuple[Requirement, ...] = ()
    data: tuple[DataItem, ...] = ()
    graph: ThingGraph = Field(default_factory=ThingGraph)
    """How the things of `data` hang together."""
    missing: tuple[str, ...] = ()


Outcome: TypeAlias = Literal["not_asked", "used", "fell_back", "failed"]


class StageUse(Part):
    """What one stage asked its model for one request, and what came of it."""

    stage: str
    mode: str
    confidence: float | None = None
    """How likely the program's own result is right, 0 to 1."""
    outcome: Outcome
    """`fell_back`: the program's own counts, the model's cannot be used. `failed`: none counts."""
    calls: int = 0
    repairs: int = 0
    """Answers that were sent back with what is wrong with them."""
    input_tokens: int = 0
    output_tokens: int = 0


class ModelUse(Part):
    """What language models were asked, over all stages."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    stages: tuple[StageUse, ...] = ()

    @classmethod
    def of(cls, use: StageUse) -> "ModelUse":
        """What one stage asked."""
        return cls(
            calls=use.calls,
            input_tokens=use.input_tokens,
            output_tokens=use.output_tokens,
            stages=(use,),
        )

    def __add__(self, other: "ModelUse") -> "ModelUse":
        return ModelUse(
            calls=self.calls + other.calls,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            stages=(*self.stages, *other.stages),
        )


PlanOutcome: TypeAlias = Literal["agreed", "model", "fell_back", "asked", "finished", "unusable"]


class Reasoning(Part):
    """How a plan was made, where a model was asked for it."""

    outcome: PlanOutcome
    """`agreed`: it does what the rules' own plan does; `model`: its chain passed the validator;
    `fell_back`: the rules' plan or question stood in; `asked`: the user has to choose or to tell;
    `finished`: it saw no way on behind what was done; `unusable`: nothing that may be run."""
    repairs: int = 0
    """How often the model was told what is wrong."""
    problems: tuple[str, ...] = ()
    """What was wrong with its last answer, where that could not be used."""


ChoiceKind: TypeAlias = Literal["reading", "tool", "search", "environment", "value"]
ValueOrigin: TypeAlias = Literal["words", "derived", "default", "remembered", "missing"]


class Option(Part):
    """One value of a closed set, as it is sent back and as people read it."""

    value: JsonValue
    label: str


class Suggestion(Part):
    """A value that the user has used before, offered from memory: it is taken by choosing it."""

    value: JsonValue
    """In the field's unit."""
    memory: str
    """Id of the entry; sent back with the value, so that the plan says where that is from."""
    environment: str
    """The only one in which it may be used."""
    name: str = ""
    """What its user calls it."""
    words: str = ""
    """The sentence in which it was used last."""
    uses: int = 1
    at: float
    """When it was used last; seconds since 1970."""


class FormField(Part):
    """One value that a call takes."""

    path: str
    """Stable in a form: `G1/threshold`; also `environment`, `G1/#` for how many."""
    label: str
    type: str = "string"
    """`string`, `integer`, `number`, `boolean`, `array`, `object` or `any`."""
    unit: str | None = None
    """Of the value, in the user's words."""
    scale: float = 1
    """How many of the tool's own units one of `unit` is: 100 where the tool takes cents and people
    say dollars."""
    minimum: float | None = None
    maximum: float | None = None
    """In `unit`."""
    options: tuple[Option, ...] = ()
    """The only values that it can have; empty: any of its type."""
    required: bool = False
    """False also for what earlier calls of the plan can provide."""
    left_empty: Literal["optional", "provided"] | None = None
    """What becomes of it without a value: the tool does without, or the plan finds or makes one;
    None: it is required, or nobody knows."""
    value: JsonValue = None
    source: ValueOrigin = "missing"
    """Where the value is from."""
    suggestions: tuple[Suggestion, ...] = ()
    """From memory, the most likely first; none of them is used unless it is chosen."""


class Form(Part):
    """A reading as fields: what is sure is filled in, the rest is for the user to say."""

    choice: str
    """Id of the choice that it fills; values are sent back under it."""
    title: str
    fields: tuple[FormField, ...]
    problems: dict[str, str] = Field(default_factory=dict)
    """Path of a field → why the value that was sent for it cannot be."""


class ChoiceEffect(Part):
    """What one goal of a choice would do, in the user's words."""

    does: str
    """`create`, `operate`, `delete`, `query` or `verify`."""
    action: str
    object: str
    count: int = 1
    whom: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    environment: str | None = None


class Choice(Part):
    """One way to go on with a sentence that is not wholly clear."""

    id: str
    """Stable: the same choice has the same id whenever it is offered."""
    kind: ChoiceKind
    text: str
    """One sentence in the user's language."""
    tool: str | None = None
    title: str = ""
    """`tool`: what its author calls it."""
    about: str = ""
    """`tool`: what it does."""
    needs: tuple[str, ...] = ()
    """`tool`: what it has to be told."""
    effects: tuple[ChoiceEffect, ...] = ()
    left_out: tuple[str, ...] = ()
    """`reading`: words of the sentence that it does not use."""
    environment: str | None = None
    field: FormField | None = None
    """`value`, `search`: what is to be said."""
    confidence: float | None = None
    chosen_before: bool = False
    """True where the same user has chosen it for the same words before."""


Stage: TypeAlias = Literal["rules", "intent", "filter", "plan", "execute", "summary"]
STAGES: tuple[Stage, ...] = get_args(Stage)
Skipped: TypeAlias = Literal[
    "agreed_plan", "undo", "finish", "direct_call", "resumed", "agent", "page", "ended_before"
]
"""Why a stage did not run: the plan is one that was shown and agreed to; it takes an earlier run
back; it is the rest of an earlier run; it is one call that was given as such; another process has
planned the run already; one agent stands for these stages; the page around the chat makes the
call; the answer was given ahead of it."""


class Answer(Part):
    """The whole answer to one request."""

    run_id: str
    session_id: str
    status: Status
    intent: IntentResult | None = None
    candidates: tuple[Candidate, ...] = ()
    chain: tuple[ChainStep, ...] = ()
    summary: Summary = Field(default_factory=Summary)
    question: str | None = None
    timings_ms: dict[str, float] = Field(default_factory=dict)
    """Stage → what it took, for those that ran."""
    skipped: dict[Stage, Skipped] = Field(default_factory=dict[Stage, Skipped])
    """Stage → why it did not run."""
    model: ModelUse = Field(default_factory=ModelUse)
    reasoning: Reasoning | None = None
    choices: tuple[Choice, ...] = ()
    """How to go on where the sentence is not wholly clear, in the order in which they are shown."""
    form: Form | None = None
    """What a chosen tool or reading still has to be told."""
    later: Later | None = None
    """When the plan is to run, as the sentence says or as was agreed to; None: at once."""
    finishes: str | None = None
    """Id of the run whose rest the plan is, whether a button or words asked for that."""
