"""The registry: which sources serve a caller, and the catalogue of what they offer the caller."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pydantic import ValidationError

import tool_registry
from services.callers import local_caller
from services.errors import Unavailable
from services.exchange import open_buckets, open_exchange
from services.finding import LateFinder
from services.opening import open_source
from services.overlay import Overlay, check_edit
from services.pool import Opener, Served, SourcePool
from services.served import declared_sources, registered_source
from services.settings import Settings, variables
from services.vocabulary import team_pack, vocabulary
from tool_registry.base.caller import Caller
from tool_registry.base.environment import Environments
from tool_registry.base.errors import ConfigurationError
from tool_registry.base.ids import digest
from tool_registry.base.types import JsonValue
from tool_registry.catalogue import Catalogue, dump, load
from tool_registry.model import Document, RawTool
from tool_registry.sources.config import SourceConfig, read_source
from tool_registry.sources.limit import CallLimit
from tool_registry.sources.listing import Listing, Listings, all_documents, all_tools, fetched
from tool_registry.sources.source import Sources, ToolSource, has_changed
from tool_registry.stores.space import Space

if TYPE_CHECKING:
    from tool_registry.parsing.memory import ParseMemory
    from tool_registry.stores.rows import Admission, Edit, SourceRow, ToolState
    from tool_registry.stores.store import RegistryStore

T = TypeVar("T")
_VIEWS = 64
"""Callers whose pools are kept in memory, at most."""
_PARSED = 8
"""Different pools that are kept parsed in memory, at most; more come from the cache."""


@dataclass(frozen=True, slots=True)
class View:
    """What a caller can use: the pool's catalogue, and the sources that it is called at."""

    catalogue: Catalogue
    sources: Sources


@dataclass(frozen=True, slots=True)
class Known:
    """A tool that a caller sees, whether it may be used or not."""

    raw: RawTool
    """As it is used, or would be."""
    state: "ToolState"
    served: Served
    offered: RawTool | None = None
    """As its source offers it now, where it is used on as it was approved."""

    @property
    def now(self) -> RawTool:
        """As its source offers it."""
        return self.offered or self.raw


@dataclass(frozen=True, slots=True)
class _Kept:
    """A caller's view, as long as nothing says that it may be another one."""

    view: View
    revision: int
    listings: tuple[Listing, ...]


