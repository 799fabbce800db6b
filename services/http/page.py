"""`/`: the chat page, as it was built into `services/web/built`; a clone needs no Node for it."""

from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

BUILT = Path(__file__).parents[1] / "web" / "built"
_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # the components put their styles into the page
        "connect-src 'self'",
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_SAFE = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}

router = APIRouter(include_in_schema=False)


@router.get("/")
async def page() -> FileResponse:
    """The page itself: asked for again each time, so that a new version is seen."""
    return FileResponse(BUILT / "index.html", headers={**_SAFE, "Cache-Control": "no-cache"})


class Assets(StaticFiles):
    """Scripts and styles under `/assets`; their names hold a hash of their content."""

    def __init__(self) -> None:
        super().__init__(directory=BUILT / "assets")

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, kept by browsers for a year."""
        response = await super().get_response(path, scope)
        response.headers.update(_SAFE)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response
