"""A source that is an MCP server: connected on first use, then used for all calls."""

from collections.abc import AsyncGenerator, Mapping
from typing import cast

from pydantic import ValidationError

from tool_registry.base.errors import CallNotSent
from tool_registry.base.redaction import mask_text
from tool_registry.base.types import JsonValue
from tool_registry.model import Document, RawTool
from tool_registry.sources.entries import McpConfig
from tool_registry.sources.envelope import body_of, evaluate
from tool_registry.sources.mcp_session import Session
from tool_registry.sources.problems.reading import complaints
from tool_registry.sources.result import CallResult, FailureKind
from tool_registry.sources.rpc import (
    BROKEN,
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    NOT_SENT,
    SESSION_LOST,
    TIMEOUT,
    Object,
    RpcError,
)

IDEMPOTENCY_KEY = "idempotencyKey"
"""Where a call carries its key: in `_meta`, beside the arguments."""
_MAX_PAGES = 200
_MAX_DOCUMENTS = 200
_MAX_NOTES = 100
_MAX_TEXT = 4 * 1024 * 1024
"""Characters in the answer to one call; a longer one is refused, whatever it says."""
_MARKDOWN = ("text/markdown", "text/x-markdown")
_KINDS: Mapping[int, FailureKind] = {
    NOT_SENT: "refused_connection",
    SESSION_LOST: "refused_connection",
    INVALID_PARAMS: "validation",
    METHOD_NOT_FOUND: "validation",
}
"""Errors that had no effect; after any other the outcome is unknown."""
_CODES = {TIMEOUT: "TIMEOUT", BROKEN: "MALFORMED"}


class McpSource:
    """Tools and documents of one MCP server. Belongs to the event loop of its first use."""

    def __init__(self, config: McpConfig) -> None:
        self.config = config
        self.notes: tuple[str, ...] = ()
        """What the last listing left out."""
        self.changed = False
        """True where the server has told that its list changed since it was last asked for."""
        self._session = Session(config, self._note_change)

    async def list_tools(self) -> list[RawTool]:
        """All tools of all pages, in the server's order; `notes` tells what was left out.

        A name that comes twice counts once; CallNotSent where a page does not come."""
        await self._reach()
        self.changed = False
        tools: dict[str, RawTool] = {}
        notes: list[str] = []
        number = 0
        async for entry in self._listed("tools/list", "tools"):
            number += 1
            try:
                tool = _raw_tool(self.config.id, entry)
            except ValidationError as error:
                where = ".".join(str(part) for part in error.errors()[0]["loc"]) or "entry"
                notes.append(self._sentence(f"tool {number} is left out: its {where} is wrong"))
                continue
            if tool.name in tools:
                notes.append(self._sentence(f"tool {number} is left out: '{tool.name}' is taken"))
            tools.setdefault(tool.name, tool)
        self.notes = tuple(notes[:_MAX_NOTES])
        return list(tools.values())

    async def list_documents(self) -> list[Document]:
        """Its Markdown resources, in the server's order; [] where it has none."""
        await self._reach()
        if not self._session.offers("resources"):
            return []
        found: list[Document] = []
        async for entry in self._listed("resources/list", "resources"):
            if len(found) < _MAX_DOCUMENTS and _is_markdown(entry):
                found.append(await self._document(entry))
        return found

    async def call(
        self,
        tool_name: str,
        arguments: Mapping[str, JsonValue],
        *,
        environment: str,
        plan: Mapping[str, JsonValue] | None = None,
        key: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - it ends the request, not the waiting
    ) -> CallResult:
        """Calls a tool; whatever goes wrong is in the result, with whether it had an effect."""
        params: Object = {"name": tool_name, "arguments": dict(arguments)}
        if key:
            params["_meta"] = {IDEMPOTENCY_KEY: key}
        try:
            seconds = timeout or self.config.timeout
            result = await self._session.request("tools/call", params, seconds)
        except RpcError as error:
            return self._failure(error)
        return _judged(result)

    async def close(self) -> None:
        """Ends the connection, and the process of a stdio server with it."""
        await self._session.close()

    def _note_change(self) -> None:
        self.changed = True

    async def _reach(self) -> None:
        """Connects, where there is no connection; CallNotSent where none can be had."""
        try:
            await self._session.open()
        except RpcError as error:
            raise CallNotSent(self._sentence(mask_text(error.message))) from error

    async def _read(self, method: str, params: Object) -> Object:
        """The result of a request without effects; CallNotSent for everything else."""
        await self._reach()
        try:
            return await self._session.request(method, params, self.config.timeout)
        except RpcError as error:
            reason = mask_text(error.message)
            raise CallNotSent(self._sentence(f"{method}: {reason}")) from error

    async def _listed(self, method: str, name: str) -> AsyncGenerator[Object]:
        cursor: JsonValue = None
        for _ in range(_MAX_PAGES):
            page = await self._read(method, {"cursor": cursor} if cursor else {})
            entries: JsonValue = page.get(name) or []
            if not isinstance(entries, list):
                raise CallNotSent(self._sentence(f"{method}: '{name}' is no list"))
            for entry in cast("list[JsonValue]", entries):
                yield cast("Object", entry) if isinstance(entry, dict) else {}
            if not page.get("nextCursor") or page["nextCursor"] == cursor:
                return
            cursor = page["nextCursor"]

    async def _document(self, entry: Object) -> Document:
        result = await self._read("resources/read", {"uri": entry["uri"]})
        parts = cast("list[Object]", result.get("contents") or [])
        texts = [str(part["text"]) for part in parts if "text" in part]
        name = str(entry.get("name") or entry["uri"])
        return Document(source=self.config.id, name=name, text="\n".join(texts))

    def _failure(self, error: RpcError) -> CallResult:
        """What an error of the protocol means for the call that it answers."""
        kind = _KINDS.get(error.code, "unknown")
        message = mask_text(error.message)
        if kind == "refused_connection":
            message = self._sentence(message)
        return CallResult.failed(kind, message, code=_CODES.get(error.code, str(error.code)))

    def _sentence(self, reason: str) -> str:
        return f"source '{self.config.id}' at {self.config.place}: {reason}"


