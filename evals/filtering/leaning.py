"""What tools lean on, joined to what the filter finds: goal and dependencies at once."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from evals.filtering.sets import ToolSet
from evals.graph_bench_data import read_declared, understood
from tool_registry.graph.inference import Inference

Links: TypeAlias = Mapping[str, Sequence[str]]
"""Tool → the tools that it leans on directly."""
_ASKED = 5
"""So many of the tools found are asked what they lean on."""


def links_of(sets: Iterable[ToolSet], folder: Path) -> dict[str, dict[str, Links]]:
    """Set → `declared` and `inferred` links, for sets whose tools declare what they lean on."""
    found: dict[str, dict[str, Links]] = {}
    for one in sets:
        place = folder / one.name
        declared = read_declared(place) if place.is_dir() else ()
        if declared:
            known: dict[str, list[str]] = {}
            for each in declared:
                known.setdefault(each.tool, []).append(each.provider)
            found[one.name] = {"declared": known, "inferred": _inferred(one)}
    return found


def joined(names: Sequence[str], shares: Sequence[float], links: Links) -> list[str]:
    """The tools found and all that they lean on, likeliest first.

    `shares`: how likely each tool is beside the best one. A tool counts what it adds to the share
    of the gold that is found: that of each tool that is it or leans on it, by how likely that one
    is and how little else it leans on; of equal ones the nearest to the best comes first.
    """
    belief: dict[str, float] = {}
    for name, share in list(zip(names, shares, strict=True))[:_ASKED]:
        needed = closure(name, links)
        for one in needed:
            belief[one] = belief.get(one, 0.0) + share / len(needed)
    return [*sorted(belief, key=lambda name: -belief[name]), *(n for n in names if n not in belief)]


def closure(name: str, links: Links) -> list[str]:
    """The tool, then all that it leans on, nearest first."""
    found = {name: None}
    waiting = [name]
    for each in waiting:
        fresh = [one for one in links.get(each, ()) if one not in found]
        found.update(dict.fromkeys(fresh))
        waiting += dict.fromkeys(fresh)
    return list(found)


def _inferred(one: ToolSet) -> Links:
    tools = understood(one.tools).tools.values()
    graph, names = Inference(tools), {tool.id: tool.name for tool in tools}
    return {
        name: list(dict.fromkeys(names[link.provider] for link in graph.links(tool)))
        for tool, name in names.items()
    }
