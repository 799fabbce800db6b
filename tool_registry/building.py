"""Building a catalogue from what the sources offer.

Beside `catalogue`, because a process that finds its catalogue parsed in the cache starts without
the parser."""

from collections.abc import Sequence
from types import MappingProxyType

from tool_registry.base.collector import collector_paused
from tool_registry.base.environment import Environments
from tool_registry.catalogue import Catalogue
from tool_registry.model import Document, RawTool
from tool_registry.parsing.memory import ParseMemory
from tool_registry.parsing.tools import parse_tools
from tool_registry.vocabulary.lexicon import Concept


def build_catalogue(
    raw_tools: Sequence[RawTool],
    documents: Sequence[Document],
    environments: Environments,
    packs: Sequence[Concept],
    *,
    preferred_platforms: Sequence[str] = (),
    memory: ParseMemory | None = None,
) -> Catalogue:
    """Parse all tools. Deterministic: the order of the tools does not matter, nor what was parsed
    before, though a `memory` of that saves reading again what a change does not reach."""
    with collector_paused():
        parsed = parse_tools(raw_tools, documents, environments, packs, preferred_platforms, memory)
    return Catalogue(MappingProxyType(parsed.tools), parsed.lexicon, environments, tuple(documents))
