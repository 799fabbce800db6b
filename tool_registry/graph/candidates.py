"""Candidates: an index of all gives, so that a need looks only at what may answer it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TypeVar

from tool_registry.graph.inputs import ANYTHING, Need
from tool_registry.graph.naming import Words, core, is_bare, words_of
from tool_registry.graph.outputs import Give, gives_of
from tool_registry.model import ToolEssentialModel
from tool_registry.parsing.description_terms import groups, phrase_set

K = TypeVar("K")
_FEW, _RARE = 8, 0.05
"""A word is common where more tools than that, or that share of all, have it in their names."""


class Candidates:
    """All gives of a catalogue, by name, by topic and by kind."""

    def __init__(self, tools: Iterable[ToolEssentialModel]) -> None:
        self._tools = {tool.id: tool for tool in tools}
        self._gives = [give for tool in self._tools.values() for give in gives_of(tool)]

    def by_name(self, tool: ToolEssentialModel, need: Need) -> Iterator[Give]:
        """Gives whose name says as much as the need's: the same words, or the same last ones."""
        for name in need.names:
            for key in _telling_keys(name):
                yield from self._named.get(key, ())
            if is_bare(name):
                for word in self.topic(tool):
                    yield from self._bare.get((tool.source, word, core(name)[0]), ())

    def by_last_word(self, need: Need) -> Iterator[Give]:
        """Gives whose name ends as the need's does."""
        for head in {name[-1] for name in need.names}:
            yield from self._heads.get(head, ())

    def by_kind(self, need: Need) -> Iterator[Give]:
        """Gives of the same kind or sort of value."""
        for kind in (*need.kinds, *((need.takes,) if need.takes else ())):
            yield from self._kinds.get(kind, ())

    def surroundings(self, need: Need) -> Iterator[Give]:
        """Single values of the surroundings that are of the kind, or of which it asks a part."""
        for kind in need.kinds | whole_of(need):
            yield from self._ambient.get(kind, ())

    def topic(self, tool: ToolEssentialModel) -> frozenset[str]:
        """The rare words of the tool's name and objects: what it is about."""
        return self._about[tool.id] - self._common

    @cached_property
    def _named(self) -> dict[str, list[Give]]:
        return _index(
            (key, give)
            for give in self._gives
            for key in {key for name in give.names for key in _telling_keys(name)}
        )

    @cached_property
    def _bare(self) -> dict[tuple[str, str, str], list[Give]]:
        return _index(
            ((give.tool.source, word, core(name)[0]), give)
            for give in self._gives
            for name in give.names
            if is_bare(name)
            for word in self.topic(give.tool)
        )

    @cached_property
    def _heads(self) -> dict[str, list[Give]]:
        return _index((head, g) for g in self._gives for head in {name[-1] for name in g.names})

    @cached_property
    def _ambient(self) -> dict[str, list[Give]]:
        return _index((kind, g) for g in self._gives if g.ambient for kind in g.kinds)

    @cached_property
    def _kinds(self) -> dict[str, list[Give]]:
        found: list[tuple[str, Give]] = []
        for give in self._gives:
            found += [(kind, give) for kind in sorted(give.kinds)]
            found += [(give.sort, give)] if give.sort else []
            found += [(ANYTHING, give)] if give.item.type != "boolean" else []
        return _index(found)

    @cached_property
    def _about(self) -> dict[str, frozenset[str]]:
        idle = phrase_set("joins", "idle_words") | phrase_set("joins", "gives_verbs")
        return {
            tool.id: frozenset(words_of(" ".join((tool.name, *tool.objects[:1])))) - idle
            for tool in self._tools.values()
        }

    @cached_property
    def _common(self) -> frozenset[str]:
        counted = Counter(word for words in self._about.values() for word in words)
        most = max(_FEW, len(self._tools) * _RARE)
        return frozenset(word for word, count in counted.items() if count > most)


def whole_of(need: Need) -> frozenset[str]:
    """Kinds of value of which the argument is a part: a year of a date."""
    heads = {core(name)[-1] for name in need.names}
    return frozenset(whole for whole, parts in groups("joins", "parts") if heads & set(parts))


def _telling_keys(name: Words) -> set[str]:
    """What a telling name is found by: itself, without qualifiers, and ends of two words up."""
    left = core(name)
    keys = {"".join(left[at:]) for at in range(len(left) - 1)} | {"".join(name), "".join(left)}
    return keys if not is_bare(name) else keys - {"".join(left)}


def _index(pairs: Iterable[tuple[K, Give]]) -> dict[K, list[Give]]:
    found: defaultdict[K, list[Give]] = defaultdict(list)
    for key, give in pairs:
        found[key].append(give)
    return found
