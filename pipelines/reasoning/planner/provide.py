"""Where an instance that a slot speaks of can come from: known, converted, found, or made."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pipelines.contracts.intent import Goal
from pipelines.reasoning.planner.initial_state import is_of_another_s
from pipelines.reasoning.planner.problem import Frame, Place, Problem, known_instances
from pipelines.reasoning.planner.selection import differing, left_open
from pipelines.reasoning.planner.state import Fact, Instance, Known, State
from pipelines.reasoning.planner.transitions import first_states, paths, same_state, walk
from tool_registry.base.types import FunctionType
from tool_registry.graph import Join
from tool_registry.model import Slot, ToolEssentialModel

_BY_THE_WAY = 0.5
"""What only stands in the records of other things is searched for among its own kind first."""
Source = Callable[[Frame, Slot, Instance, State, Place], Iterator[State]]


def converted(
    frame: Frame, slot: Slot, instance: Instance, state: State, place: Place
) -> Iterator[State]:
    """An identified instance: read it by what is known of it, to learn the attribute wanted."""
    for join in _joins(frame, slot):
        tool = frame.problem.tool(join.tool)
        if tool is None or tool.function.writes:
            continue
        inner = frame.deeper(tool, instance.key, "convert")
        for after in place(inner, _doubted(frame, state, join)):
            if slot.attribute in after.instances[instance.key].known:
                yield after


def related(
    frame: Frame, slot: Slot, instance: Instance, state: State, place: Place
) -> Iterator[State]:
    """An unidentified instance that another, known one points to: the owner of an order."""
    own = instance.key == frame.target and is_of_another_s(frame.goal)
    fresh = {draft.target for draft in state.drafts if draft.tool.function.value == "create"}
    for join in _joins(frame, slot):
        tool = frame.problem.tool(join.tool)
        if tool is None or tool.function.writes or join.yielded.many:
            continue
        if (tool.id, join.yielded.path) in frame.problem.silent:
            continue
        for known in list(known_instances(state)):
            if known.made or known.entity not in tool.objects or known.key == instance.key:
                continue
            if own and known.entity == instance.entity:
                continue
            if known.key in fresh and _tells_nothing(frame, slot, known, state):
                continue
            inner = frame.deeper(tool, known.key, "convert")
            for after in place(inner, _doubted(frame, state, join)):
                yield learn(after, instance.key, slot.attribute, len(after.drafts) - 1, join)


def _tells_nothing(frame: Frame, slot: Slot, made: Instance, state: State) -> bool:
    """What the plan makes tells nothing of what this goal needs where it is of the goal's own kind,
    nor of a thing that was not given to its making and without which such things can be."""
    if made.entity == frame.goal.object.type:
        return True
    makings = [draft for draft in state.drafts if draft.target == made.key]
    if any(
        _is_about(need, slot) and need.path in m.bindings for m in makings for need in m.tool.needs
    ):
        return False
    creators = frame.problem.catalogue.graph.creators(made.entity or "", frame.problem.environment)
    makers = (*creators, *(making.tool for making in makings))
    return any(_is_about(need, slot) and not need.required for one in makers for need in one.needs)


def _is_about(need: Slot, slot: Slot) -> bool:
    return need.entity is not None and need.entity == slot.entity


def found(
    frame: Frame, slot: Slot, instance: Instance, state: State, place: Place
) -> Iterator[State]:
    """An unidentified thing that is no person: one out of a list that exists."""
    problem = frame.problem
    if not problem.may_pick(slot.entity) or frame.depth >= problem.options.max_find_depth:
        return
    for join in _joins(frame, slot):
        tool = problem.tool(join.tool)
        if tool is None or tool.function.writes or tool.id in problem.empty:
            continue
        if (tool.id, join.yielded.path) in problem.silent:
            continue
        inner = frame.deeper(tool, instance.key, "find")
        aside = 0.0 if slot.entity in tool.objects[:1] else _BY_THE_WAY
        begun = replace(state, cost=state.cost.plus(doubt=aside))
        for after in place(inner, _doubted(frame, begun, join)):
            if slot.attribute in after.instances[instance.key].known and not _in_new(after):
                yield after


def listed(
    frame: Frame, slot: Slot, instance: Instance, state: State, place: Place
) -> Iterator[State]:
    """A thing named in the user's reply: the element of a list in which the reply stands."""
    for join in _joins(frame, slot):
        tool = frame.problem.tool(join.tool)
        if tool is None or tool.function.writes or not join.yielded.many:
            continue
        if tool.id not in frame.problem.empty:
            yield from place(frame.deeper(tool, instance.key, "find"), _doubted(frame, state, join))


