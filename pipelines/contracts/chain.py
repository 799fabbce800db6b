"""ToolChain: ordered calls in which every argument says where it came from."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from pipelines.contracts.intent import Constraint, Span
from pipelines.messages import Language, say
from tool_registry.base.types import FunctionType, JsonValue

BindingSource: TypeAlias = Literal[
    "words",
    "output",
    "selected",
    "derived",
    "remembered",
    "page",
    "default",
    "environment",
    "generated",
    "edited",
]


class Part(BaseModel):
    """Base of all parts: immutable, no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Binding(Part):
    """Why an argument has its value. No binding, no call."""

    source: BindingSource
    detail: str
    """For people: the words, `s1 → data.key`, `50 yuan → 5000`, …"""
    value: JsonValue = None
    """The value as the tool gets it; None for `output` and `selected` until the step has run."""
    span: Span | None = None
    step: str | None = None
    """`output`, `selected`: id of the step whose result holds the value."""
    path: str | None = None
    """`output`, `selected`: path in that step's payload (`list[].key`)."""
    where: tuple[Constraint, ...] = ()
    """`selected`: what the chosen list element must satisfy, by attribute."""
    where_paths: dict[str, str] = Field(default_factory=dict)
    """`selected`: attribute → path of it inside the list element."""
    ordinal: int = 0
    """`selected`: which of the matching elements; `output` of a bulk call: which instance."""
    conversion: str | None = None
    """Named conversion applied last: `yuan_to_fen`, `text`, `integer`, `wrap_list`, …"""


class Produced(Part):
    """An entity instance that a step makes, changes or reads."""

    instance: str
    """Planner's name of the instance: `G1/o`."""
    entity: str
    expected: tuple[Constraint, ...] = ()
    """What the sentence demands of it; judged by the summary."""
    asked: bool = True
    """False for upstream things that nobody asked for by name."""


class Step(Part):
    """One call of a chain."""

    id: str
    """`s1`, `s2`, … in order of execution."""
    tool: str
    title: str
    function: FunctionType
    arguments: dict[str, Binding]
    """Slot path → binding."""
    purpose: str
    """In the user's language: what this step is for."""
    goal: str
    """Id of the goal it serves."""
    ordinal: int = 1
    """Which instance of the goal (1..quantity): part of the ledger key."""
    depends_on: tuple[str, ...] = ()
    produces: Produced | None = None
    main: bool = True
    """False for steps that only provide for others."""


class Check(Part):
    """A requirement of the sentence, for the summary to judge after execution."""

    text: str
    """In the user's language."""
    goal: str
    step: str | None = None
    """The step whose outcome it is about; None: about the run as a whole (nothing else changed)."""
    entity: str | None = None
    constraint: Constraint | None = None
    slot: str | None = None
    """`owner`: slot path of the step whose sent argument the thing, read back, must carry."""
    kind: Literal["exists", "attribute", "owner", "count", "state", "absent", "answered"]


class ToolChain(Part):
    """A frozen plan. `digest` covers everything that is executed."""

    environment: str
    steps: tuple[Step, ...]
    checks: tuple[Check, ...] = ()
    notes: tuple[str, ...] = ()
    """For the user: created upstream things, found ones, defaults taken."""
    remarks: tuple[str, ...] = ()
    """For who agrees to it: how its sentence was taken. They say nothing of what comes of it."""
    digest: str = ""
    finishes: str | None = None
    """Id of the run whose rest this is; that is done by one run only."""


class NoPlan(Part):
    """Why there is no chain, and what the user can do."""

    reason: Literal["no_tool", "ambiguous", "missing", "forbidden", "dropped_words", "data"]
    """`data`: there are tools, but what exists does not fit or could not be read."""
    text: str
    """In the user's language; complete sentences."""
    question: str | None = None
    missing: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    """Tool ids that come nearest (named, never run)."""
    dropped: tuple[str, ...] = ()
    """The words that no tool can honour, of a sentence that some tool could serve without them."""
    beyond: bool = False
    """No tool has anything to do with it: none is offered instead."""
    fitting: tuple[str, ...] = ()
    """Ids of the things that are as the one goal's thing is described: one of them is meant."""

    @property
    def final(self) -> bool:
        """True where the tools themselves do not allow it, whatever data there is."""
        return self.reason != "data"


Excess: TypeAlias = Literal["reads_only", "unasked", "deletes", "creates"]


@dataclass(frozen=True, slots=True)
class ScopeViolation:
    """The first step of a chain that does more than what was understood."""

    excess: Excess
    """`reads_only`: nothing is to be changed at all; `unasked`: it serves no goal that changes
    anything; `deletes`: that kind of thing is not to be deleted, ended or changed; `creates`:
    nothing says that more may be made on the way."""
    title: str
    tool: str

    def sentence(self, language: Language) -> str:
        """What was refused and what to do, for the user."""
        return say(language, f"gate.{self.excess}", title=self.title, tool=self.tool)
