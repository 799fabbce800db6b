"""Runs of this process: they end on their own, however many listen, and whoever goes away."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, TypeAlias

from fastapi import Depends
from fastapi import Request as Asked

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.events import Event, RunFinished
from pipelines.contracts.request import Request
from pipelines.execution.stopping import stopped
from pipelines.runs.errors import StillHeld
from pipelines.runs.stop import Stop
from services.errors import KNOWN, RateLimited
from services.wiring import System
from tool_registry.base.caller import Caller

Emit: TypeAlias = Callable[[Event], None]
_Work: TypeAlias = Callable[[Emit, Stop], Coroutine[None, None, Answer]]
_LOG = logging.getLogger(__name__)
_REMEMBERED = 1_000
_GRACE = 30.0
"""Seconds that calls under way have to come to their end once somebody stops a run."""
_LOOK_AGAIN = 0.5
"""Seconds until the store is read again for events that another process wrote."""


@dataclass(slots=True)
class _Running:
    """A run that this process works on, and what it has told so far."""

    task: "asyncio.Task[Answer]"
    stop: Stop
    events: list[Event] = field(default_factory=list[Event])
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self) -> None:
        """Wakes those who follow."""
        self.news.set()
        self.news = asyncio.Event()

    def after(self, seq: int) -> list[Event] | None:
        """Events with a greater number; None where this process did not hear all of them."""
        if not self.events or self.events[0].seq > seq + 1:
            return None
        return self.events[max(0, seq + 1 - self.events[0].seq) :]


class LiveRuns:
    """Starts runs and follows their events; the store alone is the truth about them.

    Who follows a run of this process hears of its events without asking the store."""

    def __init__(self, system: System) -> None:
        self.system = system
        self._running: dict[str, _Running] = {}
        self._ending = asyncio.Lock()
        self._tasks: set[asyncio.Task[Answer]] = set()
        self._admitted: dict[tuple[str, str, str], None] = {}
        """The latest requests that were counted: their runs may not be stored yet."""

    async def start(self, request: Request) -> str:
        """The run's id, as soon as the run has begun; raises what stopped it before that:
        RateLimited for one more than its user may have carried out in a minute."""
        await self._admit(request)
        return await self._begin(partial(self._run, request), Stop())

    async def resume(self, run_id: str, caller: Caller) -> str:
        """Goes on with a run that waited for its time, or whose process is gone, with the tools
        that its `caller` has now; its id, once it goes on. Raises what stopped it before that."""
        return await self._begin(partial(self._go_on, run_id, caller), Stop())

    async def find_out(self, run_id: str) -> Answer:
        """What became of the calls of a run of which nobody knows that; no other call is begun.

        A run that leaves nothing open gives its answer. Raises RunNotFound, and StillHeld where
        somebody works on it.
        """
        run = self.system.store.get(run_id)
        if run.answer is not None and run.answer.status != Status.UNKNOWN:
            return run.answer
        if run_id in self._running or (run.answer is None and self._is_worked_on(run_id)):
            raise StillHeld(run_id)
        await self._begin(partial(self._go_on, run_id, run.request.caller), Stop(asked=True))
        await self._settled(run_id)
        ended = self.system.store.get(run_id).answer
        if ended is None:
            raise StillHeld(run_id)
        return ended

    async def _begin(self, work: _Work, stop: Stop) -> str:
        begun: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        def emit(event: Event) -> None:
            if not begun.done():
                begun.set_result(event.run_id)
                self._running[event.run_id] = _Running(task, stop)
            running = self._running[event.run_id]
            running.events.append(event)
            running.tell()

        task = asyncio.create_task(work(emit, stop))
        self._tasks.add(task)
        task.add_done_callback(lambda _: self._ended(task, begun))
        await asyncio.wait({task, begun}, return_when=asyncio.FIRST_COMPLETED)
        return begun.result() if begun.done() else task.result().run_id

    async def follow(self, run_id: str) -> AsyncIterator[Event]:
        """All stored events of the run, then new ones until it ends; of one that was taken up again
        those since then, which tell everything anew."""
        after = self._latest_start(run_id)
        while True:
            running = self._running.get(run_id)
            news = running.news if running else asyncio.Event()
            told = running.after(after) if running else None
            for event in told if told is not None else self.system.store.events(run_id, after):
                ends = event.type == "run_finished" and not self._goes_on(run_id, event)
                if ends:
                    await self._settled(run_id)
                after = event.seq
                yield event
                if ends:
                    return
            if running is None and not self._is_worked_on(run_id):
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(news.wait(), _LOOK_AGAIN)

    def _latest_start(self, run_id: str) -> int:
        """The number ahead of the event by which the run was begun, or taken up the last time."""
        running = self._running.get(run_id)
        if running is not None and running.events:
            return running.events[0].seq - 1
        stored = self.system.store.events(run_id)
        return max((one.seq - 1 for one in stored if one.type == "run_started"), default=0)

    def works_on(self, run_id: str) -> bool:
        """True while this process is at the run."""
        return run_id in self._running

    async def stop(self, run_id: str, *, at_once: bool = False) -> Answer:
        """Ends a run; its answer is the account of what exists and what nobody knows.

        No further call begins; those under way come to their end, for half a minute at most, or are
        cut off `at_once`. A run that is over gives its answer. Raises RunNotFound, and StillHeld
        where another process works on it.
        """
        running = self._running.get(run_id)
        if running is not None and not at_once:
            settled = asyncio.create_task(running.stop.settle())
            waiting = {running.task, settled}
            await asyncio.wait(waiting, timeout=_GRACE, return_when=asyncio.FIRST_COMPLETED)
            settled.cancel()
        async with self._ending:
            return await self._ended_now(run_id)

    async def _ended_now(self, run_id: str) -> Answer:
        running = self._running.get(run_id)
        if running is not None:
            running.task.cancel()
            await asyncio.wait({running.task})
        run = self.system.store.get(run_id)
        if run.answer is not None:
            return run.answer
        begun = self.system.store.take_over(run_id)
        if begun.lease is None:
            raise StillHeld(run_id)
        road = await self.system.road(run.request.caller)
        return stopped(begun, self.system.store, road.catalogue)

    async def close(self) -> None:
        """Ends what still runs; each run stays resumable."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _admit(self, request: Request) -> None:
        """Every entrance comes by here. The same request counts once, however often it is sent."""
        caller, rate = request.caller, self.system.settings.request_rate
        key = (caller.tenant, caller.user, request.request_id)
        if not rate or key in self._admitted or self.system.store.is_known(request):
            return
        self._admitted[key] = None
        wait = await self.system.buckets.take(f"requests:{caller.tenant}/{caller.user}", rate)
        if wait:
            del self._admitted[key]
            raise RateLimited("services.rate_limited", wait, limit=rate)
        if len(self._admitted) > _REMEMBERED:
            del self._admitted[next(iter(self._admitted))]

    def _goes_on(self, run_id: str, end: RunFinished) -> bool:
        """True where that was no end: the run waited for its time, which has come since."""
        if end.status != Status.SCHEDULED:
            return False
        return self.system.store.get(run_id).status != Status.SCHEDULED

    async def _settled(self, run_id: str) -> None:
        """Who sees a run's last event shall find its answer stored."""
        running = self._running.get(run_id)
        if running is not None:
            await asyncio.wait({running.task})

    def _is_worked_on(self, run_id: str) -> bool:
        """True while some process is at it; an interrupted run would keep listeners for ever."""
        store = self.system.store
        unfinished = store.get(run_id).answer is None
        return unfinished and run_id not in {run.id for run in store.interrupted()}

    async def _run(self, request: Request, emit: Emit, stop: Stop) -> Answer:
        road = await self.system.road(request.caller)
        return await road.run(request, emit, stop)

    async def _go_on(self, run_id: str, caller: Caller, emit: Emit, stop: Stop) -> Answer:
        road = await self.system.road(caller)
        return await road.resume(run_id, emit, stop)

    def _ended(self, task: "asyncio.Task[Answer]", begun: "asyncio.Future[str]") -> None:
        self._tasks.discard(task)
        running = self._running.get(begun.result()) if begun.done() else None
        if running is not None and running.task is task:
            del self._running[begun.result()]
            running.tell()
        if task.cancelled() or (error := task.exception()) is None:
            return
        if begun.done() or not isinstance(error, KNOWN):  # else who sent it is told what is wrong
            _LOG.error("a run ended with an error", exc_info=error)


def live_runs(request: Asked) -> LiveRuns:
    """The runs of this process."""
    live: LiveRuns = request.app.state.live
    return live


Live = Annotated[LiveRuns, Depends(live_runs)]
