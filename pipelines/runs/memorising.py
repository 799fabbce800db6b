"""What a run gives to remember beyond its conversation: things, values that were said, the talk."""

from collections.abc import Iterator, Mapping, Sequence

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.chain import Binding, Step, ToolChain
from pipelines.contracts.execution import Execution
from pipelines.runs.context import RunContext
from pipelines.runs.known_entities import entities_of
from pipelines.runs.long_term_memory import LongTermMemory, Noted
from tool_registry.base.redaction import mask_text
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot

_DONE = (Status.SUCCEEDED, Status.PARTIAL)
_SAID = ("words", "derived", "edited", "remembered")
"""Sources of values that a person has given."""
_MOST = 20
"""So many things of one run: of a bulk nobody means a single one later."""
_LONG = 300


def remember_run(
    memory: LongTermMemory, context: RunContext, answer: Answer, catalogue: Catalogue
) -> None:
    """Keeps what a run that did something gives; one that undoes takes back what it undid."""
    execution, chain = context.execution, context.chain
    if execution is None or chain is None or answer.status not in _DONE:
        return
    request = context.request
    things = list(_things(chain, execution, catalogue))[:_MOST]
    if context.takes_back:
        memory.take_back(request.caller, things)
        return
    found = [*things, *_values(chain, execution, catalogue), _talk(context, chain, answer, things)]
    memory.note(request.caller, request.session_id, context.understood.text, found)


def _things(chain: ToolChain, execution: Execution, catalogue: Catalogue) -> Iterator[Noted]:
    for one in entities_of(chain, execution.bodies, catalogue):
        key = value_of(one.attributes)
        if key and one.entity in catalogue.graph.entities:
            yield Noted("thing", one.environment, one.entity, (key,), dict(one.attributes))


def value_of(attributes: Mapping[str, JsonValue]) -> str:
    """What singles a thing out: its id, else the first of its attributes."""
    return str(attributes.get("id") or next(iter(attributes.values()), ""))


def _values(chain: ToolChain, execution: Execution, catalogue: Catalogue) -> Iterator[Noted]:
    """What the person has given for arguments of calls that changed something."""
    done = {record.step for record in execution.records if record.status == "done"}
    for step in chain.steps:
        tool = catalogue.tools.get(step.tool)
        if tool is None or step.id not in done or not step.function.writes:
            continue
        for slot in tool.needs:
            binding = step.arguments.get(slot.path)
            if binding is not None and _is_habit(slot, binding, catalogue):
                yield _value(chain, step, slot, binding.value)


def _is_habit(slot: Slot, binding: Binding, catalogue: Catalogue) -> bool:
    """A plain value that may be the same the next time, and singles nothing out."""
    if binding.source not in _SAID or slot.hidden or slot.environment or slot.idempotency_key:
        return False
    singles = slot.attribute in catalogue.graph.identifiers(slot.entity or "")
    plain = isinstance(binding.value, str | int | float) and len(str(binding.value)) <= _LONG
    return plain and not singles and not slot.sentence


def _value(chain: ToolChain, step: Step, slot: Slot, value: JsonValue) -> Noted:
    told = {"tool": step.tool, "path": slot.path, "value": value}
    key = (step.tool, slot.path, value)
    return Noted("value", chain.environment, slot.entity or "", key, told)


def _talk(context: RunContext, chain: ToolChain, answer: Answer, things: Sequence[Noted]) -> Noted:
    """The conversation, by what was asked last and what came of it."""
    lines = answer.summary.text.splitlines()[:2]
    summary = mask_text(" ".join(lines))[:_LONG]
    told: dict[str, JsonValue] = {
        "title": mask_text(context.understood.text)[:_LONG],
        "summary": summary,
        "things": [[one.entity, value_of(one.attributes)] for one in things[:5]],
    }
    key = (context.request.session_id,)
    return Noted("talk", chain.environment, "", key, told)
