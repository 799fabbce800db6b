"""`/api/tools`: the tools that the caller sees, what is wrong with them, and what becomes of them.

A tool of a space that the caller does not see is answered like one that does not exist.
"""

import asyncio
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from pipelines.onboarding.planning import Sentence
from pipelines.onboarding.why import Stage
from services import approving, governing
from services.errors import InvalidRequest
from services.governing import Decision, Effects, RegistryView, Retirable
from services.http.identity import CHANGES_TOOLS
from services.http.live import Live
from services.http.registry_view import Spoken, ViewedRegistry
from services.insights.keeping import catch_up
from services.insights.listing import FailedIn, own_failures
from services.linting import lint_of
from services.losing import losses
from services.registry_reports import Finding, Told
from services.requests import environment_named
from services.showing import (
    ToolCard,
    Wanted,
    asked_in_vain,
    row_json,
    row_labels,
    row_of_matrix,
    tool_card,
    tool_rows,
)
from services.tool_use import ToolUse, tool_uses
from services.trials import why_of
from services.workshop.form import correct
from tool_registry.base.caller import Scope
from tool_registry.base.types import FunctionType
from tool_registry.graph.edges import edges, touching
from tool_registry.graph.inference import Inference
from tool_registry.graph.matrix import matrix
from tool_registry.graph.values import LIKELY
from tool_registry.stores.rows import ToolState, ToolStatus
from tool_registry.stores.space import Space
from tool_registry.stores.submissions import LONGEST
from tool_registry.vocabulary.language import language_of

router = APIRouter(prefix="/api/tools", tags=["tools"])
Names = Annotated[list[str] | None, Query(description="Ids or names of tools, or of sources.")]


