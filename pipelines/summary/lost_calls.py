"""Whether a call whose answer was lost took effect, as far as other tools can tell.

What was read ahead of the run tells new things from old ones, so a run that another process goes
on with is judged as the one that began it would have.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from pipelines.contracts.answer import Verdict
from pipelines.contracts.chain import Check, Step, ToolChain
from pipelines.contracts.execution import CallOutcome, Execution, ReadBack, StepRecord
from pipelines.messages import Language
from pipelines.summary.census import (
    Baseline,
    name_inquiries,
    owner_inquiries,
    rows_shown,
    signature,
)
from pipelines.summary.compare import equal, means
from pipelines.summary.facts import Known, Subject, subjects
from pipelines.summary.judged_run import JudgedRun, Seen
from pipelines.summary.readback import Inquiry, Read, look
from pipelines.summary.rows import Row
from pipelines.summary.verdicts import judge_checks
from tool_registry.base.types import Effect, FunctionType, JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel
from tool_registry.sources.paths import write

_UNKNOWN = CallOutcome(None)


def read_back(
    chain: ToolChain,
    catalogue: Catalogue,
    read: Read,
    before: Baseline,
    account: Callable[[], Execution],
    language: Language,
) -> ReadBack:
    """The read-back of a run; `account` tells how far the run is whenever it is asked."""

    async def ask(
        step: Step, tool: ToolEssentialModel, arguments: Mapping[str, JsonValue]
    ) -> CallOutcome:
        records = {r.step: r for r in account().records if r.status == "done"}
        lost = StepRecord(step=step.id, tool=tool.id, arguments=dict(arguments), status="done")
        records[step.id] = lost
        made = subjects(chain.steps, records, catalogue)
        subject = next((each for each in made if each.step.id == step.id), None)
        if subject is None or tool.id not in catalogue.tools:
            return _UNKNOWN
        others = [each for each in made if each.step.id != step.id]
        case = _Case(chain, catalogue, read, before, subject, others, language)
        if tool.function is FunctionType.CREATE:
            return await case.appeared()
        return await case.changed(records)

    return ask


@dataclass(frozen=True, slots=True)
class _Case:
    """One call whose outcome nobody knows."""

    chain: ToolChain
    catalogue: Catalogue
    read: Read
    before: Baseline
    subject: Subject
    """What the call was to make or change."""
    others: Sequence[Subject]
    """What the run's other steps have made or changed."""
    language: Language

    async def appeared(self) -> CallOutcome:
        """One thing more than before, which is as it was to be made: the call made it."""
        for inquiry, held in self._lists():
            rows = await rows_shown(
                inquiry, self.subject.entity, self.catalogue, self.chain.environment, self.read
            )
            if rows is None or any(row.id is None for row in rows):
                continue
            mine = {each.id for each in self.others}
            new = [row for row in rows if row.id not in held and row.id not in mine]
            fitting = [row for row in new if self._as_sent(row)]
            if not new:
                return CallOutcome(False)
            if len(fitting) == 1:
                return CallOutcome(True, _body(self.subject.tool, fitting[0]))
            return _UNKNOWN
        return _UNKNOWN

    def _lists(self) -> list[tuple[Inquiry, frozenset[str]]]:
        """Calls that would show the new thing, and what they showed before."""
        subject, environment = self.subject, self.chain.environment
        fresh = {(each.entity, each.id) for each in self.others if each.created}
        sent = [known for known in subject.known if known.slot]
        found: list[tuple[Inquiry, frozenset[str]]] = []
        for owner, inquiry in owner_inquiries(
            subject.tool, subject.entity, sent, self.catalogue, environment
        ):
            new = any((k.entity, str(k.value)) in fresh for k in sent if k.entity == owner)
            held = frozenset[str]() if new else self.before.lists.get(signature(inquiry))
            found += [] if held is None else [(inquiry, held)]
        for inquiry in name_inquiries(
            subject.tool, subject.entity, sent, self.catalogue, environment
        ):
            held = self.before.lists.get(signature(inquiry))
            if held is None and self._is_drawn(inquiry):
                held = frozenset[str]()
            found += [] if held is None else [(inquiry, held)]
        return found

    def _is_drawn(self, inquiry: Inquiry) -> bool:
        """True where it asks by a value that was drawn for this very run: nobody else has it."""
        drawn = [
            str(known.value)
            for known in self.subject.known
            if known.slot in self.subject.step.arguments
            and self.subject.step.arguments[known.slot].source == "generated"
        ]
        return any(str(value) in drawn for value in inquiry.arguments.values())

    def _as_sent(self, row: Row) -> bool:
        return all(self._agrees(row, known) for known in self.subject.known if known.slot)

    def _agrees(self, row: Row, known: Known) -> bool:
        cell = self.subject.told_in(row, known)
        slot = next((s for s in self.subject.tool.needs if s.path == known.slot), None)
        if cell is None or known.role or slot is None or bool(slot.values) != bool(cell.words):
            return True
        cell = cell if cell.unit or not known.unit else replace(cell, unit=known.unit)
        meanings = (known.value, *slot.values.get(str(known.value), ()))
        return any(equal(value, known.unit, cell, self.catalogue.lexicon) for value in meanings)

    async def changed(self, records: Mapping[str, StepRecord]) -> CallOutcome:
        """What the call was to bring about is there, as the requirements on it are judged."""
        evidence = await look(self.subject, self.catalogue, self.chain.environment, self.read)
        if self.subject.tool.function is FunctionType.DELETE:
            told = {"absent": True, "found": False}.get(evidence.kind)
            return CallOutcome(told)
        telling = tuple(check for check in self.chain.checks if self._tells(check))
        chain = self.chain.model_copy(update={"checks": telling})
        judged = JudgedRun(
            self.language, self.catalogue, chain, records, [Seen(self.subject, evidence)]
        )
        verdicts = {finding.verdict for finding in judge_checks(judged)}
        reached = _reached(self.subject, evidence.row, self.catalogue)
        if Verdict.CONTRADICTED in verdicts or reached is False:
            return CallOutcome(False)
        if evidence.row is None or not (reached or Verdict.CONFIRMED in verdicts):
            return _UNKNOWN
        return CallOutcome(True, _body(self.subject.tool, evidence.row))

    def _tells(self, check: Check) -> bool:
        """A number says nothing where each call adds to it: it may have been that before."""
        if check.step != self.subject.step.id or check.kind == "count":
            return False
        wanted = check.constraint
        number = wanted is not None and isinstance(wanted.value, int | float)
        return not (number and self.subject.tool.effect is Effect.ONCE)


def _reached(subject: Subject, row: Row | None, catalogue: Catalogue) -> bool | None:
    """Whether the thing is in the state that the tool leaves it in; None: nobody tells."""
    for change in subject.tool.states:
        cell = row.cell(change.attribute) if row and change.entity == subject.entity else None
        if cell is not None and change.after:
            return means(change.after, cell, catalogue.lexicon)
    return None


def _body(tool: ToolEssentialModel, row: Row) -> JsonValue:
    """What the tool's own answer would have held, as far as another tool tells it."""
    body: dict[str, JsonValue] = {cell.name: cell.value for cell in row.cells.values() if cell.name}
    main = tool.objects[0] if tool.objects else row.entity
    for item in tool.yields:
        cell = row.cells.get((item.entity or main, item.attribute or item.key))
        if cell is not None and item.path.split(".")[0].removesuffix("[]") not in body:
            write(body, item.path, cell.value)
    return cast("JsonValue", body)
