"""Which tools of an import are like tools that are in use already, whoever's those are."""

from collections.abc import Mapping, Sequence

from services.registry import Registry
from tool_registry.base.caller import Caller
from tool_registry.governance.naming import Names
from tool_registry.governance.overlap import Overlaps
from tool_registry.model import RawTool
from tool_registry.stores.rows import ToolStatus

_MOST = 3
"""So many like ones of each are told."""


async def alike(
    registry: Registry, caller: Caller, tools: Sequence[RawTool], source: str
) -> Mapping[str, tuple[str, ...]]:
    """Tool → those of other sources that have its name, or that no word of a request tells from
    it; only what the caller sees."""
    others = [
        one.raw
        for one in await registry.known(caller)
        if one.state.status is ToolStatus.PUBLISHED and one.raw.source != source
    ]
    if not others:
        return {}
    parsed = registry.parsed([*tools, *others]).tools
    names, overlaps = Names(others), Overlaps(parsed[one.id] for one in others)
    found: dict[str, tuple[str, ...]] = {}
    for raw in tools:
        close = [one.other for one in overlaps.of(parsed[raw.id]) if one.verdict.open]
        same = [one.other for one in names.like(raw) if one.blocks]
        if near := tuple(dict.fromkeys([*close, *same]))[:_MOST]:
            found[raw.id] = near
    return found
