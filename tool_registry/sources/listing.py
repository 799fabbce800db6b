"""What the sources offer, with a copy in the state folder.

A copy younger than `max_age` is used as it is, so that a start needs neither the MCP library nor a
connection; an older one is fetched anew. So a changed catalogue is noticed within `max_age`. When
a source cannot be reached, the copy serves on, whatever its age, and the listing says so.
"""

import asyncio
import itertools
import os
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from tool_registry.base.beside_loop import beside_loop
from tool_registry.base.clock import Clock
from tool_registry.base.errors import CallNotSent, ConfigurationError
from tool_registry.base.ids import digest
from tool_registry.model import Document, RawTool
from tool_registry.sources.entries import SourceConfig
from tool_registry.sources.source import ToolSource, has_changed, notes_of

_FORMAT = 1


class Listing(BaseModel):
    """The tools and documents of one source at one time."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: int = _FORMAT
    source: str
    fingerprint: str
    """Which server this was, so that another one under the same name is asked anew."""
    fetched_at: float
    """Seconds since 1970."""
    tools: tuple[RawTool, ...] = ()
    documents: tuple[Document, ...] = ()
    problem: str | None = None
    """Why this is a copy of earlier, or empty: the source cannot be reached or used."""
    notes: tuple[str, ...] = ()
    """What was left out of it, each with its place; for the owner."""
    hashes: tuple[str, ...] = ()
    """Of each tool, then of each document; empty where nobody has needed them yet."""

    @property
    def content_hash(self) -> str:
        """The same for the same tools and documents."""
        return digest(list(self.hashes or _hashes(self.tools, self.documents)))


@dataclass(frozen=True)
class Listings:
    """Listings with their copies in `folder`. Several processes may use it at once."""

    folder: Path
    max_age: float = 30.0
    """Seconds; 0: always ask the source."""
    clock: Clock = field(default_factory=Clock)

    async def of(self, config: SourceConfig, source: ToolSource) -> Listing:
        """What the source offers, as far as the configuration lets it be used."""
        copy = await beside_loop(partial(self._copy, config))
        if copy is not None and self.is_fresh(copy) and not has_changed(source):
            return chosen(copy, config)
        try:
            listing = await fetched(config, source, self.clock)
        except (CallNotSent, ConfigurationError) as error:
            copy = copy or Listing(
                source=config.id, fingerprint=config.fingerprint, fetched_at=self.clock.now()
            )
            return chosen(copy.model_copy(update={"problem": str(error)}), config)
        self.keep(listing)
        return chosen(listing, config)

    async def of_all(self, pairs: Sequence[tuple[SourceConfig, ToolSource]]) -> list[Listing]:
        """What all of them offer, in their order; a silent one does not keep the others waiting."""
        return list(await asyncio.gather(*(self.of(config, source) for config, source in pairs)))

    def is_fresh(self, listing: Listing) -> bool:
        """True while it need not be fetched anew; a copy from the future is not trusted."""
        return 0 <= self.clock.now() - listing.fetched_at < self.max_age

    def _path(self, source_id: str) -> Path:
        return self.folder / f"{source_id}.json"

    def _copy(self, config: SourceConfig) -> Listing | None:
        try:
            listing = Listing.model_validate_json(self._path(config.id).read_bytes())
        except (OSError, ValidationError):
            return None
        right = listing.format == _FORMAT and listing.fingerprint == config.fingerprint
        return listing if right else None

    def keep(self, listing: Listing) -> None:
        """Replaces the copy in one step, so that no process ever reads half of one."""
        self.folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self.folder, prefix=f".{listing.source}-")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(listing.model_dump_json())
        Path(name).replace(self._path(listing.source))


def all_tools(listings: Iterable[Listing]) -> list[RawTool]:
    """The tools of all listings, in order."""
    return [tool for listing in listings for tool in listing.tools]


def all_documents(listings: Iterable[Listing]) -> list[Document]:
    """The documents of all listings, in order."""
    return [document for listing in listings for document in listing.documents]


def _hashes(tools: Iterable[RawTool], documents: Iterable[Document]) -> tuple[str, ...]:
    return tuple(digest(one.model_dump(mode="json")) for one in (*tools, *documents))


async def fetched(config: SourceConfig, source: ToolSource, clock: Clock) -> Listing:
    """All that the source offers at this moment; CallNotSent where it cannot be reached."""
    tools, documents = await source.list_tools(), await source.list_documents()
    return Listing(
        source=config.id,
        fingerprint=config.fingerprint,
        fetched_at=clock.now(),
        tools=tuple(tools),
        documents=tuple(documents),
        notes=notes_of(source),
        hashes=_hashes(tools, documents),
    )


def chosen(listing: Listing, config: SourceConfig) -> Listing:
    """What the configuration lets be used of it."""
    allowed = [config.tools.allows(tool.name) for tool in listing.tools]
    if all(allowed):
        return listing
    # A document is always allowed.
    told = [*allowed, *(True for _ in listing.documents)]
    kept = {
        "tools": tuple(itertools.compress(listing.tools, allowed)),
        "hashes": tuple(itertools.compress(listing.hashes, told)),
    }
    return listing.model_copy(update=kept)
