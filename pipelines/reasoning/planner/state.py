"""What the planner knows: facts about instances, drafts of calls, the cost of a partial plan."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from pipelines.contracts.chain import Binding, Check
from pipelines.contracts.intent import Constraint, EntityRef, Identifier, Span
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.model import ToolEssentialModel, Yield


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing the user said (or the conversation remembers) of an instance."""

    key: str
    """Unique in the plan; a plan must cover every fact that came from words."""
    attribute: str | None
    value: JsonValue
    unit: str | None = None
    operator: str = "eq"
    identifies: bool = False
    source: Literal["words", "remembered"] = "words"
    span: Span | None = None
    words: str = ""
    argument: str | None = None
    """Path of the only argument of the goal's tool that it is for; None: of whichever it fits."""


@dataclass(frozen=True, slots=True)
class Known:
    """Where an attribute of an instance can be read: a step and a yield of its tool."""

    step: int
    yielded: Yield
    select: bool = False
    """True where one element of a list has to be chosen."""


@dataclass(frozen=True, slots=True)
class Instance:
    """One thing of the world that the plan speaks of."""

    key: str
    entity: str | None
    role: str | None = None
    facts: tuple[Fact, ...] = ()
    known: Mapping[str, Known] = field(default_factory=dict[str, Known])
    made: bool = False
    """True when a step of this plan creates it."""
    words: str = ""
    pointed: bool = False
    """The sentence only points at it (`for him`): it exists, and nothing stands in for it."""

    @property
    def identified(self) -> bool:
        """True when something singles it out: words, memory, or a step of this plan."""
        return bool(self.known) or any(fact.identifies for fact in self.facts)


@dataclass(frozen=True, slots=True)
class Draft:
    """A call of the plan being searched."""

    tool: ToolEssentialModel
    goal: str
    ordinal: int
    bindings: Mapping[str, Binding]
    target: str
    """Key of the instance it makes, changes or reads."""
    main: bool
    asked: bool
    where: tuple[Constraint, ...] = ()
    does: FunctionType | None = None
    """What it does to its target, where that is not what the tool does at large."""
    checks: tuple[Check, ...] = ()
    """Of a goal that is resolved: what the summary is to check of the call."""


class Cost(NamedTuple):
    """Compared from left to right; smaller is better."""

    misfit: float = 0.0
    """How far the main tools are from saying exactly what the sentence says."""
    missing: int = 0
    creations: int = 0
    effects: int = 0
    doubt: float = 0.0
    calls: int = 0
    narrower: int = 0
    """Words in which the main tools are narrower than the sentence."""
    penalty: float = 0.0

    def plus(self, **more: float) -> "Cost":
        """The cost with some parts increased."""
        values = {name: getattr(self, name) + more.get(name, 0) for name in self._fields}
        return Cost(**values)


@dataclass(frozen=True, slots=True)
class State:
    """A partial plan. Immutable: a branch of the search is a new value."""

    drafts: tuple[Draft, ...] = ()
    instances: Mapping[str, Instance] = field(default_factory=dict[str, Instance])
    scope: Mapping[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    """(entity, role) → key of the instance that plays it in the present goal."""
    elsewhere: frozenset[str] = frozenset()
    """Keys of what other goals are about and the words of the present one do not speak of."""
    covered: frozenset[str] = frozenset()
    missing: tuple[str, ...] = ()
    cost: Cost = field(default_factory=Cost)
    notes: tuple[str, ...] = ()
    """For the user, beside the calls."""
    resolved: frozenset[str] = frozenset()
    """Ids of goals all of whose words were resolved to records and fields: nothing of them is left
    over, and their checks stand in their drafts."""

    def with_instance(self, instance: Instance) -> "State":
        """The state with that instance added or replaced."""
        return replace(self, instances={**self.instances, instance.key: instance})

    def covering(self, *keys: str) -> "State":
        """The state with these facts accounted for."""
        return replace(self, covered=self.covered.union(keys))

    def lacking(self, name: str) -> "State":
        """The state with one more value that nobody can provide."""
        return replace(self, missing=(*self.missing, name), cost=self.cost.plus(missing=1))


def facts_of(ref: EntityRef, key: str) -> tuple[Fact, ...]:
    """The facts that a noun phrase of the sentence states."""
    said = [_identifier(item, f"{key}/i{n}") for n, item in enumerate(ref.identifiers)]
    said += [_constraint(item, f"{key}/c{n}") for n, item in enumerate(ref.constraints)]
    return tuple(said)


def _identifier(item: Identifier, key: str) -> Fact:
    return Fact(
        key,
        item.attribute,
        item.value,
        identifies=True,
        span=item.span,
        words=item.span.text,
        argument=item.argument,
    )


def _constraint(item: Constraint, key: str) -> Fact:
    return Fact(
        key,
        item.attribute,
        item.value,
        unit=item.unit,
        operator=item.operator,
        span=item.span,
        words=item.span.text or str(item.value),
        argument=item.argument,
    )
