"""`/v1`: the road for clients of OpenAI's chat completions and responses."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from sse_starlette import EventSourceResponse

from pipelines.contracts.answer import ModelUse
from pipelines.contracts.request import Request as Sent
from pipelines.messages import Language, say
from pipelines.runs.preferences import preferences_of
from pipelines.runs.store import Run
from services.errors import NotFound, Unavailable
from services.http.failing import speak, spoken
from services.http.identity import Asking, Running, own_run
from services.http.live import Live, LiveRuns
from services.openai.bodies import Chat, chat_body, read_body, response_body
from services.openai.chats import Chats, Place, hints_of
from services.openai.completions import Block, Completion
from services.openai.errors import BadField, OpenAIRoute
from services.openai.markdown import Telling
from services.openai.models import Model, environment_of, listed_models, model_of
from services.openai.replies import chosen_by
from services.openai.responses import PREFIX
from services.openai.responses import Response as Responded
from services.openai.tasks import task_answer, task_of
from services.requests import Incoming, check_length, make_request
from tool_registry.base.caller import Caller
from tool_registry.base.ids import new_id
from tool_registry.vocabulary.language import language_of

HISTORY_BYTES = 4 * 1024 * 1024
"""So long may the history of a chat be, beside the sentence itself."""
PATHS = ("/v1/chat/completions", "/v1/responses")
_PARTING = 2.0
"""Seconds that what runs has when the service ends."""
_NO_USE = ModelUse()
_ID = re.compile(r"[A-Za-z0-9._:-]{1,128}")
_TASK = "x-openwebui-task"
Wire: TypeAlias = Completion | Responded

router = APIRouter(prefix="/v1", tags=["openai"], route_class=OpenAIRoute)


@dataclass(frozen=True, slots=True)
class _Started:
    """A run that has begun, and how it is told."""

    run_id: str
    sent: Sent
    telling: Telling
    place: Place


@router.get("/models")
async def models(live: Live, caller: Asking, request: Request) -> dict[str, Any]:
    """The models that a front end offers: to run, to plan only, and both in one environment."""
    found = listed_models(live.system.environments, spoken(request))
    return {"object": "list", "data": found}


@router.get("/models/{id:path}")
async def model(id: str, live: Live, caller: Asking, request: Request) -> dict[str, Any]:
    """One of them."""
    known = model_of(id, live.system.environments)
    listed = listed_models(live.system.environments, spoken(request))
    alike = f"{known.base}@{known.environment}" if known.environment else known.base
    found = next((one for one in listed if one["id"] == alike), listed[0])
    return {**found, "id": id}


@router.post("/chat/completions")
async def chat_completions(request: Request, live: Live, caller: Running) -> Response:
    """Runs the last user turn of a chat in the chat's conversation."""
    body, chat = chat_body(read_body(await request.body()))
    known = model_of(body.model, live.system.environments)
    usage = bool(body.stream_options and body.stream_options.include_usage)
    make = partial(Completion, model=body.model, usage=usage)
    task = task_of(chat, request.headers.get(_TASK))
    if task is not None:
        return _told(chat, make(new_id("task")), task_answer(chat, task))
    _check(request, chat, live)
    hints = hints_of(request.headers, chat, _setting(known, chat))
    place = Chats(live.system.store, caller, hints).place(chat)
    started = await _start(live, caller, chat, known, place)
    return await _served(live, started, make(started.run_id), stream=chat.stream)


@router.post("/responses")
async def responses(request: Request, live: Live, caller: Running) -> Response:
    """Runs the last user turn; `previous_response_id` and `conversation` name what it follows."""
    body, chat = response_body(read_body(await request.body()))
    known = model_of(body.model, live.system.environments)
    conversation, previous = body.conversation_id, body.previous_response_id
    make = partial(Responded, model=body.model, previous=previous, conversation=conversation)
    task = task_of(chat, request.headers.get(_TASK))
    if task is not None:
        return _told(chat, make(new_id("task")), task_answer(chat, task))
    _check(request, chat, live)
    chats = Chats(live.system.store, caller, hints_of(request.headers, chat, _setting(known, chat)))
    place = _follows(live, caller, chats, chat, previous, conversation)
    started = await _start(live, caller, chat, known, place)
    return await _served(live, started, make(started.run_id), stream=chat.stream)


def _follows(
    live: LiveRuns,
    caller: Caller,
    chats: Chats,
    chat: Chat,
    previous: str | None,
    conversation: str | None,
) -> Place:
    if conversation:
        return chats.within(chats.session_of(conversation), chat)
    if not previous:
        return replace(chats.place(chat), mark="")  # the response's id does that here
    run = _run_of(live, caller, previous)
    return chats.within(run.request.session_id, chat, behind=run.id)


