"""Calling a real MCP server over HTTP and stdio, when all goes well and when it does not."""

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.workshop.running import ROOT, Running, free_port, running_legacy, stdio_config
from tests.workshop.streaming import streaming
from tool_registry.base.errors import CallNotSent
from tool_registry.sources.entries import McpConfig
from tool_registry.sources.mcp_source import McpSource

pytestmark = pytest.mark.anyio
PART = {"env": "pre", "name": "bolt"}


@asynccontextmanager
async def opened(config: McpConfig) -> AsyncGenerator[McpSource]:
    source = McpSource(config)
    try:
        yield source
    finally:
        await source.close()


async def test_lists_all_pages_of_tools_and_the_markdown_pages(workshop: Running) -> None:
    async with opened(workshop.config()) as source:
        tools = await source.list_tools()
        documents = await source.list_documents()
    assert len(tools) == 9
    assert tools[0].id == "workshop/make_part"
    assert tools[0].input_schema["required"] == ["env", "name"]
    assert [(one.name, one.text) for one in documents] == [("guide", "# Parts\n")]


async def test_a_call_carries_its_key_and_returns_the_parsed_text(workshop: Running) -> None:
    async with opened(workshop.config()) as source:
        result = await source.call("make_part", PART, environment="pre", key="k-1")
    assert result.ok
    assert result.body["data"]["partId"] == "P1"
    assert workshop.effects() == [{"tool": "make_part", "arguments": PART, "key": "k-1"}]


async def test_many_calls_share_one_connection(workshop: Running) -> None:
    async with opened(workshop.config()) as source:
        calls = [source.call("list_parts", {"env": "pre"}, environment="pre") for _ in range(20)]
        results = await asyncio.gather(*calls)
    assert all(result.ok for result in results)


async def test_answers_that_come_as_a_stream_of_events() -> None:
    with streaming() as url:
        async with opened(McpConfig(id="talker", url=url)) as source:
            for name in ("say", "bare"):
                assert (await source.call(name, {}, environment="pre")).body == {"said": 1}
            cut = await source.call("cut", {}, environment="pre")
    assert cut.failure is not None
    assert cut.failure.kind == "unknown"


@pytest.mark.parametrize(
    ("status", "kind"),
    [(401, "refused_connection"), (429, "refused_connection"), (500, "unknown"), (504, "unknown")],
)
async def test_errors_of_http_alone(status: int, kind: str) -> None:
    with streaming() as url:
        async with opened(McpConfig(id="talker", url=url)) as source:
            result = await source.call(str(status), {}, environment="pre")
    assert result.failure is not None
    assert result.failure.kind == kind
    assert f"HTTP {status}" in result.failure.message


async def test_an_argument_that_has_to_stand_in_a_header_too(workshop: Running) -> None:
    async with opened(workshop.config()) as source:
        for _ in range(2):
            result = await source.call(
                "weigh_part", {"env": "pre", "partId": "P1"}, environment="pre"
            )
            assert result.body == {"success": True, "data": {"grams": 12}}
        assert (await source.call("list_parts", {"env": "pre"}, environment="pre")).ok


async def test_the_same_over_stdio(tmp_path: Path) -> None:
    async with opened(stdio_config(tmp_path)) as source:
        assert len(await source.list_tools()) == 9
        assert (await source.call("make_part", PART, environment="pre")).ok


async def test_a_server_of_the_older_protocol() -> None:
    command = {"command": sys.executable, "args": ["tests/workshop/legacy.py"], "cwd": str(ROOT)}
    config = McpConfig.model_validate({"id": "old", **command})
    async with opened(config) as source:
        assert [tool.name for tool in await source.list_tools()] == ["say"]
        assert await source.list_documents() == []
        assert (await source.call("say", {"text": "hello"}, environment="pre")).body == {
            "text": "hello"
        }


async def test_a_session_that_the_server_forgot_is_begun_anew(tmp_path: Path) -> None:
    with running_legacy(tmp_path) as server:
        async with opened(server.config()) as source:
            assert (await source.call("say", {"text": "one"}, environment="pre")).ok
            server.stop()
            server.start()
            assert (await source.call("say", {"text": "two"}, environment="pre")).body == {
                "text": "two"
            }


