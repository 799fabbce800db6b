"""A2A: the agent card, JSON-RPC at `/a2a`, and HTTP+JSON below it, of versions 1.0 and 0.3."""

from collections.abc import Awaitable, Callable
from typing import Annotated, TypeAlias

from fastapi import APIRouter, Depends, Request, Response

from services.a2a.opening import Door
from services.http.identity import Acting
from services.http.live import Live
from services.identity import Principal, needs_login
from tool_registry.stores.rows import Permission

RPC = "/a2a"
_OLD = "/v1"
PATHS = (RPC, *(f"{RPC}{old}/message:{verb}" for old in ("", _OLD) for verb in ("send", "stream")))
"""Where messages come in, which may hold files."""
_CARD_SECONDS = 300
Endpoint: TypeAlias = Callable[..., Awaitable[Response]]

router = APIRouter(tags=["a2a"])

Line: TypeAlias = tuple[str, str, str, str]
"""Verb, path, the package's name of the operation, and what it does."""

_PUSHES = "/tasks/{id}/pushNotificationConfigs"
_FOLLOW = "The stream of a task that is not over, from its beginning."
_READ: tuple[Line, ...] = (
    ("GET", "/tasks/{id}:subscribe", "on_subscribe_to_task", _FOLLOW),
    ("POST", "/tasks/{id}:subscribe", "on_subscribe_to_task", _FOLLOW),
    ("GET", "/tasks/{id}", "on_get_task", "A task as it stands."),
    ("GET", _PUSHES + "/{push_id}", "get_push_notification", "Where a task is told of."),
    ("GET", _PUSHES, "list_push_notifications", "All places where a task is told of."),
)
_RUN: tuple[Line, ...] = (
    ("POST", "/message:send", "on_message_send", "A message; answered when its task is over."),
    ("POST", "/message:stream", "on_message_send_stream", "A message; its task as a stream."),
    ("POST", "/tasks/{id}:cancel", "on_cancel_task", "Ends a task; again, it changes nothing."),
    ("POST", _PUSHES, "set_push_notification", "Has somebody told of a task."),
)
_CARD = "The agent card, with the caller's tools as skills."
_NEW_READ: tuple[Line, ...] = (
    ("GET", "/tasks", "list_tasks", "The caller's tasks, the latest first."),
    ("GET", "/extendedAgentCard", "handle_authenticated_agent_card", _CARD),
)
_NEW_RUN: tuple[Line, ...] = (
    ("DELETE", _PUSHES + "/{push_id}", "delete_push_notification", "Has nobody told there."),
)
_OLD_READ: tuple[Line, ...] = (("GET", "/card", "card", _CARD),)


def door(request: Request) -> Door:
    """Where the service's agent is asked for."""
    found: Door = request.app.state.a2a
    return found


AgentDoor = Annotated[Door, Depends(door)]


@router.get("/.well-known/agent-card.json")
async def agent_card(request: Request, live: Live, door: AgentDoor) -> Response:
    """Who this agent is, what it can do and where; open to everybody who reaches the service."""
    await door.agent()
    from services.a2a.card import card_of, served

    needs_key = needs_login(live.system.settings)
    body, tag = served(card_of(str(request.base_url), needs_key=needs_key))
    headers = {"ETag": tag, "Cache-Control": f"public, max-age={_CARD_SECONDS}", "Vary": "Host"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


@router.post(RPC)
async def json_rpc(request: Request, acting: Acting, door: AgentDoor) -> Response:
    """JSON-RPC of both versions; what runs something takes the permission for that."""
    acting.must("read")
    return await (await door.agent()).rpc(request, acting)


def _permitted(permission: Permission) -> Callable[[Principal], Principal]:
    def permitted(acting: Acting) -> Principal:
        acting.must(permission)
        return acting

    return permitted


def _new(name: str, permission: Permission) -> Endpoint:
    async def serve(
        request: Request,
        door: AgentDoor,
        acting: Annotated[Principal, Depends(_permitted(permission))],
    ) -> Response:
        return await (await door.agent()).rest(name, request, acting)

    return serve


def _old(path: str, method: str, permission: Permission) -> Endpoint:
    async def serve(
        request: Request,
        door: AgentDoor,
        acting: Annotated[Principal, Depends(_permitted(permission))],
    ) -> Response:
        return await (await door.agent()).old_rest(path, method, request, acting)

    return serve


def _add(permission: Permission, new: bool, *lines: Line) -> None:
    for method, path, name, does in lines:
        inner = path if new else _OLD + path
        serve = _new(name, permission) if new else _old(inner, method, permission)
        told = f"A2A {'1.0' if new else '0.3'}: {name.removeprefix('on_').replace('_', ' ')}"
        router.add_api_route(RPC + inner, serve, methods=[method], summary=told, description=does)


_add("read", True, *_READ, *_NEW_READ)
_add("run", True, *_RUN, *_NEW_RUN)
_add("read", False, *_READ, *_OLD_READ)
_add("run", False, *_RUN)
