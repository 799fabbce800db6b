"""The catalogue: all tools as Zhizao understands them, their words, and their graph."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TypeAlias

from pydantic import BaseModel

from tool_registry.base.collector import collector_paused
from tool_registry.base.environment import Environments
from tool_registry.base.types import FunctionType
from tool_registry.graph import DependencyGraph
from tool_registry.graph.resources import Resources, resources_of
from tool_registry.model import Document, Filled, ToolEssentialModel
from tool_registry.vocabulary.lexicon import Concept, Kind, Lexicon

Wanted: TypeAlias = tuple[str | None, FunctionType]
"""A kind of things, and what is to be done with one."""


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

    def resources(self, environment: str) -> Resources:
        """What the HTTP APIs of an environment keep."""
        if environment not in self._resources:
            self._resources[environment] = resources_of(self.tools.values(), environment)
        return self._resources[environment]

    @cached_property
    def _resources(self) -> dict[str, Resources]:
        return {}

    @cached_property
    def measures(self) -> frozenset[str]:
        """The kinds of things that are a number by themselves (`50 points`): some argument takes so
        many of them as what they are."""
        slots = (slot for tool in self.tools.values() for slot in tool.needs)
        return frozenset(s.entity for s in slots if s.entity and s.entity == s.attribute)

    @cached_property
    def codes(self) -> Mapping[str, frozenset[tuple[str | None, str | None, str]]]:
        """Raw value of a closed set → what it means, and of what: entity, attribute and the
        author's word."""
        found: dict[str, set[tuple[str | None, str | None, str]]] = {}
        for tool in self.tools.values():
            for part in (*tool.needs, *tool.yields):
                of = part.entity or next(iter(tool.objects), None)
                for raw, words in part.values.items():
                    told = {(of, part.attribute, word) for word in words if word != raw}
                    found.setdefault(raw, set()).update(told)
        return {raw: frozenset(told) for raw, told in found.items() if told}

    def in_environment(self, name: str) -> tuple[ToolEssentialModel, ...]:
        """Tools that may run in a configured environment, by id."""
        return tuple(tool for tool in self.tools.values() if name in tool.environments)

    def places_of(self, wanted: Iterable[Wanted]) -> tuple[str, ...]:
        """The configured environments in which there is a tool for each of these; all of them where
        there is none, or where nothing is known of what is wanted."""
        every, tools = self.environments.names, self.tools.values()
        places = [
            {name for tool in tools if _serves(tool, one) for name in tool.environments}
            for one in wanted
            if one[0] is not None
        ]
        return tuple(name for name in every if all(name in one for one in places)) or tuple(every)


def _serves(tool: ToolEssentialModel, wanted: Wanted) -> bool:
    kind, function = wanted
    return kind in tool.objects and tool.function is function


class _Kept(BaseModel):
    """A parsed catalogue in a cache: bulk validation in one go is several times faster.

    Thousands of tools were filled in a few ways, so that each way is kept, and made, once."""

    tools: list[ToolEssentialModel]
    """Without `filled_by`."""
    fillings: list[dict[str, Filled]]
    filled: list[int]
    """Of each tool, which of the fillings is its own."""
    concepts: list[Concept]
    environments: Environments
    documents: tuple[Document, ...]


_KEPT_APART = {"tools": {"__all__": {"filled_by"}}}


def dump(catalogue: Catalogue) -> str:
    """The parsed catalogue as JSON text, for a cache."""
    ways: dict[tuple[tuple[str, Filled], ...], int] = {}
    tools = list(catalogue.tools.values())
    filled = [ways.setdefault(tuple(tool.filled_by.items()), len(ways)) for tool in tools]
    kept = _Kept.model_construct(
        tools=tools,
        fillings=[dict(way) for way in ways],
        filled=filled,
        concepts=list(catalogue.lexicon.concepts),
        environments=catalogue.environments,
        documents=catalogue.documents,
    )
    return kept.model_dump_json(exclude_defaults=True, exclude=_KEPT_APART)


def load(text: str) -> Catalogue:
    """The catalogue that `dump` wrote; ValueError for anything else."""
    with collector_paused():
        kept = _Kept.model_validate_json(text)
        if len(kept.filled) != len(kept.tools) or max(kept.filled, default=0) >= len(kept.fillings):
            raise ValueError("a tool without a filling")
        for tool, way in zip(kept.tools, kept.filled, strict=True):
            # Nobody has seen the tool yet; a copy of each would cost as much as reading it.
            object.__setattr__(tool, "filled_by", kept.fillings[way])
        return Catalogue(
            MappingProxyType({tool.id: tool for tool in kept.tools}),
            Lexicon.restored(kept.concepts),
            kept.environments,
            kept.documents,
        )
