"""Names that are taken: equal ones, and those that a reader would take for one another."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Literal, Protocol, TypeAlias

from tool_registry.governance.lookalikes import folded_name, skeleton
from tool_registry.model import Frozen

Likeness: TypeAlias = Literal["same", "case", "lookalike", "prefix"]
_PREFIX = re.compile(r"^.*(?:__|[./:])(?=[^_./:])")


class Named(Protocol):
    """A tool, as declared or as parsed."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def source(self) -> str: ...


class SameName(Frozen):
    """Two tools whose names cannot be told apart, or hardly."""

    new: str
    other: str
    """Tool ids."""
    likeness: Likeness
    """`same`; `case`: capitals or separators; `lookalike`: letters of another alphabet; `prefix`:
    the name behind the name of a server or namespace."""

    @property
    def blocks(self) -> bool:
        """True where a reader could not tell the two names apart."""
        return self.likeness != "prefix"


class Names:
    """The names of many tools, to find those like a new one's among thousands."""

    def __init__(self, tools: Iterable[Named]) -> None:
        self._by_key: defaultdict[str, dict[int, Named]] = defaultdict(dict)
        for place, tool in enumerate(tools):
            for key in _keys(tool):
                self._by_key[key][place] = tool

    def like(self, new: Named) -> list[SameName]:
        """Every other tool with a name like the new one's, in the order in which they came."""
        found: dict[int, Named] = {}
        for key in set(_keys(new)):
            found.update(self._by_key.get(key, {}))
        return [
            SameName(new=new.id, other=other.id, likeness=_likeness(new, other))
            for _, other in sorted(found.items(), key=lambda item: item[0])
            if other.id != new.id
        ]


def same_names(new: Named, others: Iterable[Named]) -> list[SameName]:
    """Every other tool with a name like the new one's, in the order of the others."""
    return Names(others).like(new)


def _keys(tool: Named) -> Iterator[str]:
    """The folded name, and that without the name of a server or namespace before it."""
    whole = folded_name(tool.name)
    yield whole
    bare = folded_name(_PREFIX.sub("", tool.name))
    if bare:
        yield bare
    source = folded_name(tool.source)
    if source and whole.startswith(source) and len(whole) > len(source):
        yield whole.removeprefix(source)


def _likeness(new: Named, other: Named) -> Likeness:
    if new.name == other.name:
        return "same"
    if folded_name(new.name) != folded_name(other.name):
        return "prefix"
    plain = skeleton(new.name) == new.name and skeleton(other.name) == other.name
    return "case" if plain else "lookalike"
