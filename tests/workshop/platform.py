"""A platform that the service talks to, over loopback, in a thread of its own."""

import asyncio
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

import uvicorn
from starlette.applications import Starlette
from starlette.websockets import WebSocket

from tests.workshop.waiting import PATIENCE, wait_for


@dataclass
class Gateway:
    """Connections that the service has opened to the platform."""

    sockets: list[WebSocket] = field(default_factory=list[WebSocket])
    loop: asyncio.AbstractEventLoop | None = None

    def send(self, text: str) -> None:
        """Sends any text to all that are connected."""
        assert self.loop is not None
        for socket in self.sockets:
            asyncio.run_coroutine_threadsafe(socket.send_text(text), self.loop).result(PATIENCE)

    def disconnect(self) -> None:
        """Closes all connections, as platforms do now and then."""
        assert self.loop is not None
        for socket in tuple(self.sockets):
            asyncio.run_coroutine_threadsafe(socket.close(), self.loop).result(PATIENCE)


@contextmanager
def serving_app(app: Starlette, port: int) -> Generator[None]:
    """The application on that port until the block ends."""
    config = uvicorn.Config(app, port=port, log_level="error", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        wait_for(lambda: server.started)
        yield
    finally:
        server.should_exit = True
        thread.join(timeout=PATIENCE)
