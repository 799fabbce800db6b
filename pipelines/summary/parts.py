"""The lists that a thing holds, row by row, as people say them."""

from collections.abc import Iterator

from pipelines.contracts.answer import DataPart
from pipelines.messages import Language, listed, say
from pipelines.messages.discretion import in_one_line, is_hidden
from pipelines.messages.labels import list_label
from pipelines.summary.judged_run import JudgedRun
from pipelines.summary.phrases import in_currency_of, values
from pipelines.summary.rows import Row

KEPT = 100
"""So many rows of a list are data; of the others is told how many they are."""
_LINES = 10
"""So many rows of a list are lines below a thing that is told alone."""
_BESIDE = 3
"""So many stand in the line of a thing that is told among others."""


def parts_of(judged: JudgedRun, row: Row) -> Iterator[DataPart]:
    """The lists of an instance that hold something, each with its first rows."""
    for held in row.lists:
        if is_hidden(held.name):
            continue
        kind = next(one.entity for one in held.rows)
        label = list_label(judged.catalogue.lexicon, held.name, held.label, kind, judged.language)
        shown = (in_currency_of(row, one) for one in held.rows[:KEPT])
        told = (dict(values(judged, one, None)) for one in shown)
        if rows := tuple(one for one in told if one):
            yield DataPart(name=label, rows=rows, total=len(held.rows))


def part_lines(judged: JudgedRun, row: Row) -> Iterator[str]:
    """Each list in lines of its own, for a thing that is told alone."""
    language = judged.language
    for part in parts_of(judged, row):
        yield say(language, "summary.part", name=part.name, count=part.total)
        for number, one in enumerate(part.rows[:_LINES], 1):
            yield say(language, "summary.numbered", number=number, text=_row_text(language, one))
        if part.total > _LINES:
            yield say(language, "summary.part_cut", count=part.total - _LINES)


def with_parts(judged: JudgedRun, text: str, row: Row) -> str:
    """A thing's line with the first rows of its lists."""
    language = judged.language
    for part in parts_of(judged, row):
        rows = [_row_text(language, one) for one in part.rows[:_BESIDE]]
        if part.total > _BESIDE:
            rows.append(say(language, "summary.part_cut", count=part.total - _BESIDE))
        head = say(language, "summary.part", name=part.name, count=part.total)
        told = say(language, "common.clause_separator").join(rows)
        text = say(language, "summary.part_beside", text=text, name=head, rows=told)
    return text


def _row_text(language: Language, row: dict[str, str]) -> str:
    """A row in one line, whatever its values hold; a value alone needs no name again."""
    pairs = ((name, in_one_line(value)) for name, value in row.items())
    if len(row) == 1:
        return next(value for _, value in pairs)
    told = (say(language, "summary.attribute", name=name, value=value) for name, value in pairs)
    return listed(language, told)
