"""What was understood, after a person has changed arguments of the plan that came of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pipelines.contracts.chain import Step, ToolChain
from pipelines.contracts.intent import (
    Constraint,
    EntityRef,
    Goal,
    Identifier,
    IntentResult,
    Span,
)
from pipelines.contracts.request import PlanChange
from pipelines.reasoning.arguments.values import fit
from pipelines.reasoning.planner.state import Fact
from pipelines.reasoning.proposals.revise import edits_of
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot
from tool_registry.vocabulary.conversions import convert, spoken_unit
from tool_registry.vocabulary.lexicon import Lexicon

_NOWHERE = Span(start=0, end=0, text="")
"""No words of the sentence stand for what was typed into the plan."""


@dataclass(frozen=True, slots=True)
class _Edit:
    """One argument of a step that has another value now."""

    goal: str
    slot: Slot
    before: JsonValue
    """As the tool takes it."""
    said: Span | None
    """The words that it came from; None: nobody knows."""
    value: JsonValue
    unit: str | None
    lexicon: Lexicon
    words: Span
    """The words for the new value."""

    def identifier(self, one: Identifier) -> Identifier:
        if one.value != str(self.before) or not self._is_it(one.attribute or "id", one.span):
            return one
        return one.model_copy(update={"value": str(self.value), "span": self.words})

    def _is_it(self, attribute: str, span: Span) -> bool:
        """What was said at that place is what the argument held, and not another thing that is
        called alike."""
        if self.said is not None:
            return self.said.meets(span)
        return attribute == self.slot.attribute

    def constraint(self, one: Constraint) -> Constraint:
        if one.operator != "eq" or one.attribute != self.slot.attribute:
            return one
        fact = Fact("words", one.attribute, one.value, unit=one.unit, words=one.span.text)
        fitted = fit(fact, self.slot, self.lexicon)
        if fitted is None or fitted.value != self.before:
            return one
        if not self._is_it(self.slot.attribute or "", one.span):
            return one
        return one.model_copy(update={"value": self.value, "unit": self.unit, "span": self.words})

    def entity(self, ref: EntityRef) -> EntityRef:
        identifiers = tuple(map(self.identifier, ref.identifiers))
        constraints = tuple(map(self.constraint, ref.constraints))
        if (identifiers, constraints) == (ref.identifiers, ref.constraints):
            return ref
        changed = {"identifiers": identifiers, "constraints": constraints}
        # The words that were said hold the old value.
        return ref.model_copy(update={**changed, "words": "", "span": None})


def with_edits(
    intent: IntentResult,
    shown: ToolChain,
    change: PlanChange,
    catalogue: Catalogue,
    words: Mapping[tuple[str, str], Span] | None = None,
) -> IntentResult:
    """The intent with other values of the plan's in place of those of the sentence; `words`: step
    id and path → where a value stands in the intent's text, for one that was not typed."""
    for step in shown.steps:
        for path, (value, is_spoken) in edits_of(change, step.id).items():
            span = (words or {}).get((step.id, path), _NOWHERE)
            edit = _edit(step, path, value, is_spoken, span, catalogue)
            if edit is not None:
                intent = _edited(intent, edit)
    return intent


def _edit(
    step: Step, path: str, value: JsonValue, is_spoken: bool, words: Span, catalogue: Catalogue
) -> _Edit | None:
    slot = next((one for one in catalogue.tools[step.tool].needs if one.path == path), None)
    before = step.arguments.get(path)
    if slot is None or before is None or before.value is None:
        return None
    unit = spoken_unit(slot.unit) if is_spoken else slot.unit
    told = _number(value) if slot.type in ("integer", "number") else value
    lexicon = catalogue.lexicon
    return _Edit(step.goal, slot, before.value, before.span, told, unit, lexicon, words)


def _number(value: JsonValue) -> JsonValue:
    try:
        return convert("number", value)
    except ValueError:
        return value


def _edited(intent: IntentResult, edit: _Edit) -> IntentResult:
    goals = tuple(
        _in_goal(goal, edit.entity) if goal.id == edit.goal else goal for goal in intent.goals
    )
    told = intent.object
    summary = {
        "identifiers": tuple(map(edit.identifier, told.identifiers)),
        "constraints": tuple(map(edit.constraint, told.constraints)),
    }
    return intent.model_copy(
        update={
            "goals": goals,
            "subject": edit.entity(intent.subject) if intent.subject else None,
            "object": told.model_copy(update=summary),
            "related": tuple(map(edit.entity, intent.related)),
            "conditions": tuple(map(edit.constraint, intent.conditions)),
        }
    )


def _in_goal(goal: Goal, change: Callable[[EntityRef], EntityRef]) -> Goal:
    related = tuple(map(change, goal.related))
    return goal.model_copy(update={"object": change(goal.object), "related": related})
