"""What is shown of a thing by way of another one that nobody spoke of: maybe of that one only."""

from collections.abc import Iterator, Sequence

from pipelines.contracts.chain import Step
from pipelines.contracts.intent import Goal
from pipelines.messages import say
from pipelines.reasoning.planner.problem import Problem
from tool_registry.base.types import FunctionType


def ways_told(problem: Problem, steps: Sequence[Step]) -> list[str]:
    """A note for each: what is shown of a thing is its owner's, where no tool tells which of that
    is its own."""
    goals = {goal.id: goal for goal in problem.intent.goals}
    looks = (one for one in steps if one.main and one.function is FunctionType.QUERY)
    return [
        note
        for step in looks
        if step.goal in goals
        for note in _notes(problem, step, goals[step.goal], steps)
    ]


def _notes(problem: Problem, step: Step, goal: Goal, steps: Sequence[Step]) -> Iterator[str]:
    thing, said = goal.object.type, {ref.type for ref in goal.related}
    tool = problem.catalogue.tools.get(step.tool)
    sources = {one.id: one.produces.entity for one in steps if one.produces is not None}
    for slot in tool.needs if tool is not None else ():
        bound = step.arguments.get(slot.path)
        of = sources.get(bound.step or "") if bound is not None else None
        way = slot.entity
        if thing is None or of is None or way is None or of not in said:
            continue
        if way not in said | {thing, of} and slot.attribute == "id":
            names = {"thing": thing, "of": of, "way": way}
            told = {name: problem.spoken(entity) for name, entity in names.items()}
            yield say(problem.intent.language, "planner.by_way_of", **told)