class Registry:
    """Sources of the sources file and of the registry database, and the tools that they offer."""

    def __init__(self, settings: Settings, opener: Opener | None = None) -> None:
        """`opener` makes a source of its configuration; it connects when it is first used."""
        self.settings = settings
        self.environments = read_environments(settings)
        self._opener = opener or self._open
        self.declared = declared_sources(settings)
        self.stores = open_registry(settings)
        self.finder = LateFinder(settings)
        self.bus, self.cache = open_exchange(settings, self.stores)
        self.buckets = open_buckets(settings, self.stores)
        self.sources = SourcePool(self._opener)
        self._listings = Listings(settings.home / "listings", settings.listing_seconds)
        self._views: dict[Caller, _Kept] = {}
        self._parsed: dict[str, Catalogue] = {}
        self._memory: ParseMemory | None = None
        self._viewing = asyncio.Lock()

    async def catalogue(self, caller: Caller | None = None) -> Catalogue:
        """The catalogue of the caller's pool; see `view`."""
        return (await self.view(caller)).catalogue

    async def view(self, caller: Caller | None = None) -> View:
        """What the caller can use now; Unavailable where no source has any tool to offer."""
        caller = caller or Caller()
        revision = self.stores.revision()
        kept = self._views.get(caller)
        if kept and kept.revision == revision and all(map(self._is_current, kept.listings)):
            return kept.view
        async with self._viewing:
            revision = self.stores.revision()  # what changes meanwhile is not in the view
            view, listings = await self._view(caller)
        if len(self._views) >= _VIEWS:
            self._views.clear()
        self._views[caller] = _Kept(view, revision, tuple(listings))
        return view

    async def listings(self, caller: Caller | None = None) -> list[Listing]:
        """What each of the caller's sources offers; one that is down says so in its listing."""
        return await self._listed(self.served(caller or Caller()))

    async def look(
        self, name: str, entry: dict[str, JsonValue], space: Space
    ) -> tuple[SourceConfig, Listing]:
        """What a source of that entry would offer in that space; nothing is registered.

        ConfigurationError for an entry that cannot be used, CallNotSent where nobody answers."""
        config = read_source(name, entry, variables(self.settings), place=f"source '{name}'")
        config = config.model_copy(update={"id": space.name_of(name)})
        source = self._opener(config)
        try:
            return config, await fetched(config, source, self._listings.clock)
        finally:
            await source.close()

    def keep(self, listing: Listing) -> None:
        """Spares the next view the asking for what has just been looked at."""
        self._listings.keep(listing)

    async def known(self, caller: Caller) -> list[Known]:
        """The tools that the caller sees, in the pool or not, as their sources declare them."""
        served, listings = await self.looked(caller)
        from services.observing import approved_forms

        states = {one.id: one for one in self.stores.tools.visible(caller)}
        forms = approved_forms(self.stores, served)
        return [
            Known(used, states[tool.id], one, None if used is tool else tool)
            for one, listing in zip(served, listings, strict=True)
            for tool in listing.tools
            if tool.id in states
            for used in (forms.get(tool.id, tool),)
        ]

    async def register(
        self,
        caller: Caller,
        name: str,
        entry: dict[str, JsonValue],
        space: Space,
        *,
        enabled: bool = True,
        admission: "Admission | None" = None,
    ) -> "SourceRow":
        """Adds a source at run time; ConfigurationError or Refused for one that cannot be.

        `admission`: the states of its tools from the first moment on."""
        read_source(name, entry, variables(self.settings), place=f"source '{name}'")
        if space.name_of(name) in {one.config.id for one in self.declared}:
            reason = f"'{name}' is declared in {self.settings.sources}: use another name"
            raise ConfigurationError(reason)
        return await self.change(
            lambda stores: stores.sources.add(
                caller, name, entry, space, enabled=enabled, admission=admission
            )
        )

    async def replace(
        self,
        caller: Caller,
        id: str,
        entry: dict[str, JsonValue],
        admission: "Admission | None" = None,
    ) -> "SourceRow":
        """Gives a registered source another entry, and its tools new states; without them, its
        tools are looked at again."""
        name = self.stores.sources.get(caller, id).name
        read_source(name, entry, variables(self.settings), place=f"source '{id}'")
        return await self.change(lambda stores: stores.sources.change(caller, id, entry, admission))

    async def edit(self, caller: Caller, tool: str, path: str, value: JsonValue) -> "Edit":
        """A person's word on a field of a tool; Refused where the tool has no such field."""
        self.stores.tools.get(caller, tool)
        known = (await self.catalogue(caller)).tools.get(tool)
        if known is not None:
            check_edit(known, path, value)
        return await self.change(lambda stores: stores.edits.put(caller, tool, path, value))

    async def change(self, act: "Callable[[RegistryStore], T]") -> T:
        """Changes the registry by `act`, at once for this process, and tells all others."""
        done = act(self.stores)
        await self.tell()
        return done

    async def tell(self) -> None:
        """Takes up what was changed in the store, and tells all others."""
        self.refresh()
        await self.bus.publish(self.stores.revision())

    async def follow(self) -> None:
        """Keeps up with what others change, for as long as it runs."""
        async for _ in self.bus.changes(self.stores.revision()):
            self.refresh()

    def refresh(self) -> None:
        """Lets go of what the registry no longer has; running calls are let finish."""
        self._views.clear()
        self.sources.keep(self.stores.sources.current(self.sources.ids))

    async def close(self) -> None:
        """Ends all connections: of sources, bus, cache and database."""
        self.finder.close()
        await self.sources.close()
        await self.bus.close()
        await self.cache.close()
        await self.buckets.close()
        self.stores.close()

    def served(self, caller: Caller) -> list[Served]:
        """The sources with tools for this caller, own ones first. Not to be shown as they are."""
        rows = self.stores.sources.serving(caller)
        found = [registered_source(row, self.settings) for row in rows]
        found += [one for one in self.declared if one.space.is_open_to(caller)]
        return sorted(found, key=lambda one: one.space.rank)

    async def _view(self, caller: Caller) -> tuple[View, list[Listing]]:
        from services.observing import approved_forms

        served, listings = await self.looked(caller)
        sources = self.sources.of(served, self._limit(caller))
        hashes = [one.content_hash for one in listings]
        overlay = Overlay.of(self.stores, caller, [one.config.id for one in served])
        forms = approved_forms(self.stores, served)
        tools = overlay.pool(forms.get(one.id, one) for one in all_tools(listings))
        if not tools:
            _complain(listings, overlay)
        kept = [forms[id].model_dump(mode="json") for id in sorted(forms)]
        told = [hashes, sorted(overlay.closed), overlay.learned_outputs, self._surroundings, kept]
        key = digest(told)
        catalogue = self._parsed.get(key) or await self._load_or_build(key, tools, listings)
        if len(self._parsed) >= _PARSED:
            self._parsed.clear()
        self._parsed[key] = catalogue
        return View(overlay.laid_on(catalogue), sources), listings

    def _limit(self, caller: Caller) -> CallLimit | None:
        """How often the caller may call a tool; None: as often as they like."""
        rate = self.settings.tool_rate
        return CallLimit(self.buckets, caller, rate) if rate else None

    async def looked(
        self, caller: Caller, source: str | None = None
    ) -> tuple[list[Served], list[Listing]]:
        """The caller's sources, or that one, and what they offer, once the store knows of it."""
        served = [one for one in self.served(caller) if source in (None, one.config.id)]
        listings = await self._listed(served)
        await self._observe(served, listings, [one.content_hash for one in listings])
        return served, listings

    def _open(self, config: SourceConfig) -> ToolSource:
        return open_source(config, self.environments)

    async def _listed(self, served: Sequence[Served]) -> list[Listing]:
        sources = self.sources.of(list(served))
        pairs = [(one.config, sources.get(one.config.id)) for one in served]
        return await self._listings.of_all(pairs)

    def _is_current(self, listing: Listing) -> bool:
        if listing.problem is not None or not self._listings.is_fresh(listing):
            return False
        return listing.source in self.sources.ids and not has_changed(
            self.sources.get(listing.source)
        )

    async def _observe(
        self, served: Sequence[Served], listings: Sequence[Listing], hashes: Sequence[str]
    ) -> None:
        """Tells the store of everything that sources offer otherwise than at the last look."""
        from services.observing import observe

        if observe(self.stores, served, listings, hashes):
            await self.tell()

    @cached_property
    def _surroundings(self) -> list[object]:
        """What else the catalogue is made of: settings, packs, and the parser itself."""
        root = Path(tool_registry.__file__).parent
        files = sorted(file for file in root.rglob("*.[py]*") if file.suffix in (".py", ".yaml"))
        return [
            self.environments.model_dump(mode="json"),
            self.settings.packs,
            _content(team_pack(self.settings)),
            self.settings.preferred_platforms,
            [(file.name, file.stat().st_mtime_ns, file.stat().st_size) for file in files],
        ]

    async def _load_or_build(
        self, key: str, tools: Sequence[RawTool], listings: Sequence[Listing]
    ) -> Catalogue:
        kept = _loaded(await self.cache.get(key))
        if kept is not None:
            return kept
        built = self.parsed(tools, all_documents(listings))
        await self.cache.put(key, dump(built).encode())
        return built

    def parsed(self, tools: Sequence[RawTool], documents: Sequence[Document] = ()) -> Catalogue:
        """A catalogue of these tools and nothing else, in the words of this registry."""
        from tool_registry.building import build_catalogue
        from tool_registry.parsing.memory import ParseMemory

        self._memory = self._memory or ParseMemory()
        return build_catalogue(
            tools,
            documents,
            self.environments,
            vocabulary(self.settings),
            preferred_platforms=self.settings.preferred_platforms,
            memory=self._memory,
        )


