"""What tools do to which things: an action that none does there is said in other terms."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pipelines.contracts.intent import EntityRef, Goal
from pipelines.intent.each import BEFORE
from pipelines.intent.reader.marks import Mark
from tool_registry.base.types import FunctionType
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.concept import Concept
from tool_registry.vocabulary.lexicon import Kind, Lexicon

_LIKELY = 0.02
"""From here on another reading of a verb counts, where no tool does what the likeliest one says."""
_REBINDS = "then_bind"
_IDENTIFIER = "identifier"
_CHANGES = (FunctionType.OPERATE, FunctionType.DELETE)


@dataclass(frozen=True, slots=True)
class ToolActions:
    """The (action, kind of things) pairs that tools change data by; empty: nothing is known."""

    pairs: frozenset[tuple[str, str]] = field(default=frozenset())
    changes: frozenset[tuple[str, str]] = field(default=frozenset())
    """Those of tools that change what exists, each with the thing that it is about most."""
    made: frozenset[tuple[str, str]] = field(default=frozenset())
    """Those of tools that make a thing."""
    singled: Mapping[str, str] = field(default_factory=dict[str, str])
    """Attribute that singles things out → the only kind of things that it does so for."""

    @classmethod
    def of(cls, tools: Iterable[ToolEssentialModel], lexicon: Lexicon) -> "ToolActions":
        """From a catalogue's tools."""
        tools = tuple(tools)
        writing = [tool for tool in tools if tool.function.writes]
        changing = [tool for tool in writing if tool.function in _CHANGES]
        making = [tool for tool in writing if tool.function is FunctionType.CREATE]
        # What has states comes to its end through them, whatever the tools on the way are called.
        ends = [one.name for one in lexicon.concepts_of(Kind.ACTION) if "ends" in one.flags]
        ended = {(name, s.entity) for tool in writing for s in tool.states for name in ends}
        return cls(
            frozenset((a, o) for t in writing for a in t.actions for o in t.objects) | ended,
            frozenset((a, o) for t in changing for a in t.actions for o in t.objects[:1]),
            frozenset((a, o) for t in making for a in t.actions for o in t.objects[:1]),
            _singled(tools, lexicon),
        )

    def kinds(self, action: str) -> frozenset[str]:
        """What exists and is changed so."""
        return frozenset(kind for name, kind in self.changes if name == action)

    def likely(self, mark: Mark, kind: str | None, first: Concept, lexicon: Lexicon) -> Concept:
        """What the verb means, of what is done to such things: the likeliest reading that a tool
        has; the first one where none has any, or where that one is done there."""
        if not self.pairs or kind is None or (first.name, kind) in self.pairs:
            return first
        for name, sure in mark.links.get("action", ()):
            other = lexicon.concept(Kind.ACTION, name) if name and sure >= _LIKELY else None
            if other is not None and other.function is not None and (name, kind) in self.pairs:
                return other
        return first

    def singling(self, ref: EntityRef) -> EntityRef:
        """The thing without attributes of identifiers that only single out things of another kind:
        `account 7` of what has accounts, but is none."""
        kept = [
            one.model_copy(update={"attribute": None})
            if self.singled.get(one.attribute or "", ref.type) != ref.type
            else one
            for one in ref.identifiers
        ]
        return ref.model_copy(update={"identifiers": tuple(kept)})

    def kind_of(self, action: str, ref: EntityRef) -> str | None:
        """The only kind that the action is done to, for something named by a bare identifier."""
        found = self.kinds(action)
        return next(iter(found)) if len(found) == 1 and ref.identifiers else None


def of_two_words(goal: Goal, tool_actions: ToolActions, lexicon: Lexicon) -> Goal:
    """A verb and a thing in one word, where tools make that thing so: the verb holds what is made,
    and what it is done to is what that is made for."""
    parts = lexicon.scan(goal.action_words)
    whole = sum(one.end - one.start for one in parts) == len(goal.action_words)
    first = parts[0].of(Kind.ACTION) if len(parts) == 2 and whole else None
    thing = parts[-1].of(Kind.ENTITY) if first is not None else None
    if first is None or thing is None or goal.object.type == thing.name:
        return goal
    if (first.name, thing.name) not in tool_actions.made:
        return goal
    told = {
        "action": first.name,
        "function": FunctionType.CREATE,
        "object": EntityRef(type=thing.name, words=parts[-1].text, span=goal.object.span),
        "related": (goal.object.model_copy(update={"role": "parent"}), *goal.related),
    }
    return goal.model_copy(update=told)


