"""Telling the registry what sources offer now, so that changed tools wait for approval."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from services.pool import Served
from tool_registry.base.ids import digest
from tool_registry.governance.approval import approval_hash
from tool_registry.model import RawTool
from tool_registry.sources.config import SourceConfig
from tool_registry.sources.listing import Listing
from tool_registry.stores.rows import SeenTool, Sighting

if TYPE_CHECKING:
    from tool_registry.governance.findings import Finding
    from tool_registry.stores.store import RegistryStore


def observe(
    stores: "RegistryStore",
    served: Sequence[Served],
    listings: Sequence[Listing],
    hashes: Sequence[str],
) -> bool:
    """Notes what is otherwise than at the last look; True where something was.

    `hashes`: content hashes of the listings. A source that was never reached is not looked at.
    """
    known, news = stores.tools.sighted([one.config.id for one in served]), False
    for one, listing, hash in zip(served, listings, hashes, strict=True):
        config = one.config
        content = content_of(config, hash)
        if known.get(config.id) == content or (listing.problem and not listing.tools):
            continue
        # Only a source that changed is searched, so that most starts do without the rules.
        from tool_registry.governance.poison import poison

        seen = [seen_tool(tool, config, poison(tool)) for tool in listing.tools]
        sighting = Sighting(source=config.id, content=content)
        usable = _usable(stores, config)
        stores.tools.observe(sighting, seen, config.approval, one.space, usable=usable)
        news = True
    return news


def approved_forms(stores: "RegistryStore", served: Sequence[Served]) -> dict[str, RawTool]:
    """The tools that are used as they were approved while their sources offer them otherwise."""
    found = stores.tools.forms([one.config.id for one in served])
    return {
        id: RawTool.model_validate(form.declared) for id, form in found.items() if form.stands_in
    }


def _usable(stores: "RegistryStore", config: SourceConfig) -> frozenset[str]:
    """The tools whose approved form is all that was approved: kept in full, at this address."""
    forms = stores.tools.forms([config.id])
    return frozenset(
        id
        for id, form in forms.items()
        if approval_hash(RawTool.model_validate(form.declared), config.fingerprint) == form.hash
    )


def content_of(config: SourceConfig, hash: str) -> str:
    """What a source offers and how it is approved; `hash` is its listing's."""
    return digest([hash, config.fingerprint, config.approval])


def seen_tool(tool: RawTool, config: SourceConfig, poisoned: "Iterable[Finding]") -> SeenTool:
    """A tool as the registry notes it, with what is suspicious in its texts."""
    return SeenTool(
        id=tool.id,
        hash=approval_hash(tool, config.fingerprint),
        declared=tool.model_dump(mode="json", exclude_defaults=True),
        flags=tuple(sorted({f"{found.rule}: {found.place}" for found in poisoned})),
    )
