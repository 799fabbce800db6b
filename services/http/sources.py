"""`/api/sources`: where tools come from. Programs are registered on the machine itself."""

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from services.entries import check_remote
from services.errors import InvalidRequest
from services.governing import remove
from services.http.identity import CHANGES_TOOLS
from services.http.registry_view import Spoken, ViewedRegistry
from services.onboarding import ImportReport, look, take_in
from services.showing import EnvironmentCard, SourceCard, environment_cards, source_cards
from tool_registry.base.caller import Scope
from tool_registry.stores.space import Space

router = APIRouter(prefix="/api", tags=["sources"])
DOCUMENT_BYTES = 4 * 1024 * 1024
"""What a document that is sent along may take, as JSON has it."""


class SourceBody(BaseModel):
    """A source, as an entry of the sources file: an OpenAPI document or an MCP server by URL."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(description="Letters, digits, `_`, `.` and `-`.")
    entry: dict[str, JsonValue] = Field(
        description="`url` of an MCP server, or `type: openapi` with `document` and "
        "`environments: {NAME: {url, headers, auth}}`; secrets by `${VARIABLE}`. A document that "
        "is at no address is given as `text`; `document` is its name then.",
        examples=[
            {
                "type": "openapi",
                "document": "http://127.0.0.1:8232/openapi.json",
                "environments": {"daily": {"url": "http://127.0.0.1:8232"}},
            }
        ],
    )
    scope: Scope = Scope.PERSONAL
    agreed: bool = Field(False, description="Agree to changes of tools that are in use.")
    look_only: bool = Field(False, description="Only say what would be registered.")


class Imported(BaseModel):
    """What the source brings, and whether it was registered."""

    report: ImportReport
    registered: bool


@router.get("/sources")
async def sources(registry_view: ViewedRegistry) -> list[SourceCard]:
    """The sources that the caller sees, with their health."""
    return await source_cards(registry_view.registry, registry_view.caller)


@router.post("/sources", dependencies=[CHANGES_TOOLS])
async def register(body: SourceBody, registry_view: ViewedRegistry, language: Spoken) -> Imported:
    """Registers a source, or brings it up to date; changes of tools in use want `agreed`."""
    check_remote(body.entry, registry_view.registry.settings.open_variables)
    project = registry_view.caller.projects[-1] if registry_view.caller.projects else ""
    try:
        space = Space.of(registry_view.caller, body.scope, project)
    except ValueError as error:
        raise InvalidRequest("registry.no_space", detail=str(error)) from error
    found = await look(
        registry_view.registry, registry_view.caller, body.name, body.entry, space, language
    )
    asks = found.report.changes_what_was_approved and not body.agreed
    registered = not (body.look_only or asks)
    if registered:
        await take_in(registry_view.registry, registry_view.caller, found)
    return Imported(report=found.report, registered=registered)


@router.delete("/sources/{source}", dependencies=[CHANGES_TOOLS])
async def forget(source: str, registry_view: ViewedRegistry) -> dict[str, str]:
    """Forgets a registered source and all that is known of its tools."""
    return {"removed": await remove(registry_view.registry, registry_view.caller, source)}


@router.get("/environments")
async def environments(registry_view: ViewedRegistry) -> list[EnvironmentCard]:
    """The configured environments: names, words, hosts, and which sources are called there."""
    return environment_cards(registry_view.registry, registry_view.caller)
