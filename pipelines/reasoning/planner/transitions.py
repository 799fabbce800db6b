"""State goals: the shortest way of calls from an instance's present state to the wanted one."""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipelines.contracts.intent import Goal
from pipelines.reasoning.arguments import kinds
from pipelines.reasoning.planner.problem import Frame, Place, Problem
from pipelines.reasoning.planner.state import Fact, State
from tool_registry.model import Slot, StateChange, ToolEssentialModel
from tool_registry.vocabulary.lexicon import Kind
from tool_registry.vocabulary.text import fold

_CLAUSE = r"[;\uff1b\u3002\n]"
_LEAST = 2
"""Signs of a state's word that a title is searched for."""
_ID, _NEW, _SETS = "id", "new", "sets"
_BRACKETS = r"\s*[(\uff08]([^)\uff09]*)[)\uff09]"


@dataclass(frozen=True, slots=True)
class Move:
    """One tool that takes an entity from some states to another."""

    tool: ToolEssentialModel
    change: StateChange
    said: Fact | None = None
    """The state as it is named to a tool that sets any."""


def moves(problem: Problem, entity: str) -> list[Move]:
    """All declared moves of the entity in the plan's environment, in a stable order."""
    return [
        Move(tool, _begun(problem, tool, change))
        for tool in problem.catalogue.graph.transitions(entity, problem.environment)
        for change in tool.states
        if change.entity == entity and change.after and not problem.forbids(tool)
    ]


def _begun(problem: Problem, tool: ToolEssentialModel, change: StateChange) -> StateChange:
    """A state that a thing reaches by way of another one (a book, by its place) begins where
    that other one can be made."""
    other = tool.objects[:1]
    if change.before or other in ((), (change.entity,)):
        return change
    told = [
        state
        for maker in problem.tools()
        if maker.function.value == "create" and maker.objects[:1] == other
        for own in maker.states
        if own.entity == change.entity
        for state in (*own.before, own.after)
        if state
    ]
    return change.model_copy(update={"before": tuple(dict.fromkeys(told))})


def paths(
    problem: Problem,
    entity: str,
    present: str,
    wanted: str,
    facts: Sequence[Fact] = (),
    limit: int = 3,
) -> list[tuple[Move, ...]]:
    """The shortest move sequences from the present state to the wanted one (at most `limit`), of
    tools that serve things of which these facts hold."""
    fitting = [one for one in moves(problem, entity) if not _is_for_others(problem, one, facts)]
    declared = _shortest(problem, fitting, present, wanted, limit)
    found = declared or _shortest(problem, settings(problem, entity), present, wanted, limit)
    return found or _from_anywhere(problem, entity, wanted)[:limit]


def ways_to(
    problem: Problem, entity: str, present: str, wanted: str, facts: Sequence[Fact]
) -> list[tuple[Move, ...]]:
    """The ways to the state for a thing of that kind; where it has none, those to the state that is
    called so for others of its kind: `redeemed (completed)`."""
    direct = paths(problem, entity, present, wanted, facts)
    if direct:
        return direct
    called = [
        way
        for other in _also_called(problem, entity, wanted, facts)
        for way in paths(problem, entity, present, other, facts)
    ]
    return called or _by_titles(problem, entity, present, wanted, facts)


def _by_titles(
    problem: Problem, entity: str, present: str, wanted: str, facts: Sequence[Fact]
) -> list[tuple[Move, ...]]:
    """The ways whose last tool is called by the state, whatever state that leaves the thing in:
    `confirm delivered` completes an order."""
    words = {one for one in forms_of(problem, wanted) if len(one) >= _LEAST}
    ends = {
        move.tool.id: move.change.after or ""
        for move in moves(problem, entity)
        if any(one in fold(f"{move.tool.title} {move.tool.other_title}") for one in words)
    }
    return [
        way
        for after in dict.fromkeys(ends.values())
        for way in paths(problem, entity, present, after, facts)
        if way and way[-1].tool.id in ends
    ]


