"""The chain as it is written: calls, where their values come from, what is to be checked."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier, IntentResult, Span
from pipelines.grounded.live import Record
from pipelines.grounded.world import Kind, Operation
from pipelines.messages import say
from pipelines.messages.labels import attribute_label, entity_label
from pipelines.planner.chain import Binding, Check, NoPlan, Produced, Step
from pipelines.planner.resources.chain import NOWHERE, Stuck
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class Made:
    """A record that a step of the chain makes."""

    kind: str
    step: str
    path: str
    """Where the step's result tells its identifier."""
    state: str | None
    row: Mapping[str, str]
    """What it is made with, as far as that is said: identifiers of what it refers to."""


@dataclass(slots=True)
class Writer:
    """Steps, checks, goals and notes, in order."""

    intent: IntentResult
    catalogue: Catalogue
    environment: str
    steps: list[Step] = field(default_factory=list[Step])
    checks: list[Check] = field(default_factory=list[Check])
    goals: list[Goal] = field(default_factory=list[Goal])
    notes: list[str] = field(default_factory=list[str])
    called: dict[str, str] = field(default_factory=dict[str, str])
    """Kind → the word for it, the user's own where there is one."""

    def say(self, key: str, **values: object) -> str:
        """A text of `grounded.yaml` in the user's language."""
        return say(self.intent.language, f"grounded.{key}", **values)

    def spoken(self, kind: Kind) -> str:
        """The kind as the user calls it."""
        label = entity_label(self.catalogue.lexicon, kind.entity, self.intent.language)
        return self.called.get(kind.key, label)

    def label(self, name: str) -> str:
        """A field or argument as the user calls it."""
        return attribute_label(self.catalogue.lexicon, name, self.intent.language)

    def stuck(self, reason: str, key: str, *, ask: bool = False, **values: object) -> Stuck:
        """Why it cannot go on; `ask`: what the user can say so that it can."""
        text = self.say(key, **values)
        told = {"reason": reason, "text": text, "question": text if ask else None}
        return Stuck(NoPlan.model_validate(told))

    def span(self, words: str) -> Span:
        """Where the sentence says that."""
        start = self.intent.text.find(words) if words else -1
        return Span(start=start, end=start + len(words), text=words) if start >= 0 else NOWHERE

    def said(self, value: JsonValue, words: str) -> Binding:
        """A value of the sentence, as it is or as what its words stand for."""
        same = str(value) == words
        detail = words if same else f"{words} → {value}"
        source = "words" if same else "derived"
        return Binding(source=source, detail=detail, value=value, span=self.span(words))

    def named(self, record: Record, words: str) -> Binding:
        """The identifier of a record that was looked up by the words for it."""
        if words.lower() == record.id.lower():
            return self.said(record.id, words)
        detail = self.say("looked_up", words=words, value=record.id)
        return Binding(source="derived", detail=detail, value=record.id, span=self.span(words))

    def picked(self, record: Record) -> Binding:
        """The identifier of a record of which any will do."""
        detail = self.say("any", value=record.id)
        return Binding(source="derived", detail=detail, value=record.id)

    def made(self, one: Made) -> Binding:
        """The identifier of what an earlier step makes."""
        detail = f"{one.step} → {one.path}"
        return Binding(source="output", detail=detail, step=one.step, path=one.path)

    def goal(
        self, function: FunctionType, kind: Kind, words: str, ids: tuple[str, ...], count: int = 1
    ) -> Goal:
        """The goal of a wish, as the stages behind planning read it."""
        told = tuple(Identifier(attribute="id", value=id, span=self.span(id)) for id in ids)
        thing = EntityRef(type=kind.entity, identifiers=told, words=self.spoken(kind))
        goal = Goal(
            id=f"G{len(self.goals) + 1}",
            action=function.value,
            action_words=words,
            function=function,
            object=thing,
            quantity=count,
            text=self.intent.text,
        )
        self.goals.append(goal)
        return goal

    def narrowed(self, goal: Goal, conditions: tuple[Constraint, ...]) -> None:
        """Adds to a question what its list could not be asked for."""
        thing = goal.object.model_copy(update={"constraints": conditions})
        better = goal.model_copy(update={"object": thing})
        self.goals = [better if one.id == goal.id else one for one in self.goals]

    def step(
        self, one: Operation, kind: Kind, arguments: Mapping[str, Binding], goal: Goal
    ) -> Step:
        """Another call."""
        tool = one.tool
        thing = self.spoken(kind)
        slot = tool.environment_slot
        place = {}
        if slot is not None:
            value = slot.environment_value(self.environment)
            place = {slot.path: Binding(source="environment", detail=self.environment, value=value)}
        function = FunctionType.CREATE if one.role == "create" else FunctionType.OPERATE
        if one.role in ("list", "read"):
            function = FunctionType.QUERY
        ordinal = 1 + sum(step.goal == goal.id for step in self.steps)
        step = Step(
            id=f"s{len(self.steps) + 1}",
            tool=tool.id,
            title=tool.title,
            function=function,
            arguments={**place, **arguments},
            purpose=say(self.intent.language, f"planner.purpose_{function.value}", entity=thing),
            goal=goal.id,
            ordinal=ordinal,
            depends_on=tuple(dict.fromkeys(b.step for b in arguments.values() if b.step)),
            produces=Produced(instance=f"{goal.id}/{len(self.steps)}", entity=kind.entity),
        )
        self.steps.append(step)
        return step

    def check(self, step: Step, kind: Kind, what: str) -> None:
        """A requirement about the outcome of a step as a whole."""
        text = say(self.intent.language, f"planner.check_{what}", entity=self.spoken(kind))
        told = {"text": text, "goal": step.goal, "step": step.id, "kind": what}
        self.checks.append(Check.model_validate({**told, "entity": kind.entity}))

    def check_value(self, step: Step, kind: Kind, attribute: str | None, value: JsonValue) -> None:
        """A requirement about one value of what a step made, changed or read."""
        if attribute is None or not isinstance(value, str | int | float):
            return
        wanted = Constraint(attribute=attribute, value=value, span=self.span(str(value)))
        text = say(self.intent.language, "planner.check_attribute", words=str(value))
        self.checks.append(
            Check(
                text=text,
                goal=step.goal,
                step=step.id,
                entity=kind.entity,
                constraint=wanted,
                kind="attribute",
            )
        )
