"""Bare amounts of money: in the currency of the tools that they are for."""

import re
from dataclasses import replace

from pipelines.contracts.intent import Constraint, EntityRef, Goal
from pipelines.reasoning.planner.problem import Problem
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.conversions import major_unit

_BARE = re.compile(r"[\d.,\s]+[kw]?", re.IGNORECASE)
"""An amount that is said without any currency."""


def in_currency(problem: Problem) -> Problem:
    """The problem with amounts that name no currency in the one that the goals' tools count in."""
    goals = tuple(_priced(problem, goal) for goal in problem.intent.goals)
    if goals == problem.intent.goals:
        return problem
    return replace(problem, intent=problem.intent.model_copy(update={"goals": goals}))


def _priced(problem: Problem, goal: Goal) -> Goal:
    home = _currency(problem, goal)
    if home is None:
        return goal
    related = tuple(_counted(ref, home) for ref in goal.related)
    return goal.model_copy(update={"object": _counted(goal.object, home), "related": related})


def _currency(problem: Problem, goal: Goal) -> str | None:
    """The only currency of the tools about the goal's object, else of all tools; None: several."""
    for tools in (_about(problem, goal), tuple(problem.catalogue.tools.values())):
        units = {part.unit for tool in tools for part in (*tool.needs, *tool.yields) if part.unit}
        found = {major for unit in units if (major := major_unit(unit))}
        if found:
            return found.pop() if len(found) == 1 else None
    return None


def _about(problem: Problem, goal: Goal) -> tuple[ToolEssentialModel, ...]:
    tools = problem.catalogue.tools.values()
    return tuple(tool for tool in tools if goal.object.type in tool.objects)


def _counted(ref: EntityRef, home: str) -> EntityRef:
    told = tuple(_in(constraint, home) for constraint in ref.constraints)
    return ref if told == ref.constraints else ref.model_copy(update={"constraints": told})


def _in(constraint: Constraint, home: str) -> Constraint:
    """Only what was taken for money of the house without a word of it."""
    assumed = constraint.unit is not None and major_unit(constraint.unit) == constraint.unit
    if not assumed or not _BARE.fullmatch(constraint.span.text):
        return constraint
    return constraint.model_copy(update={"unit": home})
