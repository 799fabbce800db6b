"""The sources that serve: those of the sources file, and those that were registered."""

from typing import TYPE_CHECKING

from pydantic import ValidationError

from services.pool import Served
from services.settings import Settings, variables
from tool_registry.base.errors import ConfigurationError
from tool_registry.sources.config import SourceConfig, read_source, read_sources
from tool_registry.stores.space import Space

if TYPE_CHECKING:
    from tool_registry.stores.rows import SourceRow


def declared_sources(settings: Settings) -> tuple[Served, ...]:
    """The sources of the sources file."""
    found: list[Served] = []
    for config in read_sources(settings.sources, variables(settings)):
        try:
            space = Space(
                scope=config.scope, project=config.project or "", owner=config.owner or ""
            )
        except ValidationError as error:
            reason = error.errors(include_url=False)[0]["msg"].removeprefix("Value error, ")
            raise ConfigurationError(f"{settings.sources}: {config.id}: {reason}") from error
        id = space.name_of(config.id)
        found.append(Served(config.model_copy(update={"id": id}), space))
    return tuple(found)


def registered_source(row: "SourceRow", settings: Settings) -> Served:
    """A source of the database; one whose entry cannot be used (any more) says why."""
    place = f"registered source '{row.id}'"
    try:
        config = read_source(row.name, row.entry, variables(settings), place=place)
    except ConfigurationError as error:
        return Served(SourceConfig(id=row.id), row.space, row.revision, str(error))
    return Served(config.model_copy(update={"id": row.id}), row.space, row.revision)
