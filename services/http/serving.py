"""Serving the application until interrupted."""

import gc
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import click
import uvicorn

from pipelines.messages import say
from services.channels.opening import check
from services.errors import Unavailable
from services.http.app import build_app
from services.identity import needs_login
from services.link.server import answering
from services.registry import open_registry
from services.settings import Settings
from services.wiring import System, open_system


def serve_http(settings: Settings) -> None:
    """Blocks; Unavailable when the address cannot be listened on."""
    host, port = settings.host, settings.port
    check(settings)
    _check_keys(settings)
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise Unavailable(
                "services.port_taken", host=host, port=port, reason=error.strerror
            ) from error
    click.echo(say("en", "services.serving", host=host, port=port))
    uvicorn.run(
        build_app(settings, _open),
        host=host,
        port=port,
        log_level="warning",
        timeout_graceful_shutdown=3,
    )


def _check_keys(settings: Settings) -> None:
    """Unavailable where others could reach the service and nobody could log in."""
    if not needs_login(settings):
        return
    stores = open_registry(settings)
    try:
        if not stores.keys.any():
            raise Unavailable("identity.needs_keys", host=settings.host)
    finally:
        stores.close()


@asynccontextmanager
async def _open(settings: Settings) -> AsyncGenerator[System]:
    async with open_system(settings) as system, answering(system):
        system.when_warm = _spare_what_stays
        yield system


def _spare_what_stays() -> None:
    """What was loaded for good is no longer looked through for garbage: each time that took a
    third of a second, in which nobody was answered."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 50, 50)
