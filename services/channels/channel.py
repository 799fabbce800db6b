"""What a chat platform has to bring along; the rest is the same for all of them.

An adapter verifies and translates what comes in (a `Delivery`), renders and sends what goes out."""

from typing import Protocol

from pipelines.contracts.answer import Form
from pipelines.contracts.events import Event
from pipelines.messages import Language
from services.channels.cards import Card
from services.channels.delivery import Delivery, FileRef, Speaker
from services.channels.outbox import Sender
from services.link.asked import AskedFile
from services.progress import Progress
from tool_registry.base.types import JsonValue


class Reception(Protocol):
    """Who takes what comes in; see `Dispatcher`."""

    async def receive(self, delivery: Delivery) -> bool:
        """Takes a delivery, and returns once it may be acknowledged."""
        ...

    def knows(self, delivery: Delivery) -> bool:
        """True for one that came before."""
        ...

    def language(self, delivery: Delivery) -> Language:
        """In which a press is answered."""
        ...

    def form(self, delivery: Delivery) -> tuple[Form, Language]:
        """The form that a press opens."""
        ...

    async def problems(self, delivery: Delivery) -> dict[str, str]:
        """Path of a field → why the value that was pressed for it cannot be."""
        ...


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

    async def listen(self, reception: Reception) -> None:
        """Takes deliveries over a connection that it opens itself, until it is cancelled. Returns
        at once where they come over HTTP."""
        ...

    async def identify(self, speaker: Speaker) -> Speaker:
        """All that the platform knows of somebody who is about to be let in: Unavailable where it
        cannot be asked."""
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
