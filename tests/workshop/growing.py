"""A server whose list changes: `python -m tests.workshop.growing [PORT]`; stdio without port.

Its tools: `grow` adds a tool and tells so, `flood` answers with 5 MB. Its list has two pages; while
the file named by a `die` call is there, the server dies before the second one.
"""

import os
import sys
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ToolsListChanged


def build() -> "Server[dict[str, Any]]":
    """The server."""
    names = ["grow", "flood", "die"]
    bus = InMemorySubscriptionBus()
    deadly: list[Path] = []

    async def list_tools(_: object, params: Any) -> types.ListToolsResult:
        if params and params.cursor and any(path.exists() for path in deadly):
            os._exit(1)
        first = not (params and params.cursor)
        page = names[:2] if first else names[2:]
        tools = [types.Tool(name=name, input_schema={"type": "object"}) for name in page]
        return types.ListToolsResult(tools=tools, next_cursor="2" if first else None)

    async def call_tool(_: object, params: types.CallToolRequestParams) -> types.CallToolResult:
        arguments = params.arguments or {}
        if params.name == "grow":
            names.append(f"more{len(names)}")
            await bus.publish(ToolsListChanged())
        elif params.name == "die":
            deadly.append(Path(str(arguments["file"])))
        text = "x" * 5_000_000 if params.name == "flood" else "done"
        return types.CallToolResult(content=[types.TextContent(text=text)])

    return Server(
        "growing",
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_subscriptions_listen=ListenHandler(bus),
    )


def serve(port: int | None) -> None:
    """Serves until it is ended."""
    server = build()
    if port is not None:
        import uvicorn

        uvicorn.run(server.streamable_http_app(), port=port, log_level="error")
        return

    async def run() -> None:
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    anyio.run(run)


if __name__ == "__main__":
    serve(int(sys.argv[1]) if len(sys.argv) > 1 else None)
