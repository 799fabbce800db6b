"""How a chain and its execution appear in the public answer."""

from collections.abc import Mapping

from pipelines.contracts.answer import Answer, BindingView, ChainStep, Status, Summary
from pipelines.contracts.chain import Binding, Step, ToolChain
from pipelines.contracts.events import Planned, StepTitle
from pipelines.contracts.execution import Execution, StepRecord
from pipelines.messages import say
from pipelines.runs.store import Run
from tool_registry.base.redaction import shown
from tool_registry.base.types import JsonValue
from tool_registry.sources.paths import nested
from tool_registry.vocabulary.language import language_of


def chain_view(chain: ToolChain, execution: Execution | None = None) -> tuple[ChainStep, ...]:
    """The calls in order; with an execution, as they were sent and what came back."""
    records = {record.step: record for record in execution.records} if execution else {}
    return tuple(_step_view(step, records.get(step.id)) for step in chain.steps)


def still_running(run: Run) -> Answer:
    """The answer about a run that somebody else works on."""
    text = say(language_of(run.request.text), "road.still_running", run=run.id)
    return Answer(
        run_id=run.id,
        session_id=run.request.session_id,
        status=Status.UNKNOWN,
        summary=Summary(text=text),
    )


def status_of(execution: Execution, summary: Summary) -> Status:
    """How the run ended: an effect that nobody knows of outweighs everything else."""
    if execution.status == "unknown":
        return Status.UNKNOWN
    if execution.stopped:
        return Status.CANCELLED
    if execution.status == "done":
        return Status.SUCCEEDED if summary.satisfied else Status.PARTIAL
    wrote = any(record.status == "done" for record in execution.records)
    return Status.PARTIAL if wrote and summary.data else Status.FAILED


def _step_view(step: Step, record: StepRecord | None) -> ChainStep:
    arguments = record.arguments if record and record.arguments else _planned(step)
    bindings = {**step.arguments, **(record.bindings if record else {})}
    return ChainStep(
        step=step.id,
        tool=record.tool if record else step.tool,
        arguments=shown(arguments),
        bindings={
            path: binding_view(binding)
            for path, binding in bindings.items()
            if not path.startswith("_mcp_")
        },
        status=record.status if record else "planned",
        output=shown(record.body) if record else None,
    )


def binding_view(binding: Binding) -> BindingView:
    """Where an argument comes from, as it is told."""
    return BindingView(source=binding.source, detail=binding.detail, step=binding.step)


def _planned(step: Step) -> dict[str, JsonValue]:
    known: Mapping[str, JsonValue] = {
        path: binding.value for path, binding in step.arguments.items() if binding.step is None
    }
    return nested(known)


def chain_told(chain: ToolChain) -> Planned:
    """A plan as its event tells it."""
    titles = (StepTitle(step=s.id, title=s.title, purpose=s.purpose) for s in chain.steps)
    notes = (*chain.notes, *chain.remarks)
    return Planned(chain=chain_view(chain), steps=tuple(titles), notes=notes)
