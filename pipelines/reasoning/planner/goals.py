"""From one goal of the sentence to the best partial plan that reaches it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from pipelines.contracts.intent import Goal
from pipelines.reasoning.planner.covering import uncovered
from pipelines.reasoning.planner.initial_state import enter, made_before
from pipelines.reasoning.planner.problem import Frame, Problem, reach_of
from pipelines.reasoning.planner.search import Search, charged
from pipelines.reasoning.planner.selection import Main, Miss, mains, marked, misses
from pipelines.reasoning.planner.state import Cost, Fact, State
from pipelines.reasoning.planner.transitions import (
    Move,
    arrived,
    first_states,
    is_state_of,
    passes,
    same_state,
    walk,
    ways_to,
)
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.lexicon import Kind

_LOT = 10
"""Calls of one main tool that share a budget of expansions."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The best state that reaches a goal, or why there is none."""

    state: State | None
    dropped: tuple[Fact, ...] = ()
    """Facts of the sentence that no chain could take."""
    rivals: tuple[Main, ...] = ()
    """Twins among which the sentence does not choose."""
    near: tuple[Miss, ...] = ()
    others: tuple[Main, ...] = ()
    """Twins that only the platform makes dearer: they count where something speaks for them."""


def solve(problem: Problem, goal: Goal, state: State, present: Mapping[str, str]) -> Outcome:
    """The cheapest way to reach the goal from the partial plan so far.

    `present` holds the state word read from the environment, by goal id, for state goals.
    """
    entered, target = enter(problem, goal, state)
    facts = entered.instances[target].facts
    often = problem.options.max_times
    fitting = [main for main in mains(problem, goal, facts) if _calls(goal, main.tool) <= often]
    attempts = _attempts(problem, goal, fitting, entered, target, present)
    best: State | None = None
    choice: Main | None = None
    full: dict[str, Main] = {}
    dropped: tuple[Fact, ...] = ()
    lacking: State | None = None
    for main, after in attempts:
        left = uncovered(problem, goal, after)
        if left:
            dropped = dropped or left
            if _may_be_asked(left, entered, after) and (
                lacking is None or _key(after) < _key(lacking)
            ):
                lacking = after
            continue
        if main is not None and after.cost.missing == 0:
            full.setdefault(main.tool.id, main)
        if best is None or _key(after) < _key(best):
            best, choice = after, main
    if best is None and lacking is not None:
        return Outcome(lacking)
    dearer: list[Main] = []
    for main in _unheard_of(choice, fitting, full):
        alone = _alone(problem, goal, main, entered, target)
        if alone and best and not uncovered(problem, goal, alone) and _no_dearer(alone, best):
            dearer.append(main)
    others = _rivals(choice, [*full.values(), *dearer])
    rivals = _rivals(choice, list(full.values()))
    near = tuple(misses(problem, goal, facts))
    return Outcome(best, dropped if best is None else (), rivals, near, others)


def _unheard_of(
    choice: Main | None, fitting: Sequence[Main], full: Mapping[str, Main]
) -> list[Main]:
    """Twins that were not tried to the end because a tool of a preferred platform is cheaper:
    which platform is preferred says nothing of what is wanted."""
    if choice is None or not choice.open or any(not main.open for main in full.values()):
        return []
    return [main for main in fitting if main.tool.id not in full and _other_kind(main, choice)]


def _no_dearer(other: State, best: State) -> bool:
    """No dearer but for the platform."""
    return other.cost._replace(penalty=0) <= best.cost._replace(penalty=0)


def _alone(problem: Problem, goal: Goal, main: Main, state: State, target: str) -> State | None:
    """The plan with that main tool, whatever it costs beside others."""
    search = Search(problem.options.max_depth, problem.options.max_expansions)
    return next(_repeat(problem, goal, main, state, target, search), None)


def _may_be_asked(left: tuple[Fact, ...], begun: State, after: State) -> bool:
    """True where the words left over only say whose the thing is that nobody has named yet."""
    return after.cost.missing > begun.cost.missing and all(fact.identifies for fact in left)


def _key(state: State) -> tuple[Cost, int, float, tuple[str, ...]]:
    """The cheapest first; among equals what is done at once and for one, then what has succeeded
    more often, then the ids."""
    late = sum(draft.tool.bulk is not None or draft.tool.poll is not None for draft in state.drafts)
    failing = round(sum(1 - draft.tool.prior for draft in state.drafts), 3)
    return state.cost, late, failing, tuple(draft.tool.id for draft in state.drafts)


