"""`zhizao tools`: what the catalogue holds."""

import asyncio
import json
from typing import Any

import click

from services.cli.graph import graph, matrix
from services.errors import NotFound
from services.registry import read_catalogue
from services.settings import read_settings
from tool_registry.catalogue import Catalogue
from tool_registry.model import Slot, ToolEssentialModel


@click.group()
def tools() -> None:
    """List and show the tools that can be used."""


tools.add_command(graph)
tools.add_command(matrix)


@tools.command("list")
@click.option("--env", help="Only tools that run in this environment.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_tools(env: str | None, as_json: bool) -> None:
    """All tools, one a line."""
    catalogue = _catalogue()
    found = catalogue.in_environment(env) if env else tuple(catalogue.tools.values())
    if as_json:
        click.echo(_dump([_public(tool) for tool in found]))
        return
    for tool in found:
        places = ",".join(tool.environments) or "-"
        click.echo(f"{tool.id}  {tool.title}  [{tool.function}] [{places}]")


@tools.command("show")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def show_tool(name: str, as_json: bool) -> None:
    """One tool by its id or its name: what it needs, yields and changes."""
    found = [tool for tool in _catalogue().tools.values() if name in (tool.id, tool.name)]
    if not found:
        raise NotFound("services.no_tool", name=name)
    if as_json:
        click.echo(_dump(_public(found[0])))
        return
    for line in _described(found[0]):
        click.echo(line)


def _catalogue() -> Catalogue:
    return asyncio.run(read_catalogue(read_settings()))


def _public(tool: ToolEssentialModel) -> dict[str, Any]:
    """The model without what users never see: hidden parameters and the raw schema."""
    shown = tool.model_dump(mode="json", exclude={"input_schema"})
    shown["needs"] = [slot.model_dump(mode="json") for slot in tool.needs if not slot.hidden]
    return shown


def _described(tool: ToolEssentialModel) -> list[str]:
    lines = [f"{tool.id}  {tool.title}", tool.summary, ""]
    lines.append(f"function      {tool.function}, effect {tool.effect}")
    lines.append(f"environments  {', '.join(tool.environments) or 'none'}")
    lines.append(f"actions       {', '.join(tool.actions)}")
    lines.append(f"objects       {', '.join(tool.objects)}")
    lines += [f"author        {tool.author}"] if tool.author else []
    lines += ["", "needs"]
    lines += [f"  {_slot(slot)}" for slot in tool.needs if not slot.hidden]
    lines += ["yields"]
    for one in tool.yields:
        lines.append(f"  {one.path}  {one.entity or ''}.{one.attribute or ''}  {one.description}")
    return lines


def _slot(slot: Slot) -> str:
    meaning = ".".join(filter(None, (slot.entity, slot.role, slot.attribute)))
    required = "required" if slot.required else "optional"
    return f"{slot.path}  {slot.type}, {required}  {meaning}  {slot.description}".rstrip()


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
