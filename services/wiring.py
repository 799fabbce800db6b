"""Puts the parts of the road together: the only place that chooses implementations."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import delete, false
from sqlalchemy.exc import SQLAlchemyError

from pipelines.clarification import moments_said
from pipelines.contracts.answer import Answer
from pipelines.contracts.request import Request
from pipelines.execution.run_setup import ExecutionOptions
from pipelines.filter.finding import Finder
from pipelines.flow.options import RoadOptions
from pipelines.flow.road import Road
from pipelines.onboarding.commands import Registrar
from pipelines.reasoning.planner.problem import PlanOptions
from pipelines.runs.entities import StoredEntities
from pipelines.runs.store import RunStore
from pipelines.runs.tables import pending
from services.errors import Unavailable
from services.knowledge import Library
from services.reading import reader_of
from services.recalling import likeness
from services.recording import ObservedRoad, RunNotes, keep_notes
from services.registry import Registry
from services.settings import Settings, is_model_configured, read_access
from tool_registry.base.beside_loop import beside_loop
from tool_registry.base.caller import Caller
from tool_registry.base.clock import Clock
from tool_registry.base.errors import RegistryError
from tool_registry.base.sql import bring_up
from tool_registry.catalogue import Catalogue

if TYPE_CHECKING:
    from pipelines.runs.redis_entities import RedisEntities
    from services.counting import Counters
    from services.handover.queue import Handovers
    from services.models import Models
    from tool_registry.stores.store import RegistryStore

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Health:
    """What is not as it should be, by part."""

    blocking: dict[str, str] = field(default_factory=dict[str, str])
    """What keeps requests from being served now."""
    degraded: dict[str, str] = field(default_factory=dict[str, str])
    """What is done without."""


class System(Registry):
    """A registry with the store of runs: all that the road needs."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.store = open_store(settings)
        self.models: Models | None = None
        self.library = Library(settings.knowledge)
        self.counters: Counters | None = None
        self.entities = open_entities(settings, self.store, self.stores)
        self.when_warm: Callable[[], None] | None = None
        """Called once what every request needs is there."""

    @cached_property
    def handovers(self) -> "Handovers":
        """Conversations that were handed over to a person."""
        from services.handover.queue import Handovers

        told = self.settings.webhook_url is not None
        return Handovers(self.store, self.settings.handover_to, told=told)

    async def road(
        self, caller: Caller | None = None, *, at_home: bool = False, folder: Path | None = None
    ) -> Road:
        """The road over what the caller can use now; it records what runs do with tools.

        `at_home`: the caller sits at this machine, and may have its programs and files used.
        `folder`: where the caller's relative paths begin; by default where this process does."""
        caller = caller or Caller()
        view = await self.view(caller)

        def registrar() -> Registrar:
            # Few sentences are about tools, and what these need takes long to load.
            from pipelines.onboarding.commands.handler import RegistryCommands
            from services.caller_registry import CallerRegistry

            gateway = CallerRegistry(
                self, self.store, caller, view.catalogue, runs_commands=at_home, folder=folder
            )
            return RegistryCommands(gateway, view.catalogue)

        options = replace(self.options(view.catalogue), registrar=registrar)
        return ObservedRoad(view.catalogue, view.sources, self.store, options, keep=self.record)

    async def warm(self) -> None:
        """Loads what every request needs; what is not there now is asked for again then."""
        with suppress(RegistryError, Unavailable):
            catalogue = (await self.view(Caller())).catalogue
            await beside_loop(partial(reader_of(catalogue, self.settings).read, "hello"))
            await beside_loop(partial(self.finder.warm, catalogue))
        await beside_loop(moments_said.warm)
        if self.models is not None:
            await asyncio.to_thread(self.models.load)
        if self.when_warm is not None:
            self.when_warm()

    def options(self, catalogue: Catalogue) -> RoadOptions:
        """What these settings mean to a road over that catalogue, its models included."""
        shelf = self.library.shelf(catalogue.documents)
        options = road_options(self.settings, self.finder)
        options = replace(options, shelf=shelf, entities=self.entities)
        options = replace(options, reader=reader_of(catalogue, self.settings))
        access = read_access()
        if not is_model_configured(self.settings, access):
            return options
        from services.models import Models
        from services.stages import with_models

        self.models = self.models or Models(self.settings, access)
        return with_models(options, self.models, catalogue, shelf)

    async def record(self, notes: RunNotes, request: Request, answer: Answer) -> None:
        """Keeps what a run has shown of tools; a registry that cannot be written loses it."""
        if notes.happened and self.counters is not None:
            self.counters.count(answer)
        try:
            news = keep_notes(self.stores, notes, request, answer)
        except SQLAlchemyError as error:
            _LOG.warning("what a run has shown of tools was not recorded: %s", error)
            return
        if news:
            await self.tell()

    async def health(self) -> Health:
        """What keeps requests from being served now, and what is only degraded."""
        listings = await self.listings()
        blocking = {one.source: one.problem for one in listings if one.problem}
        degraded = {"changes": self.bus.problem, "parsed tools": self.cache.problem}
        degraded["limits"] = self.buckets.problem
        if self.entities is not None:
            degraded["conversations"] = self.entities.problem
        try:
            with self.store.engine.begin() as connection:
                connection.execute(delete(pending).where(false()))
        except SQLAlchemyError as error:
            blocking["store"] = f"the store of runs cannot be written: {error.__cause__ or error}"
        return Health(blocking, {part: said for part, said in degraded.items() if said})

    async def close(self) -> None:
        """Ends all connections."""
        await super().close()
        if self.models is not None:
            await self.models.close()
        if self.entities is not None:
            self.entities.close()
        self.store.close()


def road_options(settings: Settings, finder: Finder) -> RoadOptions:
    """What these settings mean to the road."""
    return RoadOptions(
        finder=finder,
        plan=PlanOptions(max_steps=settings.max_steps),
        execution=ExecutionOptions(
            call_timeout=settings.call_timeout, poll_timeout=settings.poll_timeout
        ),
        bulk_limit=settings.bulk_limit,
        replans=settings.replans,
        pipeline=settings.pipeline,
        time_zone=settings.time_zone,
        likeness=likeness,
    )


def open_store(settings: Settings) -> RunStore:
    """The store of runs, created where there is none."""
    where = settings.database or settings.home / "runs.db"
    if settings.webhook_url is None:
        return RunStore(where)
    from services.channels.tables import SCHEMA
    from services.channels.webhook import keeping

    clock = Clock()
    store = RunStore(where, clock=clock, ended=keeping(clock))
    bring_up(store.engine, SCHEMA)
    return store


def open_entities(
    settings: Settings, store: RunStore, registry: "RegistryStore"
) -> "RedisEntities | None":
    """Where conversations are remembered, if not in the database of runs."""
    if settings.redis is None:
        return None
    from pipelines.runs.redis_entities import RedisEntities

    return RedisEntities(settings.redis, registry.id, StoredEntities(store), store.clock)


@asynccontextmanager
async def open_system(settings: Settings) -> AsyncGenerator[System]:
    """Everything that serving requests needs, closed at the end of the block."""
    system = System(settings)
    try:
        yield system
    finally:
        await system.close()


@asynccontextmanager
async def following(system: System) -> AsyncGenerator[None]:
    """Inside the block the system gets warm, and keeps up with what other instances change."""
    tasks = [asyncio.create_task(work) for work in (system.warm(), system.follow())]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