def _attempts(
    problem: Problem,
    goal: Goal,
    fitting: list[Main],
    state: State,
    target: str,
    present: Mapping[str, str],
) -> Iterator[tuple[Main | None, State]]:
    if goal.target_state is not None and goal.function.value != "create":
        for after in _reach(problem, goal, state, target, present.get(goal.id)):
            yield None, after
        return
    best = None
    for main in fitting[:12]:
        lots = 1 + _calls(goal, main.tool) // _LOT
        search = Search(problem.options.max_depth, problem.options.max_expansions * lots, best)
        placed = _repeat(problem, goal, main, state, target, search)
        for way in islice(placed, problem.options.max_ways):
            after = _doubted(goal, state, way)
            yield main, after
            if not uncovered(problem, goal, after) and (best is None or after.cost < best):
                best = search.best = after.cost


_LEFT_OUT = 0.5
"""More than the difference between two verbs for the same thing."""


def _doubted(goal: Goal, begun: State, state: State) -> State:
    """Dearer by everything that earlier steps make for this one and that it is not given: a card
    that is for somebody is not one of nobody."""
    made = {made_before(ref, begun) for ref in goal.related} - {None}
    steps = {
        binding.step
        for draft in state.drafts[len(begun.drafts) :]
        for binding in draft.bindings.values()
    }
    used = {d.target for number, d in enumerate(state.drafts, 1) if f"s{number}" in steps}
    return replace(state, cost=state.cost.plus(misfit=_LEFT_OUT * len(made - used)))


def _repeat(
    problem: Problem, goal: Goal, main: Main, state: State, target: str, search: Search
) -> Iterator[State]:
    """The main tool placed once for each instance asked for; a bulk tool once for all."""
    bulk = 0.1 if main.tool.bulk and _calls(goal, main.tool) == goal.quantity else 0.0
    cost = state.cost.plus(misfit=main.doubt, narrower=len(main.open), doubt=bulk)
    doubted = replace(state, cost=cost)
    frame = Frame(
        problem,
        goal,
        main.tool,
        target,
        "main",
        reach_of(problem, state, main.tool.source),
        inherited=inherited(main, state.instances[target].facts),
        implied=main.implied,
    )
    count = _calls(goal, main.tool)
    own = {fact.key for fact in state.instances[target].facts if _is_state(problem, goal, fact)}
    for first in _place(frame, doubted, search):
        final = first
        for ordinal in range(2, count + 1):
            twin = replace(state.instances[target], key=f"{target}/{ordinal}")
            more = replace(final, covered=final.covered - own).with_instance(twin)
            if goal.per_each:
                more = replace(more, scope=state.scope)
            again = replace(frame, target=twin.key, ordinal=ordinal)
            after = next(_place(again, more, search), None)
            if after is None:
                return
            final = after
        yield final


def _is_state(problem: Problem, goal: Goal, fact: Fact) -> bool:
    """Each of several has to be brought to it, though all were told of it once."""
    named = fact.attribute == "status"
    return named or is_state_of(problem, goal.object.type or "", str(fact.value))


def _calls(goal: Goal, tool: ToolEssentialModel) -> int:
    """How often the tool is called; one call for many receivers is not one for many things."""
    if not tool.function.writes:
        return 1
    many = next((slot for slot in tool.needs if slot.path == tool.bulk), None)
    return 1 if many is not None and many.entity in (None, goal.object.type) else goal.quantity


def _place(frame: Frame, state: State, search: Search) -> Iterator[State]:
    facts = state.instances[frame.target].facts
    covered = state.covering(*marked(frame.tool, facts, frame.problem))
    for after in search.place(frame, charged(covered, frame.tool)):
        yield from _then_reach(frame, frame.goal, after, search)


