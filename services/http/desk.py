"""What the routes of the registry share: whose tools they are about, and in which language."""

from typing import Annotated

from fastapi import Depends, Query, Request

from pipelines.messages import Language
from services.callers import local_caller
from services.governing import Desk
from services.http.chat import Live
from services.http.failing import spoken


async def desk(
    live: Live,
    project: Annotated[str | None, Query(description="Also the tools of this project.")] = None,
) -> Desk:
    """The tools that the caller knows now."""
    return await Desk.of(live.system, local_caller(live.system.settings, project))


def language(request: Request) -> Language:
    """Of the texts in the answer: that of `Accept-Language`, English if it is not Chinese."""
    return spoken(request)


AtDesk = Annotated[Desk, Depends(desk)]
Spoken = Annotated[Language, Depends(language)]
