"""The real server in its own process: HTTP in both protocol eras, and stdio."""

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Literal, cast

import httpx2
import pytest
from mcp import Client, MCPError
from mcp.types import TextContent, TextResourceContents

from tests.sandbox.driver import Sandbox
from tests.workshop.waiting import PATIENCE

COUPON: dict[str, Any] = {"env": "pre", "havanaId": "1234", "threshold": 5000, "reduce": 2000}
COMMAND = ["-m", "services.sandbox", "serve"]


@dataclass
class Served:
    sandbox: Sandbox
    url: str
    port: int


@pytest.fixture
def served(sandbox: Sandbox) -> Generator[Served]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen([sys.executable, *COMMAND, "--port", str(port)])
    try:
        _wait_for(f"http://127.0.0.1:{port}/healthz")
        yield Served(sandbox, f"http://127.0.0.1:{port}/mcp", port)
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def _wait_for(url: str) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            assert httpx2.get(url).json() == {"status": "ok", "trade": "commerce"}
            return
        except httpx2.TransportError:
            assert time.monotonic() < until, "the server did not start"
            time.sleep(0.05)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_http_lists_calls_and_reads(served: Served, mode: Literal["auto", "legacy"]) -> None:
    async def session() -> None:
        async with Client(served.url, mode=mode) as client:
            assert len((await client.list_tools()).tools) == 105
            pages = (await client.list_resources()).resources
            page = await client.read_resource(pages[0].uri)
            assert "外卖" in cast("TextResourceContents", page.contents[0]).text
            meta: Any = {"idempotencyKey": "from-meta"}
            result = await client.call_tool("issueFullReductionCoupon", COUPON, meta=meta)
            assert result.structured_content["data"]["discountAmount"] == 2000
            wrong = await client.call_tool("issueFullReductionCoupon", {"env": "pre"})
            assert wrong.is_error
            assert "havanaId" in cast("list[TextContent]", wrong.content)[0].text
            with pytest.raises(MCPError, match="Unknown tool"):
                await client.call_tool("nosuch", {})

    asyncio.run(session())
    (effect,) = served.sandbox.json("effects")
    assert effect["idempotency_key"] == "from-meta"


def test_a_running_server_sees_faults_corruption_and_reset_at_once(served: Served) -> None:
    async def call() -> Any:
        async with Client(served.url) as client:
            try:
                return await client.call_tool("getUserInfo", {"env": "pre", "havanaId": "1234"})
            except (MCPError, RuntimeError) as error:
                # Leaving the client with an exception would wrap it in groups.
                return str(error)

    at = ("getUserInfo", "--times", "1", "--kind")
    served.sandbox.command("fault", "set", *at, "error-after")
    assert asyncio.run(call()) == "服务内部错误"
    served.sandbox.command("fault", "set", *at, "malformed")
    assert "did not return structured content" in asyncio.run(call())
    served.sandbox.command("corrupt", "user", "1234", "--env", "pre", "--set", "nick=改名")
    assert asyncio.run(call()).structured_content["data"]["nick"] == "改名"
    served.sandbox.command("reset", "--seed", "3")
    assert asyncio.run(call()).structured_content["code"] == "USER_NOT_EXIST"


def test_a_taken_port_is_told_in_one_sentence(served: Served) -> None:
    command = [sys.executable, *COMMAND, "--port", str(served.port)]
    second = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert second.returncode == 1
    assert f"cannot listen on 127.0.0.1:{served.port}" in second.stderr
    assert "Traceback" not in second.stderr


def test_parallel_calls_each_have_their_effect(served: Served) -> None:
    async def session() -> None:
        async with Client(served.url) as client:
            calls = [client.call_tool("issueFullReductionCoupon", COUPON) for _ in range(20)]
            results = await asyncio.gather(*calls)
            ids = {one.structured_content["data"]["couponId"] for one in results}
            assert len(ids) == 20

    asyncio.run(session())
    assert served.sandbox.log() == ["pre create coupon"] * 20