def inherited(main: Main, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """What upstream things may have to take over: what the main tool has no slot for, and kinds."""
    taken = {slot.attribute for slot in main.tool.needs if slot.attribute}
    kinds = tuple(
        Fact(f"mark/{mark.value}", mark.attribute, mark.value, words=mark.value)
        for mark in main.tool.discriminators
    )
    said = (f for f in facts if not f.identifies and f.attribute not in _ITS_OWN)
    return (*(f for f in said if f.attribute not in taken or isinstance(f.value, str)), *kinds)


_ITS_OWN = ("id", "name", "title", "status")
"""What singles a thing out or is its present state says nothing of the things it is made from."""


def _then_reach(frame: Frame, goal: Goal, state: State, search: Search) -> Iterator[State]:
    """After a creation: the moves to the state that the sentence wants the new thing in."""
    if goal.function.value != "create" or goal.object.type is None:
        yield state
        return
    entity = goal.object.type
    target = state.instances[frame.target]
    wanted = [
        fact
        for fact in target.facts
        if fact.key not in state.covered
        and fact.operator == "eq"
        and _is_reached(frame, entity, fact)
    ]
    goal_state = str(goal.target_state.value) if goal.target_state else None
    if not wanted and not goal_state:
        yield state
        return
    done = state.covering(*(fact.key for fact in wanted))
    done = replace(done, scope={**done.scope, (entity, ""): frame.target})
    words = [str(fact.value) for fact in wanted] or [goal_state or ""]
    for start in first_states(frame.problem, frame.tool, entity):
        if all(same_state(frame.problem, start, word) for word in words):
            yield done
            continue
        for last, word in enumerate(words):
            for way in ways_to(frame.problem, entity, start, word, target.facts):
                if passes(frame.problem, start, way, words[:last] + words[last + 1 :]):
                    ended = _ended_in(frame, done, wanted, last)
                    begun = _called(frame, ended, wanted, way)
                    for after in walk(frame, goal, way, begun, search.place):
                        # What is made on the way is this one's alone, and none of the next one's.
                        yield replace(after, scope=begun.scope) if goal.quantity > 1 else after


def _is_reached(frame: Frame, entity: str, said: Fact) -> bool:
    """It is a state of such things, or what a tool on the way from their first one is called by."""
    word = str(said.value)
    if is_state_of(frame.problem, entity, word):
        return True
    starts = first_states(frame.problem, frame.tool, entity) if said.attribute == "status" else ()
    facts = frame.problem.kinds.get(frame.goal.id, ())
    return any(ways_to(frame.problem, entity, start, word, facts) for start in starts)


def _ended_in(frame: Frame, state: State, wanted: Sequence[Fact], last: int) -> State:
    """The new thing with the state that it ends in alone: it leaves the others behind."""
    if len(wanted) < 2:
        return state
    left = [fact for at, fact in enumerate(wanted) if at != last]
    target = state.instances[frame.target]
    facts = tuple(fact for fact in target.facts if fact not in left)
    return state.with_instance(replace(target, facts=facts))


def _called(frame: Frame, state: State, wanted: Sequence[Fact], way: tuple[Move, ...]) -> State:
    """The new thing with the state that it ends in, where its kind calls it otherwise."""
    last = way[-1].change.after if way else None
    if last is None or any(same_state(frame.problem, last, str(one.value)) for one in wanted):
        return state
    target = state.instances[frame.target]
    facts = tuple(replace(one, value=last) if one in wanted else one for one in target.facts)
    return state.with_instance(replace(target, facts=facts))


def _reach(
    problem: Problem, goal: Goal, state: State, target: str, present: str | None
) -> Iterator[State]:
    """The moves from the state that was read, or that earlier steps leave the thing in, to the one
    that the sentence names."""
    present = arrived(problem, state, target, present)
    if present is None or goal.target_state is None or goal.object.type is None:
        return
    action = problem.catalogue.lexicon.concept(Kind.ACTION, goal.action)
    moves = action is None or not action.flags.isdisjoint({"moves", "ends", "sets"})
    told = (*problem.kinds.get(goal.id, ()), *_made_as(state, target))
    own = state.instances[target].facts
    facts = (*told, *own)
    state = state.covering(*(one.key for one in own if _is_so(problem, one, told)))
    for way in ways_to(problem, goal.object.type, present, str(goal.target_state.value), facts):
        first = next(iter(way), None)
        if first is None or (len(way) > 1 and not moves):
            continue  # to shelve a book is not to catalogue it first
        search = Search(problem.options.max_depth, problem.options.max_expansions)
        reach = reach_of(problem, state, first.tool.source)
        frame = Frame(problem, goal, first.tool, target, "main", reach, inherited=told)
        yield from walk(frame, goal, way, state, search.place)


def _is_so(problem: Problem, said: Fact, told: Sequence[Fact]) -> bool:
    """The thing is of the kind that the sentence says."""
    return said.operator == "eq" and any(
        said.attribute == one.attribute and same_state(problem, str(said.value), str(one.value))
        for one in told
    )


def _made_as(state: State, target: str) -> Iterator[Fact]:
    """Of which kind the plan makes the thing."""
    for draft in state.drafts:
        if draft.target == target and draft.tool.function.value == "create":
            for mark in draft.tool.discriminators:
                yield Fact(f"{target}/{mark.value}", mark.attribute, mark.value, words=mark.value)


def _rivals(choice: Main | None, full: list[Main]) -> tuple[Main, ...]:
    """Twins of the chosen tool that differ only in words that the sentence leaves open."""
    if choice is None or not choice.open or any(not main.open for main in full):
        return ()
    others = [main for main in full if _other_kind(main, choice)]
    return (choice, *others) if others else ()


def _other_kind(main: Main, choice: Main) -> bool:
    """As fitting a tool, but for another kind than the chosen one is for."""
    own = {(mark.attribute, mark.value) for mark in choice.open}
    axes = {attribute for attribute, _ in own}
    differs = any(m.attribute in axes and (m.attribute, m.value) not in own for m in main.open)
    return main.doubt == choice.doubt and differs
