"""`zhizao tools`: what the registry holds, and what becomes of it."""

import json
from collections.abc import Iterator
from typing import Any

import click

from pipelines.messages import Language, say
from pipelines.onboarding.planning import Sentence
from pipelines.onboarding.why import Stage
from services.cli import deciding, reviewing
from services.cli.failing import speak, spoken
from services.cli.filling import fill
from services.cli.graph import graph, matrix
from services.cli.imports import import_tools
from services.cli.options import as_json, at_desk, print_json, project
from services.governing import RegistryView
from services.requests import environment_named
from services.showing import (
    ToolCard,
    Wanted,
    row_json,
    statuses,
    tool_card,
    tool_rows,
)
from services.trials import why_of
from tool_registry.base.caller import Scope
from tool_registry.base.types import FunctionType
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.stores.rows import ToolState
from tool_registry.vocabulary.language import language_of


@click.group()
def tools() -> None:
    """Import, list, judge, approve and publish tools."""


for command in (graph, matrix, import_tools, fill, *deciding.COMMANDS, *reviewing.COMMANDS):
    tools.add_command(command)


@tools.command("list")
@click.option("--source", help="Only tools of this source.")
@click.option("--status", type=click.Choice(statuses()), help="Only tools of this status.")
@click.option("--scope", type=click.Choice([one.value for one in Scope]))
@click.option("--env", help="Only tools that run in this environment.")
@click.option("--function", type=click.Choice([one.value for one in FunctionType]))
@project
@as_json
@click.pass_context
def list_tools(ctx: click.Context, project: str | None, as_json: bool, **filters: Any) -> None:
    """All tools, one a line; those that are not in use say why."""
    wanted = Wanted(**filters)

    async def act(registry_view: RegistryView) -> list[Any]:
        if wanted.env is not None:
            environment_named(wanted.env, registry_view.registry.environments)
        return await tool_rows(registry_view, wanted)

    rows = at_desk(act, project)
    if as_json:
        print_json([row_json(known, tool) for known, tool in rows])
        return
    for known, tool in rows:
        click.echo(_line(known.raw.id, known.raw.title or "", known.state, tool, spoken(ctx)))


@tools.command("show")
@click.argument("name")
@project
@as_json
@click.pass_context
def show_tool(ctx: click.Context, name: str, project: str | None, as_json: bool) -> None:
    """One tool by its id or its name: what it needs, yields and changes, and how it does."""

    async def act(registry_view: RegistryView) -> tuple[ToolCard, ToolEssentialModel]:
        known = registry_view.one(name)
        card = await tool_card(registry_view, known, spoken(ctx))
        return card, (await registry_view.catalogue([known])).tools[known.raw.id]

    card, tool = at_desk(act, project)
    if as_json:
        print_json({**card.tool, **card.model_dump(mode="json", exclude={"tool"})})
        return
    for line in (*_described(tool), *_known_of(card, spoken(ctx))):
        click.echo(line)


@tools.command("why")
@click.argument("name", metavar="TOOL")
@click.argument("sentence")
@click.option("--env", help="Environment to assume, unless the sentence names one.")
@project
@as_json
def why(name: str, sentence: str, env: str | None, project: str | None, as_json: bool) -> None:
    """Why TOOL serves SENTENCE or not, stage by stage. Nothing is called."""
    language = language_of(sentence)
    speak(language)

    async def act(registry_view: RegistryView) -> list[Stage]:
        place = environment_named(env, registry_view.registry.environments)
        asked = Sentence(id="why", text=sentence, environment=place)
        return await why_of(registry_view, registry_view.one(name), asked, language)

    stages = at_desk(act, project)
    if as_json:
        print_json(stages)
        return
    for stage in stages:
        mark = "✓" if stage.passed else "✗"
        first, *rest = stage.says or ("",)
        click.echo(f"{mark} {say(language, f'why.stage_{stage.stage}')}: {first}")
        for line in rest:
            click.echo(f"    {line}")


def _line(
    id: str, title: str, state: ToolState, tool: ToolEssentialModel | None, language: Language
) -> str:
    if tool is None:
        status = say(language, f"registry.status_{state.status.value}")
        reasons = f": {'; '.join(state.reasons)}" if state.reasons else ""
        return f"{id}  {title}  ({status}{reasons})".replace("    ", "  ")
    places = ",".join(tool.environments) or "-"
    return f"{id}  {tool.title}  [{tool.function}] [{places}]"


def _described(tool: ToolEssentialModel) -> list[str]:
    lines = [f"{tool.id}  {tool.title}", tool.summary, ""]
    lines.append(f"function      {tool.function}, effect {tool.effect}{_by(tool, 'function')}")
    lines.append(f"environments  {', '.join(tool.environments) or 'none'}")
    lines.append(f"actions       {', '.join(tool.actions)}{_by(tool, 'actions')}")
    lines.append(f"objects       {', '.join(tool.objects)}{_by(tool, 'objects')}")
    lines += [f"author        {tool.author}"] if tool.author else []
    lines += ["", "needs"]
    lines += [f"  {_slot(slot)}" for slot in tool.needs if not slot.hidden]
    lines += [f"yields{_by(tool, 'yields')}"]
    for one in tool.yields:
        lines.append(f"  {one.path}  {one.entity or ''}.{one.attribute or ''}  {one.description}")
    return lines


def _by(tool: ToolEssentialModel, field: str) -> str:
    """Who filled a field and how sure, where it is not a rule that is quite sure."""
    filled = tool.filled_by.get(field)
    if filled is None or (filled.by == "rule" and filled.confidence >= 1):
        return ""
    return f"  ({filled.by}, {round(filled.confidence * 100)} %)"


def _known_of(card: ToolCard, language: Language) -> Iterator[str]:
    """What the registry knows beside the model."""
    status = say(language, f"registry.status_{card.status}")
    scope = say(language, f"registry.scope_{card.scope}")
    yield ""
    yield f"status        {status}, {scope}{'; '.join(('', *card.reasons))}"
    used = card.usage
    calls = used.succeeded + used.failed
    values = {"chosen": used.chosen, "calls": calls, "failed": used.failed}
    yield f"usage         {say(language, 'registry.usage', candidate=used.candidate, **values)}"
    if used.last_failure:
        yield f"last failure  {used.last_failure}"
    if card.edited:
        yield "set by people"
        for path, value in card.edited.items():
            yield f"  {path} = {json.dumps(value, ensure_ascii=False)}"
    if card.learned:
        yield f"learned       {', '.join(card.learned[:12])}"
    if card.findings:
        yield "findings"
        yield from (f"  {text}" for text in card.findings)


def _slot(slot: Slot) -> str:
    meaning = ".".join(filter(None, (slot.entity, slot.role, slot.attribute)))
    required = "required" if slot.required else "optional"
    return f"{slot.path}  {slot.type}, {required}  {meaning}  {slot.description}".rstrip()
