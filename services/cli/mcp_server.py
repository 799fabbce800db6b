"""`zhizao mcp`: an MCP server over standard streams, for coding agents and IDEs on this machine."""

import gc
import sys

import click

from services.home import default_home
from services.link.client import pipe_service


@click.command()
def mcp() -> None:
    """Speak MCP over standard input and output.

    The running service of the same home folder answers, where there is one; else this process does.
    """
    if pipe_service(default_home(), sys.stdin.buffer, sys.stdout.buffer):
        return
    import asyncio

    gc.enable()
    asyncio.run(_serve())


async def _serve() -> None:
    from services.mcp_server.streams import serve_stdio
    from services.settings import read_settings
    from services.wiring import following, open_system

    async with open_system(read_settings()) as system, following(system):
        await serve_stdio(system)
