"""Pages of business knowledge, cut into passages: by heading, and long tables row by row."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tool_registry.model import Document
from tool_registry.vocabulary.language import Language, language_of

LONG_TABLE = 12
"""From so many rows on, every row of a table is a section of its own: a glossary."""

LONGEST = 1200
"""Characters of a passage; a longer section is several, cut between paragraphs where it can be."""
FOLDER = "knowledge"
"""The source of documents that are files of the deployment's own folder."""

_HEADING = re.compile(r"^#{1,6}\s+(.*)$", re.MULTILINE)
_RULER = re.compile(r"^[|\s:-]+$")


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a page under one heading."""

    page: str
    heading: str
    text: str
    term: bool = False
    """True for a row of a long table, such as a glossary: it tells what a word means."""
    file: str = ""
    """Where it stands in the deployment's folder; empty for pages that a source offers."""

    @property
    def language(self) -> Language:
        """What it is written in."""
        return language_of(f"{self.heading}\n{self.text}")


def passages(documents: Iterable[Document]) -> list[Passage]:
    """The passages of all pages; a page's title is its first heading, else its name."""
    return [
        passage
        for document in documents
        for section in _by_heading(document)
        for part in _by_row(section)
        for passage in _by_length(part)
    ]


def _by_heading(document: Document) -> Iterator[Passage]:
    file = document.name if document.source == FOLDER else ""
    pieces = _HEADING.split(document.text)
    title = pieces[1].strip() if len(pieces) > 1 else document.name
    if pieces[0].strip():
        yield Passage(title, title, pieces[0].strip(), file=file)
    for heading, text in zip(pieces[1::2], pieces[2::2], strict=True):
        if text.strip():
            yield Passage(title, heading.strip(), text.strip(), file=file)


def _by_length(part: Passage) -> Iterator[Passage]:
    if len(part.text) <= LONGEST:
        yield part
        return
    told = ""
    for piece in _pieces(part.text):
        if told and len(told) + len(piece) > LONGEST:
            yield replace(part, text=told.strip())
            told = ""
        told += piece
    if told.strip():
        yield replace(part, text=told.strip())


def _pieces(text: str) -> Iterator[str]:
    """Paragraphs, of long ones the lines, of long lines as much as a passage holds."""
    for paragraph in re.split(r"(?<=\n)(?=\s*\n)", text):
        lines = [paragraph] if len(paragraph) <= LONGEST else paragraph.splitlines(keepends=True)
        for line in lines:
            yield from (line[at : at + LONGEST] for at in range(0, len(line), LONGEST))


def _by_row(section: Passage) -> list[Passage]:
    lines = section.text.splitlines()
    table = [line for line in lines if line.startswith("|") and not _RULER.match(line)]
    if len(table) <= LONG_TABLE:
        return [section]
    names, *rows = (_cells(line) for line in table)
    rest = "\n".join(line for line in lines if not line.startswith("|")).strip()
    others = [replace(section, text=rest)] if rest else []
    return [*others, *(_row(section, names, row) for row in rows if row)]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _row(section: Passage, names: list[str], row: list[str]) -> Passage:
    told = [f"{name}: {cell}" for name, cell in zip(names, row, strict=False) if cell]
    return replace(section, heading=row[0], text="\n".join(told), term=True)
