"""Binding one argument after the plan was made: what a server turned out to want."""

from collections.abc import Mapping

from pipelines.contracts.chain import Binding, Step, ToolChain
from pipelines.contracts.intent import Goal
from pipelines.execution.retry import Rebind, argument_name
from pipelines.reasoning.arguments.generate import default_of, drawn_for
from pipelines.reasoning.arguments.values import fit, means
from pipelines.reasoning.planner.heuristic import is_own_new
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.state import Fact, facts_of
from tool_registry.base.types import JsonValue
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.sources.paths import read


def rebinding(problem: Problem, chain: ToolChain) -> Rebind:
    """Values from the sentence, the conversation, earlier steps, defaults, and drawn ones."""

    def rebind(
        step: Step, tool: ToolEssentialModel, slot: Slot, bodies: Mapping[str, JsonValue]
    ) -> Binding | None:
        return (
            _given(problem, step, slot)
            or _said(problem, step, tool, slot)
            or _earlier(problem, chain, step, tool, slot, bodies)
            or default_of(slot)
            or _drawn(problem, step, tool, slot)
        )

    return rebind


def _given(problem: Problem, step: Step, slot: Slot) -> Binding | None:
    reply = problem.given.get(argument_name(step, slot))
    if reply is None:
        return None
    return _from(problem, Fact("given", slot.attribute, reply, words=reply), slot)


def _said(problem: Problem, step: Step, tool: ToolEssentialModel, slot: Slot) -> Binding | None:
    goal = next((one for one in problem.intent.goals if one.id == step.goal), None)
    if goal is None:
        return None
    for fact in _facts(goal, tool, slot):
        lexicon = problem.catalogue.lexicon
        same = fact.attribute is not None and fact.attribute == slot.attribute
        meant = any(means(words, raw, fact.value, lexicon) for raw, words in slot.values.items())
        if fact.operator == "eq" and (same or meant):
            binding = _from(problem, fact, slot)
            if binding is not None:
                return binding
    return None


def _facts(goal: Goal, tool: ToolEssentialModel, slot: Slot) -> list[Fact]:
    """What the sentence says of the thing that the argument speaks of."""
    own = slot.entity is None or slot.entity in tool.objects[:1]
    refs = [goal.object] if own else [r for r in goal.related if r.type == slot.entity]
    return [fact for ref in refs for fact in facts_of(ref, goal.id)]


def _from(problem: Problem, fact: Fact, slot: Slot) -> Binding | None:
    fitted = fit(fact, slot, problem.catalogue.lexicon)
    if fitted is None:
        return None
    detail = fact.words if fitted.conversion is None else f"{fact.words} → {fitted.value}"
    source = "derived" if fitted.conversion else "words"
    return Binding(
        source=source,
        detail=detail,
        value=fitted.value,
        span=fact.span,
        conversion=fitted.conversion,
    )


def _earlier(
    problem: Problem,
    chain: ToolChain,
    step: Step,
    tool: ToolEssentialModel,
    slot: Slot,
    bodies: Mapping[str, JsonValue],
) -> Binding | None:
    """What an earlier step of the chain returned of the same thing."""
    if slot.entity is None or slot.attribute is None or is_own_new(tool, slot):
        return None
    for other in chain.steps:
        maker = problem.catalogue.tools.get(other.tool)
        if other.id == step.id or maker is None or other.id not in bodies:
            continue
        for item in maker.yields:
            if (item.entity, item.attribute) != (slot.entity, slot.attribute) or item.many:
                continue
            for value in read(bodies[other.id], item.path)[:1]:
                detail = f"{other.id} → {item.path}"
                return Binding(
                    source="output", detail=detail, value=value, step=other.id, path=item.path
                )
    return None


def _drawn(problem: Problem, step: Step, tool: ToolEssentialModel, slot: Slot) -> Binding | None:
    """Only for what the step itself creates, and never an identifier of something else."""
    if not is_own_new(tool, slot):
        return None
    seed = f"{problem.seed}/{step.id}/{step.ordinal}/{slot.path}/again"
    return drawn_for(slot, seed, problem.intent.language)
