"""MCP servers whose list changes, is partly wrong, breaks off, or whose answers are too long."""

import asyncio
import socket
import sys
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.workshop.api import Reply, serving
from tests.workshop.clock import HandClock
from tests.workshop.running import ROOT, Running
from tests.workshop.waiting import PATIENCE
from tool_registry.base.errors import CallNotSent
from tool_registry.sources.entries import McpConfig
from tool_registry.sources.listing import Listings
from tool_registry.sources.mcp_source import McpSource

pytestmark = pytest.mark.anyio
LEGACY = {"command": sys.executable, "args": ["tests/workshop/legacy.py"], "cwd": str(ROOT)}
GROWING = {
    "command": sys.executable,
    "args": ["-m", "tests.workshop.growing"],
    "cwd": str(ROOT),
    "env": {"PYTHONPATH": str(ROOT)},
}


@pytest.fixture
def growing(tmp_path: Path) -> Iterator[Running]:
    server = Running(tmp_path, module="tests.workshop.growing")
    server.start()
    yield server
    server.stop()


@asynccontextmanager
async def opened(**fields: Any) -> AsyncGenerator[McpSource]:
    source = McpSource(McpConfig.model_validate({"id": "growing", **fields}))
    try:
        yield source
    finally:
        await source.close()


async def told_of_change(source: McpSource) -> None:
    until = asyncio.get_running_loop().time() + PATIENCE
    while not source.changed:
        assert asyncio.get_running_loop().time() < until, "nothing was heard of a change"
        await asyncio.sleep(0.01)


async def grows(source: McpSource, folder: Path) -> None:
    """A copy of the list serves until the server tells that there is another."""
    listings = Listings(folder / "listings", max_age=1000, clock=HandClock())
    assert len((await listings.of(source.config, source)).tools) == 3
    assert (await source.call("grow", {}, environment="pre")).ok
    await told_of_change(source)
    assert len((await listings.of(source.config, source)).tools) == 4
    assert not source.changed


async def test_a_change_is_heard_over_http(growing: Running, tmp_path: Path) -> None:
    async with opened(url=growing.url) as source:
        await grows(source, tmp_path)


async def test_a_change_is_heard_over_stdio(tmp_path: Path) -> None:
    async with opened(**GROWING) as source:
        await grows(source, tmp_path)


async def test_a_change_is_heard_from_a_server_of_the_older_protocol(tmp_path: Path) -> None:
    async with opened(**LEGACY) as source:
        assert len(await source.list_tools()) == 1
        assert (await source.call("say", {"add": [{"name": "new"}]}, environment="pre")).ok
        await told_of_change(source)
        assert len(await source.list_tools()) == 2


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_server_cannot_send_us_elsewhere(status: int) -> None:
    with serving(lambda _: Reply(200, {})) as canary:
        door = Reply(status, headers={"location": canary.url})
        with serving(lambda _: door) as server:
            async with opened(url=server.url) as source:
                with pytest.raises(CallNotSent):
                    await source.list_tools()
        assert canary.asked == []


async def test_a_server_at_an_address_that_is_never_called() -> None:
    async with opened(url="http://169.254.169.254/mcp") as source:
        with pytest.raises(CallNotSent, match="never called"):
            await source.list_tools()


async def test_a_server_that_ends_may_come_back_with_another_list(growing: Running) -> None:
    async with opened(url=growing.url) as source:
        await source.list_tools()
        growing.stop()
        await told_of_change(source)


async def test_tools_that_are_wrong_are_named_and_the_others_used() -> None:
    wrong = [{"description": "no name"}, {"name": ""}, {"name": "say"}, "text", {"name": "fine"}]
    async with opened(**LEGACY) as source:
        await source.call("say", {"add": wrong}, environment="pre")
        tools = await source.list_tools()
        notes = source.notes
    assert [tool.name for tool in tools] == ["say", "fine"]
    assert [note.partition(": ")[2] for note in notes] == [
        "tool 2 is left out: its name is wrong",
        "tool 3 is left out: its name is wrong",
        "tool 4 is left out: 'say' is taken",
        "tool 5 is left out: its name is wrong",
    ]


@pytest.mark.parametrize("over", ["http", "stdio"])
async def test_a_server_that_dies_in_the_middle_of_its_list(
    over: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    deadly = tmp_path / "deadly"
    deadly.touch()
    fields = {"url": request.getfixturevalue("growing").url} if over == "http" else GROWING
    async with opened(**fields) as source:
        assert len(await source.list_tools()) == 3
        await source.call("die", {"file": str(deadly)}, environment="pre")
        with pytest.raises(CallNotSent, match=r"source 'growing' at .*: tools/list: "):
            await source.list_tools()


@pytest.mark.parametrize("over", ["http", "stdio"])
async def test_an_answer_of_5_megabytes_is_not_taken(
    over: str, request: pytest.FixtureRequest
) -> None:
    fields = {"url": request.getfixturevalue("growing").url} if over == "http" else GROWING
    async with opened(**fields) as source:
        flooded = await source.call("flood", {}, environment="pre")
        assert len(await source.list_tools()) == 3
    assert flooded.failure is not None
    assert (flooded.failure.kind, flooded.failure.code) == ("unknown", "TOO_LARGE")
    assert flooded.body is None


async def test_silent_servers_do_not_keep_each_other_waiting(
    growing: Running, tmp_path: Path
) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(50)
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/mcp"
        configs = [McpConfig(id=f"s{n}", url=url, connect_timeout=0.5) for n in range(40)]
        configs.append(McpConfig(id="growing", url=growing.url))
        pairs = [(config, McpSource(config)) for config in configs]
        begun = time.monotonic()
        found = await Listings(tmp_path / "listings").of_all(pairs)
        took = time.monotonic() - begun
        for _, source in pairs:
            await source.close()
    assert [bool(one.problem) for one in found] == [True] * 40 + [False]
    assert took < 10
