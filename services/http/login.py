"""`/login`: a person types a key once, or is sent to the company's login service and comes back;
from then on the page has a session of its own."""

import logging
from urllib.parse import parse_qs, urlsplit

from anyio.to_thread import run_sync
from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from pipelines.messages import say
from services.errors import (
    KNOWN,
    NotFound,
    ServiceError,
    Unauthenticated,
    headers_of,
    sentence,
    wire,
)
from services.http import sessions
from services.http.failing import spoken
from services.http.forms import SAFE, page
from services.http.live import Live, LiveRuns
from services.identity import Principal, holder, of_login
from services.oidc.flow import SECONDS, Attempt, Back, back, there
from services.oidc.issuer import Issuer, issuer_of
from services.oidc.people import person_of
from services.settings import Settings

router = APIRouter(include_in_schema=False)
_LOG = logging.getLogger(__name__)
_CALLBACK = "/login/oidc/callback"
_TEXTS = ("login_title", "login_key", "login_go", "login_help", "login_or")


@router.get("/login")
async def form(request: Request, live: Live) -> Response:
    """The form; the set-up, as long as there is nobody who could log in."""
    if request.app.state.setting_up.is_open:
        return RedirectResponse("/setup", 303, headers=SAFE)
    return _page(request, live.system.settings)


@router.post("/login")
async def log_in(request: Request, live: Live) -> Response:
    """Begins a session of the key's person with the key's permissions, and shows the page."""
    told = parse_qs((await request.body()).decode("utf-8", "replace"))
    try:
        await sessions.may_try(live, request)
        acting = holder(live.system.stores, told.get("key", [""])[0].strip())
    except ServiceError as error:
        return await _refused(request, live, error)
    response = RedirectResponse("/", 303, headers=SAFE)
    sessions.begin(live, request, response, acting)
    return response


@router.post("/logout")
async def log_out(request: Request, live: Live) -> RedirectResponse:
    """Ends the session."""
    response = RedirectResponse("/login", 303, headers=SAFE)
    sessions.end(live, request, response)
    return response


@router.get("/login/oidc")
async def leave(request: Request, live: Live) -> Response:
    """Sends the browser to the login service, with a cookie that ties it to this attempt."""
    settings, clock = live.system.settings, live.system.stores.database.clock
    issuer, attempt = _issuer(settings), Attempt.begin(clock)
    uri = _redirect_uri(request, settings)
    try:
        await sessions.may_try(live, request)
        where = await run_sync(there, issuer, attempt, uri, clock)
    except ServiceError as error:
        return await _refused(request, live, error)
    response = RedirectResponse(where, 303, headers=SAFE)
    secure = _is_secure(request, settings)
    response.set_cookie(
        _cookie(secure),
        attempt.cookie,
        max_age=SECONDS,
        httponly=True,
        samesite="lax",  # it has to come along when the login service sends the browser back
        secure=secure,
    )
    return response


@router.get(_CALLBACK)
async def come_back(
    request: Request, live: Live, state: str = "", code: str = "", iss: str = "", error: str = ""
) -> Response:
    """Begins a session of whoever the login service says it is."""
    settings = live.system.settings
    issuer, cookie = _issuer(settings), _cookie(_is_secure(request, settings))
    told = Back(state, code, iss, error)
    try:
        await sessions.may_try(live, request)
        acting = await run_sync(
            _who,
            live,
            issuer,
            request.cookies.get(cookie, ""),
            told,
            _redirect_uri(request, settings),
        )
        response: Response = RedirectResponse("/", 303, headers=SAFE)
        sessions.begin(live, request, response, acting)
    except KNOWN as problem:
        response = await _refused(request, live, problem)
    response.delete_cookie(cookie, httponly=True, samesite="lax", secure=cookie != _PLAIN)
    return response


_PLAIN = "zhizao_login"


def _cookie(secure: bool) -> str:
    """Over HTTPS no other host, and no plain page, can set a cookie of this name."""
    return f"__Host-{_PLAIN}" if secure else _PLAIN


def _who(live: LiveRuns, issuer: Issuer, cookie: str, told: Back, uri: str) -> Principal:
    stores, clock = live.system.stores, live.system.stores.database.clock
    claims = back(issuer, Attempt.resumed(cookie, clock), told, uri, clock)
    return of_login(person_of(live.system.settings, stores, issuer, claims))


def _issuer(settings: Settings) -> Issuer:
    issuer = issuer_of(settings)
    if issuer is None:
        raise NotFound("services.no_page", path="/login/oidc")
    return issuer


def _redirect_uri(request: Request, settings: Settings) -> str:
    """The address that the login service knows us by: the same in both steps."""
    if settings.public_url is not None:
        return settings.public_url.rstrip("/") + _CALLBACK
    return str(request.url.replace(path=_CALLBACK, query="", fragment=""))


def _is_secure(request: Request, settings: Settings) -> bool:
    return urlsplit(settings.public_url or str(request.url)).scheme == "https"


async def _refused(request: Request, live: LiveRuns, error: Exception) -> HTMLResponse:
    """The form with what was wrong."""
    if isinstance(error, Unauthenticated):
        await sessions.failed(live, request)
    status, text = wire(error).http_status, sentence(error, spoken(request))
    response = _page(request, live.system.settings, text, status)
    if status == 429:
        response.headers.update(headers_of(error))
    return response


def _page(
    request: Request, settings: Settings, problem: str = "", status: int = 200
) -> HTMLResponse:
    issuer = issuer_of(settings)
    other = ""
    if issuer is not None:
        name = settings.oidc_name or urlsplit(issuer.configuration.issuer).hostname or "OIDC"
        other = say(spoken(request), "identity.login_with", name=name)
    return page(request, "login.html", _TEXTS, status, problem=problem, other=other)
