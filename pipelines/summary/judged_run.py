"""What verdicts are made from: findings, what was seen of each instance, and the whole run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipelines.contracts.answer import Verdict
from pipelines.contracts.chain import Check, ToolChain
from pipelines.contracts.execution import StepRecord
from pipelines.messages import Language
from pipelines.summary.census import Listed
from pipelines.summary.facts import Known, Subject
from pipelines.summary.readback import Evidence
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel

WORST_FIRST = (Verdict.CONTRADICTED, Verdict.UNVERIFIED, Verdict.REPORTED, Verdict.CONFIRMED)


@dataclass(frozen=True, slots=True)
class Finding:
    """A requirement, its verdict, and what was expected and seen, by which tool."""

    text: str
    verdict: Verdict
    step: str | None = None
    expected: str | None = None
    actual: str | None = None
    tool: ToolEssentialModel | None = None
    not_done: bool = False
    """True where the step it is about did not come to its end."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A subject with what another tool said of it, and with the lists of its owner."""

    subject: Subject
    evidence: Evidence
    lists: Sequence[Listed] = ()

    def slot(self, path: str | None) -> Slot | None:
        """The acting tool's argument of that path."""
        return next((slot for slot in self.subject.tool.needs if slot.path == path), None)

    def words(self, known: Known) -> tuple[str, ...]:
        """What a value means that was sent as a code."""
        slot = self.slot(known.slot)
        return slot.values.get(str(known.value), ()) if slot else ()


@dataclass(frozen=True, slots=True)
class JudgedRun:
    """Everything that a verdict is made from."""

    language: Language
    catalogue: Catalogue
    chain: ToolChain
    records: Mapping[str, StepRecord]
    seen: Sequence[Seen]
    stopped: bool = False
    """True where somebody ended it ahead of its last step."""
    asked: frozenset[str] = frozenset()
    """Attributes that were asked for by name; those are told first."""

    def is_done(self, step: str) -> bool:
        """True for a step that came to its end."""
        return step in self.records and self.records[step].status == "done"

    @property
    def read_steps(self) -> frozenset[str]:
        """Ids of the reading steps that came to their end."""
        steps = (step for step in self.chain.steps if not step.function.writes)
        return frozenset(step.id for step in steps if self.is_done(step.id))

    def about(self, check: Check) -> list[Seen]:
        """The subjects that a check speaks of."""
        return [
            each
            for each in self.seen
            if each.subject.step.id == check.step
            or (check.step is None and each.subject.step.goal == check.goal)
        ]
