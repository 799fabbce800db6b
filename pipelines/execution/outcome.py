"""What a step was to bring about, held against what its result says: rules only.

A step that is done although its result lacks what later steps take from it, or still tells the
state that it was to end, is a deviation: going on blindly would build on it.
"""

from collections.abc import Sequence

from pipelines.contracts.chain import Step
from pipelines.contracts.execution import StepRecord
from pipelines.messages import Language, say
from pipelines.messages.labels import tool_title
from tool_registry.base.types import JsonValue
from tool_registry.model import StateChange, ToolEssentialModel, Yield
from tool_registry.sources.paths import read
from tool_registry.sources.result import Failure
from tool_registry.vocabulary.text import fold


def deviation(
    step: Step,
    tool: ToolEssentialModel,
    record: StepRecord,
    later: Sequence[Step],
    language: Language,
) -> Failure | None:
    """Why what follows must not go on as planned; None where all is as expected.

    Only calls that change something are looked at: what a reading call lacks is read again.
    """
    if record.status != "done" or not tool.function.writes or not later or record.verified:
        return None
    lacking = _lacking(step, record, later)
    if lacking is not None:
        title = tool_title(tool, language)
        text = say(language, "executor.no_output", tool=title, path=lacking)
        return Failure(kind="business", code="NO_OUTPUT", message=text)
    told = _other_state(tool, record.body)
    if told is not None:
        wanted, found = told
        title = tool_title(tool, language)
        text = say(language, "executor.other_state", tool=title, wanted=wanted, found=found)
        return Failure(kind="business", code="OTHER_STATE", message=text)
    return None


def _lacking(step: Step, record: StepRecord, later: Sequence[Step]) -> str | None:
    """The first path that a later step takes a value from and that holds none."""
    if record.replaces is not None:
        return None
    for other in later:
        for binding in other.arguments.values():
            if binding.step == step.id and not read(record.body, binding.path or ""):
                return binding.path
    return None


def _other_state(tool: ToolEssentialModel, body: JsonValue) -> tuple[str, str] | None:
    """(declared, told) where the result still tells the state that the call was to end."""
    for change in tool.states:
        declared = _state_yield(tool, change)
        if change.after is None or declared is None or tool.poll is not None:
            continue
        values = read(body, declared.path)
        raw = [str(value) for value in values] if len(values) == 1 else []
        words = [word for one in raw for word in declared.values.get(one) or (one,)]
        told = {fold(word) for word in words}
        if told & {fold(word) for word in change.before} and fold(change.after) not in told:
            return change.after, words[0]
    return None


def _state_yield(tool: ToolEssentialModel, change: StateChange) -> Yield | None:
    own = (y for y in tool.yields if y.attribute == change.attribute and not y.many)
    return next((item for item in own if item.entity == change.entity), None)
