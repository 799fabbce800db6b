"""A coding agent: the official client, and what its user says to questions."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2
from mcp import Client
from mcp.client.context import ClientRequestContext
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult, ElicitRequestFormParams, ElicitRequestParams, ElicitResult

COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"
SOMEWHERE = "给用户1234发放一张满50减20的优惠券"
BULK = "给用户1234发放4张满50减20的优惠券,预发环境"
ISSUE = "commerce/issueFullReductionCoupon"
ARGUMENTS: dict[str, Any] = {"havanaId": "1234", "threshold": 5000, "reduce": 2000}


@dataclass
class User:
    """Whoever sits at the agent; `says` are the answers, by the field that is asked for."""

    says: Mapping[str, Any] = field(default_factory=dict[str, Any])
    action: Any = "accept"
    asked: list[ElicitRequestFormParams] = field(default_factory=list[ElicitRequestFormParams])

    async def answer(
        self, context: ClientRequestContext, params: ElicitRequestParams
    ) -> ElicitResult:
        assert isinstance(params, ElicitRequestFormParams)
        self.asked.append(params)
        fields = params.requested_schema["properties"]
        told = {name: value for name, value in self.says.items() if name in fields}
        return ElicitResult(action=self.action, content=told if self.action == "accept" else None)


@dataclass
class Agent:
    """A client that is connected."""

    client: Client
    progress: list[tuple[float, float | None, str | None]] = field(
        default_factory=list[tuple[float, float | None, str | None]]
    )

    async def call(self, name: str, /, **arguments: Any) -> CallToolResult:
        return await self.client.call_tool(name, arguments)

    async def outcome(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        """The structured outcome of a call that is no error."""
        done = await self.client.call_tool(name, arguments, progress_callback=self._note)
        assert not done.is_error, done.content
        assert done.structured_content is not None
        return done.structured_content

    async def error(self, name: str, /, **arguments: Any) -> str:
        """The sentence of a call that is one."""
        done = await self.call(name, **arguments)
        assert done.is_error, done.structured_content
        [content] = done.content
        assert content.type == "text"
        return content.text

    async def _note(self, progress: float, total: float | None, message: str | None) -> None:
        self.progress.append((progress, total, message))


@asynccontextmanager
async def agent(
    port: int, mode: str = "auto", user: User | None = None, key: str | None = None
) -> AsyncGenerator[Agent]:
    """An agent over HTTP, whose user can be asked where there is one."""
    headers = {"Authorization": f"Bearer {key}"} if key is not None else {}
    asks = user.answer if user is not None else None
    async with httpx2.AsyncClient(headers=headers, timeout=60) as http:
        way = streamable_http_client(f"http://127.0.0.1:{port}/mcp", http_client=http)
        async with Client(way, mode=mode, elicitation_callback=asks) as client:
            yield Agent(client)
