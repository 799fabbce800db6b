"""The search: placing tools and, through their slots, whatever they need, at the lowest cost."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipelines.contracts.chain import Binding
from pipelines.contracts.intent import Constraint, Span
from pipelines.reasoning.arguments.binding import options
from pipelines.reasoning.arguments.inside import wanted_beside
from pipelines.reasoning.arguments.lists import element_paths
from pipelines.reasoning.planner.problem import Frame, roles_conflict
from pipelines.reasoning.planner.state import Cost, Draft, Fact, Instance, Known, State
from tool_registry.model import Slot, ToolEssentialModel, Yield


class Search:
    """Places tools into partial plans; bounded by depth and by a budget of expansions."""

    def __init__(self, max_depth: int, max_expansions: int, best: Cost | None = None) -> None:
        self._max_depth = max_depth
        self._left = max_expansions
        self.best = best
        """Cost of the best whole plan so far: dearer partial plans are not pursued."""

    def place(self, frame: Frame, state: State) -> Iterator[State]:
        """Every way in which the frame's tool can be called, as states with that call added."""
        repeated = any(
            draft.tool.id == frame.tool.id and draft.target == frame.target
            for draft in state.drafts
        )
        if frame.depth > self._max_depth or (repeated and frame.mode != "main"):
            return
        if frame.depth > 0 and self._too_dear(charged(state, frame.tool)):
            return
        for bindings, bound in self._bind(frame, _groups(frame.tool), state):
            beside = wanted_beside(frame.tool, bindings)
            groups = [[slot.model_copy(update={"required": True})] for slot in beside]
            for more, whole in self._bind(frame, groups, bound):
                yield append(frame, {**bindings, **more}, whole)

    def _bind(
        self, frame: Frame, groups: Sequence[Sequence[Slot]], state: State
    ) -> Iterator[tuple[dict[str, Binding], State]]:
        if not groups:
            yield {}, state
            return
        self._left -= 1
        if self._left < 0 or self._too_dear(state):
            return
        for path, binding, after in self._alternatives(frame, groups[0], state):
            for rest, final in self._bind(frame, groups[1:], after):
                yield ({path: binding, **rest} if binding else rest), final

    def _too_dear(self, state: State) -> bool:
        return self.best is not None and state.cost > self.best

    def _alternatives(
        self, frame: Frame, group: Sequence[Slot], state: State
    ) -> Iterator[tuple[str, Binding | None, State]]:
        if frame.mode != "main":
            yield from self._nothing_lacking(frame, group, state)
            return
        for slot in group:
            for binding, after in options(frame, slot, state, self.place):
                yield slot.path, binding, after

    def _nothing_lacking(
        self, frame: Frame, group: Sequence[Slot], state: State
    ) -> Iterator[tuple[str, Binding | None, State]]:
        """Providing for another tool: what cannot be had in full is no provision."""
        for slot in group:
            for binding, after in options(frame, slot, state, self.place):
                if after.cost.missing == state.cost.missing:
                    yield slot.path, binding, after


def _groups(tool: ToolEssentialModel) -> list[list[Slot]]:
    """Slots in the order of binding; alternatives of which one is required stand together."""
    groups: dict[str, list[Slot]] = {}
    for slot in tool.needs:
        member = slot.model_copy(update={"required": True}) if slot.one_of else slot
        groups.setdefault(slot.one_of or slot.path, []).append(member)
    return sorted(groups.values(), key=lambda group: not group[0].required)


def append(frame: Frame, bindings: dict[str, Binding], state: State) -> State:
    index = len(state.drafts)
    target = state.instances[frame.target]
    where, covered = _where(frame, target) if frame.mode in ("find", "convert") else ((), ())
    draft = Draft(
        tool=frame.tool,
        goal=frame.goal.id,
        ordinal=frame.ordinal,
        bindings=bindings,
        target=frame.target,
        main=frame.mode == "main",
        asked=frame.mode == "main",
        where=where,
    )
    paid = state if frame.mode == "main" and frame.depth == 0 else charged(state, frame.tool)
    known = {**target.known, **_readable(frame.tool, target, index)}
    after = replace(paid, drafts=(*state.drafts, draft))
    return after.with_instance(replace(target, known=known)).covering(*covered)


def charged(state: State, tool: ToolEssentialModel) -> State:
    """The state with one more call of the tool in its cost.

    A goal's main tool is paid for before its slots are bound, so that dear ways end early.
    """
    cost = state.cost.plus(
        effects=1 if tool.function.writes else 0, calls=1, penalty=0 if tool.preferred else 1
    )
    return replace(state, cost=cost)


def _readable(tool: ToolEssentialModel, target: Instance, index: int) -> dict[str, Known]:
    """What the tool's result tells of its target, the most certain yield of each attribute."""
    ranked = sorted(tool.yields, key=lambda item: (-item.confidence, item.many, len(item.path)))
    known: dict[str, Known] = {}
    for item in ranked:
        if item.attribute and _is_about(item, target) and item.attribute not in known:
            known[item.attribute] = Known(index, item, select=item.many)
    return known


def _is_about(item: Yield, target: Instance) -> bool:
    return item.entity == target.entity and not roles_conflict(item.role, target.role)


_NOWHERE = Span(start=0, end=0, text="")


def _where(frame: Frame, target: Instance) -> tuple[tuple[Constraint, ...], tuple[str, ...]]:
    """What the element chosen from a list must satisfy, and the facts that this covers."""
    listed = element_paths(frame.tool, target.entity)
    facts = [
        fact
        for fact in (*target.facts, *frame.inherited)
        if fact.attribute in listed or (fact.attribute is None and fact.identifies)
    ]
    usable = [
        Constraint(attribute=change.attribute, value=list(change.before), span=_NOWHERE)
        for change in frame.demands
        if change.entity == target.entity and change.attribute in listed
    ]
    return (*(_demand(f) for f in facts), *usable), tuple(fact.key for fact in facts)


def _demand(fact: Fact) -> Constraint:
    return Constraint(
        attribute=fact.attribute,
        value=fact.value,
        unit=fact.unit,
        span=fact.span or Span(start=0, end=0, text=fact.words),
    )
