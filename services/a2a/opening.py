"""The agent of a service: opened by the first request of the protocol, or where an earlier process
has left something to do. Until then nothing of what it needs is loaded."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from sqlalchemy import Engine, select

from pipelines.runs.store import RUNNING
from pipelines.runs.tables import runs
from services.a2a.push import NAME, Configs, Pusher
from services.a2a.tables import SCHEMA, configs
from services.channels.opening import working
from services.channels.outbox import Outbox
from services.channels.tables import SCHEMA as POSTS
from services.channels.tables import posts
from services.channels.writer import Writer
from services.errors import Unavailable
from services.http.live import LiveRuns
from services.settings import Settings
from tool_registry.base.http_addresses import Allowance
from tool_registry.base.sql import bring_up, open_database, reading

if TYPE_CHECKING:
    from services.a2a.agent import Agent

_FILE = "a2a.db"


class Door:
    """Where the agent is asked for."""

    def __init__(self, live: LiveRuns, stack: AsyncExitStack) -> None:
        """What the agent opens is closed with the stack."""
        self._live = live
        self._stack = stack
        self._lock = asyncio.Lock()
        self._agent: Agent | None = None

    async def agent(self) -> "Agent":
        """The agent; Unavailable, with what to install, where it cannot be."""
        if find_spec("a2a") is None:
            raise Unavailable("a2a.not_installed")
        async with self._lock:
            if self._agent is None:
                self._agent = await self._open()
            return self._agent

    async def open_where_needed(self) -> None:
        """Opens it where a task was left at work, or somebody is to be told of one."""
        if find_spec("a2a") is not None and await asyncio.to_thread(_is_needed, self._live):
            await self.agent()

    async def _open(self) -> "Agent":
        # The protocol's package takes a second to load.
        await asyncio.to_thread(_load)
        from services.a2a.agent import Agent
        from services.a2a.running import Running

        system, stack = self._live.system, self._stack
        clock = system.store.clock
        engine = _database(system.settings)
        stack.callback(engine.dispose)
        writer = Writer(engine)
        stack.push_async_callback(writer.close)
        allowance = Allowance.of((), system.settings.a2a_push_hosts)
        known = Configs(engine, writer, clock, allowance)
        running = Running(self._live, known)
        pusher = Pusher(known, running.payload)
        stack.push_async_callback(pusher.close)
        outbox = Outbox(writer, clock, {NAME: pusher})
        work = (outbox.deliver(), running.tell(outbox.look), running.sweep())
        await stack.enter_async_context(working(*work))
        return Agent(running)


@asynccontextmanager
async def open_door(live: LiveRuns) -> AsyncGenerator[Door]:
    """Inside the block the agent can be asked for, and goes on with what was left."""
    async with AsyncExitStack() as stack:
        door = Door(live, stack)
        async with working(door.open_where_needed()):
            yield door


def _load() -> None:
    import_module("services.a2a.agent")


def _database(settings: Settings) -> Engine:
    engine = open_database(settings.database or settings.home / _FILE)
    bring_up(engine, POSTS)
    bring_up(engine, SCHEMA)
    return engine


def _is_needed(live: LiveRuns) -> bool:
    store, settings = live.system.store, live.system.settings
    at_work = select(runs.c.id).where(runs.c.status == RUNNING, runs.c.request_key.contains("a2a:"))
    with reading(store.engine) as connection:
        if connection.execute(at_work.limit(1)).first() is not None:
            return True
    if settings.database is None and not (settings.home / _FILE).exists():
        return False
    engine = _database(settings)
    try:
        with reading(engine) as connection:
            to_tell = select(configs.c.id).where(configs.c.open).limit(1)
            to_send = select(posts.c.id).where(posts.c.channel == NAME, posts.c.done_at.is_(None))
            return any(connection.execute(one).first() for one in (to_tell, to_send.limit(1)))
    finally:
        engine.dispose()
