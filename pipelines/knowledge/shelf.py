"""Pages of knowledge that can be asked: what stages are given, whoever finds the passages."""

from collections.abc import Sequence
from typing import Protocol

from pipelines.knowledge.passages import Passage
from tool_registry.vocabulary.language import Language


class Shelf(Protocol):
    """Finds passages."""

    def nearest(
        self, text: str, count: int, language: Language | None = None, *, least: float = 0.0
    ) -> Sequence[Passage]:
        """The passages that speak most of the text, best first; in that language where one is
        given. `least`: how alike they have to be at least, 0 to 1."""
        ...
