"""`zhizao mcp`: an MCP server over standard streams, for coding agents and IDEs on this machine."""

import gc
import sys

import click

from services.home import default_home
from services.link.client import pipe_service


@click.command()
@click.pass_context
def mcp(ctx: click.Context) -> None:
    """Speak MCP over standard input and output.

    The running service of the same home folder answers, where there is one; else this process does.
    """
    ended = pipe_service(default_home(), sys.stdin.fileno(), sys.stdout.buffer)
    if ended is False:
        from pipelines.messages import say

        click.echo(say("en", "mcp.gone"), err=True)
        ctx.exit(1)
    if ended:
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
