"""Verbs that come down to a state: to shelve a book is to bring it to shelved.

Where no tool does the verb to the thing itself but another thing's tool leaves it in such a state,
the goal is that state. Of a thing that the sentence makes, the last state is the one to make it in.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pipelines.contracts.intent import Constraint, Goal, Span
from pipelines.reasoning.planner.problem import Problem
from pipelines.reasoning.planner.selection import actions_of
from pipelines.reasoning.planner.transitions import (
    Move,
    first_states,
    forms_of,
    is_state_of,
    moves,
    paths,
    same_state,
)
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.concept import Concept
from tool_registry.vocabulary.lexicon import Kind
from tool_registry.vocabulary.text import fold

_NOWHERE = Span(start=0, end=0, text="")


def with_outcomes(problem: Problem) -> Problem:
    """The problem with such goals as goals of a state, joined to the making of their thing."""
    goals = tuple(_towards(problem, goal) for goal in problem.intent.goals)
    goals = _joined(problem, goals)
    if goals == problem.intent.goals:
        return problem
    return replace(problem, intent=problem.intent.model_copy(update={"goals": goals}))


def _towards(problem: Problem, goal: Goal) -> Goal:
    said = goal.target_state
    if said is not None:
        state = _end_called_so(problem, goal.object.type, str(said.value))
    else:
        state = _state_of(problem, goal, of_others=True) or _ended_in(problem, goal)
    if state is None:
        return goal
    span = said.span if said is not None else goal.span or _NOWHERE
    target = Constraint(attribute="status", value=state, span=span)
    return goal.model_copy(update={"target_state": target})


def _state_of(problem: Problem, goal: Goal, *, of_others: bool) -> str | None:
    """The state in which the verb leaves its object; `of_others`: by another thing's tools only."""
    thing = goal.object.type
    if thing is None or goal.function.value != "operate":
        return None
    actions = actions_of(problem, goal)
    meant = _meant(problem, goal)
    own = [move for move in meant if move.tool.objects[:1] == (thing,)]
    if of_others and (own or _done_directly(problem, thing, actions)):
        return None
    if of_others:
        meant = [move for move in meant if _is_by_way(move.tool, thing)]
    states = {move.change.after for move in (own or meant) if move.change.before}
    return states.pop() if len(states) == 1 else None


def _meant(problem: Problem, goal: Goal) -> list[Move]:
    """What tools do to such things by the goal's verb."""
    actions = actions_of(problem, goal)
    every = moves(problem, goal.object.type or "")
    return [move for move in every if not actions.isdisjoint(move.tool.actions)]


def _ended_in(problem: Problem, goal: Goal) -> str | None:
    """For a verb that ends things and that no tool does to such a thing: the state that is called
    as the verb is."""
    action = problem.catalogue.lexicon.concept(Kind.ACTION, goal.action)
    thing = goal.object.type
    if action is None or "ends" not in action.flags or thing is None:
        return None
    if _done_directly(problem, thing, actions_of(problem, goal)):
        return None
    return _end(problem, thing, action)


def _end_called_so(problem: Problem, thing: str | None, word: str) -> str | None:
    """For a word for the end that is none of the thing's own states: the state of it that is called
    as the verb is which shares a form with that word (`final state`, `completed`)."""
    if thing is None or is_state_of(problem, thing, word):
        return None
    forms = forms_of(problem, word)
    for action in problem.catalogue.lexicon.concepts_of(Kind.ACTION):
        if "ends" in action.flags and not forms.isdisjoint(map(fold, action.surfaces)):
            return _end(problem, thing, action)
    return None


def _end(problem: Problem, thing: str, action: Concept) -> str | None:
    left = (move.change.after or "" for move in moves(problem, thing))
    named = (one for one in left for verb in action.surfaces if same_state(problem, one, verb))
    return next(named, None)


def _is_by_way(tool: ToolEssentialModel, thing: str) -> bool:
    """The author names no state of the thing that it begins from: it is about another one."""
    return any(c.entity == thing and c.after and not c.before for c in tool.states)


def _done_directly(problem: Problem, thing: str, actions: set[str]) -> bool:
    return any(
        tool.function.value == "operate"
        and tool.objects[:1] == (thing,)
        and not actions.isdisjoint(tool.actions)
        for tool in problem.tools()
    )


