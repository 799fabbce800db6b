"""Which tool takes back what a call did, with which arguments: only values that the call told."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipelines.contracts.chain import Binding
from pipelines.execution.undo.standing import State
from pipelines.reasoning.arguments.generate import default_of, keyed, placed
from pipelines.reasoning.arguments.values import fit
from pipelines.reasoning.planner.state import Fact
from pipelines.summary.facts import Known, Subject
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.vocabulary.lexicon import Kind


@dataclass(frozen=True, slots=True)
class Inverse:
    """A call that takes one back."""

    tool: ToolEssentialModel
    bindings: dict[str, Binding]


@dataclass(frozen=True, slots=True)
class Blocked:
    """A tool that would take a call back, were the thing in another state."""

    tool: ToolEssentialModel
    wanted: tuple[str, ...]
    """The states in which it does, by their canonical words."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an undoing takes place, and what its drawn values depend on."""

    catalogue: Catalogue
    environment: str
    seed: str


def inverse_of(subject: Subject, place: Place, state: State) -> Inverse | Blocked | None:
    """The call that takes back what was done to the instance, which stands so now; None where no
    tool can.

    What the tool's author declares comes first, then tools that do the opposite to the same kind
    of thing, the author's own team before others. A tool that needs a value which the call neither
    took nor returned is none.
    """
    found = sorted(_candidates(subject, place), key=lambda one: (one[0], one[1].id))
    blocked: Blocked | None = None
    for _, tool in found:
        bindings = _bindings(tool, subject, place)
        if bindings is None:
            continue
        wanted = next((one.before for one in tool.states if state.forbids(one)), None)
        if wanted is None:
            return Inverse(tool, bindings)
        blocked = blocked or Blocked(tool, wanted)
    return blocked


def may_be_taken_back(tool: ToolEssentialModel, catalogue: Catalogue, environment: str) -> bool:
    """True where some tool there does the opposite to the same kind of thing, or is declared to
    take it back; whether it can for a given call shows after it."""
    others = _opposed(tool, Place(catalogue, environment, ""))
    return any(not rank[0] or other.objects[:1] == tool.objects[:1] for rank, other in others)


def _candidates(
    subject: Subject, place: Place
) -> Iterator[tuple[tuple[bool, int, bool], ToolEssentialModel]]:
    for rank, tool in _opposed(subject.tool, place):
        if not rank[0] or _same_thing(tool, subject):
            yield rank, tool


def _opposed(
    tool: ToolEssentialModel, place: Place
) -> Iterator[tuple[tuple[bool, int, bool], ToolEssentialModel]]:
    """Tools that are declared to take it back (False) or whose action is an opposite of its own,
    with their rank: the lowest comes first."""
    opposite = _opposites(tool, place.catalogue)
    for other in place.catalogue.in_environment(place.environment):
        if not other.function.writes or other.id == tool.id:
            continue
        declared = other.id in tool.undo
        ranks = [opposite.index(action) for action in other.actions[:1] if action in opposite]
        if declared or ranks:
            rank = ranks[0] if ranks else len(opposite)
            yield (not declared, rank, other.source != tool.source), other


def _opposites(tool: ToolEssentialModel, catalogue: Catalogue) -> list[str]:
    """Actions that take the tool's back, the truest first."""
    names: list[str] = []
    actions = [*tool.actions[:1], *_by_function(tool)]
    for action in actions:
        concept = catalogue.lexicon.concept(Kind.ACTION, action)
        opposite = concept.undone_by if concept is not None else ()
        names += [name for name in opposite if name not in names]
    return names


def _by_function(tool: ToolEssentialModel) -> Sequence[str]:
    """What makes a thing is taken back as all making is, whatever its author calls it."""
    return ["create"] if tool.function is FunctionType.CREATE else []


def _same_thing(tool: ToolEssentialModel, subject: Subject) -> bool:
    if not tool.objects:
        return False
    if subject.created:
        return tool.objects[0] == subject.entity
    return bool({tool.objects[0], subject.entity} & set(subject.tool.objects) & set(tool.objects))


def _bindings(
    tool: ToolEssentialModel, subject: Subject, place: Place
) -> dict[str, Binding] | None:
    bound: dict[str, Binding] = {}
    for slot in tool.needs:
        binding = _binding(slot, tool, subject, place)
        if binding is not None:
            bound[slot.path] = binding
        elif slot.required:
            return None
    names = any(_singles_out(slot, bound, tool, subject) for slot in tool.needs)
    return bound if names else None


def _singles_out(
    slot: Slot, bound: dict[str, Binding], tool: ToolEssentialModel, subject: Subject
) -> bool:
    """True for an argument by which the call is about that very instance, or one bound to it."""
    return (
        slot.path in bound
        and bound[slot.path].source == "remembered"
        and (not subject.created or (slot.entity or tool.objects[0]) == subject.entity)
    )


def _binding(
    slot: Slot, tool: ToolEssentialModel, subject: Subject, place: Place
) -> Binding | None:
    if slot.environment:
        return placed(slot, place.environment)
    if slot.idempotency_key:
        return keyed(f"{place.seed}/{tool.id}")
    known = _known(slot, tool, subject) if slot.required or slot.one_of else None
    if known is not None:
        value = _fitted(known, slot, place.catalogue)
        if value is not None:
            words = f"{known.attribute} {known.value}"
            return Binding(source="remembered", detail=words, value=value)
    return default_of(slot) if slot.required else None


def _known(slot: Slot, tool: ToolEssentialModel, subject: Subject) -> Known | None:
    """What the call told of the attribute that the argument wants; None where several differ."""
    if slot.attribute is None:
        return None
    entity = slot.entity or (tool.objects[0] if tool.objects else None)
    found = subject.values(entity, slot.attribute, slot.role)
    told = [one for one in found if one.slot is None] if subject.created else []
    found = told or found
    return found[0] if len({str(one.value) for one in found}) == 1 else None


def _fitted(known: Known, slot: Slot, catalogue: Catalogue) -> JsonValue:
    fact = Fact("undo", known.attribute, known.value, unit=known.unit, words=str(known.value))
    fitted = fit(fact, slot, catalogue.lexicon)
    return fitted.value if fitted else None