@pytest.mark.parametrize(
    ("fault", "kind", "code"),
    [
        ("refuse", "business", "NO_STEEL"),
        ("break before", "unknown", "-32603"),
        ("break after", "unknown", "-32603"),
        ("malformed", "unknown", "MALFORMED"),
        ("cut off", "unknown", "MALFORMED"),
        ("2", "unknown", "TIMEOUT"),
    ],
)
@pytest.mark.parametrize("over", ["http", "stdio"])
async def test_what_may_have_had_an_effect_is_unknown(
    workshop: Running, over: str, fault: str, kind: str, code: str
) -> None:
    workshop.fail(make_part=[fault])
    config = workshop.config() if over == "http" else stdio_config(workshop.folder)
    async with opened(config) as source:
        failed = await source.call("make_part", PART, environment="pre", timeout=0.5)
        again = await source.call("list_parts", {"env": "pre"}, environment="pre")
    assert failed.failure is not None
    assert (failed.failure.kind, failed.failure.code) == (kind, code)
    assert again.ok, "one failed call leaves the connection as it was"


async def test_a_server_that_dies_during_a_call_leaves_it_unknown(workshop: Running) -> None:
    workshop.fail(make_part=["die after"])
    async with opened(workshop.config()) as source:
        failed = await source.call("make_part", PART, environment="pre")
        assert failed.failure is not None
        assert failed.failure.kind == "unknown"
        assert workshop.process is not None
        workshop.process.wait(5)
        refused = await source.call("make_part", PART, environment="pre")
        assert refused.failure is not None
        assert refused.failure.kind == "refused_connection"
        assert workshop.url in refused.failure.message
        workshop.start()
        assert (await source.call("make_part", PART, environment="pre")).ok
    assert len(workshop.effects()) == 2


async def test_a_stdio_server_that_dies_is_started_again(tmp_path: Path) -> None:
    (tmp_path / "faults.json").write_text('{"make_part": ["die before"]}', encoding="utf-8")
    async with opened(stdio_config(tmp_path)) as source:
        failed = await source.call("make_part", PART, environment="pre")
        assert failed.failure is not None
        assert failed.failure.kind == "unknown"
        assert (await source.call("make_part", PART, environment="pre")).ok


async def test_arguments_that_the_server_refuses_had_no_effect(workshop: Running) -> None:
    async with opened(workshop.config()) as source:
        incomplete = await source.call("make_part", {"env": "pre"}, environment="pre")
        unknown = await source.call("no_such_tool", {}, environment="pre")
    for result in (incomplete, unknown):
        assert result.failure is not None
        assert result.failure.without_effect
    assert workshop.effects() == []


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ({"url": f"http://127.0.0.1:{free_port()}/mcp"}, "http://127.0.0.1"),
        ({"url": "http://no-such-host.invalid/mcp"}, "no-such-host.invalid"),
        ({"command": "no-such-command-anywhere"}, "there is no such command"),
        ({"command": sys.executable, "args": ["-c", "raise SystemExit('no licence')"]}, "licence"),
    ],
)
async def test_a_source_that_cannot_be_reached_says_so(place: dict[str, Any], says: str) -> None:
    config = McpConfig.model_validate({"id": "gone", **place})
    async with opened(config) as source:
        with pytest.raises(CallNotSent, match="source 'gone'") as caught:
            await source.list_tools()
        result = await source.call("make_part", PART, environment="pre")
    assert says in str(caught.value)
    assert result.failure is not None
    assert result.failure.kind == "refused_connection"


async def test_a_server_that_never_answers_does_not_hang_the_start() -> None:
    silent = {"command": sys.executable, "args": ["-c", "import time; time.sleep(60)"]}
    config = McpConfig.model_validate({"id": "silent", **silent, "connect_timeout": 0.5})
    async with opened(config) as source:
        with pytest.raises(CallNotSent, match=r"did not answer within 0\.5 s"):
            await source.list_tools()
