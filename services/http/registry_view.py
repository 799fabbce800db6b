"""What the routes of the registry share: whose tools they are about, and in which language."""

from typing import Annotated

from fastapi import Depends, Query, Request

from pipelines.messages import Language
from services.errors import NotFound
from services.governing import RegistryView
from services.http.failing import spoken
from services.http.identity import Asking
from services.http.live import Live
from tool_registry.base.caller import Role


async def registry_view(
    live: Live,
    caller: Asking,
    project: Annotated[str | None, Query(description="Also the tools of this project.")] = None,
) -> RegistryView:
    """The tools that the caller knows now."""
    if project:
        if project not in caller.projects and caller.role is not Role.ADMIN:
            raise NotFound("identity.no_project", name=project)
        others = [one for one in caller.projects if one != project]
        caller = caller.model_copy(update={"projects": (*others, project)})
    return await RegistryView.of(live.system, caller)


def language(request: Request) -> Language:
    """Of the texts in the answer: that of `Accept-Language`, English if it is not Chinese."""
    return spoken(request)


ViewedRegistry = Annotated[RegistryView, Depends(registry_view)]
Spoken = Annotated[Language, Depends(language)]