class Body(BaseModel):
    """Base of what is sent: no unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True)


class EditBody(Body):
    """A person's word on one field of a tool's model."""

    field: str = Field(description="`title`, `objects`, `needs.PATH.entity`, `yields.PATH.unit` …")
    value: JsonValue = None
    undo: bool = Field(False, description="Give the field back to the parser.")


class WhyBody(Body):
    """A sentence to explain a tool by."""

    sentence: str = Field(min_length=1, max_length=4000)
    environment: str | None = Field(None, description="Unless the sentence names one.")


class DecideBody(Body):
    """A decision about tools. Without `agreed` it says what it would do, and does nothing."""

    tools: list[str] = Field(min_length=1, description="Ids or names of tools, or of sources.")
    agreed: bool = False


class RetireBody(DecideBody):
    """Why tools go."""

    reason: str = Field("", max_length=LONGEST, description="What their authors are told.")


class PublishBody(DecideBody):
    """Where tools are to be seen."""

    scope: Literal["public", "project"] = "public"


class Decided(BaseModel):
    """What was shown, and the states of the tools after it; empty where nothing was done."""

    shown: Decision
    states: list[ToolState]


class RetireAnswer(BaseModel):
    """What breaks without the tools, and their states after it; empty where nothing was done."""

    losses: tuple[str, ...] = ()
    """Who used them and what depends on them, and whether there is a way back."""
    effects: Effects
    states: list[ToolState]


class LintAnswer(BaseModel):
    """Findings, the gravest kind first told apart by `severity`."""

    tools: int
    errors: int
    findings: list[Finding]


@router.get("")
async def tools(
    registry_view: ViewedRegistry,
    language: Spoken,
    source: str | None = None,
    status: ToolStatus | None = None,
    scope: Scope | None = None,
    environment: str | None = None,
    function: FunctionType | None = None,
) -> list[dict[str, Any]]:
    """All tools that the caller sees, in use or not."""
    place = environment_named(environment, registry_view.registry.environments)
    wanted = Wanted(source, status, scope, place, function)
    named = registry_view.registry.environments
    return [
        {**row_json(one, tool), "labels": row_labels(one, tool, named, language)}
        for one, tool in await tool_rows(registry_view, wanted)
    ]


@router.get("/graph")
async def graph(
    registry_view: ViewedRegistry,
    entity: str | None = None,
    environment: str | None = None,
    least: float = LIKELY,
) -> dict[str, Any]:
    """Which tool yields what another one needs; `walked` links are those that plans use."""
    place = environment_named(environment, registry_view.registry.environments)
    catalogue = await registry_view.registry.catalogue(registry_view.caller)
    held = catalogue.in_environment(place) if place else tuple(catalogue.tools.values())
    chosen = touching(held, entity) if entity else list(held)
    found = edges(catalogue.graph, Inference(catalogue.tools.values()), chosen, place, least)
    links = [{**asdict(edge.link), "walked": edge.walked} for edge in found]
    return {"tools": [tool.id for tool in chosen], "links": links}


@router.get("/matrix")
async def gaps(
    registry_view: ViewedRegistry, environment: str | None = None
) -> list[dict[str, Any]]:
    """What can be done with each entity in each environment, and what was asked for in vain."""
    place = environment_named(environment, registry_view.registry.environments)
    catalogue = await registry_view.registry.catalogue(registry_view.caller)
    names = (place,) if place else catalogue.environments.names
    rows = matrix(catalogue.tools.values(), names, asked_in_vain(registry_view, catalogue))
    return [row_of_matrix(row) for row in rows if row.environment in names]


@router.get("/lint")
async def lint(
    registry_view: ViewedRegistry,
    language: Spoken,
    tool: Names = None,
    source: str | None = None,
    scope: Annotated[
        Literal["public"] | None,
        Query(description="Judged as for that pool; otherwise each tool for its own."),
    ] = None,
) -> LintAnswer:
    """The tools against the description standard, each finding with its fix."""
    chosen = registry_view.some(tool or (), source)
    found = await lint_of(registry_view, chosen, language, public=scope is not None)
    errors = sum(one.severity == "error" for one in found)
    return LintAnswer(tools=len(chosen), errors=errors, findings=found)


@router.get("/conflicts")
async def conflicts(
    registry_view: ViewedRegistry, language: Spoken, tool: Names = None
) -> list[Told]:
    """Names and meanings that other tools have too."""
    return await governing.conflicts_of(
        registry_view, registry_view.some(tool or ()), language, named=bool(tool)
    )


@router.get("/usage")
async def usage(live: Live, registry_view: ViewedRegistry, language: Spoken) -> list[ToolUse]:
    """What runs did with each tool that the caller sees, the most called first. Calls are all that
    were made, also those by which a plan or an outcome was checked."""

    def failures() -> dict[str, FailedIn]:
        catch_up(live.system.store.engine)
        return own_failures(live.system.store.engine, registry_view.caller)

    return await tool_uses(registry_view, language, await asyncio.to_thread(failures))


@router.get("/retirable")
async def retirable(registry_view: ViewedRegistry, language: Spoken) -> list[Retirable]:
    """Public tools that fail or that nobody uses, with the requests that would break."""
    return await governing.retirable(registry_view, language)


@router.post("/publish", dependencies=[CHANGES_TOOLS])
async def publish(body: PublishBody, registry_view: ViewedRegistry, language: Spoken) -> Decided:
    """Moves tools to where others see them; what is blocked stays where it is."""
    chosen, space = registry_view.some(body.tools), _space(registry_view, body.scope)
    shown = await governing.publication(registry_view, chosen, space, language)
    go = body.agreed and not shown.blocked
    return Decided(
        shown=shown, states=await governing.publish(registry_view, chosen, space) if go else []
    )


@router.post("/approve", dependencies=[CHANGES_TOOLS])
async def approve(body: DecideBody, registry_view: ViewedRegistry, language: Spoken) -> Decided:
    """Takes tools that wait, changed or are in quarantine into use as they are now."""
    chosen = approving.to_approve(registry_view.some(body.tools))
    shown = await approving.approval(registry_view, chosen, language)
    go = body.agreed and not shown.blocked
    return Decided(shown=shown, states=await approving.approve(registry_view, chosen) if go else [])


@router.post("/retire", dependencies=[CHANGES_TOOLS])
async def retire(
    body: RetireBody, live: Live, registry_view: ViewedRegistry, language: Spoken
) -> RetireAnswer:
    """Takes tools out of use, with all that is known of them kept."""
    chosen = registry_view.some(body.tools)
    told = await losses(registry_view, chosen, live.system.store, language)
    effects = await governing.effects_without(registry_view, chosen, language)
    go = body.agreed
    states = await governing.retire(registry_view, chosen, body.reason) if go else []
    return RetireAnswer(losses=told, effects=effects, states=states)


@router.post("/restore", dependencies=[CHANGES_TOOLS])
async def restore(body: DecideBody, registry_view: ViewedRegistry) -> RetireAnswer:
    """Takes retired tools back into use, as they were approved."""
    chosen = registry_view.some(body.tools)
    states = await governing.restore(registry_view, chosen) if body.agreed else []
    return RetireAnswer(effects=Effects(changed=(), planned=0, total=0), states=states)


@router.post("/{tool_id:path}/why")
async def why(tool_id: str, body: WhyBody, registry_view: ViewedRegistry) -> list[Stage]:
    """Why the tool serves a sentence or not, stage by stage. Nothing is called."""
    place = environment_named(body.environment, registry_view.registry.environments)
    asked = Sentence(id="why", text=body.sentence, environment=place)
    return await why_of(
        registry_view, registry_view.one(tool_id), asked, language_of(body.sentence)
    )


@router.patch("/{tool_id:path}", dependencies=[CHANGES_TOOLS])
async def edit(
    tool_id: str, body: EditBody, registry_view: ViewedRegistry, language: Spoken
) -> ToolCard:
    """Sets a field of the tool's model, whatever is parsed later; or gives it back."""
    known = registry_view.one(tool_id)
    registry, caller, id = registry_view.registry, registry_view.caller, known.raw.id
    if body.undo:
        await registry.change(lambda stores: stores.edits.remove(caller, id, body.field))
    else:
        await correct(registry_view, known, body.field, body.value)
    return await tool_card(registry_view, registry_view.one(id), language)


@router.get("/{tool_id:path}")
async def tool(tool_id: str, registry_view: ViewedRegistry, language: Spoken) -> ToolCard:
    """All that there is to know of one tool: model, status, use, findings."""
    return await tool_card(registry_view, registry_view.one(tool_id), language)


def _space(registry_view: RegistryView, scope: str) -> Space:
    project = registry_view.caller.projects[-1] if registry_view.caller.projects else ""
    try:
        return Space.of(registry_view.caller, Scope(scope), project)
    except ValueError as error:
        raise InvalidRequest("registry.no_space", detail=str(error)) from error
