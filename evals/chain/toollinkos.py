"""ToolLinkOS: all that must be called before a goal tool, by the product's graph."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import cast

from evals.benchmarks import entries, read_tools
from evals.chain.binding import catalogue_of
from evals.chain.measures import agreement, scores
from evals.chain.result import Measured
from tool_registry.catalogue import Catalogue
from tool_registry.graph.inference import Inference
from tool_registry.graph.values import Link

_SURROUNDINGS = "surroundings"
Providers = Mapping[str, frozenset[str]]


def measure(folder: Path) -> Measured:
    """The closure over each request's goal tool, the goal itself not counted, in three ways."""
    catalogue = catalogue_of(tuple(read_tools(folder / "tools.jsonl")))
    names = {tool.name: id for id, tool in catalogue.tools.items()}
    listed = list(entries(folder / "queries.jsonl"))
    kept = [one for one in listed if one.get("goal") in names]
    figures = [
        figure
        for way, providers in _ways(catalogue).items()
        for figure in scores(
            folder.name,
            f"tools to be called before, {way}",
            {
                str(one["id"]): agreement(
                    _reached(names[str(one["goal"])], providers),
                    {names.get(n, n) for n in cast("list[str]", one["gold"]) if n != one["goal"]},
                )
                for one in kept
            },
        )
    ]
    left_out = {"requests whose goal is not in the catalogue": len(listed) - len(kept)}
    return Measured.of(folder.name, figures, left_out, len(kept))


def _ways(catalogue: Catalogue) -> dict[str, Providers]:
    inferred = Inference(catalogue.tools.values())
    proposed = {id: inferred.links(id) for id in catalogue.tools}
    return {
        "walked by plans": {
            tool.id: frozenset(
                join.tool
                for slot in tool.needs
                for join in catalogue.graph.providers(slot, None)
                if join.tool != tool.id
            )
            for tool in catalogue.tools.values()
        },
        "links to arguments": _by(proposed, lambda link: link.slot is not None),
        "links without surroundings": _by(proposed, lambda link: link.why != _SURROUNDINGS),
        "all links of the graph": _by(proposed, lambda _: True),
    }


def _by(proposed: Mapping[str, Iterable[Link]], keeps: Callable[[Link], bool]) -> Providers:
    return {id: frozenset(k.provider for k in own if keeps(k)) for id, own in proposed.items()}


def _reached(goal: str, providers: Providers) -> frozenset[str]:
    seen, waiting = {goal}, [goal]
    while waiting:
        fresh = providers.get(waiting.pop(), frozenset()) - seen
        seen |= fresh
        waiting += fresh
    return frozenset(seen - {goal})
