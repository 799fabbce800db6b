"""Of which kind of things an id is, by looking: people call things by their ids alone."""

import asyncio
from collections.abc import Iterator

from pipelines.contracts.intent import EntityRef, Goal, Identifier
from pipelines.reasoning.planner.lookups import ReadTool, last_result
from pipelines.reasoning.planner.preparation import entered
from pipelines.reasoning.planner.problem import Frame, Problem, reach_of
from pipelines.reasoning.planner.search import Search
from pipelines.reasoning.planner.state import Draft
from tool_registry.base.types import FunctionType
from tool_registry.model import ToolEssentialModel
from tool_registry.sources.paths import read as read_path

_ID = "id"
MOST = 24
"""So many kinds are looked at."""


async def kinds_of(problem: Problem, name: Identifier, read: ReadTool) -> list[str]:
    """The kinds of which there is one with that id in the plan's environment, as the tools tell
    that show one thing by its id; those first to which the sentence's verbs are done."""
    looked = list(_lookups(problem, name))[:MOST]
    told = await asyncio.gather(*(_is_there(problem, name, *one, read) for one in looked))
    return [kind for (kind, _), held in zip(looked, told, strict=True) if held]


async def _is_there(
    problem: Problem, name: Identifier, kind: str, draft: Draft, read: ReadTool
) -> bool:
    result = await last_result([draft], problem, read)
    if result is None or not result.ok:
        return False
    own = (one for one in draft.tool.yields if one.entity == kind)
    paths = [one.path for one in own if one.attribute == _ID]
    told = [str(value) for path in paths for value in read_path(result.body, path)]
    return name.value in told or (not paths and bool(result.body))


def _lookups(problem: Problem, name: Identifier) -> Iterator[tuple[str, Draft]]:
    """One call for each kind that shows a thing of it by nothing but its id."""
    for kind in sorted(
        problem.catalogue.graph.entities, key=lambda one: not _is_done(problem, one)
    ):
        thing = EntityRef(type=kind, identifiers=(name,), words=name.value, span=name.span)
        goal = Goal(
            id="G1", action="query", action_words="", function=FunctionType.QUERY, object=thing
        )
        for tool in problem.catalogue.graph.readers(kind, problem.environment):
            draft = _call(problem, goal, tool)
            if draft is not None:
                yield kind, draft
                break


def _is_done(problem: Problem, kind: str) -> bool:
    """A tool does to such things what the sentence says."""
    actions = {goal.action for goal in problem.intent.goals if goal.function.writes}
    own = (tool for tool in problem.tools() if tool.objects[:1] == (kind,))
    return any(not actions.isdisjoint(tool.actions) for tool in own)


def _call(problem: Problem, goal: Goal, tool: ToolEssentialModel) -> Draft | None:
    own = [s.path for s in tool.needs if s.entity == goal.object.type and s.attribute == _ID]
    if len(own) != 1:
        return None
    state, key = entered(goal)
    search = Search(problem.options.max_depth, problem.options.max_expansions)
    frame = Frame(problem, goal, tool, key, "convert", reach_of(problem, state, tool.source))
    found = next(search.place(frame, state), None)
    if found is None or len(found.drafts) != 1 or own[0] not in found.drafts[0].bindings:
        return None
    return found.drafts[0]
