"""Which candidates a model is shown: those that serve a goal, and those that can help them.

What is left out the judge would refuse, or could be of no use: nobody told what it needs, or it
tells what nobody needs.
"""

from collections.abc import Callable, Iterable, Sequence, Set
from typing import TypeAlias

from pipelines.contracts.intent import Goal
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.selection import may_mean, serves
from pipelines.reasoning.proposals.proposal import is_platforms
from tool_registry.model import Slot, ToolEssentialModel

Key: TypeAlias = tuple[str | None, str | None]
"""Entity and attribute."""
Said: TypeAlias = Callable[[Slot], bool]
Tools: TypeAlias = Sequence[ToolEssentialModel]


def helpful(tools: Tools, problem: Problem, said: Said) -> Tools:
    """The tools in their order; all of them where none is known to serve."""
    kept = [one for one in tools if any(_does(one, goal, problem) for goal in problem.intent.goals)]
    if not kept:
        return tools
    while more := list(_helpers(tools, kept, problem, said)):
        kept += more
    return [one for one in tools if one in kept]


def wanted_of(tools: Tools, said: Said) -> set[Key]:
    """What some tool has to be given, or tells apart what the sentence speaks of by."""
    return {
        _key(slot)
        for tool in tools
        for slot in tool.needs
        if slot.attribute and (slot.required or slot.one_of or (said(slot) and not slot.values))
    }


def _helpers(
    tools: Tools, kept: Tools, problem: Problem, said: Said
) -> Iterable[ToolEssentialModel]:
    """What can give the kept ones something: by what was said, else by what is made on the way."""
    wanted = wanted_of(kept, said)
    told = _told(one for one in kept if not one.function.writes)
    made = _told(one for one in kept if one.function.writes)
    for tool in tools:
        if tool in kept:
            continue
        gives = _told([tool]) & wanted
        if not any(said(slot) for slot in tool.needs if not is_platforms(slot)):
            gives -= _anybodys(tool, problem)
        if tool.function.writes:
            if (gives and _may_make(tool, problem)) or _readies(tool, kept):
                yield tool
        elif (gives and _may_ask(tool, told, said)) or (
            gives - made and _may_ask(tool, told | made, said)
        ):
            yield tool


def _does(tool: ToolEssentialModel, goal: Goal, problem: Problem) -> bool:
    """Serves the goal, or leads its object to another state."""
    changes = tool.function.value == "operate" and goal.function.writes
    wanted = goal.target_state is not None or goal.function.value == "create"
    moves = any(one.entity == goal.object.type and one.after for one in tool.states)
    meant = serves(problem, goal, tool) or may_mean(problem, goal, tool)
    return meant or (changes and wanted and moves)


def _may_make(tool: ToolEssentialModel, problem: Problem) -> bool:
    intent = problem.intent
    allowed = intent.allows("create_missing") or intent.allows("create_required")
    creating = any(goal.function.value == "create" for goal in intent.goals)
    return tool.function.value == "create" and (allowed or creating)


def _readies(tool: ToolEssentialModel, kept: Tools) -> bool:
    """Leads a thing to the state in which a kept tool needs it."""
    needed = {(one.entity, state) for each in kept for one in each.states for state in one.before}
    return any((one.entity, one.after) in needed for one in tool.states)


def _may_ask(tool: ToolEssentialModel, known: Set[Key], said: Said) -> bool:
    return all(
        slot.default is not None or said(slot) or _key(slot) in known
        for slot in tool.needs
        if slot.required and not is_platforms(slot)
    )


def _told(tools: Iterable[ToolEssentialModel]) -> set[Key]:
    """What they tell that they did not have to be told."""
    found: set[Key] = set()
    for tool in tools:
        own = {_key(slot) for slot in tool.needs if slot.required}
        found |= {key for one in tool.yields if (key := (one.entity, one.attribute)) not in own}
    return found


def _anybodys(tool: ToolEssentialModel, problem: Problem) -> set[Key]:
    """What it lists of things that have to be named and are not: nothing tells which is meant."""
    goals = problem.intent.goals
    things = [ref for goal in goals for ref in (goal.object, *goal.related)]
    named = {ref.type for ref in things if ref.identifiers or ref.constraints}
    named |= {name.partition(".")[0] for name in problem.given}
    return {
        (one.entity, one.attribute)
        for one in tool.yields
        if one.many and one.entity not in named and not problem.may_pick(one.entity)
    }


def _key(slot: Slot) -> Key:
    return slot.entity, slot.attribute
