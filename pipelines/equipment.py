"""What the stages of one run work with, put together from the parts of its road."""

from dataclasses import dataclass, replace

from pipelines.asking import names_somebody
from pipelines.contracts.intent import IntentResult
from pipelines.contracts.reading import IntentReader
from pipelines.conversation.origins import origins
from pipelines.executor.account import account
from pipelines.executor.setting import Setting
from pipelines.interpreting import replies
from pipelines.planner.frame import Problem
from pipelines.planner.probe import Reader
from pipelines.planner.rebind import rebinding
from pipelines.reader import shipped_reader
from pipelines.road_options import RoadOptions
from pipelines.runs.ledger import entries
from pipelines.runs.memory import Memory
from pipelines.runs.reads import Reads, never_raising
from pipelines.runs.store import RunStore
from pipelines.summary import Baseline, read_back
from pipelines.trip import Trip
from tool_registry.catalogue import Catalogue
from tool_registry.sources.source import Sources


@dataclass(frozen=True, slots=True)
class Equipment:
    """The parts of a road."""

    catalogue: Catalogue
    sources: Sources
    store: RunStore
    memory: Memory
    options: RoadOptions

    @property
    def reader(self) -> IntentReader:
        """Reads sentences as it has learned."""
        return self.options.reader or shipped_reader(self.catalogue)

    def problem(self, trip: Trip, intent: IntentResult | None = None) -> Problem:
        """What is to be planned: of the reading that counts, or of another one."""
        intent = intent or trip.understood
        environments = self.catalogue.environments
        return Problem(
            intent,
            self.catalogue,
            intent.environment or environments.names[0],
            candidates={c.tool: c.score for c in trip.found if c.role != "dropped"},
            memory=()
            if names_somebody(intent, self.catalogue)
            else self.memory.recall(trip.request),
            options=self.options.plan,
            seed=trip.run.id,
            given=replies(trip.given),
            origins=origins(
                trip.heard, trip.environment, trip.request.environment, trip.language, environments
            ),
        )

    def reads(self, trip: Trip) -> Reader:
        """Calls effect-free tools."""
        timeout = self.options.execution.call_timeout
        return never_raising(Reads(self.sources, self.catalogue.environments, trip.tell, timeout))

    def setting(self, trip: Trip, before: Baseline) -> Setting:
        """What executing the trip's chain takes; `before`: what was there ahead of it."""
        chain, language = trip.planned, trip.understood.language
        return Setting(
            tools=self.catalogue.tools,
            environments=self.catalogue.environments,
            sources=self.sources,
            store=self.store,
            lease=trip.lease,
            tenant=trip.request.caller.tenant,
            language=language,
            emit=trip.tell,
            options=replace(self.options.execution, keep_going=trip.takes_back),
            read_back=read_back(
                chain,
                self.catalogue,
                self.reads(trip),
                before,
                lambda: account(chain, entries(self.store, trip.run.id)),
                language,
            ),
            rebind=rebinding(self.problem(trip), chain),
            learn=self.options.learn,
        )
