"""Knowledge pages read as glossaries: tables of terms, and sentences that name synonyms."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from tool_registry.model import Document
from tool_registry.parsing.description_terms import group_of, phrase_set, phrases
from tool_registry.vocabulary.text import fold

_ROW = re.compile(r"^\s*\|(.+)\|\s*$")
_RULE = re.compile(r"^[\s|:\-]+$")
_MARKUP = re.compile(r"[*`_\"'“”「」]")
_WORD = r"[\w\u3400-\u9fff ./-]{1,24}"


@dataclass(frozen=True, slots=True)
class Term:
    """One meaning that a page defines: the head term, other surface forms, kind if told."""

    name: str
    surfaces: tuple[str, ...]
    kind: str | None = None
    """`entity`, `attribute`, `value` or `action`."""
    source: str = ""
    meaning: str = ""
    """What the page says that it is."""

    @property
    def identifies(self) -> tuple[str, ...]:
        """Things that it is said to identify, folded."""
        said = fold(self.meaning)
        for mark in phrases("glossary", "identifies", "before"):
            if said.startswith(f"{mark} "):
                return tuple(map(_bare, _split(said.removeprefix(f"{mark} "))))
        ends = [m for m in phrases("glossary", "identifies", "after") if said.endswith(m)]
        return tuple(said.removesuffix(mark) for mark in ends[:1])

    @property
    def kind_of(self) -> str | None:
        """The thing that it is said to be a kind of, folded: `asset of kind laptop`."""
        for mark in phrases("glossary", "kind_of"):
            thing, _, kind = fold(self.meaning).partition(f" {mark} ")
            if kind and kind in (fold(self.name), *map(fold, self.surfaces)):
                return _bare(thing)
        return None


def read_glossary(documents: Iterable[Document]) -> list[Term]:
    """All terms that the pages define, in order."""
    terms: list[Term] = []
    for document in documents:
        terms.extend(_tables(document))
        terms.extend(_sentences(document))
    return terms


def _tables(document: Document) -> Iterator[Term]:
    columns: list[str | None] = []
    for line in document.text.splitlines():
        row = _ROW.match(line)
        if row is None:
            columns = []
        elif not _RULE.match(line):
            cells = [cell.strip() for cell in row[1].split("|")]
            if columns:
                yield from _term(columns, cells, document.name)
            else:
                columns = [group_of(_clean(cell), "glossary", "columns") for cell in cells]
                columns = columns if "term" in columns else []


def _term(columns: list[str | None], cells: list[str], page: str) -> Iterator[Term]:
    by: dict[str, list[str]] = {}
    by_whole: dict[str, list[str]] = {}
    for column, cell in zip(columns, cells, strict=False):
        if column:
            by.setdefault(column, []).extend(_split(cell))
            by_whole.setdefault(column, []).append(cell)
    names = by.get("term", [])
    if names:
        surfaces = [*names[1:], *by.get("alias", []), *by.get("english", [])]
        kind = next((group_of(fold(k), "glossary", "kinds") for k in by.get("kind", [])), None)
        meaning = " ".join(by_whole.get("meaning", []))
        yield Term(names[0], tuple(dict.fromkeys(surfaces)), kind, page, meaning)


def _sentences(document: Document) -> Iterator[Term]:
    joins = "|".join(p for p in phrases("glossary", "separators") if p[0].isalpha())
    inline = "|".join(re.escape(p).replace(r"\ ", r"\s+") for p in phrases("glossary", "inline"))
    pattern = re.compile(
        rf"(?P<term>{_WORD}?)\s*(?:[(（,，:：—-]\s*)?(?:{inline})\s*[:：]?\s*"
        rf"(?P<others>{_WORD}(?:\s*(?:[、,，/;；]|{joins})\s*{_WORD})*)",
        re.IGNORECASE,
    )
    for line in document.text.splitlines():
        if not _ROW.match(line):
            for clause in re.split(r"[。;；!！]|\.\s", line):
                found = pattern.match(_MARKUP.sub("", clause).strip(" -*#"))
                if found and _is_term(found["term"]):
                    others = [word for word in _split(found["others"]) if _is_term(word)]
                    if others:
                        yield Term(found["term"].strip(), tuple(others), None, document.name)


def _is_term(text: str) -> bool:
    text = text.strip()
    return 1 <= len(text) <= (8 if not text.isascii() else 24) and len(text.split()) <= 3


def _split(cell: str) -> list[str]:
    parts = _separator().split(_MARKUP.sub("", cell))
    return [part.strip() for part in parts if part and _useful(part)]


@cache
def _separator() -> re.Pattern[str]:
    marks = phrases("glossary", "separators")
    words = "|".join(
        rf"\s+{re.escape(m)}\s+" if m.isalpha() and m.isascii() else rf"\s*{re.escape(m)}\s*"
        for m in marks
    )
    return re.compile(rf"{words}|<br\s*/?>")


def _bare(noun: str) -> str:
    """Without an article in front."""
    first, _, rest = noun.partition(" ")
    return rest if rest and first in phrase_set("naming", "idle_modifiers", "en") else noun


def _useful(part: str) -> bool:
    return fold(part).strip() not in phrases("effects", "nothing") and len(part.strip()) <= 40


def _clean(cell: str) -> str:
    return fold(_MARKUP.sub("", cell))
