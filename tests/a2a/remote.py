"""An agent of somebody else, made with the official server: it books rooms, and keeps a log."""

import asyncio
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from a2a.helpers import new_data_part, new_text_part
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_jsonrpc_routes, create_rest_routes
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import (
    AgentCapabilities,
    AgentCard,
    AgentInterface,
    AgentSkill,
    Task,
    TaskState,
    TaskStatus,
)
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from evals.child_process import free_port
from tests.workshop.waiting import PATIENCE, wait_for


@dataclass
class Remote:
    """What the agent does next, and what it has done."""

    port: int = field(default_factory=free_port)
    mode: str = "done"
    """`done`, `failed`, `rejected`, `asks`, `hangs`, `breaks`, or an HTTP status."""
    effects: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    canceled: list[str] = field(default_factory=list[str])
    keys: list[str | None] = field(default_factory=list[str | None])
    """The `Authorization` of each request."""
    card: AgentCard = field(default_factory=AgentCard)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


class Booking(AgentExecutor):
    """Books a room for every message."""

    def __init__(self, remote: Remote) -> None:
        self._remote = remote

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        message, remote = context.message, self._remote
        assert message is not None
        assert context.task_id is not None
        assert context.context_id is not None
        status = TaskStatus(state=TaskState.TASK_STATE_SUBMITTED)
        task = Task(id=context.task_id, context_id=context.context_id, status=status)
        await event_queue.enqueue_event(task)
        updater = TaskUpdater(event_queue, context.task_id, context.context_id)
        await updater.start_work()
        if remote.mode == "rejected":
            await updater.reject(updater.new_agent_message([new_text_part("no rooms here")]))
            return
        told = {
            "id": message.message_id,
            "text": context.get_user_input(),
            "metadata": dict(message.metadata),
        }
        remote.effects.append(told)
        if remote.mode == "hangs":
            await asyncio.sleep(PATIENCE)
        elif remote.mode == "asks":
            question = updater.new_agent_message([new_text_part("which floor?")])
            await updater.requires_input(question)
        elif remote.mode == "failed":
            await updater.failed(updater.new_agent_message([new_text_part("the door is stuck")]))
        else:
            made = {"roomBookingId": f"B{len(remote.effects)}", "seats": 4}
            parts = [new_text_part("booked"), new_data_part(made)]
            await updater.add_artifact(parts, name="booking")
            await updater.complete()

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        assert context.task_id is not None
        assert context.context_id is not None
        self._remote.canceled.append(context.task_id)
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()


def card_of(url: str, *, binding: str = "JSONRPC", version: str = "1.0", **more: Any) -> AgentCard:
    """The card of the agent."""
    skill = AgentSkill(
        id="book_meeting_room",
        name="Book a meeting room",
        description="Books a meeting room.",
        tags=["rooms"],
        examples=["Book a meeting room for four people in pre"],
    )
    told: dict[str, Any] = {
        "name": "Rooms",
        "description": "Books rooms of the office.",
        "version": "1",
        "supported_interfaces": [
            AgentInterface(url=url, protocol_binding=binding, protocol_version=version)
        ],
        "capabilities": AgentCapabilities(streaming=True),
        "default_input_modes": ["text/plain"],
        "default_output_modes": ["text/plain"],
        "skills": [skill],
    }
    return AgentCard(**{**told, **more})


@contextmanager
def remote_agent(**card: Any) -> Generator[Remote]:
    """It serves in a thread of its own."""
    remote = Remote()
    base = remote.url
    path = "" if card.get("binding") == "HTTP+JSON" else "/rpc"
    remote.card = card_of(base + path, **card)
    handler = DefaultRequestHandler(
        agent_executor=Booking(remote), task_store=InMemoryTaskStore(), agent_card=remote.card
    )

    async def served(request: Request) -> Response:
        from a2a.server.request_handlers.response_helpers import agent_card_to_dict

        return JSONResponse(agent_card_to_dict(remote.card))

    routes: list[BaseRoute] = [*create_jsonrpc_routes(handler, "/rpc", enable_v0_3_compat=True)]
    routes += create_rest_routes(handler, enable_v0_3_compat=True)
    card_route = Route("/.well-known/agent-card.json", served, methods=["GET"])
    app = Starlette(routes=[card_route, *routes])

    async def watched(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            request = Request(scope)
            remote.keys.append(request.headers.get("authorization"))
            if remote.mode.isdigit() and request.method == "POST":
                await Response(status_code=int(remote.mode))(scope, receive, send)
                return
        await app(scope, receive, send)

    server = uvicorn.Server(
        uvicorn.Config(watched, port=remote.port, log_level="critical", timeout_graceful_shutdown=1)
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        wait_for(lambda: server.started)
        yield remote
    finally:
        server.should_exit = True
        thread.join(timeout=PATIENCE)
