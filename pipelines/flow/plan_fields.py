"""A message that puts other values into the plan which waits, by the names of its arguments: read
as what is said to the fields of a form, and taken as a whole or not at all."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pipelines.contracts.chain import Step, ToolChain
from pipelines.contracts.intent import Constraint, Instruction, IntentResult, Span
from pipelines.contracts.message import FollowUpPatches, Patch, ResolvedMessage
from pipelines.contracts.reply_names import APPROVAL, SHOWN
from pipelines.contracts.request import PlanChange, Request
from pipelines.flow.edited_reading import with_edits
from pipelines.intent.dialogue.named_view import seen_in
from pipelines.intent.page_tools.assigning import Assigned, Clauses, may_be_read
from pipelines.intent.page_tools.reading import standing_in
from pipelines.messages import Language, say
from pipelines.messages.labels import argument_labels, slot_label
from pipelines.reasoning.arguments.allowed import allowed
from pipelines.reasoning.arguments.naming import names
from pipelines.reasoning.arguments.values import fit, replied
from pipelines.reasoning.planner.state import Fact
from pipelines.runs.errors import RunNotFound
from pipelines.runs.memory import OpenQuestion
from pipelines.runs.store import RunStore
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot
from tool_registry.vocabulary.conversions import spoken_unit
from tool_registry.vocabulary.lexicon import Lexicon
from tool_registry.vocabulary.text import fold

_OTHERS = ("output", "selected", "environment")
"""Where values are from that no name of an argument changes: other steps, and the environment."""
_SHOWN = 40
"""Characters of what was said that are told back."""


@dataclass(frozen=True, slots=True)
class _Field:
    step: Step
    slot: Slot
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Put:
    """A value for one of them, with its words in the message."""

    field: _Field
    fact: Fact
    span: Span

    def moved(self, by: int) -> Span:
        start, end = self.span.start + by, self.span.end + by
        return Span(start=start, end=end, text=self.span.text)

    def fits(self, lexicon: Lexicon) -> bool:
        return fit(self.fact, self.field.slot, lexicon) is not None

    def told(self, language: Language, catalogue: Catalogue) -> str:
        """Why it cannot be."""
        slot, tool = self.field.slot, catalogue.tools[self.field.step.tool]
        label = slot_label(slot, argument_labels(catalogue.lexicon, tool, language))
        ends = allowed(slot, language)
        limits = say(language, "conversation.no_value_limits", limits=ends) if ends else ""
        words = self.span.text[:_SHOWN]
        return say(language, "conversation.no_value", words=words, label=label, limits=limits)


def by_argument_names(
    request: Request, pending: OpenQuestion, store: RunStore, catalogue: Catalogue
) -> FollowUpPatches | ResolvedMessage | None:
    """What waits with these values, or as it is where one of them cannot be; None where the message
    says anything else."""
    shown, before = _shown(pending, store), pending.reading
    if shown is None or before is None or not may_be_read(request.text):
        return None
    fields = list(_fields(shown, catalogue))
    put = _put(request.text, fields)
    unfit = next((one for one in put if not one.fits(catalogue.lexicon)), None)
    if unfit is not None and unfit.field.slot.type not in ("integer", "number"):
        return None  # another word may mean another tool
    if unfit is not None:
        note = unfit.told(before.language, catalogue)
        return ResolvedMessage(pending.text, dict(pending.given), idle=request.text, note=note)
    if not put:
        return None
    text = say(before.language, "conversation.behind", text=before.text, said=request.text)
    by = len(text) - len(request.text)
    reading = _changed(before, shown, put, by, catalogue).model_copy(update={"text": text})
    given = {name: one for name, one in pending.given.items() if name not in (APPROVAL, SHOWN)}
    place = reading.environment
    message = ResolvedMessage(
        text,
        given,
        environment=place,
        environment_from="conversation" if place else None,
        seen=seen_in(request, before),
        own=request.text,
    )
    return FollowUpPatches((Patch(reading, given),), message)


def _shown(pending: OpenQuestion, store: RunStore) -> ToolChain | None:
    run = pending.given.get(SHOWN)
    if run is None:
        return None
    try:
        return store.get(run).chain
    except RunNotFound:
        return None


def _fields(shown: ToolChain, catalogue: Catalogue) -> Iterator[_Field]:
    """The arguments of the plan's calls, those that were left out too, once for several calls of
    one goal."""
    known: set[tuple[str, str, str]] = set()
    for step in shown.steps:
        slots = catalogue.tools[step.tool].needs if step.tool in catalogue.tools else ()
        for slot in slots:
            key = (step.goal, step.tool, slot.path)
            binding = step.arguments.get(slot.path)
            given = binding is not None and binding.source in _OTHERS
            if given or key in known or slot.hidden or slot.environment or slot.idempotency_key:
                continue
            known.add(key)
            alone = sum(one.attribute == slot.attribute for one in slots) == 1
            called = (fold(one) for one in names(slot, catalogue.lexicon, alone=alone))
            yield _Field(step, slot, frozenset(called) - {""})


def _put(text: str, fields: list[_Field]) -> list[_Put]:
    """What the message says of each; nothing where any of it says something else."""
    called = standing_in(text, (name for one in fields for name in one.names))
    clauses = Clauses(called, ()).read(text)
    found = [one for clause in clauses if (one := _value(clause, fields)) is not None]
    paths = {(one.field.step.id, one.field.slot.path) for one in found}
    return found if len(found) == len(clauses) == len(paths) else []


def _value(one: Assigned, fields: list[_Field]) -> _Put | None:
    meant = [field for field in fields if fold(one.name) in field.names]
    if one.value is None or len(meant) != 1:
        return None
    return _Put(meant[0], replied(one.value.text, meant[0].slot), one.value)


def _changed(
    reading: IntentResult, shown: ToolChain, put: list[_Put], by: int, catalogue: Catalogue
) -> IntentResult:
    for one in put:
        edited = with_edits(reading, shown, _edit(one), catalogue, _words(one, by))
        reading = edited if edited != reading else _besides(reading, one, by)
    return reading


def _edit(one: _Put) -> PlanChange:
    values = {one.field.step.id: {one.field.slot.path: one.fact.value}}
    if one.fact.unit == spoken_unit(one.field.slot.unit):
        return PlanChange(run_id="", values=values)
    return PlanChange(run_id="", arguments=values)


def _words(one: _Put, by: int) -> Mapping[tuple[str, str], Span]:
    return {(one.field.step.id, one.field.slot.path): one.moved(by)}


def _besides(reading: IntentResult, one: _Put, by: int) -> IntentResult:
    """With a value that the sentence had left to the tool; a free text is a remark."""
    slot, span = one.field.slot, one.moved(by)
    if slot.type == "string" and not slot.values and not slot.format:
        told = Instruction(kind="remark", text=span.text, span=span)
        before = one.field.step.arguments.get(slot.path)
        old = str(before.value) if before is not None else ""
        kept = (o for o in reading.supplements if not old or old not in o.text)
        return reading.model_copy(update={"supplements": (*kept, told)})
    told = Constraint(
        attribute=one.field.slot.attribute,
        operator="eq",
        value=one.fact.value,
        unit=one.fact.unit,
        span=one.moved(by),
        argument=one.field.slot.path,
    )
    goals = tuple(
        goal.model_copy(
            update={
                "object": goal.object.model_copy(
                    update={"constraints": (*goal.object.constraints, told)}
                )
            }
        )
        if goal.id == one.field.step.goal
        else goal
        for goal in reading.goals
    )
    return reading.model_copy(update={"goals": goals})