async def read_catalogue(settings: Settings) -> Catalogue:
    """The present catalogue, for commands that run nothing."""
    registry = Registry(settings)
    try:
        return await registry.catalogue(local_caller(settings))
    finally:
        await registry.close()


def read_environments(settings: Settings) -> Environments:
    """The configured environments; ConfigurationError names the file and the place in it."""
    file = settings.environments
    try:
        return Environments.model_validate_json(file.read_bytes())
    except OSError as error:
        raise ConfigurationError(f"cannot read {file}: {error.strerror}") from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ConfigurationError(f"{file}: {place}: {first['msg']}") from error


def open_registry(settings: Settings) -> "RegistryStore":
    """The registry database, created where there is none."""
    # SQLAlchemy takes long to load, so the module that needs it loads with the first registry.
    from tool_registry.stores.store import RegistryStore

    return RegistryStore(settings.database or settings.home / "registry.db")


def _complain(listings: Sequence[Listing], overlay: Overlay) -> None:
    """Unavailable, where there is a reason why the pool is empty."""
    problems = [one.problem for one in listings if one.problem]
    if problems:
        raise Unavailable("services.no_source", detail=problems[0])
    if overlay.closed:
        raise Unavailable("services.none_approved", count=len(overlay.closed))
    raise Unavailable("services.no_tools")


def _content(file: Path) -> str | None:
    return digest(file.read_text("utf-8", "replace")) if file.is_file() else None


def _loaded(kept: bytes | None) -> Catalogue | None:
    """The catalogue that was kept, if it is still readable."""
    try:
        return load(kept.decode()) if kept is not None else None
    except ValueError:
        return None
