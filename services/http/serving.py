"""Serving the application until interrupted."""

import socket

import click
import uvicorn

from pipelines.messages import say
from services.errors import Unavailable
from services.http.app import build_app
from services.settings import Settings


def serve_http(settings: Settings) -> None:
    """Blocks; Unavailable when the address cannot be listened on."""
    host, port = settings.host, settings.port
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
        build_app(settings), host=host, port=port, log_level="warning", timeout_graceful_shutdown=3
    )
