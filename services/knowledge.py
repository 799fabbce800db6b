"""The deployment's folder of knowledge, read when it is first asked and again when it changes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pipelines.knowledge.passages import FOLDER, Passage
from pipelines.knowledge.shelf import Shelf
from tool_registry.base.errors import ConfigurationError
from tool_registry.model import Document
from tool_registry.vocabulary.language import Language

LARGEST = 1_000_000
"""Bytes of one page; larger files are left out."""
_KEPT = 4
"""Different sets of pages that are kept indexed."""
State = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class Pages:
    """The files of a folder that can be read, and those that cannot, with the reason."""

    documents: tuple[Document, ...] = ()
    left_out: tuple[str, ...] = ()


@dataclass(slots=True)
class Library:
    """Makes shelves of what sources offer and what the folder holds."""

    folder: Path | None
    _held: dict[tuple[State, tuple[Document, ...]], Shelf] = field(
        default_factory=dict[tuple[State, tuple[Document, ...]], Shelf]
    )

    def __post_init__(self) -> None:
        if self.folder is not None and not self.folder.is_dir():
            raise ConfigurationError(
                f"ZHIZAO_KNOWLEDGE is not usable: there is no folder {self.folder}. It is "
                "explained in deploy/settings.md"
            )

    def shelf(self, documents: tuple[Document, ...]) -> Shelf:
        """The shelf of these documents and the folder's; nothing is read before it is asked."""
        return _LateShelf(self, documents)

    def opened(self, documents: tuple[Document, ...]) -> Shelf:
        """The same, indexed as the folder is now."""
        from pipelines.filter.index.static import load_static
        from pipelines.knowledge.index import IndexedShelf

        key = (self._state(), documents)
        if key not in self._held:
            for old in list(self._held)[: len(self._held) - _KEPT + 1]:
                del self._held[old]
            everything = (*documents, *self.pages().documents)
            self._held[key] = IndexedShelf.of(everything, load_static())
        return self._held[key]

    def pages(self) -> Pages:
        """All Markdown files of the folder, by path."""
        documents: list[Document] = []
        left_out: list[str] = []
        for file in self._files():
            name = file.relative_to(self.folder or file.parent).as_posix()
            try:
                if file.stat().st_size > LARGEST:
                    left_out.append(f"{name}: larger than {LARGEST} bytes")
                    continue
                text = file.read_text("utf-8-sig")
            except UnicodeDecodeError:
                left_out.append(f"{name}: no UTF-8 text")
            except OSError as error:
                left_out.append(f"{name}: {error.strerror}")
            else:
                documents.append(Document(source=FOLDER, name=name, text=text))
        return Pages(tuple(documents), tuple(left_out))

    def _files(self) -> list[Path]:
        found = self.folder.rglob("*.md") if self.folder is not None else ()
        return sorted(file for file in found if file.is_file())

    def _state(self) -> State:
        """Another one as soon as a file comes, goes or changes."""
        told = [(file, file.stat()) for file in self._files()]
        return tuple((str(file), stat.st_mtime_ns, stat.st_size) for file, stat in told)


@dataclass(frozen=True, slots=True)
class _LateShelf:
    library: Library
    documents: tuple[Document, ...]

    def nearest(
        self, text: str, count: int, language: Language | None = None, *, least: float = 0.0
    ) -> Sequence[Passage]:
        shelf = self.library.opened(self.documents)
        return shelf.nearest(text, count, language, least=least)