def _also_called(problem: Problem, entity: str, wanted: str, facts: Sequence[Fact]) -> list[str]:
    """States whose word the tools' authors explain by the wanted one, in brackets behind it, where
    they do so for things of that kind."""
    lexicon = problem.catalogue.lexicon
    found: list[str] = []
    for tool in problem.catalogue.graph.readers(entity, problem.environment):
        for item in tool.yields:
            if item.entity != entity or not _is_state(problem, item.attribute or ""):
                continue
            for word in (one for words in item.values.values() for one in words):
                told = re.search(re.escape(word) + _BRACKETS, item.description)
                if told is None or _is_said_of_others(problem, item.description, told, facts):
                    continue
                named = lexicon.scan(told[1])
                if any(same_state(problem, match.text, wanted) for match in named):
                    found.append(word)
    return list(dict.fromkeys(found))


def _is_said_of_others(
    problem: Problem, text: str, word: re.Match[str], facts: Sequence[Fact]
) -> bool:
    """It stands in a clause about another kind: `take-away: done; dine-in: redeemed (done)`."""
    clause = re.split(_CLAUSE, text[: word.start()])[-1]
    return _names_others(problem, clause, facts)


def passes(problem: Problem, start: str, way: tuple[Move, ...], words: Sequence[str]) -> bool:
    """The thing has been in each of these states by the end of the way."""
    reached = [start, *(move.change.after or "" for move in way)]
    return all(any(same_state(problem, one, word) for one in reached) for word in words)


def _is_for_others(problem: Problem, move: Move, facts: Sequence[Fact]) -> bool:
    """Its author says that it is for things of another kind (take-away orders only)."""
    return _names_others(problem, move.tool.description, facts)


def _names_others(problem: Problem, text: str, facts: Sequence[Fact]) -> bool:
    """A text names one value of what a fact is about, and another one than the fact's."""
    lexicon = problem.catalogue.lexicon
    told = [fact for fact in facts if fact.attribute and fact.operator == "eq"]
    told = [fact for fact in told if not _is_state(problem, fact.attribute or "")]
    if not told:
        return False
    named = [
        (concept.attribute, concept.name)
        for match in lexicon.scan(text)
        for concept in match.concepts
        if concept.kind is Kind.VALUE
    ]
    for fact in told:
        own = {name for attribute, name in named if attribute == fact.attribute}
        if len(own) == 1 and not any(same_state(problem, str(fact.value), name) for name in own):
            return True
    return False


def _is_state(problem: Problem, name: str) -> bool:
    attribute = problem.catalogue.lexicon.concept(Kind.ATTRIBUTE, name)
    return attribute is not None and "state" in attribute.flags


def _from_anywhere(problem: Problem, entity: str, wanted: str) -> list[tuple[Move, ...]]:
    """The tools that leave the thing so, where their authors name no state that they begin from."""
    return [
        (move,)
        for move in moves(problem, entity)
        if not move.change.before
        and move.tool.objects[:1] == (entity,)
        and move.tool.function.value == "operate"
        and same_state(problem, move.change.after or "", wanted)
    ]


def settings(problem: Problem, entity: str) -> list[Move]:
    """Tools that set the entity's state to any of a closed set, once for each of its values."""
    return [
        Move(
            tool,
            StateChange(entity=entity, attribute=slot.attribute or "", after=(*words, raw)[0]),
            Fact(f"set/{raw}", slot.attribute, raw, words=raw),
        )
        for tool in problem.tools()
        if tool.function.value == "operate" and tool.objects[:1] == (entity,)
        for slot in tool.needs
        if slot.entity in (None, entity)
        if slot.actions_by_value or _is_set(problem, tool, slot)
        for raw, words in slot.values.items()
    ]


