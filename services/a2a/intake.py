"""What another agent says, as a message for the road."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from a2a.types import Message, Part
from a2a.utils.errors import ContentTypeNotSupportedError
from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError

from pipelines.contracts.request import Attachment, Review
from pipelines.messages import Language, say
from pipelines.runs.preferences import preferences_of
from pipelines.runs.store import RunStore
from services.a2a.names import first_request, reply_request
from services.a2a.protobuf import as_json
from services.a2a.tasks import Held
from services.attachments import KINDS, read_attachment
from services.channels.delivery import Press
from services.channels.incoming import pressed, worded
from services.errors import InvalidRequest
from services.link.asked import AskedFile
from services.replies import Reply, message_of, typed_of, waiting
from services.requests import Incoming
from tool_registry.base.caller import Caller
from tool_registry.base.types import JsonValue
from tool_registry.vocabulary.language import language_of


class Options(BaseModel):
    """`metadata` of a message: what may be said beside the sentence."""

    model_config = ConfigDict(extra="ignore", strict=True)

    environment: str | None = None
    review: Review | None = None
    """None: as the user prefers, else what the sentence does not ask for by itself."""
    approved: bool = False
    plan_only: Annotated[bool, Field(validation_alias=AliasChoices("plan_only", "planOnly"))] = (
        False
    )


class Answering(Reply):
    """A data part that answers a question: consent, a choice, or a form's values."""

    choice: str | None = None
    """Id of a choice, or `#2` for the second one."""
    values: dict[str, JsonValue] = Field(default_factory=dict)
    """Path of a form's field → value."""


def text_of(message: Message) -> str:
    """The words of the message; of several parts, the texts, a line each."""
    return "\n".join(part.text for part in message.parts if part.HasField("text"))


def incoming_of(message: Message, store: RunStore, caller: Caller, task: Held | None) -> Incoming:
    """The request; `task`: the one that the message names.

    Raises InvalidRequest for what cannot be used, or answers a question that is no longer open,
    and ContentTypeNotSupportedError for parts that are not read.
    """
    text = text_of(message)
    language = language_of(text)
    options = _read(Options, as_json(message.metadata))
    base = Incoming(
        text=text,
        session_id=message.context_id or None,
        request_id=first_request(message.message_id),
        environment=options.environment,
        plan_only=options.plan_only,
        approved=options.approved,
        review=options.review or preferences_of(store, caller).approval or "unasked",
        attachments=_files(message.parts, language),
    )
    data = [as_json(part.data) for part in message.parts if part.HasField("data")]
    if task is not None:
        return _reply(base, message, data, task, store, caller)
    if data:
        raise ContentTypeNotSupportedError(say(language, "a2a.only_text", kinds=", ".join(KINDS)))
    _check_said(base)
    return worded(base, store, caller)


def _reply(
    base: Incoming,
    message: Message,
    data: Sequence[Any],
    task: Held,
    store: RunStore,
    caller: Caller,
) -> Incoming:
    run = waiting(store, task.latest.id, caller)
    base = replace(
        base,
        session_id=task.context,
        request_id=reply_request(task.id, message.message_id),
        environment=base.environment or run.request.environment,
    )
    if not data:
        _check_said(base)
        return worded(base, store, caller)
    if len(data) > 1:
        raise InvalidRequest("a2a.one_answer")
    told = _read(Answering, data[0])
    if told.choice is not None:
        press = Press(run=run.id, does="choose", choice=told.choice, values=told.values)
        return pressed(base, press, store, caller)
    if told.values:
        form = run.answer.form if run.answer is not None else None
        press = Press(
            run=run.id, does="fill", choice=form.choice if form else "", values=told.values
        )
        return pressed(base, press, store, caller)
    if told.approved is None and told.text is None and not told.drop and not told.arguments:
        raise InvalidRequest("a2a.no_answer")
    text, plan = message_of(run, told)
    attachments = run.request.attachments if plan is not None else base.attachments
    typed = typed_of(run, told) or base.typed
    return replace(base, text=text, plan=plan, typed=typed, attachments=attachments)


def _check_said(base: Incoming) -> None:
    if not base.text.strip():
        raise InvalidRequest("a2a.no_text")


def _files(parts: Sequence[Part], language: Language) -> tuple[Attachment, ...]:
    """Files that came inside of the message; no address is fetched."""
    if any(part.HasField("url") for part in parts):
        raise ContentTypeNotSupportedError(say(language, "a2a.only_text", kinds=", ".join(KINDS)))
    raw = (part for part in parts if part.HasField("raw"))
    return tuple(read_attachment(AskedFile(part.filename or "?", part.raw)) for part in raw)


def _read(form: type[Any], told: Any) -> Any:
    try:
        return form.model_validate(told)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "data"
        raise InvalidRequest("a2a.bad_field", place=place[:80], reason=first["msg"]) from error
