"""What is made, where only its values are said and for whom."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pipelines.contracts.intent import Constraint, EntityRef
from tool_registry.base.types import FunctionType
from tool_registry.model import ToolEssentialModel


@dataclass(frozen=True, slots=True)
class Maker:
    """What a tool makes, the values that it takes for it, and the other things that it names."""

    kind: str
    attributes: frozenset[str]
    others: frozenset[str]


@dataclass(frozen=True, slots=True)
class Makers:
    """The tools of a catalogue that make something."""

    held: tuple[Maker, ...] = ()
    measured: frozenset[str] = frozenset()
    """What has no id of its own: there is more or less of it, and never a second one."""

    @classmethod
    def of(cls, tools: Iterable[ToolEssentialModel]) -> "Makers":
        """From a catalogue's tools."""
        tools = tuple(tools)
        held = tuple(_maker(t) for t in tools if _makes(t))
        told = {p.entity for t in tools for p in (*t.needs, *t.yields) if p.attribute == "id"}
        return cls(held, frozenset(one.kind for one in held if one.kind not in told))

    def kind(self, told: Sequence[Constraint], related: Sequence[EntityRef]) -> str | None:
        """The one kind of thing that is made with all these values beside these things; None where
        none or several are, and without a value."""
        wanted = {one.attribute for one in told}
        beside = {ref.type for ref in related if ref.type is not None}
        if not wanted or None in wanted:
            return None
        fitting = [one for one in self.held if wanted <= one.attributes and beside <= one.others]
        if any(ref.type is None and ref.identifiers for ref in related):
            fitting = [one for one in fitting if one.others]
        found = {one.kind for one in fitting}
        return found.pop() if len(found) == 1 else None

    def others_of(self, kind: str) -> frozenset[str]:
        """The other things that any tool names which makes such a thing."""
        return frozenset(name for one in self.held if one.kind == kind for name in one.others)

    def needs_others(self, kind: str) -> bool:
        """Every tool that makes such a thing names other things for it."""
        held = [one for one in self.held if one.kind == kind]
        return bool(held) and all(one.others for one in held)

    def takes(self, kind: str | None, attribute: str) -> bool:
        """A tool that makes such a thing takes that attribute for it."""
        return any(one.kind == kind and attribute in one.attributes for one in self.held)


def _makes(tool: ToolEssentialModel) -> bool:
    return tool.function is FunctionType.CREATE and bool(tool.objects)


def _maker(tool: ToolEssentialModel) -> Maker:
    kind = tool.objects[0]
    own = (slot.attribute for slot in tool.needs if slot.entity in (None, kind) and slot.attribute)
    marks = (mark.attribute for mark in tool.discriminators if mark.attribute)
    others = (slot.entity for slot in tool.needs if slot.entity not in (None, kind))
    return Maker(kind, frozenset((*own, *marks)), frozenset(name for name in others if name))
