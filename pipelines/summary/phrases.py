"""One instance in one phrase: what it is, its id, and its values as people say them."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from pipelines.messages import listed, say
from pipelines.messages.discretion import in_one_line, is_hidden
from pipelines.messages.labels import attribute_label, entity_label, is_in
from pipelines.summary.codes import with_meaning
from pipelines.summary.compare import shown_cell
from pipelines.summary.judged_run import JudgedRun
from pipelines.summary.names import is_machinery, names_seen
from pipelines.summary.rows import Cell, Key, Row
from tool_registry.vocabulary.conversions import convert
from tool_registry.vocabulary.currencies import in_major
from tool_registry.vocabulary.text import split_identifier

MAX_ATTRIBUTES = 12
MAX_LENGTH = 120
_CURRENCY = "currency"
_MOMENT = re.compile(
    r"\d{4}([-/])\d{2}\1\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?\s?(Z|[+-]\d{2}:?\d{2})?"
)
"""A day with a time of day, with or without a zone."""


def thing(judged: JudgedRun, row: Row, instance: str | None) -> str:
    """`loan 83 (reader R-12, due 2026-12-01, status returned)`."""
    language, lexicon = judged.language, judged.catalogue.lexicon
    name = entity_label(lexicon, row.entity, language)
    text = say(language, "summary.thing", entity=name, id=instance) if instance else name
    pairs = list(values(judged, row, instance))[:MAX_ATTRIBUTES]
    if not pairs:
        return text
    told = (
        say(language, "summary.attribute", name=name, value=in_one_line(value))
        for name, value in pairs
    )
    return say(language, "summary.thing_with", thing=text, attributes=listed(language, told))


def cell_label(judged: JudgedRun, attribute: str, cell: Cell) -> str:
    """The author's own words where the user speaks the language, else the lexicon's, or those of
    the program name where they say more than it (the amount of a discount)."""
    if cell.label and is_in(cell.label, judged.language):
        return cell.label
    label = attribute_label(judged.catalogue.lexicon, attribute, judged.language)
    told = " ".join(split_identifier(cell.name))
    more = judged.language == "en" and told.isascii() and told.endswith(f" {label}")
    return told if more else label


def values(judged: JudgedRun, row: Row, instance: str | None) -> Iterator[tuple[str, str]]:
    """(name, value) of what is worth telling of an instance, as people say it."""
    language, lexicon = judged.language, judged.catalogue.lexicon
    names = names_seen(judged.records)
    for label, cell in _worth_telling(judged, row, instance):
        yield label, names.get(str(cell.value)) or shown_cell(cell, language, lexicon)


def times(judged: JudgedRun, row: Row, instance: str | None) -> Iterator[tuple[str, str]]:
    """(name, moment) of those that are points in time, as ISO 8601 with an offset.

    A form without a zone is taken for one of this machine's own zone, as arguments are."""
    for label, cell in _worth_telling(judged, row, instance):
        if isinstance(cell.value, str) and _MOMENT.fullmatch(cell.value.strip()):
            with suppress(ValueError):
                yield label, str(convert("date-time", cell.value))


def _worth_telling(judged: JudgedRun, row: Row, instance: str | None) -> Iterator[tuple[str, Cell]]:
    """What was asked for by name comes first."""
    told = [(key[1], label, cell) for key, label, cell in _labelled(judged, row, instance)]
    told.sort(key=lambda one: judged.asked.isdisjoint((one[0], one[1], one[2].name)))
    yield from ((label, cell) for _, label, cell in told)


def in_currency_of(whole: Row, row: Row) -> Row:
    """The row with its amounts in the currency that what holds it tells, if it tells none."""
    if _currency(row) is not None or (code := _currency(whole)) is None:
        return row
    return replace(row, cells={key: _in_currency(code, cell) for key, cell in row.cells.items()})


def _currency(row: Row) -> str | None:
    """The code of the one currency that stands beside the amounts."""
    codes = {
        str(other.value)
        for (_, name), other in row.cells.items()
        if _CURRENCY in (name, *split_identifier(other.name))
    }
    return codes.pop() if len(codes) == 1 else None


def _in_currency(code: str | None, cell: Cell) -> Cell:
    told = in_major(cell.value, cell.unit, code)
    return replace(cell, value=told[0], unit=told[1]) if told is not None else cell


def _labelled(judged: JudgedRun, row: Row, instance: str | None) -> Iterator[tuple[Key, str, Cell]]:
    language, lexicon = judged.language, judged.catalogue.lexicon
    code = _currency(row)
    for (entity, attribute), bare in row.cells.items():
        cell = with_meaning(judged.catalogue, (entity, attribute), bare, language)
        cell = _in_currency(code, cell)
        own = entity == row.entity
        plain = isinstance(cell.value, str | int | float)
        if not plain or cell.value == "" or (own and str(cell.value) == instance):
            continue
        if is_hidden(cell.name) or len(str(cell.value)) > MAX_LENGTH or is_machinery(row, cell):
            continue
        label = cell_label(judged, attribute, cell)
        if not own:
            other = entity_label(lexicon, entity, language)
            plain = attribute_label(lexicon, attribute, language)
            alone = label == cell.label or label != plain
            joined = label if alone else say(language, "common.of", thing=other, name=label)
            label = other if attribute == "id" or label == other else joined
        yield (entity, attribute), label, cell
