"""What is settled before a search: what the goals mean, and the present state of what exists."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace

from pipelines.contracts.chain import NoPlan
from pipelines.contracts.intent import Goal
from pipelines.reasoning.arguments.currency import in_currency
from pipelines.reasoning.arguments.described import with_described
from pipelines.reasoning.arguments.kinds import names
from pipelines.reasoning.planner import explain
from pipelines.reasoning.planner.action_nouns import with_action_nouns
from pipelines.reasoning.planner.existing import count_of, without_question
from pipelines.reasoning.planner.lookups import Present, ReadTool, present_state, present_value
from pipelines.reasoning.planner.outcomes import kinds_that_matter, with_outcomes
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.state import Fact, Instance, State, facts_of
from pipelines.reasoning.planner.transitions import same_state


@dataclass(frozen=True, slots=True)
class Prepared:
    """A problem as it is searched."""

    problem: Problem
    present: dict[str, str] = field(default_factory=dict[str, str])
    """The state word of every existing thing that is to change its state, by goal."""
    ruled_out: NoPlan | None = None
    """Why what exists allows no plan, whoever makes it."""


async def prepare(problem: Problem, resolved: Collection[str], read: ReadTool) -> Prepared:
    """The problem with its goals put as the tools speak of them, and what reads told of things.

    `resolved`: ids of goals on records, which stay as they are.
    """
    goals = problem.intent.goals
    searched = tuple(goal for goal in goals if goal.id not in resolved)
    if not searched and goals:
        return Prepared(problem)
    found = await _prepared(_with_goals(problem, searched), read)
    own = {goal.id: goal for goal in found.problem.intent.goals}
    kept = (own.get(one.id, one) for one in goals if one.id in own or one.id in resolved)
    return replace(found, problem=_with_goals(found.problem, tuple(kept)))


def _with_goals(problem: Problem, goals: tuple[Goal, ...]) -> Problem:
    if goals == problem.intent.goals:
        return problem
    return replace(problem, intent=problem.intent.model_copy(update={"goals": goals}))


async def _prepared(problem: Problem, read: ReadTool) -> Prepared:
    problem = in_currency(with_outcomes(with_action_nouns(problem)))
    named = await with_described(problem, read)
    if isinstance(named, NoPlan):
        return Prepared(problem, ruled_out=named)
    problem = await _with_kinds(named, read)
    present = await _present_states(problem, read)
    if isinstance(present, NoPlan):
        return Prepared(problem, ruled_out=present)
    settled = await _if_there_is_none(problem, present, read)
    if isinstance(settled, NoPlan):
        return Prepared(problem, ruled_out=settled)
    problem, present = settled
    return Prepared(problem, present, await _mistaken(problem, read))


async def _with_kinds(problem: Problem, read: ReadTool) -> Problem:
    """The problem with the kinds of existing things by which the ways to their state differ."""
    told: dict[str, tuple[Fact, ...]] = {}
    for goal in problem.intent.goals:
        if goal.target_state is None or not goal.object.identifiers:
            continue
        state, key = entered(goal)
        for name in kinds_that_matter(problem, goal):
            found = await present_value(problem, goal, state, key, read, name)
            if found is not None and found.word is not None:
                fact = Fact(f"{key}/{name}", name, found.word, words=found.word)
                told[goal.id] = (*told.get(goal.id, ()), fact)
    return replace(problem, kinds=told) if told else problem


async def _present_states(problem: Problem, read: ReadTool) -> dict[str, str] | NoPlan:
    """The state word of every existing thing of a known kind that a goal wants in another state."""
    words: dict[str, str] = {}
    for goal in problem.intent.goals:
        if goal.target_state is None or goal.function.value == "create" or is_made(problem, goal):
            continue
        if goal.object.type is None:
            continue
        state, key = entered(goal)
        told: Present | None = await present_state(problem, goal, state, key, read)
        if told is None and not goal.object.identifiers:
            return explain.missing_values(problem, (f"{goal.object.type or ''}.id",))
        if told is None or told.word is None:
            return explain.unreadable(problem, goal, told.failure if told else None)
        words[goal.id] = told.word
    return words


def is_made(problem: Problem, goal: Goal) -> bool:
    """Another goal makes what it is about: there is nothing yet that could be read."""
    makers = (one for one in problem.intent.goals if one.function.value == "create")
    return any(one.id == goal.object.made_by for one in makers)


async def _if_there_is_none(
    problem: Problem, present: dict[str, str], read: ReadTool
) -> tuple[Problem, dict[str, str]] | NoPlan:
    """The problem without what need not be made because there is one, which is noted."""
    for goal in [goal for goal in problem.intent.goals if goal.if_none]:
        count = await count_of(problem, goal, read)
        if count is None:
            return explain.unknown_whether(problem, goal)
        if count:
            present = {**present, goal.id: str(count)}
        else:
            problem = without_question(problem, goal)
    return problem, present


async def _mistaken(problem: Problem, read: ReadTool) -> NoPlan | None:
    """Why nothing is done to a thing that is of another kind than its noun says."""
    for goal in problem.intent.goals:
        for kind in problem.kinds.get(goal.id, ()):
            for fact in facts_of(goal.object, goal.id):
                same = fact.attribute == kind.attribute and fact.operator == "eq"
                if same and not same_state(problem, str(fact.value), str(kind.value)):
                    return explain.other_kind(problem, goal, kind.words, fact)
        if not goal.function.writes or goal.function.value == "create":
            continue
        state, key = entered(goal)
        said = facts_of(goal.object, key)
        for fact in said:
            if fact.attribute and names(problem, goal, fact, state.instances[key]):
                told = await present_value(problem, goal, state, key, read, fact.attribute)
                if told and told.word and not same_state(problem, told.word, str(fact.value)):
                    return explain.other_kind(problem, goal, told.word, fact)
    return None


def entered(goal: Goal) -> tuple[State, str]:
    """A state that knows what singles the goal's object out, and the key of it."""
    key = f"{goal.id}/o"
    facts = tuple(fact for fact in facts_of(goal.object, key) if fact.identifies)
    target = Instance(key, goal.object.type, goal.object.role, facts)
    state = State().with_instance(target)
    return replace(state, scope={(goal.object.type or "", ""): key}), key
