"""What a message comes to: the whole sentence, and what of it was not in the message itself."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from pipelines.contracts.answer import Status
from pipelines.contracts.intent import IntentResult
from pipelines.contracts.page import PageReading
from pipelines.contracts.request import Later
from tool_registry.base.types import JsonValue

Origin: TypeAlias = Literal["conversation", "preference", "page"]


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer that needs no work."""

    text: str
    status: Status = Status.SUCCEEDED
    asks: bool = False
    """True for a question about what stays open."""
    settles: bool = False
    """True where what was open is given up."""
    options: tuple[tuple[str, IntentResult], ...] = ()
    """What can be meant, with the words for each: a choice that can be pressed."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A choice that stays open: a form, or a search through the tools."""

    choice: str
    intent: IntentResult
    query: str | None = None
    """Words to search tools by; None: the form of `intent`."""
    values: Mapping[str, JsonValue] = field(default_factory=dict[str, JsonValue])
    """What was filled in so far, by the field's path."""
    problems: Mapping[str, str] = field(default_factory=dict[str, str])
    """Field → why its value cannot be."""


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A run by its id or by words for it; the latest one that left something where neither is
    said."""

    run_id: str | None = None
    place: int | None = None
    """Its place among them, from 1, the oldest, where the words for it tell one."""
    told: str = ""
    """`first`, `60 off 15` of `undo the 60 off 15 request`."""
    things: tuple[str, ...] = ()
    """Ids of those things of the run that are meant; none: all that it left."""
    of_runs: bool = False
    """True where the words speak of a run, and not of a thing that it made."""
    in_words: bool = False
    """True where the sentence is none that always asks to undo: its ids stand for it then."""


@dataclass(frozen=True, slots=True)
class UndoOption:
    """What an undoing may mean, where the person has to choose."""

    id: str
    """Stable."""
    says: str
    """The sentence that asks for it."""
    text: str
    """What the run was asked for."""
    when: Later
    things: tuple[str, ...]
    """What is taken back, by kind and id."""


@dataclass(frozen=True, slots=True)
class ResolvedMessage:
    """A message with what its conversation adds to it."""

    text: str
    """The whole sentence."""
    given: Mapping[str, str] = field(default_factory=dict[str, str])
    """Replies to what planning asked for, by name."""
    environment: str | None = None
    """Where it is to happen, if the sentence does not say it."""
    environment_from: Origin | None = None
    recalled: Mapping[str, str] = field(default_factory=dict[str, str])
    """Value that was put into the sentence → the words that point at it."""
    remembered: Mapping[str, str] = field(default_factory=dict[str, str])
    """Value that the user chose from memory → what it is shown as."""
    seen: Mapping[str, str] = field(default_factory=dict[str, str])
    """Value that was put into the sentence → the words that point at it, for what the page around
    the chat shows."""
    attached: Mapping[str, str] = field(default_factory=dict[str, str])
    """Value of an attachment → where it stands there, for people."""
    added: str = ""
    """The end of the text that was a message of its own: the reply to what was asked."""
    own: str | None = None
    """What the user said now, where the sentence takes up words of an earlier one."""
    idle: str = ""
    """What was said while a plan waits, and is no request: the plan is shown again, and waits."""
    note: str = ""
    """What the person is told with that plan; empty: that it was no request."""
    asks_abilities: bool = False
    """True for the question what can be done: it leaves open what is open."""
    undo: UndoRequest | None = None
    """What it asks to take back."""
    finish: str | None = None
    """Id of the run whose rest it asks for."""
    page: PageReading | None = None
    """What it asks of the page around the chat, which does it itself."""
    reply: Reply | None = None
    reading: IntentResult | None = None
    """What the sentence means: it is not read again."""
    is_chosen: bool = True
    """The user has chosen the `reading`; False where it was read of the rows of a list."""
    opened: Opened | None = None
    """What the user has chosen and has yet to fill in."""
    followed: "FollowUpPatches | None" = None
    """The message as a patch of what was understood before: tried ahead of all the above."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A reading after a follow-up."""

    reading: IntentResult
    given: Mapping[str, str] = field(default_factory=dict[str, str])
    """With the replies to what planning asked for."""


@dataclass(frozen=True, slots=True)
class FollowUpPatches:
    """A follow-up as patches of the reading that counted last."""

    patches: tuple[Patch, ...]
    """Every reading that it can have; several are the user's choice."""
    message: ResolvedMessage
    """What it comes to with one of them: its text holds the words of both messages."""
    is_sure: bool = True
    """False where the person has to say that it is meant so."""
    stays: bool = False
    """True where something is made anew that was made before: the first one stays."""
    otherwise: "FollowUpPatches | None" = None
    """What it is where nothing comes of these patches."""
