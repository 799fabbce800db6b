"""What the search is given, and the frame in which one tool's slots are bound."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Literal

from pipelines.contracts.conversation import Origins, Remembered
from pipelines.contracts.intent import Goal, IntentResult
from pipelines.messages.labels import entity_label
from pipelines.reasoning.planner.heuristic import Reach, takes_existing
from pipelines.reasoning.planner.state import Fact, Instance, State
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, StateChange, ToolEssentialModel
from tool_registry.vocabulary.lexicon import Kind


@dataclass(frozen=True, slots=True)
class PlanOptions:
    """Bounds of the search and conventions of the platform."""

    max_depth: int = 6
    max_find_depth: int = 2
    """A list may need one thing that another list holds (an item of a store), and no more."""
    max_expansions: int = 1000
    """Slots bound while one main tool is tried."""
    max_ways: int = 20
    """Complete ways of calling one main tool that are compared."""
    stress_parameter: str = "_mcp_t"
    min_confidence: float = 0.5
    """Joins below this are proposals, not walked."""
    max_foreign: int = 8
    """Tools of other teams that are tried for one value, after all of the same team's."""
    max_steps: int = 30
    max_picks: int = 10
    """Elements of a list that are tried, where what depends on the first one comes up empty."""
    max_times: int = 1000
    """So often at most one request calls a tool for one of several things."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Everything that a plan is made from. `empty`: finding tools that turned up nothing."""

    intent: IntentResult
    catalogue: Catalogue
    environment: str
    candidates: Mapping[str, float] = field(default_factory=dict[str, float])
    """Tool id → score of the filter; orders the choice, does not limit it."""
    memory: Sequence[Remembered] = ()
    options: PlanOptions = PlanOptions()
    empty: frozenset[str] = frozenset()
    silent: frozenset[tuple[str, str]] = frozenset()
    """(tool, path) of records that turned out not to name the other thing that they may name."""
    left_out: frozenset[str] = frozenset()
    """Ids of tools that turned out to be of no use while a plan was carried out."""
    picks: Mapping[str, int] = field(default_factory=dict[str, int])
    """Finding tool → which fitting element of its list to take, where not the first."""
    kinds: Mapping[str, tuple[Fact, ...]] = field(default_factory=dict[str, tuple[Fact, ...]])
    """What reads told of the kind of an existing thing, by goal."""
    given: Mapping[str, str] = field(default_factory=dict[str, str])
    """What the user answered when asked for it, by `entity.attribute`."""
    today: date = field(default_factory=date.today)
    """The day from which tomorrow and next Monday are counted."""
    seed: str = ""
    """From it all generated values are drawn (the run's id)."""
    origins: Origins = field(default_factory=Origins)

    def tools(self) -> tuple[ToolEssentialModel, ...]:
        """The tools of the environment that no negative instruction forbids by name."""
        return tuple(
            tool
            for tool in self.catalogue.in_environment(self.environment)
            if tool.id not in self.left_out and not self.forbids(tool)
        )

    def tool(self, tool_id: str) -> ToolEssentialModel | None:
        """The tool, if it may be used at all in this plan."""
        tool = self.catalogue.tools.get(tool_id)
        if tool is None or tool.id in self.left_out or self.forbids(tool):
            return None
        return tool if self.environment in tool.environments else None

    def forbids(self, tool: ToolEssentialModel, *, asked: bool = True) -> bool:
        """True when the sentence says not to do what this tool does.

        `don't create anything else` names no object: it forbids what nobody asked for (`asked`
        False), not what the sentence itself wants; `don't pay` forbids paying, on the way to
        whatever else is wanted, too.
        """
        if not self.intent.negative or not tool.function.writes:
            return False
        return any(
            item.kind in ("forbid", "keep")
            and (item.object in tool.objects[:1] if item.object else item.action)
            and (item.object or not asked or self._is_unwanted(item.action, tool))
            and (item.action is None or self._same_action(item.action, tool))
            for item in self.intent.negative
        )

    def _is_unwanted(self, action: str | None, tool: ToolEssentialModel) -> bool:
        """The tool does just that, makes nothing, and no goal is to do it."""
        wanted = any(goal.action == action for goal in self.intent.goals)
        return tool.function.value != "create" and action in tool.actions and not wanted

    def _same_action(self, action: str, tool: ToolEssentialModel) -> bool:
        concept = self.catalogue.lexicon.concept(Kind.ACTION, action)
        return action in tool.actions or bool(
            concept and concept.function is tool.function and tool.function.value == "create"
        )

    def is_person(self, entity: str | None) -> bool:
        """People are given or made, never picked from a list: an account is not test data."""
        return self.catalogue.lexicon.is_person(entity)

    def spoken(self, entity: str) -> str:
        """The entity as the user calls it."""
        return entity_label(self.catalogue.lexicon, entity, self.intent.language)

    def may_pick(self, entity: str | None) -> bool:
        """True for things of which any will do, in requests about test data."""
        required = self.intent.allows("create_required")
        return self.intent.intent_type.is_data and not required and not self.is_person(entity)


