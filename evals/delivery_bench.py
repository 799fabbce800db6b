"""How fast deliveries of a chat platform are acknowledged while others are worked on.

Service and sandbox are processes of their own. What is delivered comes at even distances from this
one over open connections, and the service's answers are taken here, too. Beside it in the same run,
at the same rate: a request that does nothing, on a service at rest."""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

_CONNECTIONS = 200
_TAKEN = (
    b'{"errcode":0,"ok":true,"ts":"1.1","channel":"D1","user_id":"UBOT","team_id":"T1",'
    b'"user":{"id":"U1","team_id":"T1"}}'
)
"""What DingTalk says of a message, and Slack of every call."""

Message = Callable[[int], bytes]
"""Number → one HTTP/1.1 request, as it goes over the wire."""


@dataclass(slots=True)
class Acknowledged:
    """What the platform saw; times in milliseconds."""

    name: str
    times: list[float] = field(default_factory=list[float])
    refused: int = 0
    """Answers that were not 200."""
    answers: int = 0
    """What the bot sent while the deliveries came."""

    def at(self, share: float) -> float:
        """The time within which that share was acknowledged."""
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))]

    def line(self, base: "Acknowledged | None" = None) -> str:
        """Count, p50, p99 and the longest; the ratio of p99 to that of `base`."""
        ratio = f", p99 {self.at(0.99) / base.at(0.99):.1f} times that of nothing" if base else ""
        return (
            f"{self.name}: {len(self.times)} requests, {self.refused} refused, p50 "
            f"{self.at(0.5):.0f} p99 {self.at(0.99):.0f} max {max(self.times):.0f} ms{ratio}; "
            f"{self.answers} answers meanwhile"
        )


@dataclass(slots=True)
class Sink:
    """Takes the bot's answers, and counts them."""

    taken: int = 0
    port: int = 0

    async def open(self) -> asyncio.Server:
        """Listens on a free port."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = int(server.sockets[0].getsockname()[1])
        return server

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        told = f"content-type: application/json\r\ncontent-length: {len(_TAKEN)}"
        head = f"HTTP/1.1 200 OK\r\n{told}\r\n\r\n".encode()
        with suppress(asyncio.CancelledError):  # the benchmark is over
            while await _read(reader):
                self.taken += 1
                writer.write(head + _TAKEN)
        writer.close()


async def load(
    name: str, port: int, message: Message, rate: float, seconds: float, sink: Sink
) -> Acknowledged:
    """Sends at that rate, whatever becomes of what was sent before."""
    found, before = Acknowledged(name), sink.taken
    waiting: asyncio.Queue[tuple[int, float]] = asyncio.Queue()
    takers = [_taker(port, message, waiting, found) for _ in range(_CONNECTIONS)]
    tasks = [asyncio.create_task(one) for one in takers]
    begun = time.perf_counter()
    for number, due in _dues(rate, seconds):
        await asyncio.sleep(max(0.0, begun + due - time.perf_counter()))
        waiting.put_nowait((number, begun + due))
    await waiting.join()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    found.answers = sink.taken - before
    return found


def _dues(rate: float, seconds: float) -> Iterator[tuple[int, float]]:
    for number in range(int(rate * seconds)):
        yield number, number / rate


async def _taker(
    port: int,
    message: Message,
    waiting: "asyncio.Queue[tuple[int, float]]",
    found: Acknowledged,
) -> None:
    """One connection. What waited for one counts from when it was due."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        while True:
            number, due = await waiting.get()
            writer.write(message(number))
            head = await _read(reader)
            found.times.append((time.perf_counter() - due) * 1000)
            found.refused += not head.startswith(b"HTTP/1.1 200")
            waiting.task_done()
    finally:
        writer.close()


async def _read(reader: asyncio.StreamReader) -> bytes:
    """The head of a message, its body passed over; nothing where the connection has ended."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return b""
    await reader.readexactly(_length(head.lower().split(b"\r\n")))
    return head


def _length(lines: Sequence[bytes]) -> int:
    found = (line.partition(b":")[2] for line in lines if line.startswith(b"content-length:"))
    return int(next(found, b"0"))
