"""Events as a stream of server-sent events."""

from collections.abc import AsyncIterator

from fastapi.responses import StreamingResponse

from pipelines.contracts.events import Event

HEADERS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
RETRY = "retry: 2000\n\n"


def stream(events: AsyncIterator[Event | None]) -> StreamingResponse:
    """The response; None among the events is a sign of life for proxies."""
    return StreamingResponse(_encoded(events), media_type="text/event-stream", headers=HEADERS)


async def _encoded(events: AsyncIterator[Event | None]) -> AsyncIterator[str]:
    yield RETRY
    async for event in events:
        yield ": alive\n\n" if event is None else encode(event)


def encode(event: Event) -> str:
    """One event: its `seq` as id, its type as name, the whole event as JSON data."""
    return f"id: {event.seq}\nevent: {event.type}\ndata: {event.model_dump_json()}\n\n"
