"""The MCP server of a trade: its tools and its knowledge pages, over HTTP or stdio."""

import json
from typing import Any, cast

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from services.sandbox.errors import SandboxError, ServiceDown
from services.sandbox.execute import GARBAGE, Reply, execute
from services.sandbox.knowledge import Page, load_pages
from services.sandbox.row import Row
from services.sandbox.spec import ToolSpec, load_tools
from services.sandbox.store import Store


def build_server(store: Store) -> "Server[dict[str, Any]]":
    """A low-level server: the schemas go out exactly as the authors wrote them."""
    specs = load_tools(store.trade)
    tools = [_listed(spec) for spec in specs.values()]
    schemas = {spec.name: spec.input_schema for spec in specs.values()}
    pages = {page.uri: page for page in load_pages(store.trade)}

    async def list_tools(ctx: object, params: object) -> types.ListToolsResult:
        return types.ListToolsResult(tools=tools)

    async def call_tool(ctx: object, params: types.CallToolRequestParams) -> types.CallToolResult:
        spec = specs.get(params.name)
        if spec is None:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name}")
        args, key = params.arguments or {}, _key(params)
        try:
            reply = await anyio.to_thread.run_sync(execute, store, spec, args, key)
        except ServiceDown as down:
            raise MCPError(types.INTERNAL_ERROR, str(down)) from down
        return _result(spec, reply)

    async def list_resources(ctx: object, params: object) -> types.ListResourcesResult:
        return types.ListResourcesResult(resources=[_resource(page) for page in pages.values()])

    async def read_resource(
        ctx: object, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        page = pages.get(str(params.uri))
        if page is None:
            raise MCPError(types.INVALID_PARAMS, f"Unknown resource: {params.uri}")
        contents = types.TextResourceContents(
            uri=page.uri, mime_type="text/markdown", text=page.text
        )
        return types.ReadResourceResult(contents=[contents])

    return Server(
        f"sandbox-{store.trade.name}",
        version="1.0.0",
        title=store.trade.title,
        # What the SDK has to know of a tool before a call; without it, it lists all of them.
        get_tool_input_schema=schemas.get,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
    )


def serve_http(store: Store, host: str, port: int) -> None:
    """Serves /mcp, /healthz and /admin until interrupted; SandboxError when the port is taken."""
    import socket

    import uvicorn
    from starlette.requests import Request
    from starlette.responses import JSONResponse
    from starlette.routing import Route

    from services.sandbox.admin import routes

    server = build_server(store)

    async def healthz(request: Request) -> JSONResponse:
        return JSONResponse({"status": "ok", "trade": store.trade.name})

    app = server.streamable_http_app(
        host=host, custom_starlette_routes=[Route("/healthz", healthz), *routes(store)]
    )
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            reason = f"cannot listen on {host}:{port}: {error.strerror}"
            raise SandboxError(f"{reason}; choose another with --port") from error
    uvicorn.run(app, host=host, port=port, log_level="warning", timeout_graceful_shutdown=1)


def serve_stdio(store: Store) -> None:
    """Serves one client on standard input and output."""
    from mcp.server.stdio import stdio_server

    server = build_server(store)

    async def run() -> None:
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    anyio.run(run)


def _listed(spec: ToolSpec) -> types.Tool:
    hints = types.ToolAnnotations.model_validate(spec.annotations) if spec.annotations else None
    return types.Tool(
        name=spec.name,
        title=spec.title,
        description=spec.description,
        input_schema=spec.input_schema,
        output_schema=spec.output_schema,
        annotations=hints,
    )


def _resource(page: Page) -> types.Resource:
    return types.Resource(uri=page.uri, name=page.name, title=page.title, mime_type="text/markdown")


def _key(params: types.CallToolRequestParams) -> str | None:
    """The idempotency key in `_meta`, if the client sent one."""
    meta = cast("Row", params.meta or {})
    key = meta.get("idempotencyKey")
    return None if key is None else str(key)


def _result(spec: ToolSpec, reply: Reply) -> types.CallToolResult:
    if reply.body is None:
        return types.CallToolResult(content=[types.TextContent(text=GARBAGE)])
    text = types.TextContent(text=json.dumps(reply.body, ensure_ascii=False))
    if spec.output_schema is None:
        return types.CallToolResult(content=[text], is_error=reply.is_error)
    return types.CallToolResult(
        content=[text], structured_content=reply.body, is_error=reply.is_error
    )
