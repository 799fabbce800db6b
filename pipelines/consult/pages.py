"""Pages of business knowledge, cut into sections: by heading, and long tables row by row."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tool_registry.model import Document
from tool_registry.vocabulary.language import Language, language_of

LONG_TABLE = 12
"""From so many rows on, every row of a table is a section of its own: a glossary."""

_HEADING = re.compile(r"^#{1,6}\s+(.*)$", re.MULTILINE)
_RULER = re.compile(r"^[|\s:-]+$")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page under one heading."""

    page: str
    heading: str
    text: str
    term: bool = False
    """True for a row of a long table, such as a glossary: it tells what a word means."""

    @property
    def language(self) -> Language:
        """What it is written in."""
        return language_of(f"{self.heading}\n{self.text}")


def sections(documents: Iterable[Document]) -> list[Section]:
    """The sections of all pages; a page's title is its first heading, else its name."""
    return [
        section
        for document in documents
        for part in _by_heading(document)
        for section in _by_row(part)
    ]


def _by_heading(document: Document) -> Iterator[Section]:
    pieces = _HEADING.split(document.text)
    title = pieces[1].strip() if len(pieces) > 1 else document.name
    if pieces[0].strip():
        yield Section(title, title, pieces[0].strip())
    for heading, text in zip(pieces[1::2], pieces[2::2], strict=True):
        if text.strip():
            yield Section(title, heading.strip(), text.strip())


def _by_row(section: Section) -> list[Section]:
    lines = section.text.splitlines()
    table = [line for line in lines if line.startswith("|") and not _RULER.match(line)]
    if len(table) <= LONG_TABLE:
        return [section]
    names, *rows = (_cells(line) for line in table)
    rest = "\n".join(line for line in lines if not line.startswith("|")).strip()
    others = [Section(section.page, section.heading, rest)] if rest else []
    return [*others, *(_row(section, names, row) for row in rows if row)]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _row(section: Section, names: list[str], row: list[str]) -> Section:
    told = [f"{name}: {cell}" for name, cell in zip(names, row, strict=False) if cell]
    return Section(section.page, row[0], "\n".join(told), term=True)
