"""Listings with their copies: used while young, fetched when older, kept when nothing answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.workshop.clock import HandClock
from tests.workshop.running import Running
from tool_registry.base.errors import CallNotSent
from tool_registry.base.types import JsonValue
from tool_registry.model import Document, RawTool
from tool_registry.sources.entries import McpConfig, ToolChoice
from tool_registry.sources.listing import Listings, all_documents, all_tools
from tool_registry.sources.mcp_source import McpSource
from tool_registry.sources.result import CallResult

pytestmark = pytest.mark.anyio
CONFIG = McpConfig(id="shelf", url="http://127.0.0.1:1/mcp")


@dataclass
class Shelf:
    """A source whose tools change, and which is sometimes away."""

    names: list[str] = field(default_factory=lambda: ["take"])
    away: bool = False
    asked: int = 0

    async def list_tools(self) -> list[RawTool]:
        self.asked += 1
        if self.away:
            raise CallNotSent("source 'shelf' is away")
        return [RawTool(source="shelf", name=name) for name in self.names]

    async def list_documents(self) -> list[Document]:
        return [Document(source="shelf", name="guide", text="# Shelf")]

    async def call(
        self,
        tool_name: str,
        arguments: Mapping[str, JsonValue],
        *,
        environment: str,
        plan: Mapping[str, JsonValue] | None = None,
        key: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 - as the protocol has it
    ) -> CallResult:
        return CallResult.success({})

    async def close(self) -> None:
        """Nothing is open."""


async def test_a_young_copy_spares_the_source_and_an_older_one_does_not(tmp_path: Path) -> None:
    shelf, clock = Shelf(), HandClock()
    listings = Listings(tmp_path, max_age=30, clock=clock)
    first = await listings.of(CONFIG, shelf)
    clock.jump(wall=29)
    shelf.names = ["take", "put"]
    assert await Listings(tmp_path, max_age=30, clock=clock).of(CONFIG, shelf) == first
    assert shelf.asked == 1
    clock.jump(wall=2)
    second = await listings.of(CONFIG, shelf)
    assert [tool.name for tool in all_tools([second])] == ["take", "put"]
    assert second.content_hash != first.content_hash


async def test_a_clock_that_was_set_back_makes_no_copy_young(tmp_path: Path) -> None:
    shelf, clock = Shelf(), HandClock()
    listings = Listings(tmp_path, clock=clock)
    await listings.of(CONFIG, shelf)
    clock.jump(wall=-3600)
    await listings.of(CONFIG, shelf)
    assert shelf.asked == 2


async def test_while_the_source_is_away_the_copy_serves_and_says_so(tmp_path: Path) -> None:
    shelf, clock = Shelf(), HandClock()
    listings = Listings(tmp_path, clock=clock)
    await listings.of(CONFIG, shelf)
    clock.jump(wall=3600)
    shelf.away = True
    old = await listings.of(CONFIG, shelf)
    assert [tool.name for tool in old.tools] == ["take"]
    assert old.problem == "source 'shelf' is away"
    shelf.away = False
    assert (await listings.of(CONFIG, shelf)).problem is None


async def test_a_source_that_was_never_seen_has_no_tools_and_a_problem(tmp_path: Path) -> None:
    listing = await Listings(tmp_path).of(CONFIG, Shelf(away=True))
    assert (listing.tools, listing.problem) == ((), "source 'shelf' is away")


async def test_the_choice_of_tools_works_on_a_copy_too(tmp_path: Path) -> None:
    shelf = Shelf(["take", "put"])
    await Listings(tmp_path).of(CONFIG, shelf)
    chosen = CONFIG.model_copy(update={"tools": ToolChoice(exclude=("p*",))})
    assert [tool.name for tool in (await Listings(tmp_path).of(chosen, shelf)).tools] == ["take"]
    assert shelf.asked == 1


async def test_another_server_under_the_same_name_is_asked(tmp_path: Path) -> None:
    shelf = Shelf()
    await Listings(tmp_path).of(CONFIG, shelf)
    await Listings(tmp_path).of(CONFIG.model_copy(update={"url": "http://127.0.0.1:2/"}), shelf)
    assert shelf.asked == 2


async def test_a_damaged_copy_is_fetched_anew(tmp_path: Path) -> None:
    shelf = Shelf()
    await Listings(tmp_path).of(CONFIG, shelf)
    (tmp_path / "shelf.json").write_text('{"format": 1, "tools": [{]', encoding="utf-8")
    assert (await Listings(tmp_path).of(CONFIG, shelf)).problem is None
    assert shelf.asked == 2


async def test_with_a_real_server(workshop: Running, tmp_path: Path) -> None:
    config = workshop.config(tools={"include": ["make_*"]})
    source = McpSource(config)
    listing = await Listings(tmp_path).of(config, source)
    await source.close()
    assert len(listing.tools) == 3
    assert [document.name for document in all_documents([listing])] == ["guide"]


async def test_a_copy_has_the_hash_of_what_was_fetched_and_of_no_other_choice(
    tmp_path: Path,
) -> None:
    shelf = Shelf(["take", "put"])
    fetched = await Listings(tmp_path).of(CONFIG, shelf)
    copy = await Listings(tmp_path).of(CONFIG, shelf)
    fewer = CONFIG.model_copy(update={"tools": ToolChoice(exclude=("p*",))})
    chosen = await Listings(tmp_path).of(fewer, shelf)
    same = copy.model_copy(update={"hashes": ()})
    assert fetched.content_hash == copy.content_hash == same.content_hash
    assert chosen.content_hash != copy.content_hash
    assert chosen.content_hash == chosen.model_copy(update={"hashes": ()}).content_hash
