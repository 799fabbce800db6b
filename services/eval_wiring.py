"""What the evaluation needs, put together: a private sandbox, and roads over altered catalogues."""

import json
import sys
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from evals.applications.application import APPLICATIONS, filled, load_application
from evals.applications.premises import Premises
from evals.bench import Ask, Bench
from evals.case import Suite
from evals.child_process import free_port, serving
from evals.errors import BenchError
from evals.foreign_trade import ForeignTrade
from evals.renaming import RenamedSource, Renaming, general_words, special_words
from evals.variation import NONE, Variation
from pipelines.contracts.answer import Answer
from pipelines.contracts.request import Request
from pipelines.flow.options import RoadOptions
from pipelines.flow.road import Road
from pipelines.runs.store import RunStore
from services.registry import read_environments
from services.sandbox_process import SandboxProcess, private_sandbox
from services.settings import Settings, child_environment, variables
from services.wiring import System, open_system
from tool_registry.base.environment import Environments
from tool_registry.base.types import JsonValue
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Document, RawTool
from tool_registry.sources.listing import all_documents, all_tools
from tool_registry.sources.source import Sources
from tool_registry.vocabulary.lexicon import Concept
from tool_registry.vocabulary.packs import load_packs

GENERAL_PACK = "general"


@contextmanager
def open_bench(settings: Settings, trade: str, folder: Path) -> Generator[Bench]:
    """A bench over a sandbox of its own; all state stays in the folder."""
    with private_sandbox(trade, folder / "sandbox") as sandbox:
        yield Bench(
            road=partial(_open_road, private(settings, folder, sources_file(sandbox, folder))),
            effects=lambda since: json.loads(
                sandbox.run(["effects", "--json", "--since", str(since)])
            ),
            fixtures=lambda: json.loads(sandbox.run(["fixtures", "--json"])),
            reset=lambda seed: _discard(sandbox.run(["reset", "--seed", str(seed)])),
            command=lambda arguments: _discard(sandbox.run(arguments)),
            row=partial(_row, sandbox),
        )


@contextmanager
def open_foreign_bench(
    settings: Settings, suite: Suite, folder: Path, data: Path
) -> Generator[Bench]:
    """A bench over a business that is not in this repository; `data` holds its program."""
    service = ForeignTrade(suite.trade, free_port())
    command = (sys.executable, str(data / suite.service), "--port", str(service.port))
    with serving(command, child_environment(), service.port, suite.trade, "/openapi.json"):
        names = [one.name for one in read_environments(settings).configured]
        file = folder / "sources.json"
        file.write_text(json.dumps({"mcpServers": {suite.trade: service.entry(names)}}), "utf-8")
        yield Bench(
            road=partial(_open_road, private(settings, folder, file)),
            effects=lambda since: service.outcome(since, frozenset(suite.existing)),
            fixtures=dict,
            reset=lambda seed: service.reset(),
            command=lambda arguments: _refused(suite.trade, arguments),
        )


def premises(
    settings: Settings, name: str, apps: Path, folder: Path, here: Path = APPLICATIONS
) -> Premises:
    """An application that is installed in `apps` and described in `here`; all state stays in the
    folder."""
    told = load_application(name, here)
    opened = partial(_open_application, settings)
    return Premises(opened, variables(settings), name, told, apps, folder, here)


def _open_application(
    settings: Settings, place: Premises, home: Path
) -> AbstractAsyncContextManager[System]:
    """The system with this application alone, in its environments alone."""
    known = read_environments(settings).model_dump(mode="json")
    served = place.application.environments
    known["configured"] = [one for one in known["configured"] if one["name"] in served]
    places, file = place.folder / "environments.json", place.folder / "sources.json"
    places.write_text(json.dumps({**known, "stress": served[0]}), "utf-8")
    entry = {"approval": "trusted", **filled(place.application.source, place.names)}
    file.write_text(json.dumps({"mcpServers": {place.name: entry}}), "utf-8")
    own = {"home": home, "database": None, "redis": None, "sources": file, "tool_rate": 0}
    changed = {**own, "environments": places, "packs": (GENERAL_PACK,)}
    return open_system(settings.model_copy(update=changed))


