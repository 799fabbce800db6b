"""`zhizao serve`: the HTTP entrance."""

import gc

import click

from services.settings import read_settings


@click.command()
@click.option("--host", help="Address to listen on; this machine only by default.")
@click.option("--port", type=click.IntRange(1, 65535), help="Port to listen on.")
def serve(host: str | None, port: int | None) -> None:
    """Serve the HTTP API until interrupted."""
    from services.http.serving import serve_http

    gc.enable()
    given = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    serve_http(read_settings().model_copy(update=given))
