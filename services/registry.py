"""The catalogue of what the configured sources offer now."""

import os
import tempfile
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from pydantic import ValidationError

import tool_registry
from services.errors import Unavailable
from services.settings import Settings, variables
from tool_registry.base.environment import Environments
from tool_registry.base.errors import ConfigurationError
from tool_registry.base.ids import digest
from tool_registry.catalogue import Catalogue, build_catalogue, dump, load
from tool_registry.model import Document, RawTool
from tool_registry.sources.config import read_sources
from tool_registry.sources.listing import Listing, Listings, all_documents, all_tools
from tool_registry.sources.opening import open_source
from tool_registry.sources.source import Sources
from tool_registry.vocabulary.packs import load_packs


class Registry:
    """The sources of these settings, and the catalogue of what they offer now."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.environments = read_environments(settings)
        self.configs = read_sources(settings.sources, variables(settings))
        self.sources = Sources(
            {config.id: open_source(config, self.environments) for config in self.configs}
        )
        self._listings = Listings(settings.home / "listings", settings.listing_seconds)
        self._held: tuple[str, Catalogue] | None = None

    async def catalogue(self) -> Catalogue:
        """The present catalogue; Unavailable where no source has any tool to offer."""
        listings = await self.listings()
        tools, problems = all_tools(listings), [one.problem for one in listings if one.problem]
        if problems and not tools:
            raise Unavailable("services.no_source", detail=problems[0])
        key = digest([[one.content_hash for one in listings], self._surroundings])
        if self._held is None or self._held[0] != key:
            self._held = (key, self._load_or_build(key, tools, all_documents(listings)))
        return self._held[1]

    async def listings(self) -> list[Listing]:
        """What each source offers; a source that is down says so in its listing."""
        pairs = [(config, self.sources.get(config.id)) for config in self.configs]
        return await self._listings.of_all(pairs)

    @cached_property
    def _surroundings(self) -> list[object]:
        """What else the catalogue is made of: settings, packs, and the parser itself."""
        root = Path(tool_registry.__file__).parent
        files = sorted(file for file in root.rglob("*.[py]*") if file.suffix in (".py", ".yaml"))
        return [
            self.environments.model_dump(mode="json"),
            self.settings.packs,
            self.settings.preferred_platforms,
            [(file.name, file.stat().st_mtime_ns, file.stat().st_size) for file in files],
        ]

    def _load_or_build(
        self, key: str, tools: Sequence[RawTool], documents: Sequence[Document]
    ) -> Catalogue:
        file = self.settings.home / "catalogue.json"
        kept = _kept(file, key)
        if kept is not None:
            return kept
        built = build_catalogue(
            tools,
            documents,
            self.environments,
            load_packs(self.settings.packs),
            preferred_platforms=self.settings.preferred_platforms,
        )
        _keep(file, key, built)
        return built


async def read_catalogue(settings: Settings) -> Catalogue:
    """The present catalogue, for commands that run nothing."""
    registry = Registry(settings)
    async with registry.sources:
        return await registry.catalogue()


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


def _kept(file: Path, key: str) -> Catalogue | None:
    """The catalogue that was kept under that key, if it is still readable."""
    try:
        found, _, text = file.read_text("utf-8").partition("\n")
        return load(text) if found == key else None
    except (OSError, ValueError):
        return None


def _keep(file: Path, key: str, catalogue: Catalogue) -> None:
    """Replaces the file in one step, so that no process ever reads half of one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".catalogue-")
    with os.fdopen(handle, "w", encoding="utf-8") as draft:
        draft.write(f"{key}\n{dump(catalogue)}")
    Path(name).replace(file)
