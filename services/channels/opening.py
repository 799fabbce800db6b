"""The channels that the settings name, from the service's start to its end."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from importlib.util import find_spec
from typing import Any, TypeAlias

from sqlalchemy import Engine

from services.channels.channel import Channel
from services.channels.dispatcher import Dispatcher
from services.channels.files import WaitingFiles
from services.channels.inbox import Inbox
from services.channels.members import Members
from services.channels.outbox import Outbox, Sender
from services.channels.tables import SCHEMA
from services.channels.webhook import NAME as WEBHOOK
from services.channels.webhook import Webhook, signing
from services.channels.writer import Writer
from services.http.live import LiveRuns
from services.settings import Settings
from tool_registry.base.clock import Clock
from tool_registry.base.errors import ConfigurationError
from tool_registry.base.sql import bring_up, open_database

_LOG = logging.getLogger(__name__)
Adapters: TypeAlias = Callable[[Settings, Clock], dict[str, Channel]]


def configured(settings: Settings, clock: Clock) -> dict[str, Channel]:
    """An adapter for each platform whose credentials are there, by its name."""
    found: dict[str, Channel] = {}
    if settings.dingtalk_client_id is not None and settings.dingtalk_client_secret is not None:
        from services.channels.dingtalk.adapter import DingTalk

        found[DingTalk.name] = DingTalk.of(settings, clock)
    if settings.slack_bot_token is not None:
        from services.channels.slack.adapter import Slack

        found[Slack.name] = Slack.of(settings, clock)
    return found


def check(settings: Settings) -> None:
    """Raises ConfigurationError where a channel could not be opened with these settings."""
    signing(settings)
    if (settings.dingtalk_client_id is None) is not (settings.dingtalk_client_secret is None):
        names = "ZHIZAO_DINGTALK_CLIENT_ID and ZHIZAO_DINGTALK_CLIENT_SECRET"
        raise ConfigurationError(f"DingTalk takes both {names}")
    if settings.dingtalk_stream and find_spec("websockets") is None:
        reason = "DingTalk's Stream mode takes the extra dingtalk: pip install 'zhizao[dingtalk]'"
        raise ConfigurationError(reason)
    _check_slack(settings)


def _check_slack(settings: Settings) -> None:
    token = settings.slack_bot_token
    others = (settings.slack_signing_secret, settings.slack_app_token)
    if (token is not None) is not any(one is not None for one in others):
        reason = (
            "Slack takes ZHIZAO_SLACK_BOT_TOKEN, and with it ZHIZAO_SLACK_SIGNING_SECRET (Slack"
            " calls the service) or ZHIZAO_SLACK_APP_TOKEN (Socket Mode)"
        )
        raise ConfigurationError(reason)
    if token is not None and any(find_spec(name) is None for name in ("slack_sdk", "aiohttp")):
        raise ConfigurationError("Slack takes the extra slack: pip install 'zhizao[slack]'")


@asynccontextmanager
async def open_channels(
    live: LiveRuns, adapters_of: Adapters = configured
) -> AsyncGenerator[Dispatcher | None]:
    """What takes deliveries inside the block, None where no chat platform is configured; and what
    is to be sent is sent."""
    system, clock = live.system, live.system.store.clock
    async with AsyncExitStack() as stack:
        webhook = Webhook.of(system.settings, clock)
        if webhook is not None:
            await _posting(stack, system.store.engine, clock, {WEBHOOK: webhook})
        adapters = adapters_of(system.settings, clock)
        if not adapters:
            yield None
            return
        engine = _database(system.settings)
        stack.callback(engine.dispose)
        writer, outbox = await _posting(stack, engine, clock, adapters)
        inbox, files = Inbox(writer, clock), WaitingFiles(engine, clock)
        members = Members(system.stores, system.settings)
        dispatcher = Dispatcher(live, inbox, outbox, adapters, members, files)
        stack.push_async_callback(dispatcher.close)
        listening = (one.listen(dispatcher) for one in adapters.values())
        await stack.enter_async_context(working(dispatcher.sweep(), *listening))
        yield dispatcher


def _database(settings: Settings) -> Engine:
    """Of deliveries. An SQLite file of its own: there is one writer to a file, and none of the
    many writes of a run shall keep a platform waiting."""
    return open_database(settings.database or settings.home / "channels.db")


async def _posting(
    stack: AsyncExitStack, engine: Engine, clock: Clock, senders: Mapping[str, Sender]
) -> tuple[Writer, Outbox]:
    """Posts of that database are delivered until the stack ends."""
    bring_up(engine, SCHEMA)
    writer = Writer(engine)
    stack.push_async_callback(writer.close)
    for sender in senders.values():
        stack.push_async_callback(sender.close)
    outbox = Outbox(writer, clock, senders)
    await stack.enter_async_context(working(outbox.deliver()))
    return writer, outbox


@asynccontextmanager
async def working(*works: Coroutine[Any, Any, None]) -> AsyncGenerator[None]:
    """Work that goes on until the block ends."""
    tasks = [_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _task(work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
    task = asyncio.create_task(work)
    task.add_done_callback(_ended)
    return task


def _ended(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and (error := task.exception()):
        _LOG.error("a channel's work ended with an error", exc_info=error)
