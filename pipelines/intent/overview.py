"""What an intent says of its goals at a glance: conditions, object, and related things."""

from collections.abc import Sequence

from pipelines.contracts.intent import Constraint, EntityRef, Goal, IntentResult, ObjectSummary
from pipelines.intent import gates
from pipelines.intent.facts import Facts
from pipelines.intent.spans import spans
from pipelines.intent.steps import execution_plan
from tool_registry.base.types import IntentType


def conditions_of(first: Goal | None, kind: IntentType) -> tuple[Constraint, ...]:
    """What has to hold of a thing that exists; what is made has no conditions."""
    return first.object.constraints if first and kind is not IntentType.CREATE_DATA else ()


def summary_of(goal: Goal | None) -> ObjectSummary:
    """The object of a goal; empty without one."""
    if goal is None:
        return ObjectSummary()
    thing = goal.object
    return ObjectSummary(
        type=thing.type,
        quantity=thing.quantity,
        constraints=thing.constraints,
        identifiers=thing.identifiers,
    )


def related_of(goals: Sequence[Goal]) -> tuple[EntityRef, ...]:
    """The things beside the objects of all goals, each once, in order."""
    found: list[EntityRef] = []
    for goal in goals:
        found += [ref for ref in goal.related if ref not in found]
    return tuple(found)


def told(facts: Facts, production_words: str | None = None) -> IntentResult:
    """What the facts say; production, which may be named in other words too, lacks nothing."""
    setting, made = facts.setting, tuple(facts.goals)
    first = next(iter(made), None)
    words = setting.production or setting.unknown or next(iter(setting.spans), None)
    production = setting.production is not None or bool(production_words)
    return IntentResult(
        text=facts.text,
        language=facts.language,
        intent_type=facts.kind,
        environment=facts.environment,
        environment_words=words.text if words else production_words,
        production=production,
        stress=setting.stress is not None,
        action=first.action if first else None,
        object=summary_of(first),
        related=related_of(made),
        conditions=conditions_of(first, facts.kind),
        negative=tuple(facts.negative),
        supplements=tuple(facts.supplements),
        missing=() if production else gates.missing(facts),
        execution_plan=execution_plan(made, facts.language, facts.lexicon),
        goals=made,
        spans=spans(made, setting),
    )
