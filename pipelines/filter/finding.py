"""What the filter asks of an index: how a text is answered, whoever answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pipelines.models.errors import ModelError
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel

WORTH_A_FILE = 50
"""Fewer tools than this are indexed faster than their index is read."""


@dataclass(frozen=True)
class IndexAnswer:
    """What an index says of a text."""

    likelihoods: Mapping[str, float]
    """Tool id → how likely it serves the text, 0 to 1; best first; only those worth offering."""
    near: tuple[str, ...]
    """Ids of all tools in question, best first."""
    shares: Mapping[str, float]
    """Tool id → how likely it is beside the best one, 0 to 1, of all tools in question."""
    likelihood: float
    """How likely any tool serves the text."""
    threshold: float
    """Below this likelihood none does."""
    problem: ModelError | None = None
    """Why the meaning of the text did not count, where it should have."""

    @property
    def served(self) -> bool:
        """False where no tool is likely enough to serve the text."""
        return self.likelihood >= self.threshold


class Indexed(Protocol):
    """A catalogue whose tools are found by what they say of themselves."""

    def by_object(self) -> Mapping[str, Sequence[ToolEssentialModel]]:
        """Entity → the tools that act on it or yield it."""
        ...

    def search(self, text: str) -> IndexAnswer:
        """What the index says of a text."""
        ...

    def search_all(self, texts: Sequence[str]) -> list[IndexAnswer]:
        """What it says of each of several texts: sooner than one by one."""
        ...

    def plain(self, text: str) -> str:
        """The text in the catalogue's words: misspelt and colloquial ones put plainly."""
        ...

    def strangers(self, text: str, catalogue: Catalogue) -> tuple[int, int]:
        """(words that name something of the catalogue, words that are strange to it)."""
        ...

    def places(self, text: str, tool: str) -> Mapping[str, Sequence[str]]:
        """Field of the tool → the words of the text that it has and that tell most."""
        ...


class Finder(Protocol):
    """Keeps the indices of catalogues."""

    @property
    def waits(self) -> bool:
        """True where finding may wait for a model; then it is not done on an event loop."""
        ...

    def of(self, catalogue: Catalogue) -> Indexed:
        """The catalogue with its index, which is made when it is first asked."""
        ...
