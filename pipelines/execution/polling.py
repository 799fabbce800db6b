"""Waiting for work that a call only submitted."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from pipelines.contracts.execution import with_outcome
from pipelines.execution.run_setup import RunSetup
from pipelines.messages import say
from tool_registry.base.types import JsonValue
from tool_registry.base.yaml_files import packaged
from tool_registry.model import Poll, ToolEssentialModel
from tool_registry.sources.guard import guarded_call
from tool_registry.sources.paths import nested, read
from tool_registry.sources.result import CallResult

Phase: TypeAlias = Literal["running", "done", "failed"]
_DATA = Path(__file__).with_name("polling.yaml")


async def outcome(
    submitted: JsonValue,
    poll: Poll,
    environment: str,
    setting: RunSetup,
    ends: Sequence[str] = (),
) -> CallResult:
    """The submitted call's result once its work has ended: `outcome` holds the last poll's body.

    `ends`: the states in which the submitting tool says that it leaves the thing.
    Work that failed is a business failure; work that does not end in time is unknown.
    """
    tool = setting.tools.get(poll.tool)
    keys = read(submitted, poll.key_path)
    if tool is None or not keys:
        text = say(setting.language, "executor.no_key", path=poll.key_path)
        return CallResult.failed("unknown", text, code="NO_KEY", body=submitted)
    arguments = _arguments(tool, poll, keys[0], environment)
    waited, state, body = 0.0, "", submitted
    for pause in _pauses(setting):
        result = await guarded_call(
            tool,
            environment,
            arguments,
            sources=setting.sources,
            environments=setting.environments,
            timeout=setting.options.call_timeout,
        )
        body = with_outcome(submitted, result.body) if result.ok else body
        state = _state(tool, result.body) if result.ok else state
        phase = _phase(tool, state, ends)
        if phase == "done":
            return CallResult.success(body)
        if phase == "failed":
            text = say(setting.language, "executor.work_failed", state=state)
            return CallResult.failed("business", text, code=state, body=body)
        await setting.sleep(pause)
        waited += pause
    seconds = f"{waited:g}"
    text = say(setting.language, "executor.still_running", seconds=seconds, state=state or "?")
    return CallResult.failed("unknown", text, code="STILL_RUNNING", body=body)


def _pauses(setting: RunSetup) -> list[float]:
    """Pauses that add up to the time limit."""
    options, pauses = setting.options, list[float]()
    while sum(pauses) < options.poll_timeout:
        known = options.poll_pauses
        pauses.append(known[min(len(pauses), len(known) - 1)])
    return pauses


def _arguments(
    tool: ToolEssentialModel, poll: Poll, key: JsonValue, environment: str
) -> dict[str, JsonValue]:
    by_path: dict[str, JsonValue] = {poll.argument: key}
    slot = tool.environment_slot
    if slot is not None and environment in slot.environment:
        by_path[slot.path] = slot.environment[environment]
    return nested(by_path)


def _state(tool: ToolEssentialModel, body: JsonValue) -> str:
    """The raw state in a poll's result; empty where there is none."""
    declared = [item.path for item in tool.yields if item.attribute == "status"]
    for path in (*declared, *_words()["fields"]):
        values = read(body, path)
        if values and isinstance(values[0], str | int):
            return str(values[0])
    return ""


def _phase(tool: ToolEssentialModel, state: str, ends: Sequence[str]) -> Phase | None:
    """What a state means, by itself or by what the description says it means; None: unknown."""
    meanings = [state]
    for item in tool.yields:
        meanings += item.values.get(state, ())
    folded = {word.casefold() for word in meanings}
    if folded & {word.casefold() for word in ends}:
        return "done"
    phases: tuple[Phase, ...] = ("failed", "running", "done")
    return next((phase for phase in phases if folded & _folded(phase)), None)


def _words() -> Mapping[str, list[str]]:
    return packaged(_DATA)


@cache
def _folded(phase: Phase) -> frozenset[str]:
    return frozenset(str(word).casefold() for word in _words()[phase])
