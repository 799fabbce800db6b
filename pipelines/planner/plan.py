"""The planner: from an IntentResult to a frozen ToolChain, or to a reason why there is none."""

from collections.abc import Callable
from dataclasses import replace

from pipelines.intent.result import Goal
from pipelines.messages import say
from pipelines.planner import explain
from pipelines.planner.chain import NoPlan, ToolChain
from pipelines.planner.facts import Instance, State, facts_of
from pipelines.planner.frame import Problem
from pipelines.planner.freeze import freeze
from pipelines.planner.goals import solve
from pipelines.planner.probe import Present, Reader, look_into_lists, present_state
from pipelines.planner.transitions import same_state


async def plan(problem: Problem, read: Reader) -> ToolChain | NoPlan:
    """Search, then look whether what is to be found exists; what does not is made or asked for.

    `read` calls effect-free tools only. Deterministic for equal inputs and equal reads.
    """
    present = await _present_states(problem, read)
    if isinstance(present, NoPlan):
        return present
    for _ in range(problem.options.max_steps):
        state = _search(problem, present)
        if isinstance(state, NoPlan):
            return state
        found = await look_into_lists(state.drafts, problem, read)
        if found is None:
            return _frozen(problem, state, present)
        if found.pick is not None:
            problem = replace(problem, picks={**problem.picks, found.pick[0]: found.pick[1]})
        if found.empty is not None:
            problem = replace(problem, empty=problem.empty | {found.empty})
    return explain.unsettled(problem)


def _search(problem: Problem, present: dict[str, str]) -> State | NoPlan:
    state = State()
    for goal in problem.intent.goals:
        if _reached(problem, goal, present):
            continue
        if goal.object.type is None:
            return explain.unknown_object(problem, goal)
        outcome = solve(problem, goal, state, present)
        if outcome.state is None:
            return _why(
                problem, goal, present, lambda g, o=outcome: explain.nothing_found(problem, g, o)
            )
        if outcome.rivals:
            return explain.which_twin(problem, goal, outcome.rivals)
        state = outcome.state
    return explain.lacking(problem, state) if state.missing else state


def _why(
    problem: Problem, goal: Goal, present: dict[str, str], otherwise: Callable[[Goal], NoPlan]
) -> NoPlan:
    if goal.target_state is not None and goal.id in present:
        return explain.no_way(problem, goal, present[goal.id])
    return otherwise(goal)


async def _present_states(problem: Problem, read: Reader) -> dict[str, str] | NoPlan:
    """The state word of every existing thing that a goal wants in another state."""
    words: dict[str, str] = {}
    for goal in problem.intent.goals:
        if goal.target_state is None or goal.function.value == "create":
            continue
        key = f"{goal.id}/o"
        facts = facts_of(goal.object, key)
        target = Instance(key, goal.object.type, goal.object.role, facts)
        scope = {(goal.object.type or "", ""): key}
        state = replace(State().with_instance(target), scope=scope)
        told: Present | None = await present_state(problem, goal, state, key, read)
        if told is None or told.word is None:
            return explain.unreadable(problem, goal, told.failure if told else None)
        words[goal.id] = told.word
    return words


def _reached(problem: Problem, goal: Goal, present: dict[str, str]) -> bool:
    return (
        goal.target_state is not None
        and goal.id in present
        and same_state(problem, present[goal.id], str(goal.target_state.value))
    )


def _frozen(problem: Problem, state: State, present: dict[str, str]) -> ToolChain:
    chain = freeze(problem, state)
    already = tuple(
        say(
            problem.intent.language,
            "planner.note_already",
            entity=goal.object.words or goal.object.type or "",
            state=present[goal.id],
        )
        for goal in problem.intent.goals
        if _reached(problem, goal, present)
    )
    return chain.model_copy(update={"notes": (*already, *chain.notes)})
