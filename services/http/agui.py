"""`/api/agui`: the road on AG-UI's wire, for the chat page and other clients of that protocol."""

import re
from collections.abc import AsyncIterator
from typing import Annotated

from ag_ui.core import RunAgentInput
from fastapi import APIRouter, Header, Request
from sse_starlette import EventSourceResponse

from pipelines.contracts.request import Request as Sent
from pipelines.messages import Language, say
from services.agui.intake import incoming_of
from services.agui.labels import Labels
from services.agui.wire import Translator
from services.errors import InvalidRequest
from services.http.failing import reader_language, speak
from services.http.identity import Asking, Running, own_run
from services.http.live import Live, LiveRuns
from services.requests import check_length, make_request
from tool_registry.vocabulary.language import language_of

router = APIRouter(tags=["agui"])
_RETRY = 2000
"""Milliseconds until a client whose connection broke comes again."""
_PARTING = 2.0
"""Seconds that what runs has when the service ends; less than the server waits itself."""
_PLACE = re.compile(r"(\d{1,9})(?:\.(\d{1,4}))?")


@router.post("/api/agui", response_class=EventSourceResponse)
async def run(
    body: RunAgentInput, request: Request, live: Live, caller: Running
) -> EventSourceResponse:
    """Runs the last user message, or goes on with a run that asked; the run outlives its client."""
    system = live.system
    incoming = incoming_of(body, system.store, caller, system.settings.time_zone)
    speak(request, incoming.text)
    check_length(incoming.text, system.settings.body_limit)
    made = make_request(incoming, system.environments, caller)
    run_id = await live.start(made)
    language = reader_language(request, incoming.text)
    return await _stream(live, made, run_id, (0, 0), language)


@router.get("/api/agui/runs/{run_id}", response_class=EventSourceResponse)
async def again(
    run_id: str,
    live: Live,
    request: Request,
    caller: Asking,
    last_event_id: Annotated[str, Header()] = "0",
) -> EventSourceResponse:
    """The run's events behind `Last-Event-ID`, then new ones until it ends."""
    found = own_run(live, caller, run_id)
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
) -> EventSourceResponse:
    """The run from behind the event of that group and place, for a reader of that language."""
    store = live.system.store
    labels = Labels(await live.system.catalogue(asked.caller), language)
    translate = Translator(
        asked.session_id, asked.request_id, lambda: store.get(run_id).answer, labels
    )
    return EventSourceResponse(
        _blocks(live, asked, run_id, behind, translate),
        ping=live.system.settings.heartbeat,
        sep="\n",
        shutdown_grace_period=_PARTING,
    )


async def _blocks(
    live: LiveRuns, asked: Sent, run_id: str, behind: tuple[int, int], translate: Translator
) -> AsyncIterator[dict[str, str | int]]:
    """Every AG-UI event has the id `seq.place`: its stored event, and which one of those it is."""
    ended = False
    yield {"retry": _RETRY}
    async for event in live.follow(run_id):
        for number, one in enumerate(translate(event), 1):
            if (event.seq, number) > behind:
                yield {"id": f"{event.seq}.{number}", "data": one.model_dump_json(by_alias=True)}
        ended = event.type == "run_finished"
    if not ended:
        text = say(language_of(asked.text), "agui.cut_off", run=run_id)
        yield {"data": translate.cut_off(text).model_dump_json(by_alias=True)}