def scoped(
    frame: Frame, slot: Slot, instance: Instance, state: State, place: Place
) -> Iterator[State]:
    """A thing that is named together with whose it is: the element of that one's list."""
    others = [one for one in known_instances(state) if one.key != instance.key and one.facts]
    if all(fact.key in state.covered for one in others for fact in one.facts):
        return
    owners = {one.entity for one in others}
    for join in _joins(frame, slot):
        tool = frame.problem.tool(join.tool)
        if tool is None or tool.function.writes or not join.yielded.many:
            continue
        if tool.id in frame.problem.empty:
            continue
        if not owners.isdisjoint(each.entity for each in tool.needs if each.attribute):
            yield from place(frame.deeper(tool, instance.key, "find"), _doubted(frame, state, join))


def made(
    frame: Frame, slot: Slot, instance: Instance, state: State, place: Place
) -> Iterator[State]:
    """An upstream thing that has to be created first."""
    problem = frame.problem
    if not frame.may_make or slot.entity is None:
        return
    free = problem.intent.allows("create_missing") or problem.intent.allows("create_required")
    begun = replace(state, cost=state.cost.plus(creations=0 if free else 1))
    begun = begun.with_instance(replace(instance, made=True))
    makers = frame.reach.makers(slot.entity)
    own = [tool for tool in makers if tool.source == frame.tool.source]
    foreign = [tool for tool in makers if tool.source != frame.tool.source]
    for tool in (*own, *foreign[: problem.options.max_foreign]):
        if problem.forbids(tool, asked=False) or tool.id == frame.tool.id:
            continue
        if _other_kind(frame, tool) or (frame.by_way and _undecided(frame, tool, makers)):
            continue
        inner = frame.deeper(tool, instance.key, "make")
        for after in place(inner, _strayed(begun, frame, tool)):
            if slot.attribute in after.instances[instance.key].known:
                yield from _usable(frame, inner, slot.entity, after, place)


def _other_kind(frame: Frame, tool: ToolEssentialModel) -> bool:
    return differing(tool, frame.inherited, frame.problem) is not None


def _undecided(
    frame: Frame, tool: ToolEssentialModel, makers: Sequence[ToolEssentialModel]
) -> bool:
    """One of several makers for different kinds, where nothing tells of which kind the thing is."""
    open_ = left_open(tool, frame.inherited, frame.problem)
    return any(
        mark.attribute == own.attribute and mark.value != own.value
        for own in open_
        for other in makers
        for mark in other.discriminators
    )


def _strayed(state: State, frame: Frame, tool: ToolEssentialModel) -> State:
    """Dearer by every word in which the maker is narrower than, or apart from, what is asked."""
    akin = {frame.goal.object.type, *(fact.value for fact in frame.inherited)}
    apart = 0.0 if akin.intersection(tool.objects) else 0.1
    narrower = 0.5 * len(left_open(tool, frame.inherited, frame.problem))
    foreign = 0.3 if tool.source != frame.tool.source else 0.0
    return replace(state, cost=state.cost.plus(doubt=apart + narrower + foreign))


def _usable(frame: Frame, maker: Frame, entity: str, state: State, place: Place) -> Iterator[State]:
    """What was made, brought into the state that the tool which needs it demands."""
    demanded = [s for c in frame.tool.states if c.entity == entity for s in c.before]
    begun = first_states(frame.problem, maker.tool, entity)
    ready = any(same_state(frame.problem, a, b) for a in begun for b in demanded)
    if not demanded or not begun or ready:
        yield state
        return
    for wanted in demanded:
        for way in paths(frame.problem, entity, begun[0], wanted):
            yield from walk(maker, frame.goal, way, state, place)


