"""`/embed.js` and `/embed`: the chat inside pages of the origins that the settings allow.

Only this one address may be framed, by those origins alone; `/` and the pages where people log in
never are. The session's cookie stays `SameSite=Strict`, so that a frame has it where host page and
service are of one site; who is not logged in does so in a tab of their own.
"""

from html import escape

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, HTMLResponse

from services.errors import NotFound
from services.http.live import Live
from services.http.page import BUILT, safe

router = APIRouter(include_in_schema=False)
_FRESH = {"Cache-Control": "no-cache"}


@router.get("/embed.js")
async def loader(request: Request, live: Live) -> FileResponse:
    """The script that a host page includes; NotFound where no page may."""
    _allowed(request, live.system.settings.embed_origins)
    headers = {**safe(), **_FRESH, "Cross-Origin-Resource-Policy": "cross-origin"}
    return FileResponse(BUILT / "embed.js", media_type="text/javascript", headers=headers)


@router.get("/embed")
async def framed(request: Request, live: Live) -> HTMLResponse:
    """The chat page for a frame, which is told the origins that it may listen to."""
    origins = _allowed(request, live.system.settings.embed_origins)
    told = f'<meta name="zhizao-hosts" content="{escape(" ".join(origins))}" />'
    html = (BUILT / "index.html").read_text("utf-8").replace("</head>", f"  {told}\n  </head>", 1)
    return HTMLResponse(html, headers={**safe(*origins), **_FRESH})


def _allowed(request: Request, origins: tuple[str, ...]) -> tuple[str, ...]:
    if not origins:
        raise NotFound("services.no_page", path=request.url.path)
    return origins
