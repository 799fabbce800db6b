"""`zhizao serve`: the HTTP entrance."""

import gc

import click

from services.settings import read_settings


@click.command()
@click.option("--host", help="Address to listen on; this machine only by default.")
@click.option("--port", type=click.IntRange(1, 65535), help="Port to listen on.")
@click.option(
    "--setup",
    is_flag=True,
    help="Make the first person on the page, with a code that is shown here once.",
)
def serve(host: str | None, port: int | None, setup: bool) -> None:
    """Serve the HTTP API until interrupted."""
    from services.http.serving import serve_http

    gc.enable()
    given = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    serve_http(read_settings().model_copy(update=given), setup=setup)