def remembered_facts(frame: Frame, instance: Instance) -> tuple[Fact, ...]:
    """What the conversation knows of the latest instance of that entity, in this environment."""
    problem = frame.problem
    if (
        _is_of_another(frame, instance)
        or _is_told(frame.goal, instance)
        or _is_described(problem, instance)
        or (instance.key == frame.target and _is_looked_for(frame.goal))
    ):
        return ()
    for item in problem.memory:
        if item.entity == instance.entity and item.environment == problem.environment:
            return tuple(
                Fact(
                    f"{instance.key}/m{n}",
                    attribute,
                    value,
                    identifies=True,
                    source="remembered",
                    words=item.words or value,
                )
                for n, (attribute, value) in enumerate(sorted(item.attributes.items()))
            )
    return ()


def _is_of_another(frame: Frame, instance: Instance) -> bool:
    """That by which this thing reaches the state is its own, and no other one that was spoken of:
    the plan finds it, or makes it."""
    way = frame.by_way and instance.entity in frame.tool.objects[:1]
    return way and instance.key != frame.target and not instance.words


def _is_described(problem: Problem, instance: Instance) -> bool:
    """`a newly made user`: nobody knows whether the one who was spoken of is so."""
    said = (one for one in instance.facts if one.source == "words" and not one.identifies)
    return problem.is_person(instance.entity) and any(said)


def _is_told(goal: Goal, instance: Instance) -> bool:
    """`the user of order 7`: what is said beside it tells who it is."""
    refs = [goal.object, *goal.related]
    open_ones = [one for one in refs if one.type == instance.entity and not one.identifiers]
    roles = {"parent", *(one.role for one in open_ones if one.role == "recipient")}
    tells = any(one.role in roles and one.identifiers for one in goal.related)
    return tells and any(
        one is goal.object or one.role in ("owner", "recipient") for one in open_ones
    )


def _is_looked_for(goal: Goal) -> bool:
    """`the things of this user`, `which red ones are there`: all that somebody has, or that are so,
    are looked for, whatever was spoken of."""
    if goal.function.writes or goal.asked:
        return False
    if goal.object.constraints:
        return goal.function is FunctionType.QUERY and goal.object.reference is None
    return any(ref.role == "owner" for ref in goal.related)


def _joins(frame: Frame, slot: Slot) -> list[Join]:
    """Joins that may be walked, the own team's and the cheapest to feed first."""
    problem = frame.problem
    joins = problem.catalogue.graph.providers(slot, problem.environment)
    sure = [join for join in joins if join.confidence >= problem.options.min_confidence]
    prices = frame.reach.prices([problem.catalogue.tools[join.tool] for join in sure])
    found = zip(prices, sure, strict=True)
    priced = [(price, join) for price, join in found if price is not None]
    ranked = [join for _, join in sorted(priced, key=lambda pair: pair[0])]
    own = [join for join in ranked if not _is_foreign(frame, join)]
    foreign = [join for join in ranked if _is_foreign(frame, join)]
    return [*own, *foreign[: problem.options.max_foreign]]


def _is_foreign(frame: Frame, join: Join) -> bool:
    return join.tool.partition("/")[0] != frame.tool.source


def _doubted(frame: Frame, state: State, join: Join) -> State:
    """Dearer by the doubt in the join, and where another team's tools would have to be mixed in."""
    foreign = 0.3 if _is_foreign(frame, join) else 0.0
    return replace(state, cost=state.cost.plus(doubt=round(1 - join.confidence + foreign, 3)))


def learn(state: State, key: str, attribute: str | None, step: int, join: Join) -> State:
    instance = state.instances[key]
    known = {**instance.known, attribute or "": Known(step, join.yielded)}
    return state.with_instance(replace(instance, known=known))


def _in_new(state: State) -> bool:
    """True when the last call lists what belongs to something this plan has only just made."""
    last = state.drafts[-1]
    made = {draft.target for draft in state.drafts if draft.tool.function.value == "create"}
    told = {f"s{n + 1}" for n, draft in enumerate(state.drafts) if draft.target in made}
    return any(binding.step in told for binding in last.bindings.values())
