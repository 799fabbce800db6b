"""`zhizao tools graph` and `zhizao tools matrix`: who helps whom, and what nobody can do."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import groupby
from typing import Any

import click

from services.cli.options import at_desk
from services.errors import InvalidRequest, NotFound
from services.governing import RegistryView
from services.showing import asked_in_vain, row_of_matrix
from tool_registry.base.types import FunctionType
from tool_registry.catalogue import Catalogue
from tool_registry.graph.edges import Edge, edges, touching
from tool_registry.graph.inference import Inference
from tool_registry.graph.matrix import Place, Row
from tool_registry.graph.matrix import matrix as read_matrix
from tool_registry.graph.values import LIKELY, Link
from tool_registry.model import ToolEssentialModel
from tool_registry.vocabulary.lexicon import Kind

_COLUMNS = (
    FunctionType.CREATE,
    FunctionType.QUERY,
    FunctionType.OPERATE,
    FunctionType.VERIFY,
    FunctionType.DELETE,
)
_MOST = 6
"""So many providers of one argument are printed; JSON has all."""


@click.command()
@click.option("--entity", help="Only tools that act on this entity, need it or yield it.")
@click.option("--env", help="Only tools that run in this environment.")
@click.option("--least", default=LIKELY, show_default=True, help="Doubt at which proposals end.")
@click.option("--json", "form", flag_value="json", help="Print JSON.")
@click.option("--dot", "form", flag_value="dot", help="Print a Graphviz digraph.")
def graph(entity: str | None, env: str | None, least: float, form: str | None) -> None:
    """Which tool yields what another one needs: ← is walked by plans, ? is for you to judge."""
    catalogue = _catalogue(env)
    name = _entity(catalogue, entity) if entity else None
    tools = _chosen(catalogue, name, env)
    if form is None and name is None:
        lines: Iterable[str] = _overview(catalogue, tools)
    else:
        inferred = Inference(catalogue.tools.values())
        found = list(edges(catalogue.graph, inferred, tools, env, least))
        if form == "json":
            lines = [json.dumps(_as_json(catalogue, tools, found), ensure_ascii=False, indent=2)]
        else:
            lines = _dot(found) if form == "dot" else _links(catalogue, tools, found)
    for line in lines:
        click.echo(line)


@click.command()
@click.option("--entity", help="Only this entity, with the names of its tools.")
@click.option("--env", help="Only this environment.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def matrix(entity: str | None, env: str | None, as_json: bool) -> None:
    """What can be done with each entity in each environment; · is a gap, !2 asked twice in vain."""
    catalogue, asked = _asked(env)
    name = _entity(catalogue, entity) if entity else None
    names = (env,) if env else catalogue.environments.names
    rows = [
        row
        for row in read_matrix(catalogue.tools.values(), names, asked)
        if row.environment in names and name in (None, row.entity)
    ]
    if as_json:
        click.echo(json.dumps([row_of_matrix(row) for row in rows], ensure_ascii=False, indent=2))
        return
    for line in _table(rows, named=name is not None):
        click.echo(line)


def _catalogue(env: str | None) -> Catalogue:
    return _asked(env)[0]


def _asked(env: str | None) -> tuple[Catalogue, dict[Place, int]]:
    """The pool's catalogue, and what was asked for in vain."""

    async def act(registry_view: RegistryView) -> tuple[Catalogue, dict[Place, int]]:
        catalogue = await registry_view.registry.catalogue(registry_view.caller)
        return catalogue, asked_in_vain(registry_view, catalogue)

    catalogue, asked = at_desk(act)
    known = catalogue.environments.names
    if env and env not in known:
        raise InvalidRequest("services.unknown_environment", name=env, known=", ".join(known))
    return catalogue, asked


def _entity(catalogue: Catalogue, word: str) -> str:
    """The entity that goes by that word; NotFound where no tool knows it."""
    known = catalogue.graph.entities
    name = catalogue.lexicon.canonical(Kind.ENTITY, word) or word
    if name not in known:
        raise NotFound("services.no_entity", name=word, known=", ".join(known[:20]))
    return name


