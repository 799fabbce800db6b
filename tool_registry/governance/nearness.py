"""The tools that come nearest to one, however far: for whoever judges whether it is needed."""

from collections.abc import Iterable
from heapq import nlargest

from tool_registry.governance.overlap import (
    asked,
    jaccard,
    similarity_of,
    told_apart,
    verdict_of,
)
from tool_registry.model import ToolEssentialModel, program_of

MOST = 3
"""So many are laid beside a tool."""
_LOOKED_AT = 60
"""So many of the same kind are compared in full."""


def nearest(
    new: ToolEssentialModel, pool: Iterable[ToolEssentialModel], most: int = MOST
) -> list[ToolEssentialModel]:
    """By what was parsed, whatever language the texts are in: what seems to do the very same; then
    what does the same deed to the same kind of thing, tools of other authors that can be used where
    the new one can first; then the same function and objects, the same needs, the words.

    Of several that differ in nothing but their environments the nearest stands for all."""
    others = [tool for tool in pool if tool.id != new.id]
    kin = nlargest(_LOOKED_AT, others, key=lambda tool: _kinship(new, tool))
    found: list[ToolEssentialModel] = []
    for tool in sorted(kin, key=lambda tool: _rank(new, tool)):
        if not any(are_environment_twins(tool, one) for one in found):
            found.append(tool)
        if len(found) == most:
            break
    return found


def are_environment_twins(one: ToolEssentialModel, other: ToolEssentialModel) -> bool:
    """True where both do the same with the same arguments, in environments that only one has."""
    same = (one.function, one.objects, asked(one)) == (other.function, other.objects, asked(other))
    verbs = set(one.actions) == set(other.actions)
    apart = set(one.environments).isdisjoint(other.environments)
    return same and verbs and apart and told_apart(one) == told_apart(other)


def _rank(new: ToolEssentialModel, other: ToolEssentialModel) -> tuple[bool | float | str, ...]:
    """The nearest first."""
    does_the_same = is_same_kind(new, other) and not set(new.actions).isdisjoint(other.actions)
    apart = program_of(new.source) == program_of(other.source) or set(new.environments).isdisjoint(
        other.environments
    )
    kinship, words = _nearness(new, other)
    is_open = verdict_of(new, other).open
    return (not is_open, not does_the_same, does_the_same and apart, -kinship, -words, other.id)


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
