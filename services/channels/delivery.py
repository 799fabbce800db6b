"""What a chat platform delivers, in the same words for all of them."""

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from tool_registry.base.ids import digest
from tool_registry.base.types import JsonValue

Does: TypeAlias = Literal["agree", "decline", "choose", "open", "fill", "undo"]
"""What a button does. `open`: shows a choice as a form; `fill`: sends the form's values."""


class Part(BaseModel):
    """Base of all parts: immutable, no unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Speaker(Part):
    """Who wrote or pressed, as the platform knows them."""

    account: str
    """Stable, and different for everybody: `TEAM/USER`, a staff id."""
    name: str = ""
    is_member: bool = True
    """False for guests and people of other companies: they are never let in by themselves."""


class Press(Part):
    """A button of an earlier answer, or a form that was sent."""

    run: str
    does: Does
    choice: str = ""
    values: dict[str, JsonValue] = Field(default_factory=dict)
    """Path of a form's field → value."""


class FileRef(Part):
    """A file that came with the message: it is fetched when the message is served."""

    name: str
    place: str
    """URL or code by which the platform hands it out."""


class Delivery(Part):
    """One message or press. The same event has the same id, however often it is delivered."""

    channel: str
    event_id: str
    speaker: Speaker
    place: str
    """The conversation as the platform tells it apart: a thread, a chat."""
    text: str = ""
    files: tuple[FileRef, ...] = ()
    press: Press | None = None
    named: bool = True
    """False for words among several people that do not name the bot: they are for it only where
    their speaker talks with it already."""
    target: dict[str, JsonValue] = Field(default_factory=dict)
    """Where and how to answer: the channel's own."""
    at: float
    """When it was received; seconds since 1970."""

    @property
    def id(self) -> str:
        """The same for the same event of a channel."""
        return digest([self.channel, self.event_id])

    @property
    def request_id(self) -> str:
        """Of the request that it is: one event makes one run."""
        return f"{self.channel}-{self.id[:32]}"

    @property
    def session_id(self) -> str:
        """The conversation: of one speaker in one place."""
        return f"{self.channel}-{digest([self.place, self.speaker.account])[:32]}"