Mode = Literal["main", "make", "find", "convert"]


@dataclass(frozen=True, slots=True)
class Frame:
    """One tool being bound: for which goal, about which instance, under which liberties."""

    problem: Problem
    goal: Goal
    tool: ToolEssentialModel
    target: str
    """Key of the instance that the tool makes, changes or reads."""
    mode: Mode
    reach: Reach
    """What tools would take that could provide for this one."""
    depth: int = 0
    ordinal: int = 1
    inherited: tuple[Fact, ...] = ()
    """Facts of the goal's object that the main tool itself could not take."""
    implied: tuple[Fact, ...] = ()
    """What the goal's verb says of the object: `retire` wants it retired."""
    demands: tuple[StateChange, ...] = ()
    """States in which the tools provided for want what they are given."""
    by_way: bool = False
    """The tool reaches the goal's state by way of another thing, which may be made for it."""
    pursued: frozenset[tuple[str, str | None]] = frozenset()
    """(instance, attribute) that is being looked for already: never looked for by way of itself."""

    def deeper(self, tool: ToolEssentialModel, target: str, mode: Mode) -> "Frame":
        """The frame of a tool that provides for this one."""
        demands = tuple(change for change in self.tool.states if change.before)
        return replace(
            self,
            tool=tool,
            target=target,
            mode=mode,
            depth=self.depth + 1,
            implied=(),
            demands=(*self.demands, *demands),
        )

    def pursuing(self, key: str, attribute: str | None) -> "Frame":
        """The frame while that attribute of that instance is being looked for."""
        return replace(self, pursued=self.pursued | {(key, attribute)})

    @property
    def may_make(self) -> bool:
        """Upstream things are created for something created, or where the sentence allows it."""
        intent = self.problem.intent
        allowed = intent.allows("create_missing") or intent.allows("create_required")
        if not intent.intent_type.is_data:
            return False
        allowed = allowed or self.by_way or self.goal.function.value == "create"
        return self.mode != "convert" and allowed

    def is_own(self, slot: Slot, state: State) -> bool:
        """True when the slot speaks of the tool's own target rather than of another instance."""
        target = state.instances[self.target]
        if slot.entity is None:
            return True
        if slot.entity != target.entity or roles_conflict(slot.role, target.role):
            return False
        return not (self.makes(target) and slot.attribute == "id")

    def makes(self, target: Instance) -> bool:
        """True when the tool creates just that, and not something for it or out of it."""
        return self.creates and self.tool.objects[:1] in ((), (target.entity,))

    @property
    def creates(self) -> bool:
        """True when the target does not exist before the call."""
        main = next(iter(self.tool.objects), None)
        return self.tool.function.value == "create" and not takes_existing(self.tool, main)


def reach_of(problem: Problem, state: State, home: str) -> Reach:
    """Prices of tools where the instances of this state are known; `home`: the main tool's team."""
    told = {item.entity for item in problem.memory}
    told |= {name.rpartition(".")[0] for name in problem.given}
    known = [inst for inst in state.instances.values() if inst.identified]
    told |= {inst.entity for inst in known if inst.entity}
    return Reach(
        problem.catalogue.graph,
        problem.tool,
        problem.environment,
        home,
        told=told,
        said={fact.attribute or "" for one in state.instances.values() for fact in one.facts},
        mentions=bool(known),
        rounds=problem.options.max_depth,
    )


_CONTRASTS = (frozenset({"old", "new"}), frozenset({"source", "target"}))


def roles_conflict(one: str | None, other: str | None) -> bool:
    """True for opposite roles only; `recipient` and `owner` are the same person seen twice."""
    return one != other and frozenset((one or "", other or "")) in _CONTRASTS


def contrast(role: str | None) -> str:
    """The role where it tells instances of one entity apart, else an empty string."""
    return role if role and any(role in pair for pair in _CONTRASTS) else ""


def known_instances(state: State) -> Iterator[Instance]:
    """Instances of the present goal that something singles out."""
    return (inst for key in state.scope.values() if (inst := state.instances[key]).identified)


Place = Callable[[Frame, State], Iterator[State]]
"""Places a frame's tool into a partial plan, with all that it needs, in every possible way."""
