"""Verbs that carry what they make: to enrol in a course makes an enrolment, not a course."""

from dataclasses import replace

from pipelines.contracts.intent import Constraint, EntityRef, Goal
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.selection import actions_of
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.forms import action_nouns
from tool_registry.vocabulary.lexicon import Kind


def with_action_nouns(problem: Problem) -> Problem:
    """The problem with goals that name what the verb is done to about what it makes instead."""
    goals = tuple(_carried(problem, goal) for goal in problem.intent.goals)
    if goals == problem.intent.goals:
        return problem
    return replace(problem, intent=problem.intent.model_copy(update={"goals": goals}))


def _carried(problem: Problem, goal: Goal) -> Goal:
    thing = goal.object.type
    if thing is None or goal.function.value != "create":
        return goal
    actions, nouns = actions_of(problem, goal), _nouns(problem, goal)
    for tools in (problem.tools(), problem.catalogue.tools.values()):
        own = [
            t for t in tools if t.function.value == "create" and not actions.isdisjoint(t.actions)
        ]
        if any(tool.objects[:1] == (thing,) for tool in own):
            return goal
        carrying = (tool for tool in own if tool.objects and tool.objects[0] in nouns)
        other = next((tool for tool in carrying if _takes(tool, thing, goal)), None)
        if other is not None:
            return _about(goal, other)
    return goal


def _nouns(problem: Problem, goal: Goal) -> set[str]:
    """The things that the verb's own nouns name: enrolment, of enrolling."""
    lexicon = problem.catalogue.lexicon
    concept = lexicon.concept(Kind.ACTION, goal.action)
    verbs = (goal.action_words, goal.action, *(concept.surfaces if concept else ()))
    names = (lexicon.canonical(Kind.ENTITY, n) for v in verbs for n in action_nouns(v.lower()))
    return {name for name in names if name}


def _takes(tool: ToolEssentialModel, thing: str, goal: Goal) -> bool:
    """True for a tool that makes something else of, or for, all that is named."""
    others = {ref.type for ref in goal.related if ref.type}
    taken = {slot.entity for slot in tool.needs if slot.attribute} | set(tool.objects[1:])
    return {thing, *others} <= taken and not {thing, *others}.isdisjoint(tool.objects[1:])


def _about(goal: Goal, tool: ToolEssentialModel) -> Goal:
    """The goal with what the tool makes as its object, and the named thing beside it."""
    thing = goal.object
    kept = tuple(c for c in thing.constraints if _is_of(c, thing, tool))
    moved = tuple(c for c in thing.constraints if c not in kept)
    beside = thing.model_copy(update={"role": "parent", "quantity": None, "constraints": kept})
    made = EntityRef(
        type=tool.objects[0],
        constraints=moved,
        quantity=thing.quantity,
        words=thing.words,
        span=thing.span,
    )
    return goal.model_copy(update={"object": made, "related": (*goal.related, beside)})


def _is_of(constraint: Constraint, thing: EntityRef, tool: ToolEssentialModel) -> bool:
    """Said of the thing itself, where the tool takes that of the thing and not of what it makes."""
    taken = [slot.entity for slot in tool.needs if slot.attribute == constraint.attribute]
    return thing.type in taken
