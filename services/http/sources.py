"""`/api/sources`: where tools come from. Programs are registered on the machine itself."""

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from services.entries import check_remote
from services.errors import InvalidRequest
from services.governing import RegistryView, registered, remove
from services.http.identity import CHANGES_TOOLS
from services.http.registry_view import Spoken, ViewedRegistry
from services.onboarding import ImportReport, Look, look, take_in
from services.showing import EnvironmentCard, SourceCard, environment_cards, source_cards
from tool_registry.base.caller import Scope
from tool_registry.stores.permissions import check
from tool_registry.stores.space import Space

router = APIRouter(prefix="/api", tags=["sources"])
DOCUMENT_BYTES = 4 * 1024 * 1024
"""What a document that is sent along may take, as JSON has it."""


class Wish(BaseModel):
    """Whether it is only looked at, or agreed to."""

    model_config = ConfigDict(extra="forbid")

    agreed: bool = Field(False, description="Agree to changes of tools that are in use.")
    look_only: bool = Field(False, description="Only say what would be registered.")


class UpdateBody(Wish):
    """A registered source is to be fetched again."""

    text: str | None = Field(
        None, description="The document as it is now, for one that is at no address."
    )


class SourceBody(Wish):
    """A source, as an entry of the sources file: an OpenAPI document or an MCP server by URL."""

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
    return await _decided(registry_view, found, body)


@router.post("/sources/{source}/update", dependencies=[CHANGES_TOOLS])
async def renew(
    source: str, body: UpdateBody, registry_view: ViewedRegistry, language: Spoken
) -> Imported:
    """Fetches a registered source again from where it came: its name, space, environments and
    headers stay; changes of tools in use want `agreed`."""
    registry, caller = registry_view.registry, registry_view.caller
    row = registry.stores.sources.get(caller, registered(registry, caller, source))
    check(caller, "change", row.space, row.created_by)
    entry = row.entry if body.text is None else {**row.entry, "text": body.text}
    check_remote(entry, registry.settings.open_variables)
    found = await look(registry, caller, row.name, entry, row.space, language)
    return await _decided(registry_view, found, body)


async def _decided(registry_view: RegistryView, found: Look, body: Wish) -> Imported:
    """Registered, unless it was only to be looked at, or is to be agreed to first."""
    asks = found.report.changes_what_was_approved and not body.agreed
    if not (body.look_only or asks):
        await take_in(registry_view.registry, registry_view.caller, found)
        return Imported(report=found.report, registered=True)
    return Imported(report=found.report, registered=False)


@router.delete("/sources/{source}", dependencies=[CHANGES_TOOLS])
async def forget(source: str, registry_view: ViewedRegistry) -> dict[str, str]:
    """Forgets a registered source and all that is known of its tools."""
    return {"removed": await remove(registry_view.registry, registry_view.caller, source)}


@router.get("/environments")
async def environments(registry_view: ViewedRegistry) -> list[EnvironmentCard]:
    """The configured environments: names, words, hosts, and which sources are called there."""
    return environment_cards(registry_view.registry, registry_view.caller)
