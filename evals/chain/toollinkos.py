"""ToolLinkOS: all that must be called before a given goal tool, by the product's graph."""

from pathlib import Path
from typing import cast

from evals.benchmarks import entries, read_tools
from evals.chain.binding import catalogue_of
from evals.chain.measures import agreement, scores
from evals.chain.result import Measured
from evals.links_measured import WAYS, Providers, providers, reached
from tool_registry.catalogue import Catalogue
from tool_registry.graph.inference import Inference


def measure(folder: Path) -> Measured:
    """The closure over each request's goal tool, the goal itself not counted, in four ways."""
    catalogue = catalogue_of(tuple(read_tools(folder / "tools.jsonl")))
    names = {tool.name: id for id, tool in catalogue.tools.items()}
    listed = list(entries(folder / "queries.jsonl"))
    kept = [one for one in listed if one.get("goal") in names]
    figures = [
        figure
        for way, leaning in _ways(catalogue).items()
        for figure in scores(
            folder.name,
            f"tools before the given goal, {way}",
            {
                str(one["id"]): agreement(
                    reached(names[str(one["goal"])], leaning),
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
    walked = {
        tool.id: frozenset(
            join.tool
            for slot in tool.needs
            for join in catalogue.graph.providers(slot, None)
            if join.tool != tool.id
        )
        for tool in catalogue.tools.values()
    }
    return {
        "walked by plans": walked,
        **{way: providers(proposed, follows) for way, follows in WAYS.items()},
    }
