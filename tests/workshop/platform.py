"""A platform that the service talks to, over loopback, in a thread of its own."""

import threading
from collections.abc import Generator
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette

from tests.workshop.waiting import PATIENCE, wait_for


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
