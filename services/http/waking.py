"""Runs that wait for their time are gone on with when it comes, or when the service comes back."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

from sqlalchemy.exc import SQLAlchemyError

from pipelines.messages import say
from pipelines.runs.errors import NotWaiting
from pipelines.runs.schedule import drop, due
from services.errors import KNOWN
from services.http.live import LiveRuns
from services.identity import needs_login
from tool_registry.base.caller import Caller
from tool_registry.vocabulary.language import language_of

_LOG = logging.getLogger(__name__)
_LOOK = 1.0
"""Seconds between looks for runs whose time has come."""
_AGAIN = 15.0
"""Seconds until a run is tried again that could not be gone on with."""


@asynccontextmanager
async def waking(live: LiveRuns) -> AsyncGenerator[None]:
    """Inside the block this process wakes what is due; several processes may, each run goes on in
    one of them, by its lease."""
    task = asyncio.create_task(Waker(live).work())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})


class Waker:
    """Looks for what is due, and starts it."""

    def __init__(self, live: LiveRuns) -> None:
        self._live = live
        self._store = live.system.store
        self._not_before: dict[str, float] = {}
        """Run that could not be gone on with → when it is tried again, on the steady clock."""

    async def work(self) -> None:
        """Until it is cancelled."""
        while True:
            try:
                found = await asyncio.to_thread(
                    due, self._store, self._live.system.settings.schedule_grace
                )
            except SQLAlchemyError as error:
                _LOG.warning("what is due cannot be looked up: %s", error)
                found = list[str]()
            for run_id in found:
                await self._wake(run_id)
            await asyncio.sleep(_LOOK)

    async def _wake(self, run_id: str) -> None:
        now = self._store.clock.monotonic()
        if self._live.works_on(run_id) or self._not_before.get(run_id, now) > now:
            return
        try:
            caller = self._person(run_id)
            if caller is not None:
                await self._live.resume(run_id, caller)
            self._not_before.pop(run_id, None)
        except (SQLAlchemyError, *KNOWN) as error:
            _LOG.warning("run %s waits on, as it could not be gone on with: %s", run_id, error)
            self._not_before[run_id] = now + _AGAIN

    def _person(self, run_id: str) -> Caller | None:
        """Whoever scheduled it, with the projects of today: tools of those that they have left are
        not theirs any more. None for somebody who is not there: then the run ends here."""
        system, run = self._live.system, self._store.get(run_id)
        caller = run.request.caller
        if not needs_login(system.settings):
            return caller
        known = system.stores.people.known_as(caller.tenant, caller.user)
        if known is None:
            with suppress(NotWaiting):
                drop(self._store, run_id, say(language_of(run.request.text), "schedule.nobody"))
        return known