def _joined(problem: Problem, goals: Sequence[Goal]) -> tuple[Goal, ...]:
    """`make a book, catalogue it, shelve it`: a book is made that is shelved."""
    found: list[Goal] = []
    place = 0
    while place < len(goals):
        goal = goals[place]
        later = _about_it(goal, goals[place + 1 :])
        ended = _ended(problem, goal, later)
        found.append(ended or goal)
        place += 1 + (len(later) if ended else 0)
    return tuple(found)


def _about_it(made: Goal, goals: Sequence[Goal]) -> list[Goal]:
    """The goals right behind it that change what it makes."""
    if made.function.value != "create":
        return []
    found: list[Goal] = []
    for goal in goals:
        thing = goal.object
        same = thing.type == made.object.type and not (thing.identifiers or thing.constraints)
        if goal.function.value != "operate" or not same:
            break
        found.append(goal)
    return found


def _ended(problem: Problem, made: Goal, later: Sequence[Goal]) -> Goal | None:
    """The making of the thing in its last state, where the way there passes all the others."""
    named = any(goal.target_state for goal in later) or _begins_later(problem, made, later)
    if not named or made.target_state:
        return None
    states = [
        str(goal.target_state.value)
        if goal.target_state
        else _state_of(problem, goal, of_others=False)
        for goal in later
    ]
    passed = [state for state in states if state]
    if len(passed) < len(states) or not _passes(problem, made, passed):
        return None
    kept = tuple(c for c in made.object.constraints if c.attribute != "status")
    span = later[-1].span or _NOWHERE
    last = Constraint(attribute="status", value=passed[-1], span=span)
    thing = made.object.model_copy(update={"constraints": (*kept, last)})
    return made.model_copy(update={"object": thing})


def _begins_later(problem: Problem, made: Goal, later: Sequence[Goal]) -> bool:
    """One of the deeds, each said by its verb alone, begins in a state in which the new thing is
    not by then: something has to be done to it before."""
    if any(goal.related or goal.quantity > 1 for goal in later):
        return False
    present = _made_in(problem, made.object.type or "")
    for goal in later:
        own = [m for m in _meant(problem, goal) if m.tool.objects[:1] == (goal.object.type,)]
        before = {state for move in own for state in move.change.before}
        if present and before and not any(same_state(problem, present, one) for one in before):
            return True
        present = own[0].change.after if len(own) == 1 else None
    return False


def _made_in(problem: Problem, entity: str) -> str | None:
    """The state in which such things begin."""
    makers = (t for t in problem.tools() if t.function.value == "create")
    starts = (first_states(problem, t, entity) for t in makers if t.objects[:1] == (entity,))
    return next((one[0] for one in starts if one), None)


def _passes(problem: Problem, made: Goal, states: Sequence[str]) -> bool:
    entity = made.object.type or ""
    if not all(paths(problem, entity, one, other) for one, other in pairwise(states)):
        return False
    told = [str(c.value) for c in made.object.constraints if c.attribute == "status"]
    start = _made_in(problem, entity)
    way = paths(problem, entity, start, states[-1])[:1] if start else []
    reached = [start or "", *(move.change.after or "" for step in way for move in step)]
    wanted = (*told, *states)
    return bool(way) and all(any(same_state(problem, w, r) for r in reached) for w in wanted)


def kinds_that_matter(problem: Problem, goal: Goal) -> list[str]:
    """Attributes by which the makers of the thing, or of what the state is reached by, differ: its
    channel."""
    wanted = str(goal.target_state.value) if goal.target_state else ""
    ways = [(goal.object.type or "",)]
    ways += [
        move.tool.objects[:1]
        for move in moves(problem, goal.object.type or "")
        if same_state(problem, move.change.after or "", wanted)
        and move.tool.objects[:1] != (goal.object.type,)
    ]
    makers = (t for t in problem.tools() if t.function.value == "create" and t.objects[:1] in ways)
    marks = {(mark.attribute, mark.value) for tool in makers for mark in tool.discriminators}
    names = [name for name, _ in sorted(marks, key=str) if name]
    return [name for name in dict.fromkeys(names) if names.count(name) > 1]
