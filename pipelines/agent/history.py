"""Earlier rounds of a conversation, out of the stored runs: what was said, called and answered."""

from collections.abc import Sequence

from pipelines.agent.context import Context, Segment
from pipelines.agent.toolbox import Toolbox
from pipelines.contracts.answer import Answer, ChainStep
from pipelines.messages import say
from pipelines.models.model import ToolCall
from pipelines.runs.store import Run
from tool_registry.base.types import JsonValue


def tell_rounds(context: Context, earlier: Sequence[Run], toolbox: Toolbox) -> None:
    """Adds the earlier rounds to the context; long results are kept outside it as ever."""
    for run in earlier:
        if run.answer is None:
            continue
        context.add(Segment("user", run.request.text))
        for step in run.answer.chain:
            _tell_step(context, run.id, step, toolbox)
        context.add(Segment("evaluation", _outcome(run.answer)))


def bodies_of(earlier: Sequence[Run]) -> list[JsonValue]:
    """Results of all calls of earlier runs."""
    return [
        step.output
        for run in earlier
        for step in (run.answer.chain if run.answer else ())
        if step.output is not None
    ]


def made_before(earlier: Sequence[Run]) -> tuple[ChainStep, ...]:
    """Finished calls of the run whose question this message answers."""
    last = earlier[-1].answer if earlier else None
    if last is None or not last.question:
        return ()
    return tuple(step for step in last.chain if step.status == "done")


def _tell_step(context: Context, run_id: str, step: ChainStep, toolbox: Toolbox) -> None:
    name = toolbox.name_of(step.tool) or step.tool.rpartition("/")[2]
    call = ToolCall(f"{run_id}-{step.step}", name, step.arguments)
    context.add(Segment("call", call=call))
    body = step.output if step.status == "done" else step.status
    context.observe(call, body)


def _outcome(answer: Answer) -> str:
    return say("zh", "single.earlier_round", text=answer.summary.text)
