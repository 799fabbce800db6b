"""The chain that takes back what a run left, the latest effect first, and what nobody can undo."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipelines.contracts.chain import Check, Produced, Step, ToolChain
from pipelines.contracts.intent import (
    Constraint,
    EntityRef,
    Goal,
    Identifier,
    IntentResult,
    PlanStep,
    Span,
)
from pipelines.execution.undo.telling import each_with_values, thing_with_values
from pipelines.execution.undo.ways import Stays, Way, thing_told, why_they_stay
from pipelines.intent.overview import summary_of
from pipelines.messages import Language, say
from pipelines.messages.labels import entity_label, tool_title, value_label
from pipelines.reasoning.planner.writing import digest
from tool_registry.base.types import IntentType
from tool_registry.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class UndoPlan:
    """How a run is undone."""

    intent: IntentResult
    chain: ToolChain
    """Its notes tell what cannot be undone, and why."""
    steps: dict[str, str]
    """Ledger key of the call that is taken back → the step that does it."""
    things: tuple[str, ...]
    """What is taken back, by kind, id and the values that it was made with."""
    left: tuple[str, ...]
    """Why some of it stays, a sentence a reason."""


def undo_plan(
    text: str, language: Language, found: Sequence[Way | Stays], catalogue: Catalogue
) -> UndoPlan:
    """The plan for what is known of the effects of one run; `text` is the sentence that asked for
    it."""
    environment = found[0].effect.environment
    ways = [one for one in found if isinstance(one, Way)]
    left = why_they_stay(found, catalogue, language)
    goals = tuple(_goal(number, way, language, catalogue) for number, way in enumerate(ways, 1))
    steps = tuple(_step(number, way, language, catalogue) for number, way in enumerate(ways, 1))
    checks = tuple(
        check
        for step, way in zip(steps, ways, strict=True)
        for check in _checks(step, way, language, catalogue)
    )
    chain = ToolChain(
        environment=environment,
        steps=steps,
        checks=checks,
        notes=tuple(left),
        digest=digest(steps, environment),
    )
    intent = IntentResult(
        text=text,
        language=language,
        intent_type=IntentType.OPERATE_DATA,
        environment=environment,
        action=goals[0].action if goals else None,
        object=summary_of(goals[0] if goals else None),
        execution_plan=tuple(_plan_step(number, step) for number, step in enumerate(steps, 1)),
        goals=goals,
    )
    undoes = {way.effect.key: step.id for way, step in zip(ways, steps, strict=True)}
    things = each_with_values(((one.effect, one.subject) for one in ways), catalogue, language)
    return UndoPlan(intent, chain, undoes, tuple(things), tuple(left))


def _plan_step(number: int, step: Step) -> PlanStep:
    entity = step.produces.entity if step.produces else None
    return PlanStep(step=number, text=step.purpose, action=step.function, object=entity, expects="")


def _goal(number: int, way: Way, language: Language, catalogue: Catalogue) -> Goal:
    tool, subject = way.inverse.tool, way.subject
    words, thing = subject.id or "", thing_told(subject, catalogue.lexicon, language)
    span = Span(start=0, end=0, text=words)
    identifiers = (Identifier(attribute="id", value=words, span=span),) if words else ()
    return Goal(
        id=f"G{number}",
        action=tool.actions[0],
        action_words=say(language, "undo.deed"),
        function=tool.function,
        object=EntityRef(type=_entity(way), identifiers=identifiers, words=thing),
    )


def _step(number: int, way: Way, language: Language, catalogue: Catalogue) -> Step:
    tool, thing = way.inverse.tool, thing_with_values(way.effect, way.subject, catalogue, language)
    return Step(
        id=f"s{number}",
        tool=tool.id,
        title=tool_title(tool, language),
        function=tool.function,
        arguments=way.inverse.bindings,
        purpose=say(language, "undo.purpose", thing=thing),
        goal=f"G{number}",
        produces=Produced(instance=f"G{number}/o", entity=_entity(way)),
    )


def _entity(way: Way) -> str:
    objects = way.inverse.tool.objects
    return way.subject.entity if way.subject.entity in objects else objects[0]


def _checks(step: Step, way: Way, language: Language, catalogue: Catalogue) -> Iterator[Check]:
    """What must hold afterwards: gone where it was deleted, else in the state that was reached."""
    entity, tool = _entity(way), way.inverse.tool
    spoken = entity_label(catalogue.lexicon, entity, language)
    if tool.function.value == "delete":
        text = say(language, "planner.check_absent", entity=spoken)
        yield Check(text=text, goal=step.goal, step=step.id, entity=entity, kind="absent")
        return
    text = say(language, "planner.check_answered", entity=spoken)
    yield Check(text=text, goal=step.goal, step=step.id, entity=entity, kind="answered")
    after = next((one.after for one in tool.states if one.entity == entity and one.after), None)
    if after:
        state = value_label(catalogue.lexicon, after, language)
        text = say(language, "planner.check_state", entity=spoken, state=state)
        wanted = Constraint(attribute="status", value=after, span=Span(start=0, end=0, text=""))
        yield Check(
            text=text, goal=step.goal, step=step.id, entity=entity, constraint=wanted, kind="state"
        )
