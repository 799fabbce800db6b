"""Messages that bring a list: pasted behind the sentence, attached to it, or sent before."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pipelines.contracts.answer import Status
from pipelines.contracts.intent import IntentResult
from pipelines.contracts.message import Reply, ResolvedMessage
from pipelines.contracts.reader import IntentReader
from pipelines.contracts.request import Attachment, Request
from pipelines.intent.dialogue.columns import Column, columns, fitting, is_named
from pipelines.intent.dialogue.lists import pasted, with_list
from pipelines.intent.dialogue.row_faults import Fault, Unclear
from pipelines.intent.dialogue.rows import Rows
from pipelines.intent.dialogue.rows_within import of_pairs, of_parallels, pointing
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

    @property
    def is_refused(self) -> bool:
        """True where the list cannot be used as it is."""
        reply = self.message.reply if self.message is not None else None
        return reply is not None and reply.status is Status.REFUSED


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
        answered = _answered(pending, request.text, most, rows) if waits and pending else None
        return answered or _pasted(text, most, rows)
    told = _of_rows(attachments, text, most, rows, also)
    if told is not None:
        return told
    values, places = list[str](), dict[str, str]()
    for one in attachments:
        found = fitting(columns(one), f"{text} {also}", catalogue)
        if len(found) != 1:
            options = () if also else _options(rows, text, found, most)
            return _asked(request, text, one, found, options, again=bool(also))
        values += [value for value, _ in found[0].values]
        places |= _places(one, found[0], text)
    if also and not _names_column(attachments, also):
        return Listed(request.text, places)
    return _put_in(text, tuple(dict.fromkeys(values)), places, most, rows)


def _pasted(text: str, most: int, rows: Rows) -> Listed:
    """The message with the lines behind its sentence."""
    if "\n" not in text.strip():
        parallel = of_parallels(text, rows)
        if parallel is not None:
            return _told(parallel, {}, text, most)
        head, values = pasted(text)
        return _put_in(head, values, {}, most, rows) if values else Listed(text)
    table = pasted_table(text)
    table = pointing(table, rows) if table is not None else None
    head, values = pasted(rows.without_header(text))
    bare = with_list(head, values, acts=True) if table is None else table.is_bare
    read = None if bare else rows.of_lines(text)
    if read is not None:
        return _told(read, {}, text, most)
    told = _of_table(table, {}, most, rows, text) if table is not None else None
    if told is None or told.is_refused:
        unnamed = of_pairs(text, rows) or of_parallels(text, rows)
        told = _told(unnamed, {}, text, most) if unnamed is not None else told
    if told is not None:
        return told
    return _put_in(head, values, {}, most, rows) if values else Listed(text)


def _answered(pending: OpenQuestion, said: str, most: int, rows: Rows) -> Listed | None:
    """The list that was pasted before, where the message says what its columns are."""
    table = pasted_table(pending.text) if "\n" in pending.text else None
    known = rows.called(table, said) if table is not None else None
    return _of_table(known, {}, most, rows) if known is not None and known != table else None


def _of_rows(
    attachments: Sequence[Attachment], text: str, most: int, rows: Rows, also: str
) -> Listed | None:
    """The message with the rows of its one attachment, where they have values of their own;
    `also`: what was said later of its columns."""
    table = attached_table(text, attachments[0]) if len(attachments) == 1 else None
    if table is None or not table.names:
        return None
    known = rows.called(table, also) if also else table
    if (also and known == table) or not rows.gives_values(known):
        return None
    return _of_table(known, _rows_of(attachments[0], known, text), most, rows)


def _of_table(
    table: Table, places: dict[str, str], most: int, rows: Rows, whole: str = ""
) -> Listed | None:
    """`whole`: the message that has the table, so that what is asked of it can be answered."""
    if len(table.rows) > most:
        return _too_many(table.head, len(table.rows), most)
    read = rows.of_table(table)
    if isinstance(read, Fault):
        return Listed(table.head, message=_refused(table.head, read.text))
    if isinstance(read, Unclear):
        text = whole or table.head
        return Listed(text, message=_which(text, read.text, read.options))
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


def _which(text: str, told: str, options: Sequence[tuple[str, IntentResult]]) -> ResolvedMessage:
    reply = Reply(told, Status.NEEDS_INPUT, asks=True, options=tuple(options))
    return ResolvedMessage(text, reply=reply)


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
    head: str, values: Sequence[str], places: dict[str, str], most: int, rows: Rows
) -> Listed:
    language = language_of(head)
    if len(values) > most:
        return _too_many(head, len(values), most)
    whole = rows.best_read(with_list(head, values, acts=rows.acts(head)), len(values))
    if whole is None:
        told = listed(language, values)
        whole = say(language, "conversation.to", text=head.rstrip(_ENDINGS), ids=told)
    return Listed(whole, places)


_SHOWN = 3
"""So many values of a column are shown beside its name."""
_ENDINGS = " \uff0c,\u3002.!\uff01?\uff1f;\uff1b:\uff1a"


def _places(one: Attachment, column: Column, text: str) -> dict[str, str]:
    language = language_of(text)
    return {
        value: say(language, "conversation.row", value=value, name=one.name, row=row)
        for value, row in column.values
    }


def _options(
    rows: Rows, text: str, found: Sequence[Column], most: int
) -> tuple[tuple[str, IntentResult], ...]:
    """What each column comes to, by its name and its values."""
    language = language_of(text)
    options: list[tuple[str, IntentResult]] = []
    for number, column in enumerate(found, 1):
        values = [value for value, _ in column.values]
        whole = _put_in(text, values, {}, most, rows)
        read = rows.read(whole.text) if whole.message is None else None
        if read is not None:
            shown = listed(language, values[:_SHOWN]) + ("\u2026" if len(values) > _SHOWN else "")
            name = column.name or str(number)
            told = say(language, "rows.column_of", column=name, values=shown)
            options.append((told, read))
    return tuple(options)


def _asked(
    request: Request,
    text: str,
    one: Attachment,
    found: Sequence[Column],
    options: Sequence[tuple[str, IntentResult]],
    *,
    again: bool,
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
    return Listed(text, message=_which(text, told, options))


def _names_column(attachments: Sequence[Attachment], text: str) -> bool:
    """True where a message names a column and no value: such a one is a request of its own."""
    names = (column.name for one in attachments for column in columns(one))
    named = [name for name in names if is_named(name, text)]
    rest = text.casefold()
    for name in sorted(named, key=len, reverse=True):
        rest = rest.replace(name.casefold(), " ")
    return bool(named) and not any(map(str.isdigit, rest))


def _sent_before(request: Request, store: RunStore) -> tuple[Attachment, ...]:
    """The attachments of the sentence that is still open."""
    runs = store.of_session(request.caller, request.session_id, 10)
    for run in runs:
        if run.request.request_id == request.request_id:
            continue
        if run.request.attachments or run.status != Status.NEEDS_INPUT:
            return run.request.attachments if run.status == Status.NEEDS_INPUT else ()
    return ()
