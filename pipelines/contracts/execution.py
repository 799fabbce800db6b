"""How the steps of a chain went."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from pydantic import BaseModel, ConfigDict, Field

from pipelines.contracts.chain import Binding, Step
from tool_registry.base.types import JsonValue
from tool_registry.model import ToolEssentialModel
from tool_registry.sources.result import Failure

StepStatus: TypeAlias = Literal["planned", "sent", "done", "failed", "unknown", "skipped"]


class StepRecord(BaseModel):
    """One step as it went. `sent` is only ever seen in the record of an interrupted run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    step: str
    tool: str
    """The tool that was called: a declared replacement, where `replaces` names the planned one."""
    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    """As sent, nested; hidden parameters included."""
    status: StepStatus = "planned"
    body: JsonValue = None
    """The tool's whole result. For submit-and-poll with `outcome` added: the last poll's result."""
    failure: Failure | None = None
    verified: bool = False
    """True where the call's own answer was lost and another tool showed that it took effect."""
    replaces: str | None = None
    deviates: Failure | None = None
    """Why the chain does not go on behind a step that is done: its result is not what was due."""
    troubleshooting: str | None = None
    """What the tool's author says to do when it fails; set on failure."""
    corrected: Failure | None = None
    """Why the call was first not accepted, where this is its second, better-bound attempt."""
    bindings: dict[str, Binding] = Field(default_factory=dict)
    """Slot path → where the second attempt's new value comes from."""
    missing: tuple[str, ...] = ()
    """What only the user can give for a second attempt: `entity.attribute`, or argument names."""


@dataclass(frozen=True, slots=True)
class Execution:
    """A chain as it went: one record a step, in the chain's order."""

    records: tuple[StepRecord, ...]
    question: str | None = None
    """For the user, where an outcome is unknown and only a person can look."""
    stopped: bool = False
    """True where somebody stopped it before its end."""

    @property
    def status(self) -> Literal["done", "failed", "unknown"]:
        """`unknown` outweighs `failed`: somebody has to look."""
        statuses = {record.status for record in self.records}
        if statuses & {"unknown", "sent"}:
            return "unknown"
        return "done" if statuses <= {"done"} else "failed"

    @property
    def missing(self) -> tuple[str, ...]:
        """Names of the values that a tool turned out to need and that nobody gave."""
        return tuple(dict.fromkeys(name for record in self.records for name in record.missing))

    @property
    def bodies(self) -> dict[str, JsonValue]:
        """Results of the finished steps, by step id."""
        return {record.step: record.body for record in self.records if record.status == "done"}

    def effects_of(self, steps: Sequence[str]) -> tuple[StepRecord, ...]:
        """The records of these steps that left, or may have left, an effect behind."""
        return tuple(
            record
            for record in self.records
            if record.step in steps and record.status in ("done", "unknown", "sent")
        )


@dataclass(frozen=True, slots=True)
class CallOutcome:
    """What reading back told of a call whose own answer was lost."""

    happened: bool | None
    """None: nobody can tell."""
    body: JsonValue = None
    """Where it happened: what the reading tool returned, for the steps that depend on it."""


ReadBack: TypeAlias = Callable[
    [Step, ToolEssentialModel, Mapping[str, JsonValue]], Awaitable[CallOutcome]
]
"""Looks whether a call took effect: (step, tool that was called, nested arguments)."""


def with_outcome(body: JsonValue, outcome: JsonValue) -> JsonValue:
    """The result of a submitting tool together with what its poll said last."""
    known = cast(dict[str, JsonValue], body) if isinstance(body, dict) else {"submitted": body}
    return {**known, "outcome": outcome}
