"""Entries opened as sources: one server for each environment, arguments that name it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from services.opening import open_source
from tests.workshop.clock import HandClock
from tests.workshop.running import Running, running
from tool_registry.base.environment import Environment, Environments
from tool_registry.base.errors import ConfigurationError
from tool_registry.sources.entries import McpConfig, OpenApiConfig
from tool_registry.sources.listing import Listings
from tool_registry.sources.mcp_source import McpSource

pytestmark = pytest.mark.anyio
ENVIRONMENTS = Environments(configured=(Environment(name="daily"), Environment(name="pre")))


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Running]:
    folder = tmp_path / "other"
    folder.mkdir()
    with running(folder) as server:
        yield server


def mcp(**fields: Any) -> McpConfig:
    return McpConfig.model_validate({"id": "workshop", **fields})


async def test_an_entry_without_environments_is_the_server_itself(workshop: Running) -> None:
    assert isinstance(open_source(workshop.config(), ENVIRONMENTS), McpSource)


async def test_each_environment_has_its_own_server(workshop: Running, other: Running) -> None:
    daily, pre = {"url": workshop.url}, {"url": other.url, "arguments": {"env": "pre"}}
    source = open_source(mcp(environments={"daily": daily, "pre": pre}), ENVIRONMENTS)
    await source.call("make_part", {"env": "daily", "name": "a"}, environment="daily")
    await source.call("make_part", {"name": "b"}, environment="pre")
    elsewhere = await source.call("make_part", {"name": "c"}, environment="live")
    tools = await source.list_tools()
    await source.close()
    assert [one["arguments"]["name"] for one in workshop.effects()] == ["a"]
    assert [one["arguments"] for one in other.effects()] == [{"name": "b", "env": "pre"}]
    assert elsewhere.failure is not None
    assert elsewhere.failure.kind == "refused_connection"
    assert tools[0].environments == ("daily", "pre")
    assert "env" in tools[0].input_schema["properties"], "daily leaves it to the call"


async def test_what_every_environment_fills_is_no_longer_asked_for(workshop: Running) -> None:
    situations = {name: {"arguments": {"env": name}} for name in ("daily", "pre")}
    source = open_source(mcp(url=workshop.url, environments=situations), ENVIRONMENTS)
    tools = await source.list_tools()
    await source.call("make_part", {"name": "a"}, environment="daily")
    await source.close()
    assert tools[0].input_schema["required"] == ["name"]
    assert list(tools[0].input_schema["properties"]) == ["name"]
    assert workshop.effects()[0]["arguments"] == {"name": "a", "env": "daily"}


def test_an_environment_that_nobody_configured_is_refused() -> None:
    with pytest.raises(ConfigurationError, match=r"environments\.live: 'live' is no configured"):
        open_source(mcp(url="http://x", environments={"live": {}}), ENVIRONMENTS)


async def test_a_document_that_became_unusable_leaves_the_copy_in_use(tmp_path: Path) -> None:
    file, clock = tmp_path / "api.json", HandClock()
    file.write_text('{"openapi": "3.0.0", "paths": {"/a": {"get": {}}, "b": {}}}', encoding="utf-8")
    config = OpenApiConfig.model_validate(
        {"id": "api", "document": str(file), "environments": {"pre": {"url": "http://127.0.0.1:1"}}}
    )
    source = open_source(config, ENVIRONMENTS)
    listings = Listings(tmp_path / "listings", max_age=0, clock=clock)
    listing = await listings.of(config, source)
    assert [tool.name for tool in listing.tools] == ["get_a"]
    assert "paths.b: a path begins with '/'" in listing.notes[0]
    file.write_text("{", encoding="utf-8")
    listing = await listings.of(config, source)
    assert [tool.name for tool in listing.tools] == ["get_a"]
    assert listing.problem is not None
    assert "line 1, column 2: not valid JSON" in listing.problem
