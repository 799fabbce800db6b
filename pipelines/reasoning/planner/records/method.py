"""Goals on the records of HTTP APIs: what they mean is looked up, then the calls are placed."""

from dataclasses import dataclass, replace

from pipelines.contracts.intent import Goal
from pipelines.reasoning.planner.lookups import ReadTool
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.records.changing import Change
from pipelines.reasoning.planner.records.creating import Creation
from pipelines.reasoning.planner.records.field_matching import FieldMatcher
from pipelines.reasoning.planner.records.grounding import Grounding
from pipelines.reasoning.planner.records.partial_plan import PartialPlan, Unplannable
from pipelines.reasoning.planner.records.querying import Query
from pipelines.reasoning.planner.records.reading import RecordReader
from pipelines.reasoning.planner.records.relating import Relations
from pipelines.reasoning.planner.state import State
from tool_registry.base.types import FunctionType
from tool_registry.graph.resources import Resources


class NoOperation(Exception):
    """Nothing does to records what a goal wants; other tools may."""

    def __init__(self, goal: str) -> None:
        super().__init__(goal)
        self.goal = goal


@dataclass(slots=True)
class Records:
    """Extends partial plans by goals on records; what it has read once it knows."""

    known: Resources
    reader: RecordReader

    @classmethod
    def of(cls, problem: Problem, read: ReadTool) -> "Records":
        """Those of the problem's environment; `read` calls effect-free tools only."""
        known = problem.catalogue.resources(problem.environment)
        return cls(known, RecordReader(problem.environment, read))

    def goals(self, problem: Problem) -> frozenset[str]:
        """The goals that are about records, or tie something to one, where no other kind of tool
        is for such things: what MCP tools say of themselves is theirs."""
        if problem.intent.stress:  # stress data takes hidden arguments
            return frozenset()
        tools = problem.catalogue.in_environment(problem.environment)
        others = {kind for tool in tools if not tool.path for kind in tool.objects[:1]}
        goals = problem.intent.goals
        return frozenset(goal.id for goal in goals if self._are_meant(goal, others))

    def _are_meant(self, goal: Goal, others: set[str]) -> bool:
        kind = goal.object.type
        if goal.tool is not None or kind is None or kind in others:
            return False
        ties = goal.function in (FunctionType.OPERATE, FunctionType.DELETE)
        beside = [ref.type for ref in goal.related] if ties else []
        return any(self.known.named(one) for one in (kind, *beside))

    async def place(self, problem: Problem, goal: Goal, state: State) -> State:
        """The partial plan with the calls for a goal; Unplannable where there are none.

        Nothing is taken from the text: a value goes to the field of the attribute that its goal
        names. NoOperation where no operation on its records does what it wants.
        """
        plan = PartialPlan(problem, state)
        matcher = FieldMatcher(problem.catalogue.lexicon, problem.today)
        grounding = Grounding(problem, self.known, self.reader, matcher, plan)
        try:
            await _METHODS[goal.function](grounding, Relations(grounding), goal)
        except Unplannable as why:
            if why.reason.reason == "no_tool":
                raise NoOperation(goal.id) from why
            raise
        return replace(plan.state, resolved=plan.state.resolved | {goal.id})


async def _create(grounding: Grounding, relations: Relations, goal: Goal) -> None:
    await Creation(grounding, relations).make(goal)


async def _change(grounding: Grounding, relations: Relations, goal: Goal) -> None:
    await Change(grounding, relations).change(goal)


async def _delete(grounding: Grounding, relations: Relations, goal: Goal) -> None:
    await Change(grounding, relations).delete(goal)


async def _ask(grounding: Grounding, relations: Relations, goal: Goal) -> None:
    await Query(grounding, relations).ask(goal)


_METHODS = {
    FunctionType.CREATE: _create,
    FunctionType.OPERATE: _change,
    FunctionType.DELETE: _delete,
    FunctionType.QUERY: _ask,
    FunctionType.VERIFY: _ask,
}
