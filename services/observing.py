"""Telling the registry what sources offer now, so that changed tools wait for approval."""

from collections.abc import Sequence

from services.pool import Served
from tool_registry.base.ids import digest
from tool_registry.governance.approval import approval_hash
from tool_registry.sources.listing import Listing
from tool_registry.stores.rows import SeenTool, Sighting
from tool_registry.stores.store import RegistryStore


def observe(
    stores: RegistryStore,
    served: Sequence[Served],
    listings: Sequence[Listing],
    hashes: Sequence[str],
) -> bool:
    """Notes what is otherwise than at the last look; True where something was.

    `hashes`: content hashes of the listings. A source that was never reached is not looked at.
    """
    known, news = stores.tools.sighted(), False
    for one, listing, hash in zip(served, listings, hashes, strict=True):
        config = one.config
        content = digest([hash, config.fingerprint, config.approval])
        if known.get(config.id) == content or (listing.problem and not listing.tools):
            continue
        seen = [
            SeenTool(id=tool.id, hash=approval_hash(tool, config.fingerprint))
            for tool in listing.tools
        ]
        sighting = Sighting(source=config.id, content=content)
        stores.tools.observe(sighting, seen, config.approval, one.space)
        news = True
    return news
