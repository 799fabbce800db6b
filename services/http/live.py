"""Runs of this process: they end on their own, however many listen, and whoever goes away."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from typing import TypeAlias

from pipelines.answer import Answer
from pipelines.events import Event
from pipelines.request import Request
from pipelines.runs.errors import StillHeld
from pipelines.stopping import stopped
from services.wiring import System

Emit: TypeAlias = Callable[[Event], None]
_LOG = logging.getLogger(__name__)
_LOOK_AGAIN = 0.5
"""Seconds until the store is read again for events that another process wrote."""


class LiveRuns:
    """Starts runs and follows their events; the store alone is the truth about them."""

    def __init__(self, system: System, heartbeat: float) -> None:
        self.system = system
        self.heartbeat = heartbeat
        self._tasks: dict[asyncio.Task[Answer], str] = {}
        self._news = asyncio.Event()

    async def start(self, request: Request) -> str:
        """The run's id, as soon as the run has begun; raises what stopped it before that."""
        begun: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        def emit(event: Event) -> None:
            if not begun.done():
                begun.set_result(event.run_id)
                self._tasks[task] = event.run_id
            self._tell()

        task = asyncio.create_task(self._run(request, emit))
        self._tasks[task] = ""
        task.add_done_callback(self._ended)
        await asyncio.wait({task, begun}, return_when=asyncio.FIRST_COMPLETED)
        return begun.result() if begun.done() else task.result().run_id

    async def follow(self, run_id: str, after: int = 0) -> AsyncIterator[Event | None]:
        """Stored events with a greater `seq`, then new ones until the run ends; None when quiet."""
        heard = time.monotonic()
        while True:
            news, running = self._news, run_id in self._tasks.values()
            for event in self.system.store.events(run_id, after):
                if event.type == "run_finished":
                    await self._settled(run_id)
                after, heard = event.seq, time.monotonic()
                yield event
                if event.type == "run_finished":
                    return
            if not running and not self._is_worked_on(run_id):
                return
            if time.monotonic() - heard >= self.heartbeat:
                heard = time.monotonic()
                yield None
            await _wait(news, min(_LOOK_AGAIN, self.heartbeat))

    async def stop(self, run_id: str) -> Answer:
        """Ends a run now; its answer is the account of what exists and what nobody knows.

        A run that is over gives its answer. Raises RunNotFound, and StillHeld where another process
        works on it.
        """
        for task, running in tuple(self._tasks.items()):
            if running == run_id:
                task.cancel()
                await asyncio.wait({task})
        run = self.system.store.get(run_id)
        if run.answer is not None:
            return run.answer
        begun = self.system.store.take_over(run_id)
        if begun.lease is None:
            raise StillHeld(run_id)
        road = await self.system.road(run.request.caller)
        answer = stopped(begun, self.system.store, road.catalogue)
        self._tell()
        return answer

    async def close(self) -> None:
        """Ends what still runs; each run stays resumable."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _settled(self, run_id: str) -> None:
        """Who sees a run's last event shall find its answer stored."""
        tasks = [task for task, running in self._tasks.items() if running == run_id]
        if tasks:
            await asyncio.wait(tasks)

    def _is_worked_on(self, run_id: str) -> bool:
        """True while some process is at it; an interrupted run would keep listeners for ever."""
        store = self.system.store
        unfinished = store.get(run_id).answer is None
        return unfinished and run_id not in {run.id for run in store.interrupted()}

    async def _run(self, request: Request, emit: Emit) -> Answer:
        road = await self.system.road(request.caller)
        return await road.run(request, emit)

    def _ended(self, task: "asyncio.Task[Answer]") -> None:
        self._tasks.pop(task, None)
        if not task.cancelled() and (error := task.exception()):
            _LOG.error("a run ended with an error", exc_info=error)
        self._tell()

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()


async def _wait(news: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(news.wait(), seconds)
    except TimeoutError:
        return
