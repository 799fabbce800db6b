"""A delivery as a request: words, files, or what was pressed."""

from collections.abc import Sequence
from dataclasses import replace

from pipelines.contracts.answer import Answer, Choice
from pipelines.contracts.request import Attachment, Chosen
from pipelines.messages import say
from pipelines.runs.preferences import preferences_of
from pipelines.runs.store import Run, RunStore
from services.channels.delivery import Delivery, Press
from services.cli.choosing import numbered_choices
from services.errors import InvalidRequest
from services.openai.replies import chosen_by
from services.replies import Reply, message_of, replied_to
from services.requests import Incoming
from tool_registry.base.caller import Caller
from tool_registry.vocabulary.language import language_of


def incoming_of(
    delivery: Delivery, store: RunStore, caller: Caller, attachments: Sequence[Attachment] = ()
) -> Incoming:
    """The request; InvalidRequest for a press whose question is no longer open, or not theirs."""
    base = Incoming(
        text=delivery.text,
        session_id=delivery.session_id,
        request_id=delivery.request_id,
        review=preferences_of(store, caller).approval or "always",
        attachments=tuple(attachments),
    )
    if delivery.press is not None:
        return pressed(base, delivery.press, store, caller)
    return worded(base, store, caller)


def worded(base: Incoming, store: RunStore, caller: Caller) -> Incoming:
    """Words as they are, or as they fill in the form that the conversation's last answer shows."""
    session = base.session_id
    latest = next(iter(store.of_session(caller, session, 1)), None) if session else None
    return replace(base, choice=chosen_by(base.text, latest.answer if latest else None))


def pressed(base: Incoming, press: Press, store: RunStore, caller: Caller) -> Incoming:
    """What a button, or a form that was sent, says of an earlier answer; `base` is what else was
    said. InvalidRequest where its question is no longer open, or not theirs."""
    if press.does == "undo":
        return _undo(base, press, store, caller)
    run, _ = replied_to(store, press.run, caller, base.request_id)
    base = replace(base, session_id=run.request.session_id, environment=run.request.environment)
    if press.does in ("agree", "decline"):
        text, plan = message_of(run, Reply(approved=press.does == "agree"))
        attachments = run.request.attachments if plan is not None else ()
        return replace(base, text=text, plan=plan, attachments=attachments)
    assert run.answer is not None, "it waits, so it was answered"
    if press.does == "fill":
        return _filled(base, press, run.answer)
    one = _choice(press, run.answer)
    chosen = Chosen(id=one.id, values=press.values)
    return replace(base, text=one.text, choice=chosen)


def _filled(base: Incoming, press: Press, answer: Answer) -> Incoming:
    if answer.form is None or answer.form.choice != press.choice:
        raise InvalidRequest("agui.stale")
    chosen = Chosen(id=press.choice, values=press.values, form=False)
    return replace(base, text=answer.form.title, choice=chosen)


def _choice(press: Press, answer: Answer) -> Choice:
    """The choice of that id, or of that number as it was shown: `#2`."""
    numbered = {f"#{n}": one for n, one in enumerate(numbered_choices(answer), 1)}
    named = {one.id: one for one in answer.choices}
    found = named.get(press.choice) or numbered.get(press.choice)
    if found is None:
        raise InvalidRequest("agui.stale")
    return found


def _undo(base: Incoming, press: Press, store: RunStore, caller: Caller) -> Incoming:
    run = _own(press.run, store, caller)
    text = say(language_of(run.request.text), "undo.sentence", run=run.id)
    return replace(base, text=text, session_id=run.request.session_id)


def _own(run_id: str, store: RunStore, caller: Caller) -> Run:
    """The caller's run; for one of somebody else the same error as for one that is not."""
    run = store.get(run_id)
    if not caller.is_same_as(run.request.caller):
        raise InvalidRequest("agui.stale")
    return run
