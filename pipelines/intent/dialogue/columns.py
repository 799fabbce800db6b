"""The columns of an attachment, and which of them a sentence can mean."""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipelines.contracts.request import Attachment
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.lexicon import Kind
from tool_registry.vocabulary.text import split_identifier

_VALUE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@+-]*")
_IDENTIFIER = "identifier"
_SEPARATOR = re.compile(r"[\s,;\uff0c\uff1b\u3001]+")


@dataclass(frozen=True, slots=True)
class Column:
    """One column of an attachment."""

    name: str
    """Its header; empty where the file has none."""
    values: tuple[tuple[str, int], ...]
    """Value and number of its row, from 1 with the header counted; without repetition."""


def values_of(line: str) -> list[str]:
    """The values of a line that holds nothing else; each has a digit."""
    parts = [part for part in _SEPARATOR.split(line) if part]
    fit = all(_VALUE.fullmatch(part) and any(map(str.isdigit, part)) for part in parts)
    return parts if fit else []


def columns(attachment: Attachment) -> list[Column]:
    """The columns of a CSV, or the only one of a plain list."""
    rows = [row for row in csv.reader(io.StringIO(attachment.text)) if any(map(str.strip, row))]
    if not rows:
        return []
    width = max(map(len, rows))
    headed = not any(values_of(cell.strip()) for cell in rows[0])
    names = [cell.strip() for cell in rows[0]] if headed else []
    body = list(enumerate(rows, 1))[1 if headed else 0 :]
    found: list[Column] = []
    for place in range(width):
        values: dict[str, int] = {}
        for number, row in body:
            cell = row[place].strip() if place < len(row) else ""
            if cell:
                values.setdefault(cell, number)
        name = names[place] if place < len(names) else ""
        found.append(Column(name, tuple(values.items())))
    return found


def fitting(found: Sequence[Column], text: str, catalogue: Catalogue) -> list[Column]:
    """The columns that the sentence can mean: the one that it names, the only one, or those
    whose header or values single things out."""
    if len(found) == 1:
        return list(found)
    told = [one for one in found if _tells(one, catalogue)]
    named = [one for one in told or found if is_named(one.name, text)]
    if len(named) == 1:
        return named
    if told:
        return told
    return [one for one in found if _has_values(one)]


def _tells(one: Column, catalogue: Catalogue) -> bool:
    known = catalogue.lexicon.lookup(one.name, Kind.ATTRIBUTE)
    named = names_kind(one.name, catalogue) or any(_IDENTIFIER in c.flags for c in known)
    return singles_out(one.name, catalogue) or (named and _has_values(one))


def _has_values(one: Column) -> bool:
    return bool(one.values) and all(values_of(value) for value, _ in one.values)


def is_named(header: str, text: str) -> bool:
    """True where a text has the header; a single sign may be part of any word."""
    return len(header) > 1 and header.casefold() in text.casefold()


def names_kind(header: str, catalogue: Catalogue) -> bool:
    """True for a header that is the name of a kind of things: its cells name such things. A kind
    that is a number by itself (`points`) has none to name."""
    found = catalogue.lexicon.lookup(header, Kind.ENTITY)
    return any(one.name not in catalogue.measures for one in found)


def singles_out(header: str, catalogue: Catalogue) -> bool:
    """True for the header of an id, a phone number, or whatever identifies some kind of thing."""
    lexicon = catalogue.lexicon
    words = {header.casefold(), *split_identifier(header)}
    names = {c.name for word in words for c in lexicon.lookup(word) if c.kind is Kind.ATTRIBUTE}
    kinds = [concept.name for concept in lexicon.concepts_of(Kind.ENTITY)]
    return "id" in words or any(names & set(catalogue.graph.identifiers(kind)) for kind in kinds)
