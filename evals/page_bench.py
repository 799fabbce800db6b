"""How fast the page's wire answers: many pages at once, each with a stream of its own.

Service and sandbox are processes of their own; the pages are connections of this one, which do
no more than read. Every request is reviewed: it is understood, planned and shown, and nothing is
executed, so that the sandbox stays what it is. What a whole request costs is measured apart.
"""

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from statistics import median
from urllib.request import urlopen

from evals.process_cost import machine
from tool_registry.base.ids import new_id

_WHOLE = 30
"""So many requests are executed one after another for what a whole one costs."""
_ENDS = (b"RUN_FINISHED", b"RUN_ERROR")
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Load:
    """What the pages do."""

    pages: int = 50
    rate: float = 10.0
    """Requests a second, of all pages together."""
    seconds: float = 30.0


@dataclass(slots=True)
class Seen:
    """What one page saw of one request, in milliseconds since it sent it."""

    first: float | None = None
    plan: float | None = None
    end: float | None = None


@dataclass(slots=True)
class Figures:
    """What all pages saw; times in milliseconds."""

    name: str
    seen: list[Seen] = field(default_factory=list[Seen])

    def line(self) -> str:
        """Requests, those without an end, then p50, p95 and the longest of each time."""
        lost = sum(one.end is None for one in self.seen)
        parts = [f"{self.name}: {len(self.seen)} requests, {lost} without an end"]
        for what in ("first", "plan", "end"):
            times = sorted(t for one in self.seen if (t := getattr(one, what)) is not None)
            if times:
                p95 = times[min(len(times) - 1, round(len(times) * 0.95))]
                parts.append(f"{what} p50 {median(times):.0f} p95 {p95:.0f} max {times[-1]:.0f}")
        return "; ".join(parts)


@dataclass(slots=True)
class Page:
    """A page: a conversation at one service."""

    port: int
    session: str = field(default_factory=lambda: new_id("session"))

    async def say(self, text: str, review: str = "always") -> Seen:
        """Sends a sentence and reads its stream to the end."""
        seen, begun = Seen(), time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(self._request(text, review))
            async for line in reader:
                if not line.startswith(b"data:"):
                    continue
                now = (time.perf_counter() - begun) * 1000
                seen.first = seen.first or now
                if seen.plan is None and b'"path":"/plan"' in line:
                    seen.plan = now
                if any(end in line for end in _ENDS):
                    seen.end = now
                    break
        finally:
            writer.close()
        return seen

    def _request(self, text: str, review: str) -> bytes:
        told = {
            "threadId": self.session,
            "runId": new_id("request"),
            "messages": [{"id": "1", "role": "user", "content": text}],
            "state": {},
            "tools": [],
            "context": [],
            "forwardedProps": {"review": review},
        }
        body = json.dumps(told).encode()
        head = (
            "POST /api/agui HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
            "Connection: close",
        )
        return "\r\n".join((*head, "", "")).encode() + body


@dataclass(frozen=True, slots=True)
class Place:
    """What is measured: a service at a port of this machine, and what is said to it."""

    port: int
    sentences: Sequence[str]
    reset: Callable[[], object]
    """Seeds the sandbox anew."""


async def measure(place: Place, load: Load, tell: Tell) -> None:
    """Tells each figure as soon as it is known."""
    port, said = place.port, place.sentences
    await Page(port).say(said[0])
    tell(machine())
    for name, review in (("plan only", "always"), ("whole", "unasked")):
        tell(await _cost(f"service's CPU, {name}", port, said, review))
    place.reset()
    steady = Figures(f"{load.pages} pages, {load.rate:g} requests a second, {load.seconds:g} s")
    before = _cpu(port)
    steady.seen = await _steady(load, port, said)
    tell(steady.line())
    tell(f"service's CPU meanwhile: {(_cpu(port) - before) / load.seconds:.0%} of one core")
    burst = Figures(f"{load.pages} requests at once")
    pages = [Page(port).say(text) for text in islice(cycle(said), load.pages)]
    burst.seen = await asyncio.gather(*pages)
    tell(burst.line())
    tell(machine())


async def _steady(load: Load, port: int, said: Sequence[str]) -> list[Seen]:
    """Requests at even distances, by the pages in turn, however long the earlier ones take."""
    pages = cycle([Page(port) for _ in range(load.pages)])
    running: list[asyncio.Task[Seen]] = []
    begun = time.perf_counter()
    texts = islice(cycle(said), round(load.rate * load.seconds))
    for number, (page, text) in enumerate(zip(pages, texts, strict=False)):
        await asyncio.sleep(max(0.0, begun + number / load.rate - time.perf_counter()))
        running.append(asyncio.create_task(page.say(text)))
    return await asyncio.gather(*running)


async def _cost(name: str, port: int, said: Sequence[str], review: str) -> str:
    """What single requests cost the service, one after another, notes behind it included."""
    spent: list[float] = []
    for text in said[:: max(1, len(said) // _WHOLE)]:
        before = _cpu(port)
        await Page(port).say(text, review)
        spent.append((_cpu(port) - before) * 1000)
    spent.sort()
    p90 = spent[round((len(spent) - 1) * 0.9)]
    return f"{name}: p50 {median(spent):.0f} ms, p90 {p90:.0f} ms ({len(spent)} requests)"


def _cpu(port: int) -> float:
    """Seconds of processor time of the service."""
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as response:
        lines = response.read().decode().splitlines()
    [value] = [line.split()[1] for line in lines if line.startswith("process_cpu_seconds_total ")]
    return float(value)
