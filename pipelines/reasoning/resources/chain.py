"""The chain as it is being written: calls, where their values come from, what is to be checked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pipelines.contracts.chain import Binding, Check, NoPlan, Produced, Step, ToolChain
from pipelines.contracts.intent import Constraint, EntityRef, Goal, Span
from pipelines.messages import say
from pipelines.messages.labels import attribute_label
from pipelines.reasoning.arguments.generate import keyed, placed
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.writing import chain_of, step_of
from pipelines.reasoning.resources.rows import Row
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.graph.resources import Field, Operation, Resource

NOWHERE = Span(start=0, end=0, text="")
_Whole = Literal["exists", "absent", "answered"]


class Stuck(Exception):
    """There is no plan; `reason` tells the user why, or asks."""

    def __init__(self, reason: NoPlan) -> None:
        super().__init__(reason.text)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Made:
    """A record that a step of the chain makes or changes."""

    resource: Resource
    step: str
    path: str
    """Where the step's result tells its identifier."""


@dataclass(slots=True)
class Writer:
    """Steps, checks and notes, in order."""

    problem: Problem
    steps: list[Step] = field(default_factory=list[Step])
    checks: list[Check] = field(default_factory=list[Check])
    notes: list[str] = field(default_factory=list[str])
    made: dict[str, list[Made]] = field(default_factory=dict[str, list[Made]])
    """What each goal makes."""

    def say(self, key: str, **values: object) -> str:
        """A text of `resources.yaml` in the user's language."""
        return say(self.problem.intent.language, f"resources.{key}", **values)

    def spoken(self, resource: Resource) -> str:
        """A record as the user calls it."""
        return self.problem.spoken(resource.entity)

    def label(self, one: Field) -> str:
        """A field as the user calls it."""
        name = one.told.attribute if one.target is None else None
        lexicon, language = self.problem.catalogue.lexicon, self.problem.intent.language
        return attribute_label(lexicon, name or one.name, language)

    def stuck(self, reason: str, key: str, *, ask: bool = False, **values: object) -> Stuck:
        """Why it cannot go on; `ask`: what the user can say so that it can."""
        text = self.say(key, **values)
        why = {"reason": reason, "text": text, "question": text if ask else None}
        return Stuck(NoPlan.model_validate(why))

    # ---- where values come from

    def said(self, value: JsonValue, span: Span, conversion: str | None = None) -> Binding:
        """A value of the request, as it is or as what its words stand for."""
        words = span.text or str(value)
        same = str(value) == words
        detail = words if same else f"{words} → {value}"
        source = "words" if same else "derived"
        return Binding(
            source=source,
            detail=detail,
            value=value,
            span=span,
            conversion=None if same else conversion,
        )

    def looked_up(self, row: Row, value: JsonValue, words: str, span: Span) -> Binding:
        """What identifies a record that was found by the words for it."""
        if words == str(value):
            return self.said(value, span)
        detail = say(
            self.problem.intent.language,
            "planner.looked_up",
            words=words or row.label,
            value=value,
            tool=row.shown_by,
        )
        return Binding(source="derived", detail=detail, value=value, span=span)

    def from_step(self, made: Made) -> Binding:
        """The identifier of what an earlier step makes."""
        detail = f"{made.step} → {made.path}"
        return Binding(source="output", detail=detail, step=made.step, path=made.path)

    # ---- steps and checks

    def step(
        self,
        operation: Operation,
        resource: Resource,
        arguments: Mapping[str, Binding],
        goal: Goal,
        *,
        main: bool = True,
    ) -> Step:
        """Another call."""
        ordinal = 1 + sum(one.goal == goal.id and one.main is main for one in self.steps)
        step = step_of(
            self.problem,
            len(self.steps) + 1,
            operation.tool,
            {**self._place(operation), **self._keys(operation, goal, ordinal), **arguments},
            goal=goal.id,
            ordinal=ordinal,
            produces=Produced(
                instance=f"{goal.id}/{'o' if main else 'u'}{len(self.steps)}",
                entity=resource.entity,
                asked=main,
            ),
            does=FunctionType.OPERATE if operation.linked else None,
        )
        self.steps.append(step)
        return step

    def _place(self, operation: Operation) -> dict[str, Binding]:
        slot = operation.tool.environment_slot
        return {} if slot is None else {slot.path: placed(slot, self.problem.environment)}

    def _keys(self, operation: Operation, goal: Goal, ordinal: int) -> dict[str, Binding]:
        """What lets a tool know the same call again, where it takes such a key."""
        seed = f"{self.problem.seed}/{goal.id}/{ordinal}/{operation.tool.id}/{len(self.steps)}"
        return {
            slot.path: keyed(seed)
            for slot in operation.tool.needs
            if slot.idempotency_key and slot.type in ("string", "any")
        }

    def check(self, kind: _Whole, step: Step, resource: Resource) -> None:
        """A requirement about the outcome of a step as a whole."""
        language, thing = self.problem.intent.language, self.spoken(resource)
        text = say(language, f"planner.check_{kind}", entity=thing)
        made = Check(text=text, goal=step.goal, step=step.id, entity=resource.entity, kind=kind)
        self.checks.append(made)

    def check_value(self, step: Step, resource: Resource, one: Field, value: JsonValue) -> None:
        """A requirement about one value, where no other field has the same attribute."""
        attribute = one.told.attribute
        same = [f for f in resource.fields.values() if f.told.attribute == attribute]
        plain = isinstance(value, str | int | float)
        if attribute in (None, "id") or len(same) != 1 or one.target is not None or not plain:
            return
        text = say(self.problem.intent.language, "planner.check_attribute", words=str(value))
        wanted = Constraint(attribute=attribute, value=value, span=NOWHERE)
        self.checks.append(
            Check(
                text=text,
                goal=step.goal,
                step=step.id,
                entity=resource.entity,
                constraint=wanted,
                kind="attribute",
            )
        )

    def chain(self) -> ToolChain:
        """What was written, frozen."""
        return chain_of(self.problem, self.steps, self.checks, self.notes)


def words_of(ref: EntityRef) -> tuple[str, Span]:
    """What a thing is called in the request, and where."""
    if ref.identifiers:
        return ref.identifiers[0].value, ref.identifiers[0].span
    return ref.words, ref.span or NOWHERE
