"""Requests to an MCP server and what can come back instead of a result."""

from tool_registry.base.types import JsonValue

METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
HEADER_MISMATCH = -32020
"""Some arguments have to stand in HTTP headers too, which only the listing tells."""
CONNECTION_CLOSED = -32000
NOT_SENT = -31001
"""The server was never reached or refused to look, so nothing can have happened."""
BROKEN = -31002
"""Sent, but no answer that can be read."""
SESSION_LOST = -31003
"""The server was started anew and does not know our session; nothing happened."""
TIMEOUT = -31004
"""Sent, but no answer in time."""

Object = dict[str, JsonValue]


class RpcError(Exception):
    """An error of the protocol, with a JSON-RPC code (the SDK's and server's, or one of ours)."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
