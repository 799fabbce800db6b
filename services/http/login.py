"""`/login`: a person types a key once; from then on the page has a session of its own."""

from pathlib import Path
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from jinja2 import Environment, FileSystemLoader
from starlette.responses import HTMLResponse, RedirectResponse, Response

from pipelines.messages import say
from services.errors import Unauthenticated, sentence
from services.http.failing import spoken
from services.http.identity import SESSION
from services.http.live import Live, LiveRuns
from services.identity import holder

router = APIRouter(include_in_schema=False)
_DAYS = 30
_PAGES = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True)
_SAFE = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
}


@router.get("/login")
async def form(request: Request) -> HTMLResponse:
    """The form."""
    return _page(request)


@router.post("/login")
async def log_in(request: Request, live: Live) -> Response:
    """Begins a session of the key's person with the key's permissions, and shows the page."""
    told = parse_qs((await request.body()).decode("utf-8", "replace"))
    try:
        session = _session(live, told.get("key", [""])[0].strip())
    except Unauthenticated as error:
        return _page(request, sentence(error, spoken(request)), 401)
    response = RedirectResponse("/", 303, headers=_SAFE)
    response.set_cookie(
        SESSION,
        session,
        max_age=_DAYS * 86_400,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
    return response


@router.post("/logout")
async def log_out(request: Request, live: Live) -> RedirectResponse:
    """Ends the session."""
    held = live.system.stores.keys.holder(request.cookies.get(SESSION, ""))
    if held is not None:
        live.system.stores.keys.revoke(held[0], held[1].id)
    response = RedirectResponse("/login", 303, headers=_SAFE)
    response.delete_cookie(SESSION)
    return response


def _session(live: LiveRuns, key: str) -> str:
    """A key that only this browser knows, so that logging out ends it and nothing else."""
    stores = live.system.stores
    acting = holder(stores, key)
    ends = stores.database.clock.now() + _DAYS * 86_400
    session, _ = stores.keys.create(
        acting.caller, acting.caller.user, "login", sorted(acting.permissions), ends
    )
    return session


def _page(request: Request, problem: str = "", status: int = 200) -> HTMLResponse:
    language = spoken(request)
    names = ("title", "label", "go", "help")
    keys = ("login_title", "login_key", "login_go", "login_help")
    texts = {n: say(language, f"identity.{k}") for n, k in zip(names, keys, strict=True)}
    html = _PAGES.get_template("login.html").render(language=language, problem=problem, **texts)
    return HTMLResponse(html, status, headers=_SAFE)
