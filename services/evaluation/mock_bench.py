"""A bench that calls nothing: the tools of a trade, a file or this deployment, mocked."""

import asyncio
import json
from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from evals.bench import Ask, Bench
from evals.catalogue_files import is_openapi, read_catalogue
from evals.errors import BenchError
from evals.mocking.scenario import Scenario, read_scenario, recorded_answers
from evals.mocking.source import Mocks, MockSource
from evals.mocking.world import folded
from evals.options import OWN
from evals.process_cost import NOWHERE
from evals.variation import Variation
from services.bench_wiring import Offer, offered
from services.eval_wiring import GENERAL_PACK, Business, private, sources_file
from services.evaluation.planning import Plan
from services.registry import read_environments
from services.sandbox_process import private_sandbox
from services.settings import Settings
from services.wiring import open_system
from tool_registry.base.types import Effect, JsonValue
from tool_registry.model import RawTool, ToolEssentialModel
from tool_registry.sources.source import Sources
from tool_registry.vocabulary.packs import load_packs


@contextmanager
def open_mock_bench(plan: Plan, folder: Path) -> Generator[Bench]:
    """A bench on which every tool answers from scenarios, recordings or its own schema."""
    settings = plan.settings
    catalogue = plan.options.catalogue or _beside(plan)
    fixtures: JsonValue = {}
    if not catalogue:
        offer, fixtures = _sandboxed(settings, plan.suite.trade, folder)
    elif catalogue == OWN:
        offer = asyncio.run(offered(settings))
    else:
        offer = file_offer(settings, Path(catalogue), folder)
        settings = settings.model_copy(update={"packs": (GENERAL_PACK,)})
    mocks = Mocks(_scenarios(plan))
    empty = folder / "sources.json"
    empty.write_text('{"mcpServers": {}}', "utf-8")
    place = _Place(private(settings, folder, empty), offer, mocks)
    yield Bench(
        road=place.road,
        effects=lambda since: [one for one in mocks.log if one["seq"] > since],
        fixtures=lambda: fixtures,
        reset=lambda seed: mocks.reset(),
        command=_refused,
        mocked=True,
    )


def _beside(plan: Plan) -> str:
    """The catalogue that the suite names."""
    named = plan.suite.catalogue
    return named if named in ("", OWN) else str(plan.beside(named))


def _sandboxed(settings: Settings, trade: str, folder: Path) -> tuple[Offer, JsonValue]:
    """What a trade's sandbox offers and has from the start; it is not called afterwards."""
    with private_sandbox(trade, folder / "sandbox") as sandbox:
        sources = sources_file(sandbox, folder)
        offer = asyncio.run(offered(private(settings, folder / "listing", sources)))
        return offer, json.loads(sandbox.run(["fixtures", "--json"]))


def file_offer(settings: Settings, file: Path, folder: Path) -> Offer:
    """The tools of an OpenAPI document, of an MCP server's list, or of a file of tools."""
    if not file.is_file():
        raise BenchError(f"there is no catalogue {file}")
    names = read_environments(settings).names
    if not is_openapi(file):
        return Offer(tuple(read_catalogue(file, names)), ())
    served: Mapping[str, object] = {name: {"url": NOWHERE} for name in names}
    entry = {"type": "openapi", "document": str(file.resolve()), "environments": served}
    sources = folder / "catalogue.json"
    entries = {"mcpServers": {"catalogue": {**entry, "approval": "trusted"}}}
    sources.write_text(json.dumps(entries), "utf-8")
    return asyncio.run(offered(private(settings, folder / "listing", sources)))


def _scenarios(plan: Plan) -> tuple[Scenario, ...]:
    own = [plan.beside(plan.suite.scenario)] if plan.suite.scenario else []
    files = [*map(Path, plan.options.scenario), *own]
    recorded = [recorded_answers(Path(file)) for file in plan.options.recorded]
    return (*map(read_scenario, files), *recorded)


def _refused(arguments: object) -> None:
    raise BenchError(f"mocked tools know no command {arguments}")


@dataclass(frozen=True, slots=True)
class _Place:
    """Mocked tools, and where the state of their road is."""

    settings: Settings
    offer: Offer
    mocks: Mocks

    @asynccontextmanager
    async def road(self, variation: Variation) -> AsyncGenerator[Ask]:
        """The query road over the mocked tools, with something altered."""
        async with open_system(self.settings) as system:
            tools = tuple(variation.tools(self.offer.tools))
            business = Business(
                tools,
                self.offer.documents,
                tuple(load_packs(variation.packs(self.settings.packs))),
                self.settings.preferred_platforms,
                Sources(_mocked(tools, self.mocks)),
                lambda catalogue: replace(system.options(catalogue), sleep=_at_once),
            )
            environments = variation.environments(system.environments)
            known = business.catalogue(environments).tools
            reads = {id for id, tool in known.items() if tool.effect is Effect.NONE}
            self.mocks.writes = partial(_is_none_of, reads)
            self.mocks.usual = {id: _usual(tool) for id, tool in known.items()}
            yield business.ask(environments, system.store)


async def _at_once(seconds: float) -> None:
    """Nothing changes by waiting."""


def _usual(tool: ToolEssentialModel) -> dict[str, JsonValue]:
    """Of each field with a closed set its first value, as its author describes it."""
    return {folded(one.key): next(iter(one.values)) for one in tool.yields if one.values}


def _mocked(tools: tuple[RawTool, ...], mocks: Mocks) -> dict[str, MockSource]:
    by_source: dict[str, dict[str, RawTool]] = {}
    for tool in tools:
        by_source.setdefault(tool.source, {})[tool.name] = tool
    return {source: MockSource(own, mocks) for source, own in by_source.items()}


def _is_none_of(reads: set[str], tool: str) -> bool:
    return tool not in reads