def _raw_tool(source: str, entry: Object) -> RawTool:
    told = entry.get("annotations")
    hints = cast("Object", told) if isinstance(told, dict) else {}
    return RawTool.model_validate(
        {
            "source": source,
            "name": entry.get("name") or None,
            "title": entry.get("title") or hints.get("title"),
            "description": entry.get("description") or "",
            "input_schema": entry.get("inputSchema") or {},
            "output_schema": entry.get("outputSchema"),
            "read_only": hints.get("readOnlyHint"),
            "destructive": hints.get("destructiveHint"),
            "idempotent": hints.get("idempotentHint"),
        }
    )


def _is_markdown(entry: Object) -> bool:
    kind = entry.get("mimeType")
    return kind in _MARKDOWN or (kind is None and str(entry.get("uri")).endswith(".md"))


def _judged(result: Object) -> CallResult:
    if result.get("resultType") == "input_required":
        reason = "the tool asks back in the middle of the call, which is not supported"
        return CallResult.failed("validation", reason, code="INPUT_REQUIRED")
    if _size(result) > _MAX_TEXT:
        most = _MAX_TEXT // 1024 // 1024
        return CallResult.failed("unknown", f"answers with more than {most} MB", code="TOO_LARGE")
    parts = cast("list[Object]", result.get("content") or [])
    texts = [str(part.get("text", "")) for part in parts if part.get("type") == "text"]
    body = body_of(result.get("structuredContent"), texts)
    found = evaluate(body, is_error=bool(result.get("isError")))
    if found.failure is None or found.failure.kind != "validation":
        return found
    fields = {path: mask_text(text) for path, text in complaints(body)}
    named = found.failure.model_copy(update={"fields": fields})
    return found.model_copy(update={"failure": named})


def _size(result: Object) -> int:
    """Characters of all the texts in it."""
    size, waiting = 0, cast("list[JsonValue]", [result])
    while waiting and size <= _MAX_TEXT:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += cast("Object", value).values()
            size += 8 * len(cast("Object", value))
        elif isinstance(value, list):
            waiting += cast("list[JsonValue]", value)
        else:
            size += len(value) if isinstance(value, str) else 8
    return size
