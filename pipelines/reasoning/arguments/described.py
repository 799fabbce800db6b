"""Existing things that a sentence describes instead of naming them: `user 7's newest loan`.

A list is read while planning; the one element that is as described is meant from then on, and the
plan shows which it is before anything happens."""

from dataclasses import replace

from pipelines.contracts.chain import Binding, NoPlan
from pipelines.contracts.intent import Constraint, EntityRef, Goal, Identifier, Span
from pipelines.contracts.resolution import selected
from pipelines.messages import say
from pipelines.messages.labels import tool_title
from pipelines.reasoning.arguments.lists import element_paths
from pipelines.reasoning.planner import explain
from pipelines.reasoning.planner.existing import Look, look_for
from pipelines.reasoning.planner.lookups import ReadTool
from pipelines.reasoning.planner.problem import Problem
from tool_registry.base.types import JsonValue

_ENDS = ("first", "last")
_TIMES = ("created_at", "time", "date", "updated_at")
"""By which of its times a thing is the newest, the most telling first."""


async def with_described(problem: Problem, read: ReadTool) -> Problem | NoPlan:
    """The problem with what its descriptions single out; why there is no plan where they do not."""
    for goal in problem.intent.goals:
        if not _describes(problem, goal):
            continue
        look = await look_for(problem, goal, read)
        fitting = _fitting(problem, goal, look) if look is not None else None
        if look is None or fitting is None:
            continue
        if len(fitting) > 1:
            return explain.which_of(problem, goal, [str(value) for value in fitting])
        if fitting:
            problem = _meaning(problem, goal, look, str(fitting[0]))
        elif not problem.intent.allows("create_missing"):
            return explain.none_described(problem, goal)
    return problem


def _describes(problem: Problem, goal: Goal) -> bool:
    """Something that exists is to be changed, and is said to be somebody's and of some kind."""
    thing = goal.object
    changes = goal.function.value in ("operate", "delete") and not goal.if_none
    recalled = thing.reference not in (None, "that")  # `that unpaid order of his` is a description
    named = thing.identifiers or recalled or thing.role == "new" or goal.quantity > 1
    named = named or _is_coded(problem, goal)
    owned = any(map(_owns, goal.related))
    picked = thing.type is not None and not problem.is_person(thing.type)
    return changes and picked and owned and not named and bool(thing.constraints)


def _is_coded(problem: Problem, goal: Goal) -> bool:
    """It is named by one of a closed set of ids, which a tool that does this to it is told."""
    if not any(one.attribute == "id" for one in goal.object.constraints):
        return False
    able = (one for one in problem.catalogue.tools.values() if goal.action in one.actions)
    slots = (slot for tool in able for slot in tool.needs if slot.values)
    return any((one.entity, one.attribute) == (goal.object.type, "id") for one in slots)


def _owns(ref: EntityRef) -> bool:
    return bool(ref.identifiers) and ref.role in ("parent", "owner")


def _fitting(problem: Problem, goal: Goal, look: Look) -> list[JsonValue] | None:
    """Ids of the elements that are as described; None where the list cannot tell."""
    listed = element_paths(look.draft.tool, goal.object.type)
    conditions = [_timed(one, listed) for one in goal.object.constraints]
    if "id" not in listed or not all(_can_tell(one, listed) for one in conditions):
        return None
    if not look.result.ok:
        return []
    binding = Binding(
        source="selected",
        detail=listed["id"],
        step="s1",
        path=listed["id"],
        where=tuple(conditions) or (_ANY,),
        where_paths=listed,
    )
    return selected(binding, look.result.body, look.draft.tool.yields)


_ANY = Constraint(attribute=None, operator="first", value=10**6, span=Span(start=0, end=0, text=""))


def _timed(condition: Constraint, listed: dict[str, str]) -> Constraint:
    if condition.operator not in _ENDS:
        return condition
    when = next((name for name in _TIMES if name in listed), None)
    return condition.model_copy(update={"attribute": when})


def _can_tell(condition: Constraint, listed: dict[str, str]) -> bool:
    return condition.operator in _ENDS or condition.attribute in listed


def _meaning(problem: Problem, goal: Goal, look: Look, value: str) -> Problem:
    """The problem where the goal names that one; the words stay what it is shown as."""
    words = goal.object.span or Span(start=0, end=0, text=goal.object.words)
    told = say(
        problem.intent.language,
        "planner.looked_up",
        words=words.text,
        value=value,
        tool=tool_title(look.draft.tool, problem.intent.language),
    )
    one = Identifier(attribute="id", value=value, span=words)
    thing = goal.object.model_copy(
        update={"identifiers": (one,), "constraints": (), "reference": None}
    )
    others = tuple(ref for ref in goal.related if not _owns(ref))
    named = goal.model_copy(update={"object": thing, "related": others})
    goals = tuple(named if other.id == goal.id else other for other in problem.intent.goals)
    looked_up = {**problem.origins.looked_up, words.text: told}
    return replace(
        problem,
        intent=problem.intent.model_copy(update={"goals": goals}),
        origins=replace(problem.origins, looked_up=looked_up),
    )
