"""One planned call, made at most once where a repeat would do harm.

The ledger row is written before the call leaves and after its answer came. What a row says decides
what a second attempt may do: a finished call is not repeated, one without an outcome only where
that is harmless, else it is read back, else it stays unknown.
"""

import math
from dataclasses import dataclass

from pipelines.contracts.chain import Step
from pipelines.contracts.execution import CallOutcome
from pipelines.execution.polling import outcome
from pipelines.execution.run_setup import RunSetup
from pipelines.messages import say
from pipelines.messages.labels import tool_title
from pipelines.runs.ledger import Call, Entry
from tool_registry.base.errors import GuardRefusal
from tool_registry.base.types import Effect, Object
from tool_registry.model import ToolEssentialModel
from tool_registry.sources.guard import LIMITED, check, guarded_call
from tool_registry.sources.paths import write
from tool_registry.sources.result import CallResult

STOPPED = "STOPPED"
"""Code of a call that was not made because somebody had stopped the run."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a call came to. `verified`: its answer was lost, another tool showed its effect."""

    result: CallResult
    arguments: Object
    verified: bool = False


@dataclass(frozen=True, slots=True)
class Caller:
    """Makes the calls of one chain."""

    setting: RunSetup
    environment: str

    async def call(self, step: Step, tool: ToolEssentialModel, arguments: Object) -> Reply:
        """Makes the call, or returns what it came to before."""
        try:
            check(tool, self.environment, arguments, self.setting.environments)
        except GuardRefusal as refusal:
            result = CallResult.failed("validation", str(refusal), code="REFUSED")
            return Reply(result, arguments)
        if (limited := await self._turn(tool)) is not None:
            return Reply(limited, arguments)
        if self.setting.stop.asked:
            text = say(self.setting.language, "executor.stopped")
            result = CallResult.failed("refused_connection", text, code=STOPPED)
            return Reply(result, arguments)
        entry, is_new = self.setting.ledger.leave(self._identity(step, tool, arguments))
        if not is_new:
            return await self._go_on(step, tool, entry, arguments)
        result = await self._sent(tool, arguments, entry.key)
        return await self._settled(step, tool, arguments, entry.key, result)

    async def resume(self, step: Step, tool: ToolEssentialModel, entry: Entry) -> Reply:
        """Goes on with a call of which an earlier process left a row."""
        return await self._go_on(step, tool, entry, entry.arguments)

    async def read_again(
        self, step: Step, tool: ToolEssentialModel, arguments: Object
    ) -> CallResult:
        """Makes a call without effect once more, and keeps the newer result."""
        key = self._identity(step, tool, arguments).key(self.setting.lease.run_id)
        return await self._send(tool, arguments, key)

    async def _go_on(
        self, step: Step, tool: ToolEssentialModel, entry: Entry, arguments: Object
    ) -> Reply:
        if entry.state in ("done", "verified"):
            finished = CallResult.success(entry.body)
            result = await self._worked(tool, entry.key, finished)
            return Reply(result, arguments, verified=entry.state == "verified")
        if entry.state == "failed" and entry.failure is not None:
            return Reply(CallResult(ok=False, body=entry.body, failure=entry.failure), arguments)
        if entry.state == "planned":
            result = await self._send(tool, arguments, entry.key)
        else:
            text = say(self.setting.language, "executor.interrupted")
            result = CallResult.failed("unknown", text, code="INTERRUPTED", body=entry.body)
        return await self._settled(step, tool, arguments, entry.key, result)

    async def _settled(
        self, step: Step, tool: ToolEssentialModel, arguments: Object, key: str, result: CallResult
    ) -> Reply:
        """The reply, after everything that may be done about an unknown outcome."""
        for _ in range(self.setting.options.repeats):
            if not _is_unknown(result) or not repeatable(tool) or self.setting.stop.asked:
                break
            result = await self._send(tool, arguments, key)
        if not _is_unknown(result):
            return Reply(await self._worked(tool, key, result), arguments)
        if tool.effect is Effect.NONE:
            self.setting.ledger.ended(key, "failed", result.body, result.failure)
            return Reply(result, arguments)
        evidence = await self._found_out(step, tool, arguments)
        if evidence.happened:
            self.setting.ledger.ended(key, "verified", evidence.body)
            return Reply(CallResult.success(evidence.body), arguments, verified=True)
        self.setting.ledger.ended(key, "unknown", result.body, result.failure)
        return Reply(result, arguments)

    async def _found_out(
        self, step: Step, tool: ToolEssentialModel, arguments: Object
    ) -> CallOutcome:
        """As `read_back`, but what is not there yet is looked for again: it may be visible late."""
        evidence = await self.read_back(step, tool, arguments)
        for pause in self.setting.options.visibility_pauses:
            if evidence.happened is not False:
                break
            await self.setting.sleep(pause)
            evidence = await self.read_back(step, tool, arguments)
        return evidence

    async def read_back(
        self, step: Step, tool: ToolEssentialModel, arguments: Object
    ) -> CallOutcome:
        """Whether a call took effect, as far as another tool can tell."""
        if self.setting.read_back is None:
            return CallOutcome(None)
        return await self.setting.read_back(step, tool, arguments)

    async def _turn(self, tool: ToolEssentialModel) -> CallResult | None:
        """Waits until the user may call the tool again; what came of it where that takes longer
        than a call. Ahead of the call's row, so that nothing is told to have been sent."""
        limit, setting = self.setting.sources.limit, self.setting
        wait = await limit.nears(tool.id, setting.options.call_timeout) if limit else 0.0
        if limit is None or not wait:
            return None
        values = {
            "tool": tool_title(tool, setting.language),
            "limit": limit.per_minute,
            "seconds": math.ceil(wait),
        }
        text = say(setting.language, "executor.rate_limited", **values)
        return CallResult.failed("refused_connection", text, code=LIMITED)

    async def _send(self, tool: ToolEssentialModel, arguments: Object, key: str) -> CallResult:
        """Sends a call of which there is a row: once more, or what was left planned."""
        self.setting.ledger.sent(key)
        return await self._sent(tool, arguments, key)

    async def _sent(self, tool: ToolEssentialModel, arguments: Object, key: str) -> CallResult:
        setting = self.setting
        result = await guarded_call(
            tool,
            self.environment,
            with_key(tool, arguments, key),
            sources=setting.sources,
            environments=setting.environments,
            key=None if tool.effect is Effect.NONE else key,
            timeout=setting.options.call_timeout,
        )
        if result.ok:
            setting.ledger.ended(key, "done", result.body)
        elif not _is_unknown(result):
            setting.ledger.ended(key, "failed", result.body, result.failure)
        return result

    async def _worked(self, tool: ToolEssentialModel, key: str, result: CallResult) -> CallResult:
        """The result once the work is done that the call may only have submitted."""
        if tool.poll is None or not result.ok:
            return result
        ends = [change.after for change in tool.states if change.after]
        ended = await outcome(result.body, tool.poll, self.environment, self.setting, ends)
        if not ended.ok:
            state = "unknown" if _is_unknown(ended) else "failed"
            self.setting.ledger.ended(key, state, result.body, ended.failure)
        return ended

    def _identity(self, step: Step, tool: ToolEssentialModel, arguments: Object) -> Call:
        return Call(
            tenant=self.setting.tenant,
            environment=self.environment,
            step=step.id,
            goal=step.goal,
            ordinal=step.ordinal,
            tool=tool.id,
            arguments=arguments,
            read=tool.effect is Effect.NONE,
        )


def repeatable(tool: ToolEssentialModel) -> bool:
    """True where a repeat with the same key does nothing more than the first call."""
    return tool.effect is not Effect.ONCE or any(slot.idempotency_key for slot in tool.needs)


def with_key(tool: ToolEssentialModel, arguments: Object, key: str) -> Object:
    """The arguments with the idempotency key in its slot, where the tool declares one."""
    slot = next((slot for slot in tool.needs if slot.idempotency_key), None)
    if slot is None or slot.key in arguments:
        return arguments
    filled = dict(arguments)
    write(filled, slot.path, key[: slot.max_length])
    return filled


def _is_unknown(result: CallResult) -> bool:
    return result.failure is not None and result.failure.kind == "unknown"
