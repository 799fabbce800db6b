"""The channels that the settings name, from the service's start to its end."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from services.channels.channel import Channel
from services.channels.dispatcher import Dispatcher
from services.channels.files import WaitingFiles
from services.channels.inbox import Inbox
from services.channels.members import Members
from services.channels.outbox import Outbox
from services.channels.tables import SCHEMA
from services.http.live import LiveRuns
from services.settings import Settings
from tool_registry.base.clock import Clock
from tool_registry.base.sql import bring_up

_LOG = logging.getLogger(__name__)


def configured(settings: Settings, clock: Clock) -> dict[str, Channel]:
    """An adapter for each platform whose credentials are there, by its name."""
    found: dict[str, Channel] = {}
    if settings.dingtalk_client_id is not None and settings.dingtalk_client_secret is not None:
        from services.channels.dingtalk.adapter import DingTalk

        found[DingTalk.name] = DingTalk.of(settings, clock)
    return found


@asynccontextmanager
async def open_channels(live: LiveRuns) -> AsyncGenerator[Dispatcher | None]:
    """What takes deliveries inside the block; None where no channel is configured."""
    system = live.system
    adapters = configured(system.settings, system.store.clock)
    if not adapters:
        yield None
        return
    engine, clock = system.store.engine, system.store.clock
    bring_up(engine, SCHEMA)
    inbox, outbox = Inbox(engine, clock), Outbox(engine, clock, adapters)
    members = Members(system.stores, system.settings)
    files = WaitingFiles(engine, clock)
    dispatcher = Dispatcher(live, inbox, outbox, adapters, members, files)
    listening = (one.listen(dispatcher.receive) for one in adapters.values())
    tasks = [_task(work) for work in (outbox.deliver(), dispatcher.sweep(), *listening)]
    try:
        yield dispatcher
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await dispatcher.close()
        await asyncio.gather(*(one.close() for one in adapters.values()), return_exceptions=True)
        inbox.close()


def _task(work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
    task = asyncio.create_task(work)
    task.add_done_callback(_ended)
    return task


def _ended(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and (error := task.exception()):
        _LOG.error("a channel's work ended with an error", exc_info=error)
