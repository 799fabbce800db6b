"""Messages that bring a list: pasted behind the sentence, attached to it, or sent before."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pipelines.contracts.answer import Status
from pipelines.contracts.message import Reply, ResolvedMessage
from pipelines.contracts.request import Attachment, Request
from pipelines.intent.dialogue.columns import Column, columns, fitting
from pipelines.intent.dialogue.lists import pasted, with_list
from pipelines.messages import listed, say
from pipelines.runs.memory import OpenQuestion
from pipelines.runs.store import RunStore
from tool_registry.catalogue import Catalogue
from tool_registry.vocabulary.language import language_of


@dataclass(frozen=True, slots=True)
class Listed:
    """A sentence with its list put in."""

    text: str
    attached: dict[str, str] = field(default_factory=dict[str, str])
    """Value → where it stands in an attachment."""
    reply: ResolvedMessage | None = None
    """The question or refusal, where the list cannot be used as it is."""


def listed_in(
    request: Request,
    pending: OpenQuestion | None,
    store: RunStore,
    catalogue: Catalogue,
    most: int,
    acts: Callable[[str], bool],
) -> Listed:
    """The message with what its list says; `most`: entries that one request can serve; `acts`
    tells whether a sentence says what is to be done."""
    attachments = request.attachments
    text, also = request.text, ""
    if not attachments and pending is not None and (sent := _sent_before(request, store)):
        attachments, text, also = sent, pending.text, request.text
    if not attachments:
        head, values = pasted(text)
        return _put_in(head, values, {}, most, acts=acts(head)) if values else Listed(text)
    values, places = list[str](), dict[str, str]()
    for one in attachments:
        found = fitting(columns(one), f"{text} {also}", catalogue)
        if len(found) != 1:
            return _asked(request, text, one, found, bool(also))
        values += [value for value, _ in found[0].values]
        places |= _places(one, found[0], text)
    if also and not _names_column(attachments, also):
        return Listed(request.text, places)
    return _put_in(text, tuple(dict.fromkeys(values)), places, most, acts=acts(text))


def _put_in(
    head: str, values: Sequence[str], places: dict[str, str], most: int, *, acts: bool
) -> Listed:
    language = language_of(head)
    if len(values) > most:
        told = say(language, "conversation.too_many", count=len(values), limit=most)
        return Listed(head, reply=ResolvedMessage(head, reply=Reply(told, Status.REFUSED)))
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
        text, reply=ResolvedMessage(text, reply=Reply(told, Status.NEEDS_INPUT, asks=True))
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
