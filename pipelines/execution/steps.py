"""One step from its bindings to its record: arguments, call, second looks, replacement."""

from pipelines.contracts.chain import Step
from pipelines.contracts.events import StepCorrected, StepStarted
from pipelines.contracts.execution import StepRecord, StepStatus
from pipelines.execution.calling import STOPPED, Caller, Reply
from pipelines.execution.progress import Progress, Unresolved
from pipelines.execution.replacement import translated
from pipelines.execution.retry import Better, argument_name, better
from pipelines.execution.run_setup import RunSetup
from pipelines.messages import say
from pipelines.messages.labels import slot_label, tool_title
from pipelines.runs.ledger import Entry
from pipelines.runs.views import binding_view
from tool_registry.base.redaction import shown
from tool_registry.base.types import Effect, Object
from tool_registry.model import ToolEssentialModel
from tool_registry.sources.pages import Page, first_page, next_arguments
from tool_registry.sources.result import Failure


class StepRunner:
    """Runs the steps of one chain; keeps what came of them in `progress`."""

    def __init__(self, setting: RunSetup, progress: Progress, environment: str) -> None:
        self.setting = setting
        self.progress = progress
        self.caller = Caller(setting, environment)
        self.environment = environment
        self._pages: dict[str, Page] = {}

    async def run(self, step: Step, left: Entry | None) -> StepRecord:
        """The step's record; `left` is the ledger row that an earlier process left of it."""
        tool = self.setting.tools.get(left.tool if left is not None else step.tool)
        if tool is None:
            return self._unsent(step, self._failure("tool_gone", "NO_TOOL", tool=step.tool))
        if left is not None and left.state != "planned":
            self._started(step, tool, left.arguments)
            reply = await self.caller.resume(step, tool, left)
            return await self._corrected(step, tool, reply) or self._record(step, tool, reply)
        arguments = await self._arguments(step)
        if isinstance(arguments, Failure):
            return self._unsent(step, arguments)
        self._started(step, tool, arguments)
        reply = await self._called(step, tool, arguments)
        if reply.result.ok:
            return self._record(step, tool, reply)
        return (
            await self._corrected(step, tool, reply)
            or await self._replaced(step, tool, reply)
            or self._record(step, tool, reply)
        )

    async def _corrected(
        self, step: Step, tool: ToolEssentialModel, reply: Reply
    ) -> StepRecord | None:
        """What one better-bound attempt made of a call that was not accepted; None: there is none.

        Where only the user can give what it takes, the record says what is missing.
        """
        failure, rebind = reply.result.failure, self.setting.rebind
        if failure is None or failure.kind != "validation" or failure.code == "REFUSED":
            return None
        if rebind is None or self._attempts(step) > 1:
            return None
        bodies = {r.step: r.body for r in self.progress.records.values() if r.status == "done"}
        attempt = better(step, tool, reply.arguments, failure, rebind, bodies)
        if attempt is None:
            return None
        self._learned(step, attempt, failure)
        if attempt.lacking:
            names = tuple(argument_name(step, slot) for slot in attempt.lacking)
            return self._record(step, tool, reply).model_copy(update={"missing": names})
        self._started(step, tool, attempt.arguments)
        second = await self._called(step, tool, attempt.arguments)
        told = {"corrected": failure, "bindings": dict(attempt.bindings)}
        return self._record(step, tool, second).model_copy(update=told)

    def _attempts(self, step: Step) -> int:
        return sum(entry.step == step.id for entry in self.setting.ledger.entries())

    def _learned(self, step: Step, attempt: Better, failure: Failure) -> None:
        changes = {path: binding_view(binding) for path, binding in attempt.bindings.items()}
        self.setting.emit(
            StepCorrected(
                step=step.id,
                reason=failure.message,
                changes=changes,
                missing=tuple(argument_name(step, slot) for slot in attempt.lacking),
                lessons=tuple(attempt.lessons),
            )
        )

    async def _arguments(self, step: Step) -> Object | Failure:
        """The nested arguments; a result that lacks what was just made is read again."""
        pauses = iter(self.setting.options.visibility_pauses)
        while True:
            try:
                return self.progress.arguments(step)
            except Unresolved as problem:
                if problem.missing and await self._turned_page(problem.source):
                    continue
                pause = next(pauses, None)
                again = problem.missing and pause is not None
                if not again or not await self._refreshed(problem.source, pause or 0):
                    return self._no_value(step, problem)

    async def _turned_page(self, source: str | None) -> bool:
        """Adds the next page to the result of a list; False where there is none."""
        record = self.progress.records.get(source or "")
        if record is None or record.status != "done":
            return False
        step, tool = self.progress.steps[record.step], self.setting.tools[record.tool]
        page = self._pages.get(step.id) or first_page(record.arguments, record.body)
        arguments = None if tool.effect is not Effect.NONE else next_arguments(tool, page)
        if arguments is None:
            return False
        result = await self.caller.read_again(step, tool, arguments)
        if not result.ok:
            return False
        self._pages[step.id] = page.with_next(arguments, result.body, tool)
        whole = self._pages[step.id].whole
        self.progress.note(record.model_copy(update={"body": whole}))
        return True

    async def _refreshed(self, source: str | None, pause: float) -> bool:
        """Reads a step's result again after a pause; False where that cannot help."""
        record = self.progress.records.get(source or "")
        if record is None or record.status != "done":
            return False
        step, tool = self.progress.steps[record.step], self.setting.tools[record.tool]
        if tool.effect is not Effect.NONE or not self.progress.is_recent(step):
            return False
        await self.setting.sleep(pause)
        result = await self.caller.read_again(step, tool, record.arguments)
        if result.ok:
            self._pages.pop(step.id, None)
            self.progress.note(record.model_copy(update={"body": result.body}))
        return True

    async def _called(self, step: Step, tool: ToolEssentialModel, arguments: Object) -> Reply:
        """The call; what a reading tool does not find may only not be visible yet."""
        reply = await self.caller.call(step, tool, arguments)
        if tool.effect is not Effect.NONE or not self.progress.is_recent(step):
            return reply
        for pause in self.setting.options.visibility_pauses:
            failure = reply.result.failure
            if failure is None or failure.kind != "business":
                break
            await self.setting.sleep(pause)
            reply = Reply(await self.caller.read_again(step, tool, arguments), arguments)
        return reply

    async def _replaced(
        self, step: Step, tool: ToolEssentialModel, reply: Reply
    ) -> StepRecord | None:
        """What a declared replacement made of it, where the failed call provably did nothing."""
        ways: list[tuple[ToolEssentialModel, Object]] = []
        for other_id in tool.replacements:
            other = self.setting.tools.get(other_id)
            if other is not None:
                arguments = translated(tool, other, reply.arguments, self.environment)
                ways += [] if arguments is None else [(other, arguments)]
        if not ways or not await self._did_nothing(step, tool, reply):
            return None
        record: StepRecord | None = None
        for other, arguments in ways:
            self._started(step, other, arguments)
            second = await self._called(step, other, arguments)
            record = self._record(step, other, second)
            if second.result.ok or not await self._did_nothing(step, other, second):
                break
        return record

    async def _did_nothing(self, step: Step, tool: ToolEssentialModel, reply: Reply) -> bool:
        failure = reply.result.failure
        if failure is None:
            return False
        if failure.without_effect or tool.effect is Effect.NONE:
            return True
        if failure.kind != "business":
            return False
        evidence = await self.caller.read_back(step, tool, reply.arguments)
        return evidence.happened is False

    def _record(self, step: Step, tool: ToolEssentialModel, reply: Reply) -> StepRecord:
        failure = reply.result.failure
        unknown = failure is not None and failure.kind == "unknown"
        lost = unknown and tool.effect is not Effect.NONE
        return StepRecord(
            step=step.id,
            tool=tool.id,
            arguments=reply.arguments,
            status="done" if failure is None else _failed(failure, lost=lost),
            body=reply.result.body,
            failure=failure,
            verified=reply.verified,
            replaces=None if tool.id == step.tool else step.tool,
            troubleshooting=None if failure is None else tool.troubleshooting,
            bindings=self.progress.pool.noted(step) if self.progress.pool else {},
        )

    def _unsent(self, step: Step, failure: Failure) -> StepRecord:
        return StepRecord(step=step.id, tool=step.tool, status="failed", failure=failure)

    def _started(self, step: Step, tool: ToolEssentialModel, arguments: Object) -> None:
        self.setting.emit(
            StepStarted(
                step=step.id,
                tool=tool.id,
                title=tool_title(tool, self.setting.language),
                purpose=step.purpose,
                arguments=shown(arguments),
            )
        )

    def _no_value(self, step: Step, problem: Unresolved) -> Failure:
        if problem.taken:
            return Failure(kind="validation", code="RESERVED", message=str(problem))
        needs = self.setting.tools[step.tool].needs
        slot = next((one for one in needs if one.path == problem.path), None)
        named = slot_label(slot, {}) if slot else problem.path
        source = self.progress.steps.get(problem.source or "")
        if problem.missing and source is not None:
            told = {"step": step.title, "argument": named, "source": source.title}
            return self._failure("no_value", "NO_VALUE", **told)
        told = {"step": step.title, "argument": named, "detail": str(problem)}
        return self._failure("bad_value", "BAD_VALUE", **told)

    def _failure(self, key: str, code: str, **values: object) -> Failure:
        text = say(self.setting.language, f"executor.{key}", **values)
        return Failure(kind="validation", code=code, message=text)


def _failed(failure: Failure, *, lost: bool) -> StepStatus:
    if failure.code == STOPPED:
        return "skipped"
    return "unknown" if lost else "failed"
