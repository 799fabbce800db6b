"""Sessions of the page: who logs in, how often that may be tried, and how it ends."""

import ipaddress

from fastapi import Request
from starlette.responses import Response

from services.errors import RateLimited
from services.http.identity import SESSION
from services.http.live import LiveRuns
from services.identity import Principal

DAYS = 30


def begin(live: LiveRuns, request: Request, response: Response, acting: Principal) -> None:
    """The browser is that person from now on: by a key that only it knows, so that logging out ends
    it and nothing else."""
    stores = live.system.stores
    ends = stores.database.clock.now() + DAYS * 86_400
    session, _ = stores.keys.create(
        acting.caller, acting.caller.user, "login", sorted(acting.permissions), ends
    )
    response.set_cookie(
        SESSION,
        session,
        max_age=DAYS * 86_400,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )


def end(live: LiveRuns, request: Request, response: Response) -> None:
    """The browser is nobody's from now on."""
    keys = live.system.stores.keys
    held = keys.holder(request.cookies.get(SESSION, ""))
    if held is not None:
        keys.revoke(held[0], held[1].id)
    response.delete_cookie(SESSION)


async def may_try(live: LiveRuns, request: Request) -> None:
    """Raises RateLimited where too many logins from that address have failed."""
    rate = live.system.settings.login_rate
    wait = await live.system.buckets.due(_key(request), rate)
    if wait:
        raise RateLimited("identity.too_many_tries", wait)


async def failed(live: LiveRuns, request: Request) -> None:
    """Counts a login that failed."""
    await live.system.buckets.take(_key(request), live.system.settings.login_rate)


def _key(request: Request) -> str:
    """By address; of IPv6 by the network that somebody is given."""
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return f"login:{host}"
    if address.version == 6:
        return f"login:{ipaddress.ip_network((address, 64), strict=False)}"
    return f"login:{address}"
