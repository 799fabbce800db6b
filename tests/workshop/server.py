"""The server's process: `python -m tests.workshop.server STATE_FOLDER [PORT]`; stdio without port.

`effects.jsonl` in the folder has a line for every effect. `faults.json` maps a tool to the list of
what its next calls do instead of going well (see `Workshop.act`).
"""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
from anyio.to_thread import run_sync
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

PAGE = 3
HTML = "<html><body>502 Bad Gateway</body></html>"
TEXT = {"type": "string"}
ENV = {"type": "string", "enum": ["daily", "pre"]}


def tool(name: str, /, **properties: dict[str, Any]) -> types.Tool:
    """A tool whose arguments are all required."""
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return types.Tool(name=name, description=f"{name} of the workshop", input_schema=schema)


TOOLS = [
    tool("make_part", env=ENV, name=TEXT),
    tool("make_keyed_part", env=ENV, name=TEXT),
    tool("make_spare_part", env=ENV, label=TEXT),
    tool("paint_part", env=ENV, partId=TEXT, colour=TEXT),
    tool("get_part", env=ENV, partId=TEXT),
    tool("list_parts", env=ENV),
    tool("submit_work", env=ENV, name=TEXT),
    tool("get_work", env=ENV, taskId=TEXT),
    tool("weigh_part", env=ENV, partId={**TEXT, "x-mcp-header": "Part"}),
]


class Workshop:
    """Parts, work, effects and faults, all in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "effects.jsonl"

    def effects(self) -> list[dict[str, Any]]:
        if not self.log.exists():
            return []
        return [json.loads(line) for line in self.log.read_text("utf-8").splitlines()]

    def fault(self, name: str) -> str | None:
        """The next fault of the tool; a number is that many seconds of delay after the effect."""
        path = self.folder / "faults.json"
        faults: dict[str, list[str]] = json.loads(path.read_text("utf-8")) if path.exists() else {}
        modes = faults.get(name, [])
        if not modes:
            return None
        faults[name] = modes[1:]
        path.write_text(json.dumps(faults), encoding="utf-8")
        return modes[0]

    def act(self, name: str, arguments: dict[str, Any], key: str | None) -> Any:
        mode = self.fault(name)
        if mode == "die before":
            os._exit(9)
        if mode == "refuse":
            return {"success": False, "code": "NO_STEEL", "message": "out of steel"}
        if mode == "not yet":
            return {"success": True, "data": {"list": []}} if name == "list_parts" else _not_found()
        if mode == "break before":
            raise MCPError(types.INTERNAL_ERROR, "something broke")
        reply = self.work(name, arguments, key, mode)
        if mode == "die after":
            os._exit(9)
        if mode == "break after":
            raise MCPError(types.INTERNAL_ERROR, "something broke")
        if mode is not None and mode.replace(".", "").isdigit():
            time.sleep(float(mode))
        return {"malformed": HTML, "cut off": '{"success": tr'}.get(mode or "", reply)

    def work(self, name: str, arguments: dict[str, Any], key: str | None, mode: str | None) -> Any:
        parts = self.effects()
        if name.startswith(("make", "paint", "submit")):
            done = [e for e in parts if name == "make_keyed_part" and key and e["key"] == key]
            number = parts.index(done[0]) + 1 if done else self.record(name, arguments, key)
            return {"success": True, "data": {"partId": f"P{number}", "taskId": f"T{number}"}}
        if name == "weigh_part":
            return {"success": True, "data": {"grams": 12}}
        if name == "get_work":
            state = mode if mode in ("RUNNING", "FAILED") else "DONE"
            return {"success": True, "data": {"status": state, "resultId": "R7"}}
        rows = [{"partId": f"P{n}", **e["arguments"]} for n, e in enumerate(parts, 1)]
        if name == "list_parts":
            return {"success": True, "data": {"list": rows}}
        row = next((row for row in rows if row["partId"] == arguments["partId"]), None)
        return _not_found() if row is None else {"success": True, "data": row}

    def record(self, name: str, arguments: dict[str, Any], key: str | None) -> int:
        with self.log.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"tool": name, "arguments": arguments, "key": key}) + "\n")
        return len(self.effects())


def _not_found() -> dict[str, Any]:
    return {"success": False, "code": "NOT_FOUND", "message": "there is no such part"}


def build(folder: Path) -> "Server[dict[str, Any]]":
    """The MCP server over a folder; it lists its tools in pages."""
    workshop = Workshop(folder)

    async def list_tools(_: object, params: Any) -> types.ListToolsResult:
        start = int(params.cursor or 0) if params else 0
        more = str(start + PAGE) if start + PAGE < len(TOOLS) else None
        return types.ListToolsResult(tools=TOOLS[start : start + PAGE], next_cursor=more)

    async def call_tool(_: object, params: types.CallToolRequestParams) -> types.CallToolResult:
        known = {one.name: one for one in TOOLS}
        if params.name not in known:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name}")
        arguments, meta = params.arguments or {}, dict(params.meta or {})
        missing = [n for n in known[params.name].input_schema["required"] if n not in arguments]
        if missing:
            text = types.TextContent(text=f"Input validation error: '{missing[0]}' is required")
            return types.CallToolResult(content=[text], is_error=True)
        key = meta.get("idempotencyKey")
        reply = await run_sync(workshop.act, params.name, arguments, str(key) if key else None)
        text = reply if isinstance(reply, str) else json.dumps(reply)
        return types.CallToolResult(content=[types.TextContent(text=text)])

    async def list_resources(_: object, params: object) -> types.ListResourcesResult:
        pages = [("guide", "text/markdown"), ("logo", "image/png")]
        found = [types.Resource(uri=f"doc://{n}", name=n, mime_type=m) for n, m in pages]
        return types.ListResourcesResult(resources=found)

    async def read_resource(_: object, params: Any) -> types.ReadResourceResult:
        page = types.TextResourceContents(
            uri=params.uri, text="# Parts\n", mime_type="text/markdown"
        )
        return types.ReadResourceResult(contents=[page])

    return Server(
        "workshop",
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
    )


def serve(folder: Path, port: int | None) -> None:
    """Serves until it is ended."""
    server = build(folder)
    if port is not None:
        import uvicorn

        uvicorn.run(server.streamable_http_app(), port=port, log_level="error")
        return
    from mcp.server.stdio import stdio_server

    async def run() -> None:
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    anyio.run(run)


if __name__ == "__main__":
    serve(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else None)