def private(settings: Settings, folder: Path, sources: Path) -> Settings:
    """The settings with those sources alone, and with state that nobody else has."""
    own = {"home": folder / "home", "database": None, "redis": None, "sources": sources}
    own |= {"tool_rate": 0}  # nobody waits for a batch
    return settings.model_copy(update=own)


def _refused(trade: str, arguments: Sequence[str]) -> None:
    raise BenchError(f"{trade} knows no command {' '.join(arguments)}")


def _row(sandbox: SandboxProcess, entity: str, id: str, environment: str | None) -> JsonValue:
    """A row as the sandbox's databases have it; None where they have none."""
    where = ["--env", environment] if environment else []
    try:
        return json.loads(sandbox.run(["show", entity, id, *where, "--json"]))
    except BenchError as error:
        if f"no {entity} with id" in str(error):
            return None
        raise


def _discard(output: str) -> None:
    """A command whose output nobody needs."""


def sources_file(sandbox: SandboxProcess, folder: Path) -> Path:
    """A sources file with that sandbox alone."""
    file = folder / "sources.json"
    file.write_text(json.dumps({"mcpServers": {sandbox.trade: {"url": sandbox.url}}}), "utf-8")
    return file


@asynccontextmanager
async def _open_road(settings: Settings, variation: Variation) -> AsyncGenerator[Ask]:
    async with open_system(settings) as system:
        if variation == NONE:
            yield partial(_ask, await system.road())
            return
        listings = await system.listings()
        if problems := [one.problem for one in listings if one.problem]:
            raise BenchError(problems[0])
        own = Business(
            tuple(variation.tools(all_tools(listings))),
            tuple(all_documents(listings)),
            tuple(load_packs(variation.packs(settings.packs))),
            settings.preferred_platforms,
            system.sources,
            system.options,
        )
        environments = variation.environments(system.environments)
        if variation.renamed:
            renaming = _renaming(own, system.environments)
            ask = own.renamed(renaming).ask(environments, system.store)
            yield partial(_ask_renamed, ask, renaming)
        else:
            yield own.ask(environments, system.store)


@dataclass(frozen=True, slots=True)
class Business:
    """What a catalogue is made of, and where its tools are called."""

    tools: tuple[RawTool, ...]
    documents: tuple[Document, ...]
    packs: tuple[Concept, ...]
    platforms: tuple[str, ...]
    sources: Sources
    options: Callable[[Catalogue], RoadOptions]
    """Of a road over a catalogue."""

    def catalogue(self, environments: Environments) -> Catalogue:
        """Its tools as they are understood."""
        return build_catalogue(
            self.tools,
            self.documents,
            environments,
            self.packs,
            preferred_platforms=self.platforms,
        )

    def ask(self, environments: Environments, store: RunStore) -> Ask:
        """The road over this business."""
        catalogue = self.catalogue(environments)
        road = Road(catalogue, self.sources, store, self.options(catalogue))
        return partial(_ask, road)

    def renamed(self, renaming: Renaming) -> "Business":
        """The same business in invented words."""
        wrapped = {id: RenamedSource(self.sources.get(id), renaming) for id in self.sources.ids}
        return Business(
            tuple(renaming.tool(tool) for tool in self.tools),
            tuple(renaming.document(page) for page in self.documents),
            tuple(_renamed(one, renaming) for one in self.packs),
            tuple(renaming.text(platform) for platform in self.platforms),
            Sources(wrapped),
            self.options,
        )


def _renamed(concept: Concept, renaming: Renaming) -> Concept:
    return concept if concept.source == GENERAL_PACK else renaming.concept(concept)


def _renaming(business: Business, environments: Environments) -> Renaming:
    special = [one for one in business.packs if one.source != GENERAL_PACK]
    general = general_words({one.source for one in special})
    general += [word for one in environments.configured for word in (one.name, *one.words)]
    return Renaming(special_words(business.tools, special, general), general, seed=1)


async def _ask(road: Road, request: Request) -> Answer:
    """A road that nobody listens to."""
    return await road.run(request, lambda event: None)


async def _ask_renamed(ask: Ask, renaming: Renaming, request: Request) -> Answer:
    """The sentence goes out in invented words; the answer comes back in real ones."""
    said = request.model_copy(update={"text": renaming.text(request.text)})
    answer = await ask(said)
    return Answer.model_validate(renaming.json_back(answer.model_dump(mode="json")))
