"""What a conversation adds to a request: entities it remembers, and where added words are from."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Remembered:
    """An entity of the conversation: what it is and the attributes known of it."""

    entity: str
    attributes: Mapping[str, str]
    environment: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class Origins:
    """Where words of the sentence are from that the user did not say in it."""

    recalled: Mapping[str, str] = field(default_factory=dict[str, str])
    """Words that the conversation put in → what they are shown as."""
    attached: Mapping[str, str] = field(default_factory=dict[str, str])
    """Words of an attachment → what they are shown as."""
    seen: Mapping[str, str] = field(default_factory=dict[str, str])
    """Words that point at what the page around the chat shows → what they are shown as."""
    own: str | None = None
    """What was said now, where other words are taken over from earlier; None: all of it."""
    environment: str | None = None
    """What the environment is shown as, where the sentence does not name it."""
    looked_up: Mapping[str, str] = field(default_factory=dict[str, str])
    """Words that describe a thing which a read has found → what that is shown as."""