@router.get("/responses/{id}")
async def response(id: str, live: Live, caller: Asking) -> dict[str, Any]:
    """A response that was given before."""
    run = _run_of(live, caller, id)
    if run.answer is None:
        raise NotFound("services.no_run", detail=id)
    telling = Telling(await live.system.catalogue(caller), language_of(run.request.text))
    for event in live.system.store.events(run.id):
        telling(event)
    text = telling.answer(run.answer)
    return Responded(run.id, "zhizao").whole(text, "", run.answer.model)


def _run_of(live: LiveRuns, caller: Caller, id: str) -> Run:
    """The caller's run that a response was the answer of; NotFound where there is none."""
    if not _ID.fullmatch(id):
        raise NotFound("services.no_run", detail=id[:64])
    return own_run(live, caller, id.removeprefix(PREFIX))


def _check(request: Request, chat: Chat, live: LiveRuns) -> None:
    """Raises what is wrong with a turn that is to be run."""
    last = chat.last
    if last is None:
        raise BadField("openai.no_turn", "messages")
    speak(request, last.text)
    if last.other is not None:
        raise BadField("openai.only_text", "messages", kind=last.other[:40])
    if not last.text.strip():
        raise BadField("openai.no_turn", "messages")
    if chat.form is not None:
        raise BadField("openai.only_markdown", "response_format")
    if chat.needs_tool:
        raise BadField("openai.no_calls", "tool_choice")
    check_length(last.text, live.system.settings.body_limit)


def _setting(model: Model, chat: Chat) -> str:
    environment = environment_of(model, chat.metadata.get("environment"))
    return f"{model.plan_only}/{environment}"


async def _start(
    live: LiveRuns, caller: Caller, chat: Chat, model: Model, place: Place
) -> _Started:
    """Begins the run, or finds the one that the same turn has already."""
    assert chat.last is not None, "it was checked"
    text, store = chat.last.text, live.system.store
    incoming = Incoming(
        text=text,
        session_id=place.session_id,
        request_id=place.request_id,
        environment=environment_of(model, chat.metadata.get("environment")),
        plan_only=model.plan_only,
        review=preferences_of(store, caller).approval or "always",
        choice=chosen_by(text, place.before.answer if place.before else None),
    )
    sent = make_request(incoming, live.system.environments, caller)
    telling = Telling(await live.system.catalogue(caller), _language(text, place))
    return _Started(await live.start(sent), sent, telling, place)


def _language(text: str, place: Place) -> Language:
    """A number, or a yes without letters, is said in the language of what it replies to."""
    if place.before is None or any(map(str.isalpha, text)):
        return language_of(text)
    return language_of(place.before.request.text)


async def _served(live: LiveRuns, started: _Started, wire: Wire, *, stream: bool) -> Response:
    """The run's answer, as it comes about or once it is there."""
    if stream:
        return _events(_streamed(live, started, wire))
    lines = [started.telling(event) async for event in live.follow(started.run_id)]
    text, use = _ended(live, started)
    if use is None:
        raise Unavailable("agui.cut_off", run=started.run_id)
    return JSONResponse(wire.whole(text, "".join(lines), use))


async def _streamed(live: LiveRuns, started: _Started, wire: Wire) -> AsyncIterator[Block]:
    for block in wire.first():
        yield block
    async for event in live.follow(started.run_id):
        line = started.telling(event)
        for block in wire.thought(line) if line else ():
            yield block
    text, use = _ended(live, started)
    for block in (*wire.text(text), *wire.last(text, use or _NO_USE)):
        yield block


def _ended(live: LiveRuns, started: _Started) -> tuple[str, ModelUse | None]:
    """The answer's text, and what its models used: None where nobody works on the run any more."""
    answer = live.system.store.get(started.run_id).answer
    if answer is None:
        language = language_of(started.sent.text)
        return say(language, "agui.cut_off", run=started.run_id), None
    text = started.telling.answer(answer, again=started.place.again)
    return text + started.place.mark, answer.model


def _told(chat: Chat, wire: Wire, text: str) -> Response:
    """An answer that took no run."""
    if not chat.stream:
        return JSONResponse(wire.whole(text, "", _NO_USE))

    async def blocks() -> AsyncIterator[Block]:
        for block in (*wire.first(), *wire.text(text), *wire.last(text, _NO_USE)):
            yield block

    return _events(blocks())


def _events(told: AsyncIterator[Block]) -> EventSourceResponse:
    return EventSourceResponse(told, sep="\n", shutdown_grace_period=_PARTING)
