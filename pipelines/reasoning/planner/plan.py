"""The planner: from an IntentResult to a frozen ToolChain, or to a reason why there is none."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from pipelines.contracts.chain import Binding, NoPlan, ToolChain
from pipelines.contracts.intent import Constraint, Goal, Span
from pipelines.messages import say
from pipelines.reasoning import resources
from pipelines.reasoning.arguments.binding import name_of
from pipelines.reasoning.arguments.currency import in_currency
from pipelines.reasoning.arguments.described import with_described
from pipelines.reasoning.arguments.generate import is_said
from pipelines.reasoning.arguments.kinds import names, undecided
from pipelines.reasoning.planner import explain
from pipelines.reasoning.planner.action_nouns import with_action_nouns
from pipelines.reasoning.planner.existing import count_of, without_question
from pipelines.reasoning.planner.freeze import freeze
from pipelines.reasoning.planner.goals import solve
from pipelines.reasoning.planner.lookups import (
    Found,
    Present,
    ReadTool,
    look_into_lists,
    present_state,
    present_value,
)
from pipelines.reasoning.planner.outcomes import kinds_that_matter, with_outcomes
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.selection import Main
from pipelines.reasoning.planner.sharing import shared
from pipelines.reasoning.planner.state import Fact, Instance, State, facts_of
from pipelines.reasoning.planner.transitions import same_state
from tool_registry.base.types import FunctionType
from tool_registry.vocabulary.lexicon import Kind

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
    """Search, then look whether what is to be found exists; what does not is made or asked for.

    `read` calls effect-free tools only. Deterministic for equal inputs and equal reads. Goals on
    records of HTTP APIs are planned by their resources, except where these have no such operation.
    """
    kept = await _of_resources(problem, read)
    return kept if kept is not None else await _of_tools(problem, read)


async def _of_tools(problem: Problem, read: ReadTool) -> Survey:
    """The plan by the needs and yields of all tools."""
    problem = in_currency(with_outcomes(with_action_nouns(problem)))
    named = await with_described(problem, read)
    if isinstance(named, NoPlan):
        return Survey(problem, named, ruled_out=True)
    problem = await _with_kinds(named, read)
    present = await _present_states(problem, read)
    if isinstance(present, NoPlan):
        return Survey(problem, present, ruled_out=True)
    settled = await _if_there_is_none(problem, present, read)
    if isinstance(settled, NoPlan):
        return Survey(problem, settled, ruled_out=True)
    problem, present = settled
    if (mistaken := await _mistaken(problem, read)) is not None:
        return Survey(problem, mistaken, present, ruled_out=True)
    for _ in range(problem.options.max_steps):
        state = _search(problem, present)
        if isinstance(state, NoPlan):
            return Survey(problem, state, present)
        if isinstance(state, Twins):
            told = await _told_apart(problem, state, read)
            if told is None:
                twins = explain.which_twin(problem, state.goal, state.tools)
                return Survey(problem, twins, present)
            problem = told
            continue
        found = await look_into_lists(state.drafts, problem, read)
        if found is None:
            cost = state.cost
            chain = frozen(problem, state, present)
            return Survey(problem, chain, present, doubt=cost.misfit + cost.doubt)
        problem = after_looking(problem, found)
    return Survey(problem, explain.unsettled(problem), present)


async def _of_resources(problem: Problem, read: ReadTool) -> Survey | None:
    """The plan by resources; None where the goals are of other things or nothing does it there."""
    known = problem.catalogue.resources(problem.environment)
    if not resources.is_about(problem, known):
        return None
    draft = await resources.plan(problem, known, read)
    if isinstance(draft, NoPlan) and draft.reason == "no_tool":
        return None
    return Survey(problem, draft, ruled_out=isinstance(draft, NoPlan))


def after_looking(problem: Problem, found: Found) -> Problem:
    """The problem with what its lists turned out to hold."""
    if found.pick is not None:
        problem = replace(problem, picks={**problem.picks, found.pick[0]: found.pick[1]})
    if found.empty is not None:
        problem = replace(problem, empty=problem.empty | {found.empty})
    return problem


@dataclass(frozen=True, slots=True)
class Twins:
    """Tools for one goal that differ in what the sentence does not say."""

    goal: Goal
    tools: tuple[Main, ...]


async def _told_apart(problem: Problem, twins: Twins, read: ReadTool) -> Problem | None:
    """The problem with the kind of the existing thing, where a tool that reads it tells."""
    goal, names = twins.goal, {mark.attribute for main in twins.tools for mark in main.open}
    name = names.pop() if len(names) == 1 else None
    if name is None:
        return None
    kind = await _read_kind(problem, goal, name, read) or _said_elsewhere(problem, goal, name)
    if kind is None:
        return None
    thing = goal.object.model_copy(update={"constraints": (*goal.object.constraints, kind)})
    better = goal.model_copy(update={"object": thing})
    goals = tuple(better if one.id == goal.id else one for one in problem.intent.goals)
    return replace(problem, intent=problem.intent.model_copy(update={"goals": goals}))


async def _read_kind(problem: Problem, goal: Goal, name: str, read: ReadTool) -> Constraint | None:
    if not goal.object.identifiers:
        return None
    state, key = _entered(goal)
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


def _spoken_for(problem: Problem, goal: Goal, others: tuple[Main, ...]) -> Twins | None:
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


async def _with_kinds(problem: Problem, read: ReadTool) -> Problem:
    """The problem with the kinds of existing things by which the ways to their state differ."""
    told: dict[str, tuple[Fact, ...]] = {}
    for goal in problem.intent.goals:
        if goal.target_state is None or not goal.object.identifiers:
            continue
        state, key = _entered(goal)
        for name in kinds_that_matter(problem, goal):
            found = await present_value(problem, goal, state, key, read, name)
            if found is not None and found.word is not None:
                fact = Fact(f"{key}/{name}", name, found.word, words=found.word)
                told[goal.id] = (*told.get(goal.id, ()), fact)
    return replace(problem, kinds=told) if told else problem


async def _mistaken(problem: Problem, read: ReadTool) -> NoPlan | None:
    """Why nothing is done to a thing that is of another kind than its noun says."""
    for goal in problem.intent.goals:
        if not goal.function.writes or goal.function.value == "create":
            continue
        state, key = _entered(goal)
        said = facts_of(goal.object, key)
        for fact in said:
            if fact.attribute and names(problem, goal, fact, state.instances[key]):
                told = await present_value(problem, goal, state, key, read, fact.attribute)
                if told and told.word and not same_state(problem, told.word, str(fact.value)):
                    return explain.other_kind(problem, goal, told.word, fact)
    return None


def _entered(goal: Goal) -> tuple[State, str]:
    """A state that knows what singles the goal's object out, and the key of it."""
    key = f"{goal.id}/o"
    facts = tuple(fact for fact in facts_of(goal.object, key) if fact.identifies)
    target = Instance(key, goal.object.type, goal.object.role, facts)
    state = State().with_instance(target)
    return replace(state, scope={(goal.object.type or "", ""): key}), key


