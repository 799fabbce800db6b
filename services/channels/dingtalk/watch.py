"""A run on its way: a card that grows, or a few messages."""

import asyncio
import logging
from typing import Any

from pipelines.contracts.events import Event
from pipelines.messages import say
from services.channels.delivery import Delivery
from services.channels.dingtalk.api import Api
from services.channels.dingtalk.markdown import escaped
from services.channels.outbox import NotDelivered
from services.progress import Progress
from tool_registry.base.ids import new_id
from tool_registry.base.types import JsonValue

_LOG = logging.getLogger(__name__)
_PATIENCE = 3.0
"""Seconds in which a run ends without a word of its progress."""
_BETWEEN = 10.0
"""Seconds between two messages of progress: a bot may send some twenty a minute."""
_MESSAGES = 6
_FRAMES = 1.0
"""Seconds between two looks of a card."""


class Spoken:
    """Progress as Markdown messages: none of a short run, few of a long one."""

    def __init__(self, api: Api, webhook: str | None, progress: Progress) -> None:
        self._api = api
        self._webhook = webhook
        self._progress = progress
        self._lines: list[str] = []
        self._task = asyncio.create_task(self._tell()) if webhook else None

    async def __call__(self, event: Event, lines: list[str]) -> None:
        """Keeps what is to be told."""
        self._lines += lines

    async def end(self) -> dict[str, JsonValue]:
        """Nothing more is told."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        return {}

    async def _tell(self) -> None:
        await asyncio.sleep(_PATIENCE)
        for _ in range(_MESSAGES):
            lines, self._lines = self._lines, []
            if lines:
                await self._send("  \n".join(map(escaped, lines)))
            await asyncio.sleep(_BETWEEN)

    async def _send(self, text: str) -> None:
        title = say(self._progress.language, "channels.working")
        message: JsonValue = {"msgtype": "markdown", "markdown": {"title": title, "text": text}}
        try:
            await self._api.post_to(str(self._webhook), message)
        except NotDelivered as error:
            _LOG.info("progress was not shown: %s", error)


class Growing:
    """Progress as an AI card, which the answer ends."""

    def __init__(
        self, api: Api, template: str, route: str, delivery: Delivery, progress: Progress
    ) -> None:
        """`route`: how presses come back, `STREAM` or `HTTP`."""
        self._card = Card(api, template, route, delivery.id[:32], delivery.target)
        self._progress = progress
        self._lines: list[str] = []
        self._changed = asyncio.Event()
        self._opened = asyncio.create_task(self._open())
        self._task = asyncio.create_task(self._show())

    async def __call__(self, event: Event, lines: list[str]) -> None:
        """Keeps what is to be shown."""
        if lines:
            self._lines += lines
            self._changed.set()

    async def end(self) -> dict[str, JsonValue]:
        """Says which card the answer belongs on, if there is one."""
        shown = await self._opened
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        return {"card": self._card.id} if shown else {}

    async def _open(self) -> bool:
        """True once the card is in the conversation."""
        try:
            await self._card.open(say(self._progress.language, "channels.working"))
        except NotDelivered as error:
            _LOG.warning("the card was not shown: %s", error)
            return False
        return True

    async def _show(self) -> None:
        if not await asyncio.shield(self._opened):
            return
        try:
            while True:
                await self._changed.wait()
                self._changed.clear()
                await self._card.write("  \n".join(map(escaped, self._lines)))
                await asyncio.sleep(_FRAMES)
        except NotDelivered as error:
            _LOG.warning("the card does not grow: %s", error)


class Card:
    """One card instance. Its template has the variables `content` (Markdown, written as a stream)
    and `flowStatus`."""

    def __init__(
        self, api: Api, template: str, route: str, id: str, target: dict[str, JsonValue]
    ) -> None:
        self.id = id
        self._api = api
        self._template = template
        self._route = route
        self._target = target

    async def open(self, content: str) -> None:
        """Creates the card and brings it into the conversation."""
        told: dict[str, Any] = {
            "cardTemplateId": self._template,
            "outTrackId": self.id,
            "cardData": {"cardParamMap": {"content": content, "flowStatus": "1"}},
            "callbackType": self._route,
            "imGroupOpenSpaceModel": {"supportForward": False},
            "imRobotOpenSpaceModel": {"supportForward": False},
        }
        if self._route == "HTTP":
            told["callbackRouteKey"] = "zhizao"
        await self._api.call("POST", "/v1.0/card/instances", told)
        space: dict[str, Any] = {"outTrackId": self.id, "userIdType": 1, **self._space()}
        await self._api.call("POST", "/v1.0/card/instances/deliver", space)
        await self._flow("2")

    async def write(self, content: str, *, last: bool = False) -> None:
        """Puts that content in the place of what it shows."""
        told: JsonValue = {
            "outTrackId": self.id,
            "guid": new_id("frame"),
            "key": "content",
            "content": content,
            "isFull": True,
            "isFinalize": last,
            "isError": False,
        }
        await self._api.call("PUT", "/v1.0/card/streaming", told)

    async def finish(self, content: str, *, good: bool) -> None:
        """The last content, and how it went."""
        await self.write(content, last=True)
        await self._flow("3" if good else "5", content)

    async def _flow(self, status: str, content: str | None = None) -> None:
        data = {"flowStatus": status, **({"content": content} if content is not None else {})}
        told: JsonValue = {"outTrackId": self.id, "cardData": {"cardParamMap": dict(data)}}
        await self._api.call("PUT", "/v1.0/card/instances", told)

    def _space(self) -> dict[str, Any]:
        target = self._target
        if target.get("group"):
            model = {"robotCode": target.get("robot")}
            space = f"dtv1.card//IM_GROUP.{target.get('conversation')}"
            return {"openSpaceId": space, "imGroupOpenDeliverModel": model}
        space = f"dtv1.card//IM_ROBOT.{target.get('staff')}"
        return {"openSpaceId": space, "imRobotOpenDeliverModel": {"spaceType": "IM_ROBOT"}}
