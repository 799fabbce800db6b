"""What people say to the bot: events and commands, as deliveries."""

from typing import Any

from pydantic import Field

from services.channels.delivery import Delivery, FileRef, Speaker
from services.channels.slack.place import NAME, Place, is_direct
from services.channels.slack.text import mentioned, said
from services.channels.wire import WireModel, read

_SAYING = (None, "file_share", "thread_broadcast")
"""Subtypes that say something new; all others tell of a message: edited, deleted, joined."""
_SUFFIXES = {"text": ".txt", "csv": ".csv", "tsv": ".tsv"}


class _Authorization(WireModel):
    team: str | None = Field(None, alias="team_id")
    user: str | None = Field(None, alias="user_id")
    is_bot: bool = False


class _File(WireModel):
    id: str = Field("", max_length=64)
    name: str | None = None
    kind: str | None = Field(None, alias="filetype")
    private: str | None = Field(None, alias="url_private", max_length=2048)
    download: str | None = Field(None, alias="url_private_download", max_length=2048)


class Event(WireModel):
    """What an event says; most of it is there in messages only."""

    type: str
    subtype: str | None = None
    user: str | None = Field(None, max_length=64)
    bot: str | None = Field(None, alias="bot_id")
    text: str | None = None
    channel: str | None = Field(None, max_length=64)
    ts: str | None = Field(None, max_length=64)
    thread: str | None = Field(None, alias="thread_ts", max_length=64)
    team: str | None = Field(None, max_length=64)
    home: str | None = Field(None, alias="user_team", max_length=64)
    files: list[_File] = Field(default_factory=list[_File])


class Envelope(WireModel):
    """One delivery of the Events API."""

    type: str
    challenge: str | None = None
    team: str | None = Field(None, alias="team_id", max_length=64)
    event: dict[str, Any] | None = None
    id: str | None = Field(None, alias="event_id", max_length=256)
    authorizations: list[_Authorization] = Field(default_factory=list[_Authorization])


class Command(WireModel):
    """A slash command."""

    command: str = Field(min_length=1, max_length=64)
    text: str = ""
    user: str = Field(alias="user_id", min_length=1, max_length=64)
    channel: str = Field(alias="channel_id", min_length=1, max_length=64)
    team: str = Field(alias="team_id", min_length=1, max_length=64)
    response_url: str = Field(max_length=2048)
    trigger: str = Field(alias="trigger_id", min_length=1, max_length=256)


def message_of(told: Envelope, own: str | None, now: float) -> Delivery | None:
    """The message that an event brings; None where nobody says anything to the bot. `own`: the
    bot's user id, where it is known. InvalidRequest for a body that is none.

    An event's id is that of the message, not the envelope's `event_id`: a message that names the
    bot comes as `app_mention` and as `message`, each with an id of its own."""
    event = read(Event, told.event)
    own = next((one.user for one in told.authorizations if one.is_bot and one.user), own)
    if not _says_something(event, own):
        return None
    assert event.channel is not None, "it says something somewhere"
    named = event.type == "app_mention" or own in mentioned(event.text or "")
    direct = is_direct(event.channel)
    if not named and not direct and not _is_reply(event):
        return None
    return _delivery(told, event, own, now, named=named or direct)


def command_of(told: Command, text: str, now: float) -> Delivery:
    """What was said by a command: in no thread, and answered to its speaker alone."""
    place = Place(team=told.team, home=told.team, user=told.user, channel=told.channel)
    return Delivery(
        channel=NAME,
        event_id=f"command:{told.trigger}",
        speaker=Speaker(account=place.account),
        place=place.conversation,
        text=text,
        target=place.target(told.response_url, now),
        at=now,
    )


def _says_something(event: Event, own: str | None) -> bool:
    """True for a message of a person."""
    if event.type not in ("message", "app_mention") or event.subtype not in _SAYING:
        return False
    by_person = event.bot is None and event.user not in (None, "", "USLACKBOT", own)
    return by_person and bool(event.channel and event.ts)


def _is_reply(event: Event) -> bool:
    """True for words in a thread that are not addressed to somebody else."""
    is_addressed = (event.text or "").lstrip().startswith("<@")
    return event.thread is not None and not is_addressed


def _delivery(
    told: Envelope, event: Event, own: str | None, now: float, *, named: bool
) -> Delivery:
    # In a shared channel the envelope may be of the other workspace: ours is the bot's.
    ours = next((one.team for one in told.authorizations if one.is_bot and one.team), None)
    channel, ts, team = str(event.channel), str(event.ts), ours or told.team or event.team or ""
    thread = event.thread or (None if is_direct(channel) else ts)
    place = Place(
        team=team,
        home=event.home or event.team or team,
        user=str(event.user),
        channel=channel,
        thread=thread,
    )
    return Delivery(
        channel=NAME,
        event_id=f"message:{team}/{channel}/{ts}",
        speaker=Speaker(account=place.account, is_member=place.is_member),
        place=place.conversation,
        text=said(event.text or "", own),
        files=tuple(_file(one) for one in event.files),
        named=named,
        target=place.target(None, now),
        at=now,
    )


def _file(told: _File) -> FileRef:
    """A snippet has no name that says what it is."""
    name, suffix = (told.name or told.id)[:200], _SUFFIXES.get(told.kind or "", "")
    named = name if not suffix or "." in name[-5:] else f"{name}{suffix}"
    return FileRef(name=named, place=told.download or told.private or f"file:{told.id}")
