"""The catalogue: all tools as Zhizao understands them, their words, and their graph."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import cast

from tool_registry.base.environment import Environments
from tool_registry.base.types import FunctionType, JsonValue
from tool_registry.graph import DependencyGraph
from tool_registry.model import Document, RawTool, ToolEssentialModel
from tool_registry.parsing.tools import parse_tools
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon

FORMAT = 1
"""Raised whenever the parser would understand the same tools differently."""


@dataclass(frozen=True)
class Catalogue:
    """What tools there are, in which words. Immutable; a changed source makes a new one."""

    tools: Mapping[str, ToolEssentialModel]
    """By id, sorted by id."""
    lexicon: Lexicon
    environments: Environments
    documents: tuple[Document, ...]

    @cached_property
    def graph(self) -> DependencyGraph:
        """Who yields what others need."""
        id_name = self.lexicon.canonical(Kind.ATTRIBUTE, "id") or "id"
        return DependencyGraph(self.tools.values(), id_name)

    def in_environment(self, name: str) -> tuple[ToolEssentialModel, ...]:
        """Tools that may run in a configured environment, by id."""
        return tuple(tool for tool in self.tools.values() if name in tool.environments)


def build_catalogue(
    raw_tools: Sequence[RawTool],
    documents: Sequence[Document],
    environments: Environments,
    packs: Sequence[Concept],
    *,
    preferred_platforms: Sequence[str] = (),
) -> Catalogue:
    """Parse all tools. Pure and deterministic: the order of the tools does not matter."""
    parsed = parse_tools(raw_tools, documents, environments, packs, preferred_platforms)
    return Catalogue(MappingProxyType(parsed.tools), parsed.lexicon, environments, tuple(documents))


def fingerprint(
    raw_tools: Sequence[RawTool],
    documents: Sequence[Document],
    environments: Environments,
    packs: Sequence[Concept],
    preferred_platforms: Sequence[str] = (),
) -> str:
    """Key of the cache: changes whenever anything that `build_catalogue` looks at changes."""
    told: list[JsonValue] = [
        FORMAT,
        sorted(
            (tool.model_dump(mode="json") for tool in raw_tools),
            key=lambda t: (t["source"], t["name"]),
        ),
        [document.model_dump() for document in documents],
        environments.model_dump(),
        [_concept_json(concept) for concept in packs],
        list(preferred_platforms),
    ]
    text = json.dumps(told, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def dump(catalogue: Catalogue) -> str:
    """The parsed catalogue as JSON text, for a cache under its fingerprint."""
    return json.dumps(
        {
            "tools": [tool.model_dump(mode="json") for tool in catalogue.tools.values()],
            "concepts": [_concept_json(concept) for concept in catalogue.lexicon.concepts],
            "environments": catalogue.environments.model_dump(mode="json"),
            "documents": [document.model_dump() for document in catalogue.documents],
        },
        ensure_ascii=False,
    )


def load(text: str) -> Catalogue:
    """The catalogue that `dump` wrote; ValueError for anything else."""
    held = cast("dict[str, list[dict[str, JsonValue]]]", json.loads(text))
    tools = [ToolEssentialModel.model_validate(tool) for tool in held["tools"]]
    return Catalogue(
        MappingProxyType({tool.id: tool for tool in tools}),
        Lexicon.restored(_concept(entry) for entry in held["concepts"]),
        Environments.model_validate(held["environments"]),
        tuple(Document.model_validate(document) for document in held["documents"]),
    )


def _concept_json(concept: Concept) -> JsonValue:
    return {
        "kind": concept.kind.value,
        "name": concept.name,
        "surfaces": list(concept.surfaces),
        "function": concept.function.value if concept.function else None,
        "attribute": concept.attribute,
        "entity": concept.entity,
        "flags": sorted(concept.flags),
        "source": concept.source,
    }


def _concept(entry: Mapping[str, JsonValue]) -> Concept:
    return Concept(
        kind=Kind(entry["kind"]),
        name=entry["name"],
        surfaces=tuple(entry["surfaces"]),
        function=FunctionType(entry["function"]) if entry["function"] else None,
        attribute=entry["attribute"],
        entity=entry["entity"],
        flags=frozenset(entry["flags"]),
        source=entry["source"],
    )
