"""`/`: the chat page, as it was built into `services/web/built`; a clone needs no Node for it."""

import gzip
from functools import cache
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import FileResponse
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

BUILT = Path(__file__).parents[1] / "web" / "built"
_RULES = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",  # the components put their styles into the page
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
)


def safe(*ancestors: str) -> dict[str, str]:
    """Headers of what the built page consists of; `ancestors`: origins that may show it inside."""
    framed = " ".join(("frame-ancestors", *(ancestors or ("'none'",))))
    return {
        "Content-Security-Policy": "; ".join((*_RULES, framed)),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
    }


_SAFE = safe()

router = APIRouter(include_in_schema=False)


@router.get("/")
async def page() -> FileResponse:
    """The page itself: asked for again each time, so that a new version is seen."""
    return FileResponse(BUILT / "index.html", headers={**_SAFE, "Cache-Control": "no-cache"})


@cache
def _packed(path: str) -> bytes:
    """The few files are packed once, not for every visitor."""
    return gzip.compress(Path(path).read_bytes())


class Assets(StaticFiles):
    """Scripts and styles under `/assets`; their names hold a hash of their content."""

    def __init__(self) -> None:
        super().__init__(directory=BUILT / "assets")

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, packed where the browser takes that, kept by it for a year."""
        response = await super().get_response(path, scope)
        takes = Headers(scope=scope).get("accept-encoding", "")
        if isinstance(response, FileResponse) and scope["method"] == "GET" and "gzip" in takes:
            response = Response(_packed(str(response.path)), media_type=response.media_type)
            response.headers.update({"Content-Encoding": "gzip", "Vary": "Accept-Encoding"})
        response.headers.update(_SAFE)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response
