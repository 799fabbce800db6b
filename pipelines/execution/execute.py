"""Executing a frozen chain: step by step, each result judged before the next call."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

from pipelines.contracts.chain import Step, ToolChain
from pipelines.contracts.events import StepFinished
from pipelines.contracts.execution import Execution, StepRecord
from pipelines.execution.order import batches
from pipelines.execution.outcome import deviation
from pipelines.execution.progress import Progress
from pipelines.execution.refused_rows import is_another_row
from pipelines.execution.run_setup import RunSetup
from pipelines.execution.steps import StepRunner
from pipelines.messages import say
from pipelines.messages.labels import tool_title
from pipelines.runs.errors import LeaseLost
from pipelines.runs.store import LEASE_SECONDS
from tool_registry.base.redaction import shown
from tool_registry.base.types import Effect
from tool_registry.sources.result import Failure


async def execute(chain: ToolChain, setting: RunSetup) -> Execution:
    """Runs the chain, or goes on with it where an earlier process stopped.

    The plan is frozen in the store before its first call. Execution stops at the first failure and
    skips the rest, unless its options say to keep going or a tool refused one row of a list, and
    ahead of the next call where a stop is asked for; every step's record is told as
    `step_finished`. Raises PlanFrozen where the run has another plan, LeaseLost where another
    process has taken the run over, ValueError where a step depends on a later one. A cancellation
    is passed on after the account has been told.
    """
    setting.store.freeze(setting.lease, chain)
    work = Work(chain, setting)
    async with renewing(setting):
        try:
            for batch in list(batches(chain.steps, setting.tools)):
                if not await work.run(work.begun_or_possible(batch)):
                    break
        except asyncio.CancelledError:
            work.interrupted()
            raise
    work.skip_rest()
    return work.execution()


@asynccontextmanager
async def renewing(setting: RunSetup) -> AsyncGenerator[None]:
    """Keeps the lease while slow calls are waited for."""

    async def renew() -> None:
        with contextlib.suppress(LeaseLost):
            while True:
                await asyncio.sleep(LEASE_SECONDS / 3)
                setting.store.renew(setting.lease)

    task = asyncio.create_task(renew())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})


class Work:
    """One execution under way: of a whole chain, or of one that grows call by call."""

    def __init__(self, chain: ToolChain, setting: RunSetup) -> None:
        self.chain = chain
        self.setting = setting
        self.progress = Progress(chain, setting.tools, setting.pool)
        self.runner = StepRunner(setting, self.progress, chain.environment)
        # Rows that an earlier process of this run has left.
        self.earlier = {entry.step: entry for entry in setting.ledger.entries()}
        self.running: set[str] = set()

    def grow(self, chain: ToolChain) -> None:
        """The chain has more steps at its end, not yet run."""
        self.chain = chain
        self.progress.steps.update({step.id: step for step in chain.steps})

    async def run(self, batch: Sequence[Step]) -> bool:
        """Runs the steps of a batch side by side; False when the execution ends with it."""
        results = await asyncio.gather(*map(self._step, batch), return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                raise result
        records = self.progress.records
        if self.setting.options.keep_going or not self._failed():
            return True
        return any(self._is_open(step) for step in self.chain.steps if step.id not in records)

    def begun_or_possible(self, batch: Sequence[Step]) -> list[Step]:
        """The steps of a batch that no failure stands in the way of; those alone that an earlier
        process has begun, where a stop is asked for."""
        return [step for step in batch if not self._is_too_late(step) and self._is_open(step)]

    def _is_open(self, step: Step) -> bool:
        failed, records = self._failed(), self.progress.records
        if not failed:
            return True
        provided = all(one in records and records[one].status == "done" for one in step.depends_on)
        goes_on = self.setting.options.keep_going or is_another_row(step, failed, self.chain)
        return provided and goes_on

    def _failed(self) -> list[StepRecord]:
        return [one for one in self.progress.records.values() if not self._is_as_due(one)]

    def _is_too_late(self, step: Step) -> bool:
        earlier = self.earlier.get(step.id)
        begun = earlier is not None and earlier.state != "planned"
        return self.setting.stop.asked and not begun

    async def _step(self, step: Step) -> None:
        self.running.add(step.id)
        with self.setting.stop.under_way():
            record = self._evaluated(step, await self.runner.run(step, self.earlier.get(step.id)))
        self.running.discard(step.id)
        self._finished(record)

    def _evaluated(self, step: Step, record: StepRecord) -> StepRecord:
        """The record, with what is not as it was due where later steps would build on it."""
        at = self.chain.steps.index(step)
        tool, later = self.setting.tools.get(record.tool), self.chain.steps[at + 1 :]
        if tool is None:
            return record
        found = deviation(step, tool, record, later, self.setting.language)
        return record if found is None else record.model_copy(update={"deviates": found})

    def _is_as_due(self, record: StepRecord) -> bool:
        return record.status == "done" and record.deviates is None

    def interrupted(self) -> None:
        """The account of a cancelled execution: what was under way may have had its effect."""
        text = say(self.setting.language, "executor.interrupted")
        sent = {entry.step for entry in self.setting.ledger.entries() if entry.state == "sent"}
        for step in self.chain.steps:
            tool = self.setting.tools.get(step.tool)
            if step.id in self.running & sent and tool and tool.effect is not Effect.NONE:
                failure = Failure(kind="unknown", code="INTERRUPTED", message=text)
                self._finished(
                    StepRecord(step=step.id, tool=step.tool, status="unknown", failure=failure)
                )
        self.skip_rest()

    def skip_rest(self) -> None:
        """Records every step that has none as skipped."""
        for step in self.chain.steps:
            if step.id not in self.progress.records:
                self._finished(StepRecord(step=step.id, tool=step.tool, status="skipped"))

    def execution(self) -> Execution:
        """The account, in the chain's order, with a question where an outcome is unknown."""
        records = tuple(self.progress.records[step.id] for step in self.chain.steps)
        lost = next((record for record in records if record.status == "unknown"), None)
        stopped = self.setting.stop.asked and any(one.status == "skipped" for one in records)
        return Execution(records, self._question(lost) if lost else None, stopped)

    def _question(self, record: StepRecord) -> str:
        setting = self.setting
        return say(
            setting.language,
            "executor.unknown_outcome",
            tool=tool_title(setting.tools[record.tool], setting.language),
            reason=record.failure.message if record.failure else "",
            environment=setting.environments.label(self.chain.environment, setting.language),
        )

    def _finished(self, record: StepRecord) -> None:
        self.progress.note(record)
        said = record.failure or record.deviates
        self.setting.emit(
            StepFinished(
                step=record.step,
                tool=record.tool,
                status=record.status,
                arguments=shown(record.arguments),
                output=shown(record.body),
                failure=said,
                verified=record.verified,
                replaces=record.replaces,
                troubleshooting=record.troubleshooting,
            )
        )
