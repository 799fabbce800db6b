"""A run on its way: a stream of its steps, a message that is changed, or a word in between."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any, Protocol

from pipelines.contracts.events import Event
from pipelines.messages import Language, say
from services.channels.outbox import NotDelivered
from services.channels.slack.api import Api, Refusal
from services.channels.slack.blocks import said, without_buttons
from services.channels.slack.text import escaped, notification
from services.progress import Progress
from tool_registry.base.types import JsonValue

_LOG = logging.getLogger(__name__)
_PATIENCE = 3.0
"""Seconds in which a run that calls nothing ends without a word of its progress."""
_STREAMED, _CHANGED = 0.7, 1.25
"""Seconds between two looks: appendStream takes a hundred a minute, chat.update fifty."""
_TITLE, _TEXT, _LINES = 250, 3000, 30
_READING = "reading"
_STATES = {"done": "complete", "skipped": "complete"}
_NO_STREAMS = (
    "unknown_method",
    "missing_scope",
    "feature_not_enabled",
    "team_not_allowed",
    "team_access_not_granted",
    "not_allowed_token_type",
    "method_deprecated",
    "no_permission",
    "restricted_action",
    "access_denied",
)
"""Errors that say that this workspace has no streams at all."""


class Streams:
    """Whether the workspace takes streams: what it has refused once is not tried again."""

    def __init__(self) -> None:
        self.taken = True

    def refused(self, error: NotDelivered) -> None:
        """Remembers a refusal that counts for all conversations."""
        code = error.code.partition(":")[0] if isinstance(error, Refusal) else ""
        if code in _NO_STREAMS:
            self.taken = False
            _LOG.warning("Slack takes no streams here (%s): messages are changed instead", error)


class Surface(Protocol):
    """Where progress is shown."""

    gap: float
    """Seconds between two writes."""

    async def open(self) -> None:
        """Begins; NotDelivered where nothing can be shown there."""
        ...

    async def write(self, tasks: Mapping[str, dict[str, Any]], lines: list[str]) -> None:
        """Shows what has changed: all tasks by their id, all lines."""
        ...

    def shown(self) -> dict[str, JsonValue]:
        """What the answer needs to take its place."""
        ...


class Watching:
    """Follows one run and shows it, best effort."""

    def __init__(
        self, api: Api, streams: Streams, target: dict[str, JsonValue], progress: Progress
    ) -> None:
        self._api = api
        self._streams = streams
        self._target = target
        self._progress = progress
        self._tasks: dict[str, dict[str, Any]] = {}
        self._lines: list[str] = []
        self._news, self._called, self._over = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self._showing = asyncio.create_task(self._show())

    async def __call__(self, event: Event, lines: list[str]) -> None:
        """Keeps what is to be shown."""
        self._lines += lines
        if event.type == "step_started":
            title = event.title or self._progress.title(event.step, event.tool)
            self._tasks[event.step] = _task(event.step, title, "in_progress")
            self._called.set()
        elif event.type == "step_finished":
            title = self._progress.title(event.step, event.tool)
            self._tasks[event.step] = _task(event.step, title, _STATES.get(event.status, "error"))
        if lines or event.type in ("step_started", "step_finished"):
            self._news.set()

    async def end(self) -> dict[str, JsonValue]:
        """Says which message the answer belongs on, if there is one."""
        self._over.set()
        return await self._showing

    async def _show(self) -> dict[str, JsonValue]:
        await self._settle()
        await self._first_of(_PATIENCE, self._called, self._over)
        for surface in () if self._over.is_set() else self._surfaces():
            try:
                await surface.open()
            except NotDelivered as error:
                _LOG.info("progress is not shown there: %s", error)
                if isinstance(surface, Stream):
                    self._streams.refused(error)
                continue
            await self._follow(surface)
            return surface.shown()
        return {}

    async def _follow(self, surface: Surface) -> None:
        """Writes what is new until the run is over; a stream gets its last states."""
        while not self._over.is_set():
            await self._first_of(None, self._news, self._over)
            self._news.clear()
            pause = await self._written(surface)
            await self._first_of(max(pause, surface.gap), self._over)
        if isinstance(surface, Stream):
            await self._written(surface)

    async def _written(self, surface: Surface) -> float:
        """Seconds that Slack wants to be left alone behind it."""
        try:
            await surface.write(dict(self._tasks), self._lines)
        except NotDelivered as error:
            _LOG.info("progress was not shown: %s", error)
            return error.wait
        return 0.0

    def _surfaces(self) -> list[Surface]:
        """The best one first."""
        language = self._progress.language
        if self._target.get("response_url"):
            return [Word(self._api, self._target, language)]
        found: list[Surface] = [Changing(self._api, self._target, language)]
        if self._target.get("thread") and self._streams.taken:
            found.insert(0, Stream(self._api, self._target, language))
        return found

    async def _settle(self) -> None:
        """A button that was pressed is not there any more."""
        message, blocks = self._target.get("pressed"), self._target.get("blocks")
        if not message or not isinstance(blocks, list):
            return
        label = str(self._target.get("label") or "")
        left = without_buttons(blocks, label)  # pyright: ignore[reportUnknownArgumentType]
        told: dict[str, JsonValue] = {"channel": self._target["channel"], "ts": message}
        try:
            await self._api.call("chat.update", {**told, "text": f"✓ {label}", "blocks": left})
        except NotDelivered as error:
            _LOG.info("buttons that were pressed are still there: %s", error)

    async def _first_of(self, seconds: float | None, *events: asyncio.Event) -> None:
        """Waits for one of them, or so long."""
        waiting = [asyncio.create_task(one.wait()) for one in events]
        try:
            await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waiting:
                one.cancel()


class _Placed:
    """What is shown in one place."""

    def __init__(self, api: Api, target: Mapping[str, JsonValue], language: Language) -> None:
        self._api = api
        self._target = target
        self._title = say(language, "channels.working")
        self._ts = ""


class Stream(_Placed):
    """A message that is streamed, with a task for each step."""

    gap = _STREAMED

    def __init__(self, api: Api, target: Mapping[str, JsonValue], language: Language) -> None:
        super().__init__(api, target, language)
        self._told: dict[str, dict[str, Any]] = {}

    async def open(self) -> None:
        """Starts it below the message that it answers."""
        first = _task(_READING, self._title, "in_progress")
        told = await self._api.call(
            "chat.startStream",
            {
                "channel": self._target["channel"],
                "thread_ts": self._target["thread"],
                "recipient_team_id": self._target["home"],
                "recipient_user_id": self._target["user"],
                "task_display_mode": "timeline",
                "chunks": [first],
            },
        )
        self._ts, self._told = str(told.get("ts", "")), {_READING: first}

    async def write(self, tasks: Mapping[str, dict[str, Any]], lines: list[str]) -> None:
        """Appends tasks that are new or whose state has changed."""
        begun = {_READING: _task(_READING, self._title, "complete")} if tasks else {}
        news = {id: one for id, one in {**begun, **tasks}.items() if self._told.get(id) != one}
        if news:
            where = {"channel": self._target["channel"], "ts": self._ts}
            await self._api.call("chat.appendStream", {**where, "chunks": [*news.values()]})
            self._told |= news

    def shown(self) -> dict[str, JsonValue]:
        """The answer ends the stream, and with it what has no end yet."""
        open_ones = [one for one in self._told.values() if one["status"] == "in_progress"]
        ends: list[JsonValue] = [
            {**one, "status": "complete" if one["id"] == _READING else "error"} for one in open_ones
        ]
        return {"stream": self._ts, "ends": ends}


class Changing(_Placed):
    """A message that is changed."""

    gap = _CHANGED
    _count = 0
    """Lines that are shown."""

    async def open(self) -> None:
        """Says that somebody is at work."""
        where = {"channel": self._target["channel"], "thread_ts": self._target.get("thread")}
        told = await self._api.call("chat.postMessage", {**where, **self._look([])})
        self._ts = str(told.get("ts", ""))

    async def write(self, tasks: Mapping[str, dict[str, Any]], lines: list[str]) -> None:
        """The latest lines in the place of those before."""
        if len(lines) > self._count:
            self._count = len(lines)
            where = {"channel": self._target["channel"], "ts": self._ts}
            await self._api.call("chat.update", {**where, **self._look(lines[-_LINES:])})

    def shown(self) -> dict[str, JsonValue]:
        """The answer takes its place."""
        return {"message": self._ts}

    def _look(self, lines: list[str]) -> dict[str, Any]:
        blocks = [*said([self._title]), *said(lines)]
        return {"text": notification(self._title, _TITLE), "blocks": blocks}


class Word(_Placed):
    """One word at the address of a command, which takes five answers."""

    gap = _CHANGED

    async def open(self) -> None:
        """Says that somebody is at work."""
        text = {"text": notification(self._title, _TITLE), "replace_original": True}
        await self._api.respond(
            str(self._target["response_url"]), {"response_type": "ephemeral", **text}
        )

    async def write(self, tasks: Mapping[str, dict[str, Any]], lines: list[str]) -> None:
        """Nothing more: the answer needs the address."""

    def shown(self) -> dict[str, JsonValue]:
        """The answer takes its place."""
        return {"replace": True}


def _task(id: str, title: str, status: str) -> dict[str, Any]:
    return {
        "type": "task_update",
        "id": id,
        "title": escaped(title, _TITLE) or "–",
        "status": status,
    }
