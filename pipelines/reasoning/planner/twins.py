"""Tools for one goal that differ in what the sentence does not say, and what tells them apart."""

from dataclasses import dataclass, replace

from pipelines.contracts.intent import Constraint, Goal, Span
from pipelines.reasoning.planner.lookups import ReadTool, present_value
from pipelines.reasoning.planner.preparation import entered
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.selection import Main
from tool_registry.vocabulary.lexicon import Kind


@dataclass(frozen=True, slots=True)
class Twins:
    """Tools for one goal that differ in what the sentence does not say."""

    goal: Goal
    tools: tuple[Main, ...]


async def told_apart(problem: Problem, twins: Twins, read: ReadTool) -> Problem | None:
    """The problem with the kind of the existing thing, where a tool that reads it tells."""
    goal, names = twins.goal, {mark.attribute for main in twins.tools for mark in main.open}
    name = names.pop() if len(names) == 1 else None
    if name is None:
        return None
    kind = await _read_kind(problem, _about_existing(twins), name, read)
    kind = kind or _said_elsewhere(problem, goal, name)
    if kind is None:
        return None
    thing = goal.object.model_copy(update={"constraints": (*goal.object.constraints, kind)})
    better = goal.model_copy(update={"object": thing})
    goals = tuple(better if one.id == goal.id else one for one in problem.intent.goals)
    return replace(problem, intent=problem.intent.model_copy(update={"goals": goals}))


def _about_existing(twins: Twins) -> Goal:
    """The goal; of what is made for one existing thing that the tools all take, a look at that
    thing: its kind is the one that is meant."""
    goal = twins.goal
    taken = [{slot.entity for slot in main.tool.needs} for main in twins.tools]
    found = [
        ref
        for ref in goal.related
        if ref.identifiers and ref.type is not None and all(ref.type in one for one in taken)
    ]
    if goal.object.identifiers or len(found) != 1:
        return goal
    return goal.model_copy(update={"object": found[0], "related": ()})


async def _read_kind(problem: Problem, goal: Goal, name: str, read: ReadTool) -> Constraint | None:
    if not goal.object.identifiers:
        return None
    state, key = entered(goal)
    told = await present_value(problem, goal, state, key, read, name)
    if told is None or told.word is None:
        return None
    return Constraint(attribute=name, value=told.word, span=Span(start=0, end=0, text=told.word))


def _said_elsewhere(problem: Problem, goal: Goal, name: str) -> Constraint | None:
    """`a takeaway store with an item in it`: the one kind that the sentence speaks of."""
    said = {
        str(one.value): one
        for other in problem.intent.goals
        for ref in (other.object, *other.related)
        for one in ref.constraints
        if one.attribute == name and one.operator == "eq" and other.id != goal.id
    }
    said = said or _remembered_kinds(problem, name)
    return next(iter(said.values())) if len(said) == 1 else None


def spoken_for(problem: Problem, goal: Goal, others: tuple[Main, ...]) -> Twins | None:
    """The twins, where the sentence or the conversation says elsewhere which kind is meant."""
    names = {mark.attribute for main in others for mark in main.open}
    name = names.pop() if len(names) == 1 else None
    kind = _said_elsewhere(problem, goal, name) if name else None
    return Twins(goal, others) if kind is not None else None


def _remembered_kinds(problem: Problem, name: str) -> dict[str, Constraint]:
    """Kinds in the words for the things that the conversation speaks of: `the takeaway store`."""
    lexicon = problem.catalogue.lexicon
    told = (
        (item.words, concept.name)
        for item in problem.memory
        if item.environment == problem.environment
        for match in lexicon.scan(item.words)
        for concept in match.concepts
        if concept.kind is Kind.VALUE and concept.attribute == name
    )
    return {
        value: Constraint(attribute=name, value=value, span=Span(start=0, end=0, text=words))
        for words, value in told
    }
