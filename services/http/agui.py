"""`/api/agui`: the road on AG-UI's wire, for the chat page and other clients of that protocol."""

import re
from collections.abc import AsyncIterator
from typing import Annotated

from ag_ui.core import RunAgentInput
from ag_ui.encoder import EventEncoder
from fastapi import APIRouter, Header, Request
from fastapi.responses import StreamingResponse

from pipelines.messages import Language, say
from pipelines.request import Request as Sent
from services.agui.intake import incoming_of
from services.agui.labels import Labels
from services.agui.wire import Translator
from services.callers import local_caller
from services.errors import InvalidRequest, NotFound
from services.http.chat import Live
from services.http.failing import reader_language, speak
from services.http.live import LiveRuns
from services.http.sse import HEADERS, RETRY
from services.requests import check_length, make_request
from tool_registry.vocabulary.language import language_of

router = APIRouter(tags=["agui"])
_PLACE = re.compile(r"(\d{1,9})(?:\.(\d{1,4}))?")


@router.post("/api/agui", response_class=StreamingResponse)
async def run(body: RunAgentInput, request: Request, live: Live) -> StreamingResponse:
    """Runs the last user message, or goes on with a run that asked; the run outlives its client."""
    system = live.system
    caller = local_caller(system.settings)
    incoming = incoming_of(body, system.store, caller)
    speak(request, incoming.text)
    check_length(incoming.text, system.settings.body_limit)
    made = make_request(incoming, system.environments, caller)
    run_id = await live.start(made)
    language = reader_language(request, incoming.text)
    return await _stream(live, made, run_id, (0, 0), language)


@router.get("/api/agui/runs/{run_id}", response_class=StreamingResponse)
async def again(
    run_id: str, live: Live, request: Request, last_event_id: Annotated[str, Header()] = "0"
) -> StreamingResponse:
    """The run's events behind `Last-Event-ID`, then new ones until it ends."""
    found = live.system.store.get(run_id)
    if not local_caller(live.system.settings).is_same_as(found.request.caller):
        raise NotFound("services.no_run", reason=run_id)
    place = _PLACE.fullmatch(last_event_id.strip())
    if place is None:
        raise InvalidRequest("agui.bad_event_id")
    group = int(place[1])
    language = reader_language(request, found.request.text)
    return await _stream(live, found.request, run_id, (group, int(place[2] or _ALL)), language)


_ALL = 10_000
"""More AG-UI events than one stored event becomes."""


async def _stream(
    live: LiveRuns, asked: Sent, run_id: str, behind: tuple[int, int], language: Language
) -> StreamingResponse:
    """The run from behind the event of that group and place, for a reader of that language."""
    store = live.system.store
    labels = Labels(await live.system.catalogue(asked.caller), language)
    translate = Translator(
        asked.session_id, asked.request_id, lambda: store.get(run_id).answer, labels
    )
    content = _encoded(live, asked, run_id, behind, translate)
    return StreamingResponse(content, media_type="text/event-stream", headers=HEADERS)


async def _encoded(
    live: LiveRuns, asked: Sent, run_id: str, behind: tuple[int, int], translate: Translator
) -> AsyncIterator[str]:
    """Every AG-UI event has the id `seq.place`: its stored event, and which one of those it is."""
    encoder, ended = EventEncoder(), False
    yield RETRY
    async for event in live.follow(run_id):
        if event is None:
            yield ": alive\n\n"
            continue
        for number, one in enumerate(translate(event), 1):
            if (event.seq, number) > behind:
                yield f"id: {event.seq}.{number}\n{encoder.encode(one)}"
        ended = event.type == "run_finished"
    if not ended:
        text = say(language_of(asked.text), "agui.cut_off", run=run_id)
        yield encoder.encode(translate.cut_off(text))
