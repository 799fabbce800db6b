"""`/setup`: the first person, made with the code that the service showed when it was started."""

import secrets
from typing import Annotated
from urllib.parse import parse_qs

from fastapi import APIRouter, Depends, Request
from starlette.responses import HTMLResponse

from services.errors import (
    NotFound,
    RateLimited,
    ServiceError,
    Unauthenticated,
    headers_of,
    sentence,
    wire,
)
from services.http import sessions
from services.http.failing import spoken
from services.http.forms import page, with_script
from services.http.live import Live
from services.identity import of_login
from services.setting_up import DAYS, SettingUp
from tool_registry.stores.errors import Refused

router = APIRouter(include_in_schema=False)
_FORM = ("setup_title", "setup_help", "setup_code", "setup_name", "setup_go")
_DONE = ("setup_done", "setup_key", "setup_copy", "setup_copied", "setup_next")
_LONGEST = 200


def _offer(request: Request) -> SettingUp:
    """What this process offers; NotFound once that is over, as for any page that there is not."""
    offer: SettingUp = request.app.state.setting_up
    if not offer.is_open:
        raise NotFound("services.no_page", path="/setup")
    return offer


Offer = Annotated[SettingUp, Depends(_offer)]


@router.get("/setup")
async def form(request: Request, offer: Offer) -> HTMLResponse:
    """The form."""
    return page(request, "setup.html", _FORM)


@router.post("/setup")
async def set_up(request: Request, live: Live, offer: Offer) -> HTMLResponse:
    """Makes the first administrator, shows the key once, and begins a session."""
    told = parse_qs((await request.body()).decode("utf-8", "replace"))
    code, name = (told.get(field, [""])[0].strip()[:_LONGEST] for field in ("code", "name"))
    try:
        await sessions.may_try(live, request)
        offer.check(code)
        person, key = offer.carry_out(live.system.settings, live.system.stores, name)
    except (NotFound, Refused) as error:  # somebody was faster, here or at the machine
        raise NotFound("services.no_page", path="/setup") from error
    except ServiceError as error:
        if isinstance(error, Unauthenticated):
            await sessions.failed(live, request)
        return _again(request, error, name)
    nonce = secrets.token_urlsafe(16)
    done = page(request, "setup_done.html", _DONE, name=name, key=key, days=DAYS, nonce=nonce)
    sessions.begin(live, request, done, of_login(person))
    return with_script(done, nonce)


def _again(request: Request, error: ServiceError, name: str) -> HTMLResponse:
    """The form with what was wrong."""
    problem, status = sentence(error, spoken(request)), wire(error).http_status
    response = page(request, "setup.html", _FORM, status, problem=problem, name=name)
    if isinstance(error, RateLimited):
        response.headers.update(headers_of(error))
    return response
