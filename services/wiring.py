"""Puts the parts of the road together: the only place that chooses implementations."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from sqlalchemy import delete, false
from sqlalchemy.exc import SQLAlchemyError

from pipelines.executor.setting import ExecutionOptions
from pipelines.planner.frame import PlanOptions
from pipelines.road import Road, RoadOptions
from pipelines.runs.store import RunStore
from pipelines.runs.tables import pending
from services.registry import Registry
from services.settings import Settings


class System(Registry):
    """A registry with the store of runs: all that the road needs."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.store = open_store(settings)

    async def road(self) -> Road:
        """The road over the present catalogue."""
        return Road(await self.catalogue(), self.sources, self.store, road_options(self.settings))

    async def problems(self) -> dict[str, str]:
        """What keeps requests from being served now, by part; empty when all is well."""
        found = {one.source: one.problem for one in await self.listings() if one.problem}
        try:
            with self.store.engine.begin() as connection:
                connection.execute(delete(pending).where(false()))
        except SQLAlchemyError as error:
            found["store"] = f"the store of runs cannot be written: {error.__cause__ or error}"
        return found


def road_options(settings: Settings) -> RoadOptions:
    """What these settings mean to the road."""
    return RoadOptions(
        plan=PlanOptions(max_steps=settings.max_steps),
        execution=ExecutionOptions(
            call_timeout=settings.call_timeout, poll_timeout=settings.poll_timeout
        ),
        bulk_limit=settings.bulk_limit,
    )


def open_store(settings: Settings) -> RunStore:
    """The store of runs, created where there is none."""
    settings.home.mkdir(parents=True, exist_ok=True)
    return RunStore(settings.home / "runs.db")


@asynccontextmanager
async def open_system(settings: Settings) -> AsyncGenerator[System]:
    """Everything that serving requests needs, closed at the end of the block."""
    system = System(settings)
    async with system.sources:
        yield system
