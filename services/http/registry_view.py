"""What the routes of the registry share: whose tools they are about, and in which language."""

from typing import Annotated

from fastapi import Depends, Query, Request

from pipelines.messages import Language
from services.governing import RegistryView
from services.http.failing import spoken
from services.http.identity import Asking
from services.http.live import Live


async def registry_view(
    live: Live,
    caller: Asking,
    project: Annotated[str | None, Query(description="Also the tools of this project.")] = None,
) -> RegistryView:
    """The tools that the caller knows now."""
    named = (*caller.projects, *([project] if project else []))
    caller = caller.model_copy(update={"projects": tuple(dict.fromkeys(named))})
    return await RegistryView.of(live.system, caller)


def language(request: Request) -> Language:
    """Of the texts in the answer: that of `Accept-Language`, English if it is not Chinese."""
    return spoken(request)


ViewedRegistry = Annotated[RegistryView, Depends(registry_view)]
Spoken = Annotated[Language, Depends(language)]
