"""What is to be made only where there is none yet: whether there is one, read while planning."""

from dataclasses import dataclass, replace

from pipelines.contracts.chain import Binding
from pipelines.contracts.intent import Constraint, EntityRef, Goal, Span
from pipelines.contracts.resolution import resolve
from pipelines.reasoning.arguments.lists import element_paths
from pipelines.reasoning.planner.goals import solve
from pipelines.reasoning.planner.lookups import ReadTool, last_result
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.state import Draft, Fact, State, facts_of
from tool_registry.base.types import FunctionType
from tool_registry.sources.result import CallResult

_MOST = 1000
"""So many are counted of a list."""


@dataclass(frozen=True, slots=True)
class Look:
    """A list or record of things of the goal's kind, of whom the goal names, as a tool gave it."""

    draft: Draft
    result: CallResult


async def look_for(problem: Problem, goal: Goal, read: ReadTool) -> Look | None:
    """What there is of the goal's kind already; None where no tool tells."""
    outcome = solve(problem, _looking_for(goal), State(), {})
    state = outcome.state
    if state is None or state.missing or any(d.tool.function.writes for d in state.drafts):
        return None
    result = await last_result(state.drafts, problem, read)
    return Look(state.drafts[-1], result) if result is not None else None


async def count_of(problem: Problem, goal: Goal, read: ReadTool) -> int | None:
    """How many there are of what the goal would make, for whom it would; None: nothing tells."""
    look = await look_for(problem, goal, read)
    if look is None:
        return None
    return _counted(look.draft, look.result, facts_of(goal.object, "x"), goal.object.type)


def _looking_for(goal: Goal) -> Goal:
    """The question whether there is one: whoever is to get it has it then."""
    owners = tuple(
        ref.model_copy(update={"role": "owner" if ref.role == "recipient" else ref.role})
        for ref in goal.related
    )
    thing = EntityRef(type=goal.object.type, words=goal.object.words, span=goal.object.span)
    told = {"object": thing, "related": owners, "action": "query", "function": FunctionType.QUERY}
    plain = {"action_words": "", "quantity": 1, "if_none": False, "target_state": None}
    return goal.model_copy(update={**told, **plain})


def _counted(
    draft: Draft, result: CallResult, facts: tuple[Fact, ...], entity: str | None
) -> int | None:
    """Rows of a list that are of the kind asked for; a single record is there or is not."""
    if not result.ok:
        told = result.failure is not None and result.failure.kind == "business"
        return 0 if told else None
    listed = element_paths(draft.tool, entity)
    path = listed.get("id") or next(iter(listed.values()), None)
    if path is None:
        return 1
    kinds = tuple(f for f in facts if isinstance(f.value, str) and f.attribute in listed)
    binding = Binding(
        source="selected",
        detail=path,
        step="s1",
        path=path,
        where=tuple(_condition(fact) for fact in kinds),
        where_paths=listed,
    )
    return _length(binding, draft, result)


def _condition(fact: Fact) -> Constraint:
    span = fact.span or Span(start=0, end=0, text=fact.words)
    return Constraint(attribute=fact.attribute, value=fact.value, span=span)


def _length(binding: Binding, draft: Draft, result: CallResult) -> int:
    for place in range(_MOST):
        one = binding.model_copy(update={"ordinal": place})
        try:
            resolve(one, {"s1": result.body}, {"s1": draft.tool.yields})
        except LookupError:
            return place
    return _MOST


def without_question(problem: Problem, made: Goal) -> Problem:
    """The problem without the looks at what turned out not to be there, ahead of its making."""
    goals = problem.intent.goals
    place = next(n for n, goal in enumerate(goals) if goal.id == made.id)
    kept = tuple(
        goal
        for n, goal in enumerate(goals)
        if n >= place or goal.function.writes or goal.object.type != made.object.type
    )
    return replace(problem, intent=problem.intent.model_copy(update={"goals": kept}))
