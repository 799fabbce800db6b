"""Push notifications: other systems are told how it stands with a task, until they have taken it.

What is told is read from the store of runs, not from what happened in this process: so a change is
told, too, that another process brought about, or that came while the service was down.
"""

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from sqlalchemy import Connection, Engine, Row, delete, select, update

from services.a2a.tables import configs
from services.channels.outbox import NotDelivered, Post, enqueue
from services.channels.writer import Writer
from services.errors import InvalidRequest
from tool_registry.base.caller import Caller
from tool_registry.base.clock import Clock
from tool_registry.base.http import Http, HttpFailure, NotAllowed, allowed_addresses
from tool_registry.base.http_addresses import Allowance
from tool_registry.base.ids import canonical
from tool_registry.base.sql import reading, upsert
from tool_registry.base.types import JsonValue

NAME = "a2a"
_SECONDS = 15.0
_GONE = 410
_MOST = 10
"""Configs of one task."""
_KEPT_FOR = 30 * 86_400.0
"""Seconds after which nobody is told of a task any more, and the config is forgotten."""
_PRINTABLE = range(0x20, 0x7F)
State: TypeAlias = Callable[[Caller, str], Awaitable[tuple[str, bool] | None]]
"""Caller and task → what stands for its state, and whether more can come; None: at work."""
Payload: TypeAlias = Callable[[Caller, str, str], Awaitable[JsonValue]]
"""Caller, task and version of the protocol → what is told."""


@dataclass(frozen=True, slots=True)
class Config:
    """Where somebody wants to be told of a task."""

    task_id: str
    id: str
    url: str
    token: str = ""
    scheme: str = ""
    credentials: str = ""
    version: str = "1.0"

    @classmethod
    def of(cls, row: Row[Any]) -> "Config":
        """As it is stored."""
        return cls(**{name: getattr(row, name) for name in cls.__slots__})


class Configs:
    """Where to tell of which task."""

    def __init__(self, engine: Engine, writer: Writer, clock: Clock, allowance: Allowance) -> None:
        self._engine = engine
        self._writer = writer
        self._clock = clock
        self.allowance = allowance

    async def check(self, config: Config) -> None:
        """InvalidRequest for an address that is not called from here, or a header that is none."""
        try:
            parts = urlsplit(config.url)
            await allowed_addresses(config.url, self.allowance)
        except (ValueError, NotAllowed) as error:
            raise _unusable(str(error)) from error
        if parts.username or parts.password:
            raise _unusable("it comes with a password")
        for name in ("token", "scheme", "credentials"):
            if any(ord(char) not in _PRINTABLE for char in getattr(config, name)):
                raise InvalidRequest("a2a.bad_field", place=name, reason="printable ASCII only")

    async def keep(self, config: Config, caller: Caller) -> None:
        """Keeps it, in place of one of the same id."""
        known = {one.id for one in self.of_task(config.task_id)} | {config.id}
        if len(known) > _MOST:
            raise InvalidRequest("a2a.many_configs", limit=_MOST)
        row = {
            **{name: getattr(config, name) for name in Config.__slots__},
            "caller": caller.model_dump(mode="json"),
            "told": "",
            "open": True,
            "created_at": self._clock.now(),
        }
        changed = [name for name in row if name not in ("task_id", "id", "created_at")]

        def work(connection: Connection) -> None:
            connection.execute(delete(configs).where(configs.c.created_at < self._oldest()))
            upsert(connection, configs, [row], replaced=changed)

        await self._writer.do(work)

    def of_task(self, task_id: str) -> list[Config]:
        """All of a task, the oldest first."""
        query = select(configs).where(configs.c.task_id == task_id)
        with reading(self._engine) as connection:
            rows = connection.execute(query.order_by(configs.c.created_at, configs.c.id)).all()
        return [Config.of(row) for row in rows]

    async def forget(self, task_id: str, id: str) -> None:
        """Nothing more is told there. Nothing happens where there is none of that id."""
        where = (configs.c.task_id == task_id, configs.c.id == id)

        def work(connection: Connection) -> None:
            connection.execute(delete(configs).where(*where))

        await self._writer.do(work)

    async def tell(self, state: State) -> bool:
        """Puts on its way what was not told yet; True where there was something."""
        news = False
        for row in self._open():
            found = await state(Caller.model_validate(row.caller), row.task_id)
            if found is None or found[0] == row.told:
                continue
            await self._writer.do(self._telling(row, *found))
            news = True
        return news

    def _open(self) -> Sequence[Row[Any]]:
        query = select(configs).where(configs.c.open, configs.c.created_at >= self._oldest())
        with reading(self._engine) as connection:
            return connection.execute(query).all()

    def _oldest(self) -> float:
        return self._clock.now() - _KEPT_FOR

    def _telling(self, row: Row[Any], told: str, more: bool) -> Callable[[Connection], None]:
        target = {"task": row.task_id, "config": row.id, "caller": row.caller}
        key = canonical([row.task_id, row.id, row.created_at, told])
        now = self._clock.now()
        own = (configs.c.task_id == row.task_id, configs.c.id == row.id)

        def work(connection: Connection) -> None:
            enqueue(connection, now, key, NAME, target, {})
            connection.execute(update(configs).where(*own).values(told=told, open=more))

        return work


class Pusher:
    """Delivers what is to be told: the task as it stands when it is sent."""

    def __init__(self, known: Configs, payload: Payload) -> None:
        self._known = known
        self._payload = payload
        self._http = Http(known.allowance)

    async def send(self, post: Post) -> None:
        """One try; NotDelivered where it was not taken."""
        task, id = str(post.target["task"]), str(post.target["config"])
        config = next((one for one in self._known.of_task(task) if one.id == id), None)
        if config is None:
            raise NotDelivered("nobody wants it any more", again=False)
        caller = Caller.model_validate(post.target["caller"])
        told = await self._payload(caller, task, config.version)
        body = json.dumps(told, ensure_ascii=False).encode()
        try:
            answer = await self._http.send(
                "POST", config.url, seconds=_SECONDS, content=body, headers=_headers(config)
            )
        except HttpFailure as error:
            raise NotDelivered(str(error)[:200]) from error
        if not 200 <= answer.status < 300:
            wait = answer.headers.get("retry-after", "")
            seconds = min(float(wait), 3600.0) if wait.isascii() and wait.isdigit() else 0.0
            again = answer.status != _GONE
            raise NotDelivered(f"HTTP {answer.status}", again=again, wait=seconds)

    async def close(self) -> None:
        """Ends the connections."""
        await self._http.close()


def _headers(config: Config) -> dict[str, str]:
    kind = "application/json" if config.version == "0.3" else "application/a2a+json"
    found = {"content-type": kind}
    if config.token:
        found["x-a2a-notification-token"] = config.token
    if config.scheme and config.credentials:
        found["authorization"] = f"{config.scheme} {config.credentials}"
    return found


def _unusable(reason: str) -> InvalidRequest:
    return InvalidRequest("a2a.bad_url", reason=reason)
