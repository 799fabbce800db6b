"""A call that was not accepted, bound better once: what the server complained of is put right.

A value that the user gave is only ever brought into another form of itself; one that was drawn may
be drawn anew; one that was missing is bound like any other, or asked for.
"""

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from pipelines.contracts.chain import Binding, Step
from pipelines.contracts.lessons import Lesson, slot_taught
from pipelines.execution.complaints import Complaint, complaints
from tool_registry.base.types import JsonValue, Object
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.sources.paths import read, write
from tool_registry.sources.result import Failure
from tool_registry.vocabulary.conversions import convert

Rebind: TypeAlias = Callable[
    [Step, ToolEssentialModel, Slot, Mapping[str, JsonValue]], Binding | None
]
"""A value for an argument: (step, tool, slot as it is now known, results by step id)."""
_DRAWN = ("generated", "default")


@dataclass(frozen=True, slots=True)
class Better:
    """The arguments of the second attempt, or what only the user can give for it."""

    arguments: Object
    bindings: Mapping[str, Binding] = field(default_factory=dict[str, Binding])
    """Slot path → where its new value comes from."""
    lessons: tuple[Lesson, ...] = ()
    lacking: tuple[Slot, ...] = ()


def argument_name(step: Step, slot: Slot) -> str:
    """How an argument is asked for: `entity.attribute`, or by its own name."""
    entity = slot.entity or (step.produces.entity if step.produces else "")
    return f"{entity}.{slot.attribute or slot.key}" if entity else slot.key


def better(
    step: Step,
    tool: ToolEssentialModel,
    arguments: Object,
    failure: Failure,
    rebind: Rebind,
    bodies: Mapping[str, JsonValue],
) -> Better | None:
    """The call with what the failure complains of put right; None where nothing can be."""
    attempt = Better(copy.deepcopy(arguments))
    said = complaints(failure, tool)
    for complaint in said:
        lesson = _lesson(tool, complaint)
        slot = slot_taught(complaint.slot, [lesson] if lesson else [])
        slot = _bounded(slot, complaint)
        after = _without(attempt, complaint, step) if complaint.kind == "unwanted" else None
        if after is None and complaint.kind != "unwanted":
            after = _bound(attempt, step, tool, complaint, slot, rebind, bodies)
        if after is None:
            return None
        attempt = replace(after, lessons=(*after.lessons, *([lesson] if lesson else [])))
    changed = attempt.arguments != arguments
    return attempt if said and (changed or attempt.lacking) else None


def _bound(
    attempt: Better,
    step: Step,
    tool: ToolEssentialModel,
    complaint: Complaint,
    slot: Slot,
    rebind: Rebind,
    bodies: Mapping[str, JsonValue],
) -> Better | None:
    sent = read(attempt.arguments, slot.path)
    before = step.arguments.get(slot.path)
    if not sent or before is None:
        found = rebind(step, tool, slot, bodies)
        if found is None:
            return replace(attempt, lacking=(*attempt.lacking, slot))
        return _with(attempt, slot, found)
    if before.source == "generated" and complaint.kind == "absent":
        return replace(attempt, lacking=(*attempt.lacking, slot))
    if before.source in _DRAWN or complaint.kind == "values":
        found = rebind(step, tool, slot, bodies)
        if found is not None and found.value not in sent:
            return _with(attempt, slot, found)
        drawn = before.source == "generated"
        return replace(attempt, lacking=(*attempt.lacking, slot)) if drawn else None
    value = _other_form(sent[0], complaint.format)
    if value is None:
        return None
    detail = f"{sent[0]} → {value}"
    return _with(attempt, slot, before.model_copy(update={"value": value, "detail": detail}))


def _with(attempt: Better, slot: Slot, binding: Binding) -> Better:
    arguments = copy.deepcopy(attempt.arguments)
    write(arguments, slot.path, binding.value)
    return replace(attempt, arguments=arguments, bindings={**attempt.bindings, slot.path: binding})


def _without(attempt: Better, complaint: Complaint, step: Step) -> Better | None:
    """Without an argument that the server does not want; what the user said is never dropped."""
    binding = step.arguments.get(complaint.slot.path)
    if binding is None or binding.source not in _DRAWN or "." in complaint.slot.path:
        return None
    kept = {key: value for key, value in attempt.arguments.items() if key != complaint.slot.path}
    return replace(attempt, arguments=kept)


def _other_form(value: JsonValue, name: str | None) -> JsonValue:
    """The same value in the form that the server names; None where it has no such form."""
    if name is None:
        return None
    try:
        other = convert(name, value)
    except ValueError:
        return None
    same = type(other) is type(value) and other == value
    return None if same else other


def _lesson(tool: ToolEssentialModel, complaint: Complaint) -> Lesson | None:
    path, words = complaint.slot.path, complaint.words
    if complaint.kind in ("required", "unwanted"):
        return Lesson(tool=tool.id, path=path, kind=complaint.kind, words=words)
    if complaint.kind == "values" and complaint.choices:
        return Lesson(tool=tool.id, path=path, kind="values", value=complaint.choices, words=words)
    if complaint.kind == "format" and complaint.format:
        return Lesson(
            tool=tool.id, path=path, kind="format", value=(complaint.format,), words=words
        )
    return None


def _bounded(slot: Slot, complaint: Complaint) -> Slot:
    """The slot within the bounds that the server names: of a text they are its length."""
    if slot.type == "string":
        length = slot.max_length if complaint.maximum is None else int(complaint.maximum)
        return slot.model_copy(update={"max_length": length})
    bounds = {"minimum": complaint.minimum, "maximum": complaint.maximum}
    known = {name: value for name, value in bounds.items() if value is not None}
    return slot.model_copy(update=known)