def _search(problem: Problem, present: dict[str, str]) -> State | Twins | NoPlan:
    state = State()
    for goal in problem.intent.goals:
        if reached(problem, goal, present):
            continue
        if goal.object.type is None:
            return explain.unknown_object(problem, goal)
        begun = len(state.drafts)
        outcome = solve(problem, goal, state, present)
        if outcome.state is None:
            return _why(
                problem, goal, present, lambda g, o=outcome: explain.nothing_found(problem, g, o)
            )
        if outcome.rivals:
            return Twins(goal, outcome.rivals)
        if outcome.others and (told := _spoken_for(problem, goal, outcome.others)) is not None:
            return told
        state = outcome.state if goal.per_each else shared(outcome.state, begun)
    if state.missing:
        return explain.lacking(problem, state)
    return (
        undecided_value(problem, state)
        or _unsaid_numbers(problem, state)
        or _unsaid_things(problem, state)
        or state
    )


def _unsaid_numbers(problem: Problem, state: State) -> NoPlan | None:
    """The question for numbers of what is asked for that would be drawn."""
    names = [
        name_of(slot, state.instances[draft.target])
        for draft in state.drafts
        for slot in draft.tool.needs
        if draft.main and is_said(slot) and _is_drawn(draft.bindings.get(slot.path))
    ]
    return explain.missing_values(problem, tuple(dict.fromkeys(names))) if names else None


def _unsaid_things(problem: Problem, state: State) -> NoPlan | None:
    """The question for what is to be changed, where any of a list would do: what is made may use
    any that there is, a change is of one that somebody means."""
    names = [
        name_of(slot, state.instances[draft.target])
        for draft in state.drafts
        for slot in draft.tool.needs
        if draft.main and draft.tool.function in _CHANGES and _is_any(draft.bindings.get(slot.path))
    ]
    return explain.missing_values(problem, tuple(dict.fromkeys(names))) if names else None


def _is_any(binding: Binding | None) -> bool:
    return binding is not None and binding.source == "selected" and not binding.where


def _is_drawn(binding: Binding | None) -> bool:
    return binding is not None and binding.source == "generated"


def undecided_value(problem: Problem, state: State) -> NoPlan | None:
    """What would be made of a kind that nobody said, where a word may have said one."""
    goals = {goal.id: goal for goal in problem.intent.goals}
    for draft in state.drafts:
        found = undecided(problem, goals[draft.goal], draft, state) if draft.main else None
        if found is not None:
            return explain.which_value(problem, *found)
    return None


def _why(
    problem: Problem, goal: Goal, present: dict[str, str], otherwise: Callable[[Goal], NoPlan]
) -> NoPlan:
    if goal.target_state is not None and goal.id in present:
        return explain.no_way(problem, goal, present[goal.id])
    return otherwise(goal)


async def _present_states(problem: Problem, read: ReadTool) -> dict[str, str] | NoPlan:
    """The state word of every existing thing that a goal wants in another state."""
    words: dict[str, str] = {}
    for goal in problem.intent.goals:
        if goal.target_state is None or goal.function.value == "create" or is_made(problem, goal):
            continue
        state, key = _entered(goal)
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
