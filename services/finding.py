"""The filter's index, loaded when it is first asked: a start that needs none does not wait."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pipelines.filter.finding import Finder, Heard, Indexed
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel


class LateFinder:
    """Loads numbers and vectors at the first question, not at the first catalogue."""

    def __init__(self, folder: Path) -> None:
        """In `folder` the indices of large catalogues are kept."""
        self._folder = folder

    @cached_property
    def finder(self) -> Finder:
        """The finder itself."""
        from pipelines.filter.finder import CatalogueFinder

        return CatalogueFinder(folder=self._folder)

    def of(self, catalogue: Catalogue) -> Indexed:
        """The catalogue with an index that is made when it is first asked."""
        return _Late(self, catalogue)


@dataclass(frozen=True)
class _Late:
    late: LateFinder
    catalogue: Catalogue

    def by_object(self) -> Mapping[str, Sequence[ToolEssentialModel]]:
        return self.late.finder.of(self.catalogue).by_object()

    def hear(self, text: str) -> Heard:
        return self.late.finder.of(self.catalogue).hear(text)

    def places(self, text: str, tool: str) -> Mapping[str, Sequence[str]]:
        return self.late.finder.of(self.catalogue).places(text, tool)
