"""`/mcp`: the MCP server over Streamable HTTP, for whoever a key of ours says it is."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, cast

from fastapi import APIRouter, FastAPI
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from services.errors import KNOWN, sentence, wire
from services.http.failing import spoken
from services.http.guard import replay
from services.http.live import LiveRuns
from services.identity import Principal, identified

PATH = "/mcp"
_SESSIONS = 1000
"""Conversations of the older protocol that are open at a time; idle ones end after half an hour."""
_INVALID = -32600
router = APIRouter()


@asynccontextmanager
async def serving(app: FastAPI, live: LiveRuns) -> AsyncGenerator[None]:
    """Inside the block `/mcp` answers."""
    # The SDK's server takes half a second to import, and only the service has it.
    from mcp.server.transport_security import TransportSecuritySettings

    from services.mcp_server.server import Server

    server = Server(live)
    # Host and Origin are looked at before anything else, for all paths (`guard.py`).
    open_to_guard = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    server.streamable_http_app(transport_security=open_to_guard, max_sessions=_SESSIONS)
    async with server.session_manager.run():
        app.state.mcp = server.session_manager
        yield


class Entrance:
    """Finds out who asks, then hands on to the SDK."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """401 for nobody, 403 for a key that is not for the tool, else the protocol's answer."""
        from services.mcp_server.server import PRINCIPAL, READS

        request = Request(scope, receive)
        live: LiveRuns = request.app.state.live
        body = await request.body()
        told = _message(body)
        try:
            acting = identified(
                live.system.settings,
                live.system.stores,
                request.headers.get("authorization"),
                None,
            )
            acting.must("read")
            if told.get("method") == "tools/call" and _tool(told) not in READS:
                acting.must("run")
        except KNOWN as error:
            await _refused(request, told, error)(scope, receive, send)
            return
        scope[PRINCIPAL] = acting
        scope["user"] = _user(acting)
        await request.app.state.mcp.handle_request(scope, replay(body, receive), send)


ROUTE = Route(PATH, Entrance(), include_in_schema=False)


def _message(body: bytes) -> dict[str, Any]:
    """The message, as far as it can be read; what is wrong with it the SDK says."""
    try:
        told = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return cast("dict[str, Any]", told) if isinstance(told, dict) else {}


def _tool(told: dict[str, Any]) -> str:
    params = told.get("params")
    name = cast("dict[str, Any]", params).get("name") if isinstance(params, dict) else None
    return name if isinstance(name, str) else ""


def _user(acting: Principal) -> Any:
    """Who may go on with a session: the SDK compares it with whoever began it."""
    from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
    from mcp.server.auth.provider import AccessToken

    caller = acting.caller
    owner = json.dumps([caller.tenant, caller.user])
    return AuthenticatedUser(AccessToken(token="", client_id=owner, scopes=[]))


def _refused(request: Request, told: dict[str, Any], error: Exception) -> JSONResponse:
    """A JSON-RPC error in a status that clients know."""
    status, id = wire(error).http_status, told.get("id")
    said = {"code": _INVALID, "message": sentence(error, spoken(request))}
    body = {"jsonrpc": "2.0", "id": id if isinstance(id, str | int) else None, "error": said}
    response = JSONResponse(body, status)
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    elif status == 403:
        response.headers["WWW-Authenticate"] = 'Bearer error="insufficient_scope", scope="run"'
    return response
