"""The filter's index, loaded when it is first asked: a start that needs none does not wait."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pipelines.filter.finding import WORTH_A_FILE, IndexAnswer, Indexed
from services.settings import OFF, STATIC, Settings, needs_model, read_access
from tool_registry.catalogue import Catalogue
from tool_registry.model import ToolEssentialModel

if TYPE_CHECKING:
    from pipelines.filter.finder import CatalogueFinder


def open_finder(settings: Settings) -> "CatalogueFinder":
    """What these settings say of indices and of the model of meaning."""
    from pipelines.filter.finder import CatalogueFinder

    folder, table = settings.home / "index", settings.embedder != OFF
    if settings.embedder in (STATIC, OFF):
        return CatalogueFinder(folder=folder, table=table)
    from services.embedding import open_embedder

    return CatalogueFinder(lambda: open_embedder(settings, read_access()), folder, table=table)


class LateFinder:
    """Loads numbers and vectors at the first question, not at the first catalogue."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def waits(self) -> bool:
        """True where finding may wait for a model."""
        return needs_model(self._settings) and self.finder.waits

    def close(self) -> None:
        """Ends work in the background."""
        if "finder" in self.__dict__:
            self.finder.close()

    @cached_property
    def finder(self) -> "CatalogueFinder":
        """The finder itself."""
        return open_finder(self._settings)

    def warm(self, catalogue: Catalogue) -> None:
        """Makes what the first request would wait for, unless that in turn waits for a model."""
        if not self.waits:
            self.of(catalogue).search("hello")
            self.of(catalogue).plain("helo")

    def prepare(self, catalogue: Catalogue) -> None:
        """Makes and keeps the index of a large catalogue, and the vectors of the shipped model,
        so that the next process reads them."""
        if len(catalogue.tools) >= WORTH_A_FILE or self.finder.is_local:
            self.finder.of(catalogue).prepare()

    def of(self, catalogue: Catalogue) -> Indexed:
        """The catalogue with an index that is made when it is first asked."""
        return _Late(self, catalogue)


@dataclass(frozen=True)
class _Late:
    late: LateFinder
    catalogue: Catalogue

    def by_object(self) -> Mapping[str, Sequence[ToolEssentialModel]]:
        return self.late.finder.of(self.catalogue).by_object()

    def search(self, text: str) -> IndexAnswer:
        return self.late.finder.of(self.catalogue).search(text)

    def search_all(self, texts: Sequence[str]) -> list[IndexAnswer]:
        return self.late.finder.of(self.catalogue).search_all(texts)

    def plain(self, text: str) -> str:
        return self.late.finder.of(self.catalogue).plain(text)

    def strangers(self, text: str, catalogue: Catalogue) -> tuple[int, int]:
        return self.late.finder.of(self.catalogue).strangers(text, catalogue)

    def places(self, text: str, tool: str) -> Mapping[str, Sequence[str]]:
        return self.late.finder.of(self.catalogue).places(text, tool)
