"""`python -m tool_registry.sources.functions.worker MODULE [FOLDER]`: its functions over MCP.

What a function prints goes to the error stream, since the other one carries the protocol.
"""

import asyncio
import importlib
import inspect
import json
import os
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from io import TextIOWrapper
from typing import Any

import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    TextContent,
    Tool,
)

from tool_registry.base.types import JsonValue
from tool_registry.sources.functions.describe import BadArguments, Function, functions_of

_REFUSALS = (ValueError, TypeError, LookupError, ArithmeticError, AssertionError)
"""What functions raise to say no; after anything else nobody knows how far they came."""
_THREADS = 16


def build(functions: list[Function]) -> "Server[dict[str, Any]]":
    """The server over these functions."""
    known = {one.name: one for one in functions}
    pool = ThreadPoolExecutor(_THREADS)

    async def list_tools(_: object, params: object) -> ListToolsResult:
        return ListToolsResult(tools=[_tool(one) for one in functions])

    async def call_tool(_: object, params: CallToolRequestParams) -> CallToolResult:
        function = known.get(params.name)
        if function is None:
            raise MCPError(INVALID_PARAMS, f"Unknown tool: {params.name}")
        try:
            arguments = function.arguments(params.arguments or {})
        except BadArguments as error:
            return _refusal("VALIDATION_ERROR", str(error), error.fields)
        future = pool.submit(_run, function, arguments)
        await asyncio.wait([asyncio.wrap_future(future)])
        error = future.exception()
        if error is None:
            return _result(future.result())
        said = str(error) or type(error).__name__
        if isinstance(error, _REFUSALS):
            return _refusal(type(error).__name__, said, {})
        raise MCPError(INTERNAL_ERROR, f"{type(error).__name__}: {said}")

    return Server("functions", on_list_tools=list_tools, on_call_tool=call_tool)


def _tool(function: Function) -> Tool:
    return Tool(
        name=function.name,
        title=function.title or None,
        description=function.description,
        input_schema=function.input_schema,
        output_schema=function.output_schema,
    )


def _run(function: Function, arguments: dict[str, object]) -> dict[str, JsonValue]:
    """Calls the function, in a thread of its own; a coroutine gets its own event loop."""
    value = function.call(**arguments)
    if inspect.iscoroutine(value):
        value = asyncio.run(value)
    return function.answer(value)


def _result(body: Mapping[str, JsonValue]) -> CallToolResult:
    text = json.dumps(dict(body), ensure_ascii=False)
    return CallToolResult(content=[TextContent(text=text)], structured_content=dict(body))


def _refusal(code: str, message: str, fields: Mapping[str, str]) -> CallToolResult:
    errors = [{"field": name, "message": text} for name, text in fields.items()]
    body = {"success": False, "code": code, "message": message, "errors": errors}
    text = json.dumps(body, ensure_ascii=False)
    return CallToolResult(content=[TextContent(text=text)], is_error=True)


def main(module: str, folder: str | None = None) -> None:
    """Serves until the other side hangs up."""
    protocol_in = TextIOWrapper(os.fdopen(os.dup(0), "rb"), encoding="utf-8")
    protocol_out = TextIOWrapper(os.fdopen(os.dup(1), "wb"), encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    if folder:
        sys.path.insert(0, folder)
    functions, left_out = functions_of(importlib.import_module(module))
    for name, reason in left_out.items():
        sys.stderr.write(f"{module}.{name} is left out: {reason}\n")
    server = build(functions)

    async def serve() -> None:
        streams = stdio_server(anyio.wrap_file(protocol_in), anyio.wrap_file(protocol_out))
        async with streams as (read, write):
            await server.run(read, write, server.create_initialization_options())

    anyio.run(serve)


if __name__ == "__main__":
    main(*sys.argv[1:3])