def _chosen(catalogue: Catalogue, entity: str | None, env: str | None) -> list[ToolEssentialModel]:
    tools = catalogue.in_environment(env) if env else tuple(catalogue.tools.values())
    return touching(tools, entity) if entity else list(tools)


def _overview(catalogue: Catalogue, tools: list[ToolEssentialModel]) -> Iterator[str]:
    """Entities in the order in which they come into being, with how many tools they have."""
    held = catalogue.graph
    ids = {tool.id for tool in tools}
    yield f"{len(tools)} tools; entities in the order in which they can be created:"
    for number, level in enumerate(held.layers(), 1):
        yield f"\nlayer {number}"
        for entity in level:
            main = [tool for tool in tools if tool.objects[:1] == (entity,)]
            if main:
                makers = sum(tool.function is FunctionType.CREATE for tool in main)
                known = ", ".join(held.identifiers(entity)) or "-"
                yield f"  {entity}  {len(main)} tools, {makers} create; known by {known}"
    walked = sum(bool(held.providers(slot, None)) for tool in tools for slot in tool.needs)
    yield f"\n{walked} arguments of {len(ids)} tools can be filled by other tools."
    yield "Add --entity NAME for its tools and links, --json or --dot for everything."


def _links(
    catalogue: Catalogue, tools: list[ToolEssentialModel], found: list[Edge]
) -> Iterator[str]:
    of_tool = {tool: list(held) for tool, held in groupby(found, lambda edge: edge.link.tool)}
    for tool in tools:
        yield f"{tool.id}  {tool.title}  [{tool.function}]"
        held = of_tool.get(tool.id, [])
        for slot in dict.fromkeys(edge.link.slot for edge in held):
            for walked, mark in ((True, "←"), (False, "?")):
                links = [e.link for e in held if e.link.slot == slot and e.walked is walked]
                yield from _ways(slot or "(before it)", mark, links)
    yield f"\n{len(found)} links. ← is walked by plans, ? is proposed: for a person to judge."


def _ways(slot: str, mark: str, links: list[Link]) -> Iterator[str]:
    for link in links[:_MOST]:
        what = ".".join(filter(None, (link.entity, link.attribute)))
        unit = f" in {link.unit}" if link.unit else ""
        place = f" {link.path}" if link.path else ""
        yield f"  {slot} {mark} {link.provider}{place}  {what}{unit}  {link.why} {link.confidence}"
    if len(links) > _MOST:
        yield f"  {slot} {mark} … {len(links) - _MOST} more"


def _as_json(
    catalogue: Catalogue, tools: list[ToolEssentialModel], found: list[Edge]
) -> dict[str, Any]:
    return {
        "tools": [tool.id for tool in tools],
        "layers": catalogue.graph.layers(),
        "links": [{**asdict(edge.link), "walked": edge.walked} for edge in found],
    }


def _dot(found: list[Edge]) -> Iterator[str]:
    yield "digraph tools {"
    yield "  rankdir=LR; node [shape=box];"
    for edge in found:
        link, style = edge.link, "solid" if edge.walked else "dashed"
        ends = f"{_quoted(link.provider)} -> {_quoted(link.tool)}"
        yield f"  {ends} [label={_quoted(link.slot or link.why)}, style={style}];"
    yield "}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _table(rows: list[Row], *, named: bool) -> Iterator[str]:
    for environment, held in groupby(
        sorted(rows, key=lambda row: row.environment), lambda row: row.environment
    ):
        yield environment
        yield "  " + "".join(f"{column:>9}" for column in _COLUMNS) + "  entity"
        for row in held:
            yield "  " + "".join(f"{_cell(row, one):>9}" for one in _COLUMNS) + f"  {row.entity}"
            if named:
                yield from (f"    {one}: {', '.join(row.tools[one]) or '·'}" for one in _COLUMNS)


def _cell(row: Row, function: FunctionType) -> str:
    wanted = f"!{row.unmet[function]}" if function in row.unmet else ""
    return f"{len(row.tools[function]) or '·'}{wanted}"
