"""The tools that come nearest to one, however far: for whoever judges whether it is needed."""

from collections.abc import Iterable
from heapq import nlargest

from tool_registry.governance.overlap import asked, jaccard, similarity_of
from tool_registry.model import ToolEssentialModel

MOST = 3
"""So many are laid beside a tool."""
_LOOKED_AT = 60
"""So many of the same kind are compared in full."""


def nearest(
    new: ToolEssentialModel, pool: Iterable[ToolEssentialModel], most: int = MOST
) -> list[ToolEssentialModel]:
    """By what was parsed: the same function, main object and objects first, then the same needs of
    a call, then the words; whatever language they are in."""
    others = [tool for tool in pool if tool.id != new.id]
    kin = nlargest(_LOOKED_AT, others, key=lambda tool: _kinship(new, tool))
    return sorted(kin, key=lambda tool: (*(-part for part in _nearness(new, tool)), tool.id))[:most]


def is_same_kind(new: ToolEssentialModel, other: ToolEssentialModel) -> bool:
    """True where both do the same kind of thing to the same kind of thing."""
    same = bool(new.objects) and new.objects[:1] == other.objects[:1]
    return same and new.function is other.function


def _kinship(new: ToolEssentialModel, other: ToolEssentialModel) -> float:
    """0 to 4.5; cheap."""
    main = bool(new.objects) and new.objects[:1] == other.objects[:1]
    shared = not set(new.objects).isdisjoint(other.objects)
    verbs = not set(new.actions).isdisjoint(other.actions)
    same = new.function is other.function
    return 2 * main + same + 0.5 * shared + (0.5 * verbs if same else 0) + 0.5 * (main and same)


def _nearness(new: ToolEssentialModel, other: ToolEssentialModel) -> tuple[float, float]:
    """Kinship with what a call needs, then the words."""
    needs = jaccard(asked(new), asked(other))
    return round(_kinship(new, other) + needs, 3), similarity_of(new, other)
