"""What a chat platform has to bring along; the rest is the same for all of them.

An adapter verifies and translates what comes in (a `Delivery`), renders and sends what goes out."""

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

from pipelines.contracts.events import Event
from services.channels.cards import Card
from services.channels.delivery import Delivery, FileRef
from services.channels.outbox import Sender
from services.link.asked import AskedFile
from services.progress import Progress
from tool_registry.base.types import JsonValue

Receive: TypeAlias = Callable[[Delivery], Awaitable[bool]]
"""Takes a delivery, and returns once it may be acknowledged; see `Dispatcher.receive`."""


class Watch(Protocol):
    """What is shown of a run on its way: best effort, and never an error."""

    async def __call__(self, event: Event, lines: list[str]) -> None:
        """Something happened; `lines`: what of it is worth telling."""
        ...

    async def end(self) -> dict[str, JsonValue]:
        """Nothing more comes but the answer. What it needs to take the place of what was shown."""
        ...


class Channel(Sender, Protocol):
    """A chat platform."""

    name: str
    """In settings, ids and accounts."""

    async def listen(self, receive: Receive) -> None:
        """Takes deliveries over a connection that it opens itself, until it is cancelled. Returns
        at once where they come over HTTP."""
        ...

    def watch(self, delivery: Delivery, progress: Progress) -> Watch:
        """Shows a run on its way."""
        ...

    def render(self, card: Card, delivery: Delivery) -> JsonValue:
        """The card as the platform takes it; `send` brings it there."""
        ...

    async def fetch(self, file: FileRef) -> AskedFile:
        """A file that came with a message; what is wrong with it stands in the result."""
        ...
