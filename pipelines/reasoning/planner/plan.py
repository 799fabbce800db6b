"""The planner: from an IntentResult to a frozen ToolChain, or to a reason why there is none."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from pipelines.contracts.chain import NoPlan, ToolChain
from pipelines.contracts.intent import Goal
from pipelines.messages import say
from pipelines.reasoning.planner import explain
from pipelines.reasoning.planner.freeze import freeze
from pipelines.reasoning.planner.goals import solve
from pipelines.reasoning.planner.lookups import (
    Found,
    ReadTool,
    look_into_lists,
    look_into_records,
)
from pipelines.reasoning.planner.preparation import prepare
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.records import NoOperation, Records, Unplannable
from pipelines.reasoning.planner.sharing import shared
from pipelines.reasoning.planner.state import State
from pipelines.reasoning.planner.transitions import same_state
from pipelines.reasoning.planner.twins import Twins, spoken_for, told_apart
from pipelines.reasoning.planner.unsaid import undecided_value, unsaid_values
from tool_registry.base.beside_loop import beside_loop
from tool_registry.base.types import FunctionType

_CHANGES = (FunctionType.OPERATE, FunctionType.DELETE)


@dataclass(frozen=True, slots=True)
class Survey:
    """What planning found out: the problem as it stands now, and the symbolic plan for it."""

    problem: Problem
    """With what reads told of kinds, empty lists and picks."""
    draft: ToolChain | NoPlan
    present: Mapping[str, str] = field(default_factory=dict[str, str])
    """The state word of every existing thing that is to change its state, by goal."""
    ruled_out: bool = False
    """True where what exists allows no plan, whoever makes it."""
    doubt: float = 0.0
    """How far the draft's tools and joins are from saying exactly what the sentence says."""

    @property
    def confidence(self) -> float:
        """0 to 1, never quite: of no plan nothing, of a plan less with every doubt."""
        return 0.0 if isinstance(self.draft, NoPlan) else 0.99 / (1.0 + self.doubt)


async def plan(problem: Problem, read: ReadTool) -> ToolChain | NoPlan:
    """The symbolic plan; see `survey`."""
    return (await survey(problem, read)).draft


async def survey(problem: Problem, read: ReadTool) -> Survey:
    """Plan, then look whether what is to be found exists; what does not is made or asked for.

    `read` calls effect-free tools only. Deterministic for equal inputs and equal reads. Goals on
    records of HTTP APIs are resolved by reading these, unless these have no such operation; the
    others are searched for, by the needs and yields of all tools. Both extend one partial plan.
    """
    records = Records.of(problem, read)
    resolved = records.goals(problem)
    while True:
        try:
            return await _survey(problem, records, resolved, read)
        except NoOperation as lacking:
            resolved -= {lacking.goal}


async def _survey(
    problem: Problem, records: Records, resolved: frozenset[str], read: ReadTool
) -> Survey:
    prepared = await prepare(problem, resolved, read)
    problem, present = prepared.problem, prepared.present
    if prepared.ruled_out is not None:
        return Survey(problem, prepared.ruled_out, present, ruled_out=True)
    for _ in range(problem.options.max_steps):
        try:
            state = await _partial_plan(problem, present, records, resolved)
        except Unplannable as why:
            return Survey(problem, why.reason, present, ruled_out=True)
        if isinstance(state, NoPlan):
            return Survey(problem, state, present)
        if isinstance(state, Twins):
            told = await told_apart(problem, state, read)
            if told is None:
                twins = explain.which_twin(problem, state.goal, state.tools)
                return Survey(problem, twins, present)
            problem = told
            continue
        found = await look_into_lists(state.drafts, problem, read)
        found = found or await look_into_records(state.drafts, problem, read)
        if found is None:
            cost = state.cost
            chain = frozen(problem, state, present)
            return Survey(problem, chain, present, doubt=cost.misfit + cost.doubt)
        problem = after_looking(problem, found)
    return Survey(problem, explain.unsettled(problem), present)


def after_looking(problem: Problem, found: Found) -> Problem:
    """The problem with what its lists and records turned out to hold."""
    if found.silent is not None:
        problem = replace(problem, silent=problem.silent | {found.silent})
    if found.pick is not None:
        problem = replace(problem, picks={**problem.picks, found.pick[0]: found.pick[1]})
    if found.empty is not None:
        problem = replace(problem, empty=problem.empty | {found.empty})
    return problem


async def _partial_plan(
    problem: Problem, present: dict[str, str], records: Records, resolved: Collection[str]
) -> State | Twins | NoPlan:
    """All goals, each placed behind the ones before it; a reading that wants nothing has no plan,
    which would be carried out with success."""
    if not problem.intent.goals:
        return explain.nothing_wanted(problem)
    state = State()
    for goal in problem.intent.goals:
        if goal.id in resolved:
            state = await records.place(problem, goal, state)
            continue
        if reached(problem, goal, present):
            continue
        if goal.object.type is None:
            return explain.unknown_object(problem, goal)
        begun = len(state.drafts)
        outcome = await beside_loop(partial(solve, problem, goal, state, present))
        if outcome.state is None:
            return _why(
                problem, goal, present, lambda g, o=outcome: explain.nothing_found(problem, g, o)
            )
        if outcome.rivals:
            return Twins(goal, outcome.rivals)
        if outcome.others and (told := spoken_for(problem, goal, outcome.others)) is not None:
            return told
        state = outcome.state if goal.per_each else shared(outcome.state, begun)
    if state.missing:
        return explain.lacking(problem, state)
    return undecided_value(problem, state) or unsaid_values(problem, state) or state


def _why(
    problem: Problem, goal: Goal, present: dict[str, str], otherwise: Callable[[Goal], NoPlan]
) -> NoPlan:
    if goal.target_state is not None and goal.id in present:
        return explain.no_way(problem, goal, present[goal.id])
    return otherwise(goal)


def reached(problem: Problem, goal: Goal, present: Mapping[str, str]) -> bool:
    """True for a state goal whose thing is in that state already, and for what there is already."""
    if goal.if_none and goal.id in present:
        return True
    return (
        goal.target_state is not None
        and goal.id in present
        and same_state(problem, present[goal.id], str(goal.target_state.value))
    )


def frozen(problem: Problem, state: State, present: Mapping[str, str]) -> ToolChain:
    """The frozen chain, with a note of every goal that is reached already."""
    chain = freeze(problem, state)
    already = tuple(
        say(
            problem.intent.language,
            "planner.note_exists" if goal.if_none else "planner.note_already",
            entity=goal.object.words or goal.object.type or "",
            state=present[goal.id],
        )
        for goal in problem.intent.goals
        if reached(problem, goal, present)
    )
    return chain.model_copy(update={"notes": (*already, *chain.notes)})
