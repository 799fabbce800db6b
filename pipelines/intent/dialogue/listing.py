"""Messages that bring a list: pasted behind the sentence, attached to it, or sent before."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pipelines.contracts.answer import Status
from pipelines.contracts.intent import IntentResult
from pipelines.contracts.message import Reply, ResolvedMessage
from pipelines.contracts.reader import IntentReader
from pipelines.contracts.request import Attachment, Request
from pipelines.intent.dialogue.columns import Column, columns, fitting
from pipelines.intent.dialogue.lists import pasted, with_list
from pipelines.intent.dialogue.row_faults import Fault
from pipelines.intent.dialogue.rows import Rows
from pipelines.intent.dialogue.tables import Row, Table, attached_table, pasted_table
from pipelines.messages import listed, say
from pipelines.runs.memory import OpenQuestion
from pipelines.runs.preferences import preferences_of
from pipelines.runs.store import RunStore
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import language_of


@dataclass(frozen=True, slots=True)
class Listed:
    """A sentence with its list put in."""

    text: str
    attached: dict[str, str] = field(default_factory=dict[str, str])
    """Value → where it stands in an attachment."""
    message: ResolvedMessage | None = None
    """What it comes to already: what the rows of the list mean, where they have values of their
    own, or a question or refusal, where the list cannot be used as it is."""


def listed_in(
    request: Request,
    pending: OpenQuestion | None,
    store: RunStore,
    catalogue: Catalogue,
    most: int,
    reader: IntentReader,
) -> Listed:
    """The message with what its list says; `most`: entries that one request can serve."""
    place = preferences_of(store, request.caller).environment
    rows = Rows(catalogue, reader, request.environment, place)
    attachments = request.attachments
    text, also = request.text, ""
    waits = pending is not None and pending.reading is None
    if not attachments and waits and (sent := _sent_before(request, store)):
        attachments, text, also = sent, pending.text if pending else "", request.text
    if not attachments:
        return _pasted(text, most, rows)
    told = _of_rows(attachments, text, most, rows) if not also else None
    if told is not None:
        return told
    values, places = list[str](), dict[str, str]()
    for one in attachments:
        found = fitting(columns(one), f"{text} {also}", catalogue)
        if len(found) != 1:
            return _asked(request, text, one, found, bool(also))
        values += [value for value, _ in found[0].values]
        places |= _places(one, found[0], text)
    if also and not _names_column(attachments, also):
        return Listed(request.text, places)
    return _put_in(text, tuple(dict.fromkeys(values)), places, most, acts=rows.acts(text))


def _pasted(text: str, most: int, rows: Rows) -> Listed:
    """The message with the lines behind its sentence."""
    if "\n" not in text.strip():
        head, values = pasted(text)
        return _put_in(head, values, {}, most, acts=rows.acts(head)) if values else Listed(text)
    table = pasted_table(text)
    read = rows.of_lines(text) if table is None or not table.is_bare else None
    if read is not None:
        return _told(read, {}, text, most)
    told = _of_table(table, {}, most, rows) if table is not None else None
    if told is not None:
        return told
    head, values = pasted(text)
    return _put_in(head, values, {}, most, acts=rows.acts(head)) if values else Listed(text)


def _of_rows(attachments: Sequence[Attachment], text: str, most: int, rows: Rows) -> Listed | None:
    """The message with the rows of its one attachment, where they have values of their own."""
    table = attached_table(text, attachments[0]) if len(attachments) == 1 else None
    if table is None or not table.names or not rows.gives_values(table):
        return None
    return _of_table(table, _rows_of(attachments[0], table, text), most, rows)


def _of_table(table: Table, places: dict[str, str], most: int, rows: Rows) -> Listed | None:
    if len(table.rows) > most:
        return _too_many(table.head, len(table.rows), most)
    read = rows.of_table(table)
    if isinstance(read, Fault):
        return Listed(table.head, message=_refused(table.head, read.text))
    return _told(read, places, table.head, most) if read is not None else None


def _told(read: IntentResult, places: dict[str, str], head: str, most: int) -> Listed:
    if len(read.goals) > most:
        return _too_many(head, len(read.goals), most)
    message = ResolvedMessage(read.text, attached=places, reading=read, is_chosen=False)
    return Listed(read.text, places, message)


def _too_many(head: str, count: int, most: int) -> Listed:
    told = say(language_of(head), "conversation.too_many", count=count, limit=most)
    return Listed(head, message=_refused(head, told))


def _refused(head: str, told: str) -> ResolvedMessage:
    return ResolvedMessage(head, reply=Reply(told, Status.REFUSED))


def _rows_of(one: Attachment, table: Table, text: str) -> dict[str, str]:
    """Where each value stands that is in one row only."""
    rows: dict[str, list[Row]] = {}
    for row in table.rows:
        for cell in row.cells:
            rows.setdefault(cell, []).append(row)
    language = language_of(text)
    return {
        cell: say(language, "conversation.row", value=cell, name=one.name, row=found[0].number)
        for cell, found in rows.items()
        if len(found) == 1
    }


def _put_in(
    head: str, values: Sequence[str], places: dict[str, str], most: int, *, acts: bool
) -> Listed:
    language = language_of(head)
    if len(values) > most:
        return _too_many(head, len(values), most)
    whole = with_list(head, values, acts=acts)
    if whole is None:
        told = listed(language, values)
        whole = say(language, "conversation.to", text=head.rstrip(_ENDINGS), ids=told)
    return Listed(whole, places)


_ENDINGS = " \uff0c,\u3002.!\uff01?\uff1f;\uff1b:\uff1a"


def _places(one: Attachment, column: Column, text: str) -> dict[str, str]:
    language = language_of(text)
    return {
        value: say(language, "conversation.row", value=value, name=one.name, row=row)
        for value, row in column.values
    }


def _asked(
    request: Request, text: str, one: Attachment, found: Sequence[Column], again: bool
) -> Listed:
    """Which column is meant; a message that does not tell it is one of its own."""
    if again:
        return Listed(request.text)
    language = language_of(text)
    if not found:
        told = say(language, "conversation.no_column", name=one.name)
    else:
        names = listed(language, [c.name or str(n) for n, c in enumerate(found, 1)])
        told = say(language, "conversation.which_column", name=one.name, columns=names)
    return Listed(
        text, message=ResolvedMessage(text, reply=Reply(told, Status.NEEDS_INPUT, asks=True))
    )


def _names_column(attachments: Sequence[Attachment], text: str) -> bool:
    names = [column.name for one in attachments for column in columns(one)]
    return any(name and name.casefold() in text.casefold() for name in names)


def _sent_before(request: Request, store: RunStore) -> tuple[Attachment, ...]:
    """The attachments of the sentence that is still open."""
    runs = store.of_session(request.caller, request.session_id, 10)
    for run in runs:
        if run.request.request_id == request.request_id:
            continue
        if run.request.attachments or run.status != Status.NEEDS_INPUT:
            return run.request.attachments if run.status == Status.NEEDS_INPUT else ()
    return ()