def _is_set(problem: Problem, tool: ToolEssentialModel, slot: Slot) -> bool:
    """A state out of a closed set that the tool cannot do without, or one of the values that it
    gives to the thing whose id it is told."""
    if not slot.values or not _is_state(problem, slot.attribute or ""):
        return False
    verbs = (problem.catalogue.lexicon.concept(Kind.ACTION, one) for one in tool.actions)
    sets = any(verb is not None and _SETS in verb.flags for verb in verbs)
    own = any((one.entity, one.attribute) == (tool.objects[0], _ID) for one in tool.needs)
    return slot.required or (sets and own and slot.role in (None, _NEW))


def _shortest(
    problem: Problem, available: list[Move], present: str, wanted: str, limit: int
) -> list[tuple[Move, ...]]:
    found: list[tuple[Move, ...]] = []
    queue: deque[tuple[str, tuple[Move, ...]]] = deque([(present, ())])
    while queue and len(found) < limit:
        state, way = queue.popleft()
        if way and same_state(problem, state, wanted):
            found.append(way)
            continue
        if (found and len(way) >= len(found[0])) or len(way) >= problem.options.max_depth:
            continue
        for move in available:
            after = move.change.after or ""
            seen = {present, *(step.change.after or "" for step in way)}
            if leaves(problem, move, state) and after not in seen:
                queue.append((after, (*way, move)))
    return found


def same_state(problem: Problem, one: str, other: str) -> bool:
    """True when two state words mean the same state."""
    if fold(one) == fold(other):
        return True
    return not forms_of(problem, one).isdisjoint(forms_of(problem, other))


def forms_of(problem: Problem, word: str) -> set[str]:
    """All spellings of the states that the word can name: two that share one are the same."""
    concepts = problem.catalogue.lexicon.lookup(word, Kind.VALUE)
    return {fold(form) for concept in concepts for form in (concept.name, *concept.surfaces)}


def is_state_of(problem: Problem, entity: str, word: str) -> bool:
    """True when the word names a state that some tool leaves or reaches for the entity."""
    return any(
        same_state(problem, word, state)
        for move in moves(problem, entity)
        for state in (*move.change.before, move.change.after or "")
        if state
    )


def walk(
    frame: Frame, goal: Goal, way: tuple[Move, ...], state: State, place: Place
) -> Iterator[State]:
    """The moves placed one after the other on the frame's target."""
    if not way:
        yield state
        return
    mode = "main" if goal.function.value != "create" or frame.mode == "main" else "make"
    implied = (way[0].said,) if way[0].said else ()
    inner = replace(
        frame,
        tool=way[0].tool,
        mode=mode,
        depth=frame.depth + 1,
        implied=implied,
        by_way=way[0].tool.objects[:1] != (goal.object.type,),
    )
    for after in place(inner, state.covering(*kinds.ways(inner, state))):
        yield from walk(frame, goal, way[1:], after, place)


def first_states(problem: Problem, tool: ToolEssentialModel, entity: str) -> list[str]:
    """States in which the tool leaves what it creates; where unsaid, states nothing leads to."""
    said = [change.after for change in tool.states if change.entity == entity and change.after]
    if said:
        return said
    available = moves(problem, entity)
    reached = {move.change.after for move in available}
    starts = [s for move in available for s in move.change.before if s not in reached]
    return list(dict.fromkeys(starts))


def arrived(problem: Problem, state: State, target: str, present: str | None) -> str | None:
    """The state in which the calls of a partial plan leave a thing that was in `present`."""
    entity = state.instances[target].entity or ""
    for draft in state.drafts:
        if draft.target != target:
            continue
        made = draft.tool.function.value == "create" and draft.tool.objects[:1] == (entity,)
        left = [c.after for c in draft.tool.states if c.entity == entity and c.after]
        left = left or (first_states(problem, draft.tool, entity) if made else [])
        present = left[0] if left else present
    return present


def leaves(problem: Problem, move: Move, state: str) -> bool:
    """True where the move begins in that state."""
    return move.said is not None or any(
        same_state(problem, before, state) for before in move.change.before
    )
