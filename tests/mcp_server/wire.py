"""Raw messages of both eras, for what no client sends."""

import json
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any, cast

from mcp.types import CLIENT_CAPABILITIES_META_KEY, PROTOCOL_VERSION_META_KEY

from tests.services.serving import Client

PRESENT = "2026-07-28"
_META: dict[str, Any] = {
    PROTOCOL_VERSION_META_KEY: PRESENT,
    CLIENT_CAPABILITIES_META_KEY: {"elicitation": {"form": {}}},
}


@dataclass(frozen=True)
class Replied:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: Any


def call(tool: str, arguments: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """A call of the present protocol."""
    params: dict[str, Any] = {
        "name": tool,
        "arguments": dict(arguments),
        "_meta": dict(_META),
        **more,
    }
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}


def initialize() -> dict[str, Any]:
    """The first message of the older one."""
    about = {"name": "test", "version": "1"}
    told = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": about}
    return {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": told}


def routed(body: Any) -> dict[str, str]:
    """The headers that such a call has."""
    named = {"MCP-Protocol-Version": PRESENT}
    if isinstance(body, dict):
        told = cast("dict[str, Any]", body)
        named["Mcp-Method"] = str(told.get("method", ""))
        params = told.get("params")
        name = cast("dict[str, Any]", params).get("name") if isinstance(params, dict) else None
        named["Mcp-Name"] = name if isinstance(name, str) else ""
    return {k: v.encode("ascii", "ignore").decode().strip() for k, v in named.items()}


def post(client: Client, body: Any, path: str = "/mcp", **headers: str) -> Replied:
    """One POST; `body` bytes or JSON, headers with `_` for `-`."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    named = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    named |= {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(client.connect()) as connection:
        connection.request("POST", path, content, named)
        response = connection.getresponse()
        text = response.read().decode()
        told = {name.lower(): value for name, value in response.getheaders()}
    if "text/event-stream" in told.get("content-type", ""):
        last = [line[6:] for line in text.splitlines() if line.startswith("data: {")][-1:]
        text = last[0] if last else ""
    try:
        return Replied(response.status, told, json.loads(text) if text else None)
    except ValueError:
        return Replied(response.status, told, text)
