"""What several instances share: in this process, or in Redis where one is configured."""

from typing import TYPE_CHECKING

from services.settings import Settings

if TYPE_CHECKING:
    from tool_registry.base.buckets import Buckets
    from tool_registry.base.bus import ChangeBus
    from tool_registry.stores.cache import ToolCache
    from tool_registry.stores.store import RegistryStore


def open_exchange(settings: Settings, store: "RegistryStore") -> "tuple[ChangeBus, ToolCache]":
    """How instances hear of changes, and share what they have parsed."""
    if settings.redis is None:
        from tool_registry.base.bus import LocalBus
        from tool_registry.stores.cache import FileCache

        return LocalBus(store.revision), FileCache(settings.home / "parsed")
    from tool_registry.base.redis_bus import RedisBus
    from tool_registry.stores.redis_cache import RedisCache

    return RedisBus(settings.redis, store.id, store.revision), RedisCache(settings.redis)


def open_buckets(settings: Settings, store: "RegistryStore") -> "Buckets":
    """Where is counted how often something is done."""
    clock = store.database.clock
    if settings.redis is None:
        from tool_registry.base.buckets import LocalBuckets

        return LocalBuckets(clock)
    from tool_registry.base.redis_buckets import RedisBuckets

    return RedisBuckets(settings.redis, store.id, clock)