def _singled(tools: Iterable[ToolEssentialModel], lexicon: Lexicon) -> dict[str, str]:
    found: dict[str, set[str]] = {}
    for tool in tools:
        for slot in tool.needs:
            owner = lexicon.concept(Kind.ENTITY, slot.entity or "")
            told = lexicon.concept(Kind.ATTRIBUTE, slot.attribute or "")
            if owner is None or told is None:
                continue
            if _IDENTIFIER in told.flags and told.name != "id":
                found.setdefault(told.name, set()).add(owner.name)
    return {attribute: held.pop() for attribute, held in found.items() if len(held) == 1}


def in_steps(
    goal: Goal,
    action: Concept | None,
    tool_actions: ToolActions,
    lexicon: Lexicon,
    somebody: EntityRef | None,
    loosened: str | None,
) -> Iterator[Goal]:
    """`bind it to another one instead`, where tools only unbind and bind: one after the other.
    `somebody`: of whom earlier steps spoke; `loosened`: the kind of tie that
    they have undone already."""
    kind = next((ref.type for ref in _ends(goal) if ref.type), None)
    rebinds = action is not None and _REBINDS in action.flags and tool_actions.pairs
    if not rebinds or action is None or kind is None or (action.name, kind) in tool_actions.pairs:
        yield goal
        return
    new = next((ref for ref in goal.related if ref.role == "new"), None)
    owner = _owner(goal) or somebody
    undo, do = _way(lexicon, tool_actions, kind)
    if new is None or owner is None or undo is None or do is None:
        yield goal
        return
    named = next((ref for ref in goal.related if ref.role == "old" and ref.identifiers), None)
    old = named or EntityRef(type=kind, words=goal.object.words, span=goal.object.span)
    made = new.model_copy(update={"type": kind, "role": None})
    first = {"action": undo, "object": old.model_copy(update={"role": None})}
    beside = owner.model_copy(update={"role": "owner", "constraints": ()})
    if loosened is None:
        yield goal.model_copy(update={**first, "related": (beside,)})
    again = owner.model_copy(update={"role": "recipient", "reference": BEFORE, "constraints": ()})
    tie = goal.object.type or loosened
    if tie is not None and tie != kind and (do, tie) in tool_actions.pairs:
        whose = again.model_copy(update={"role": "owner"})
        end = new.model_copy(update={"type": None}) if new.type == owner.type else new
        thing = goal.object.model_copy(update={"type": tie})
        yield goal.model_copy(update={"action": do, "object": thing, "related": (end, whose)})
        return
    yield goal.model_copy(update={"action": do, "object": made, "related": (again,)})


def _ends(goal: Goal) -> Iterator[EntityRef]:
    """What is bound, most telling first: the ends that change, then the thing itself."""
    yield from (ref for ref in goal.related if ref.role in ("new", "old"))
    yield goal.object


def _owner(goal: Goal) -> EntityRef | None:
    """Whose it is that is bound anew."""
    others = [ref for ref in goal.related if ref.role not in ("new", "old") and ref.identifiers]
    return next(iter(others), goal.object if goal.object.identifiers else None)


def loosens(goal: Goal, lexicon: Lexicon) -> bool:
    """A step that undoes a tie which another action makes."""
    every = (one for one in lexicon.concepts_of(Kind.ACTION) if "relates" in one.flags)
    return any(goal.action in one.undone_by for one in every)


def _way(lexicon: Lexicon, tool_actions: ToolActions, kind: str) -> tuple[str | None, str | None]:
    """The actions that undo and make such a tie, where tools do both."""
    for name in sorted(name for name, other in tool_actions.pairs if other == kind):
        concept = lexicon.concept(Kind.ACTION, name)
        for other in concept.undone_by if concept and "relates" in concept.flags else ():
            if (other, kind) in tool_actions.pairs:
                return other, name
    return None, None
