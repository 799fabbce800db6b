"""What is not clear in a list of rows, told with the row, and a form that works."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipelines.contracts.intent import IntentResult
from pipelines.intent.dialogue.row_texts import Columns
from pipelines.intent.dialogue.tables import Row, Table, is_value
from pipelines.messages import Language, listed, say
from tool_registry.vocabulary.language import language_of


@dataclass(frozen=True, slots=True)
class Fault:
    """Why the rows come to nothing, for the user."""

    text: str


@dataclass(frozen=True, slots=True)
class Unclear:
    """What only the user can tell, with what each answer comes to."""

    text: str
    options: tuple[tuple[str, IntentResult], ...]


def broken(table: Table, columns: Columns, *, makes: bool = False) -> Fault | None:
    """A row without an id, without a value, or with the id of another row; where something is made
    for each, one may get several that differ."""
    language = language_of(table.head)
    seen: dict[object, Row] = {}
    for row in table.rows:
        name = row.cells[columns.named_at]
        if not is_value(name):
            return _fault(row, language, say(language, "rows.no_id", words=name or row.text))
        gone = [called(columns, at, language) for at in columns.values() if not row.cells[at]]
        if gone:
            short = say(language, "rows.short", columns=listed(language, gone))
            return _fault(row, language, short)
        same = row.cells if makes else name
        other = seen.setdefault(same, row)
        if other is not row:
            return _fault(row, language, say(language, "rows.twice", other=other.number))
    return None


def comes_again(table: Table, at: int) -> bool:
    """True where a name stands in several rows."""
    names = table.column(at)
    return len(set(names)) < len(names)


def contradicting(row: Row, columns: Columns, at: int, said: str, language: Language) -> Fault:
    """A row that has another value than the sentence says of all."""
    label = called(columns, at, language)
    return _fault(row, language, say(language, "rows.contradicts", column=label, said=said))


def called(columns: Columns, at: int, language: Language) -> str:
    """A column as people are told of it."""
    return columns.labels[at] or say(language, "rows.column", number=at + 1)


def nameless(columns: Columns, bare: Sequence[int], language: Language) -> Fault:
    """Columns of numbers of which nothing says what they are."""
    named = listed(language, (called(columns, at, language) for at in bare))
    return Fault(say(language, "rows.nameless", columns=named, form=say(language, "rows.form")))


def unread(
    row: Row,
    columns: Columns,
    gone: Sequence[int],
    reading: IntentResult | None,
    language: Language,
) -> Fault:
    """A row of which something was not taken up: cells, or words beside the table."""
    words = [f"{columns.labels[at]} {row.cells[at]}".strip() for at in gone]
    words = words or list(_words(reading))
    if not words:
        return _fault(row, language, say(language, "rows.other"))
    return _fault(row, language, say(language, "rows.unread", words=listed(language, words)))


def _words(reading: IntentResult | None) -> Iterator[str]:
    if reading is not None:
        yield from (one.text for one in reading.unread)


def _fault(row: Row, language: Language, why: str) -> Fault:
    form = say(language, "rows.form")
    return Fault(say(language, "rows.fault", row=row.number, text=row.text, why=why, form=form))
