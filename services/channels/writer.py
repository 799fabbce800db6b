"""Writes of the inbox and the outbox: by a thread of its own, those that wait as one transaction.

A platform waits for its acknowledgement, and that for the disk: many that come at the same moment
wait for it once, and no run keeps them waiting."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

T = TypeVar("T")
Work: TypeAlias = Callable[[Connection], T]
_Waiting: TypeAlias = "tuple[Work[Any], asyncio.Future[Any]]"


class Writer:
    """Executes pieces of work in transactions, in the order in which they come."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._thread = ThreadPoolExecutor(1, "writer")
        self._waiting: list[_Waiting] = []
        self._task: asyncio.Task[None] | None = None

    async def do(self, work: Work[T]) -> T:
        """What the work returned, once it is on the disk; raises what it raised."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write())
        return await done

    async def close(self) -> None:
        """Ends when all that was begun is written."""
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)
        self._thread.shutdown(wait=True)

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting, []
            works = [work for work, _ in batch]
            results = await loop.run_in_executor(self._thread, self._together, works)
            for (_, done), result in zip(batch, results, strict=True):
                if done.done():
                    continue
                if isinstance(result, SQLAlchemyError):
                    done.set_exception(result)
                else:
                    done.set_result(result)

    def _together(self, works: list[Work[Any]]) -> list[Any]:
        """All in one transaction; each by itself where one of them cannot be."""
        try:
            with self.engine.begin() as connection:
                return [work(connection) for work in works]
        except SQLAlchemyError as error:
            if len(works) == 1:
                return [error]
        return [result for work in works for result in self._together([work])]
