"""What `zhizao bench` measures, put together: sets from a folder, and the project's own."""

import asyncio
import json
import sys
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from evals import import_bench, page_bench, start_bench
from evals.case import load_suite
from evals.child_process import free_port, serving
from evals.distractors import read_distractors
from evals.draw import first_sentences
from evals.errors import BenchError
from evals.filtering.bench import OURS
from evals.filtering.engines import Engine, Prepared, prepare
from evals.filtering.own import by_tool, case_set
from evals.filtering.sets import CATALOGUES, ToolSet, read_sets
from evals.process_cost import NOWHERE
from pipelines.filter.index.ranker import Paths, Weights, shipped
from services.embedding import open_embedder
from services.eval_wiring import sources_file
from services.registry import read_environments
from services.sandbox_process import SandboxProcess, private_sandbox
from services.settings import Settings, child_environment, read_access
from services.wiring import open_system
from tool_registry.base.types import JsonValue
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Document, RawTool
from tool_registry.sources.listing import all_documents, all_tools
from tool_registry.vocabulary.packs import load_packs

SANDBOXES = ("commerce", "staff")
"""The demo businesses."""
WITHOUT_LESSONS = ("toollinkos",)
"""Its gold is everything that a request's tools lean on: what the graph finds, not the filter."""


PROGRAM = (sys.executable, "-P", "-m", "services.cli")
_SAID = "seed"
"""The suite whose sentences are said."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a sandbox offers."""

    tools: tuple[RawTool, ...]
    documents: tuple[Document, ...]


def sandbox_offer(settings: Settings, trade: str) -> Offer:
    """What the sandbox of a trade offers, asked of one that is started for it."""
    with (
        tempfile.TemporaryDirectory(prefix="zhizao-bench-") as folder,
        private_sandbox(trade, Path(folder) / "sandbox") as sandbox,
    ):
        sources = sources_file(sandbox, Path(folder))
        home = Path(folder) / "home"
        update = {"home": home, "database": None, "redis": None, "sources": sources}
        return asyncio.run(offered(settings.model_copy(update=update)))


def sandbox_fixtures(trade: str) -> JsonValue:
    """What the sandbox of a trade has from the start, asked of one that is started for it."""
    with (
        tempfile.TemporaryDirectory(prefix="zhizao-bench-") as folder,
        private_sandbox(trade, Path(folder)) as sandbox,
    ):
        return json.loads(sandbox.run(["fixtures", "--json"]))


def prepared_sets(settings: Settings, data: Path | None) -> list[Prepared]:
    """The sets of a folder, then the project's own."""
    packs = load_packs(("general",))
    found: list[Prepared] = []
    read = [*(read_sets(data) if data else ()), *read_sets(CATALOGUES), *_own_sets(settings)]
    for one in read:
        known = next((p.texts for p in found if p.set.tools == one.tools), None)
        found.append(Prepared(one, known) if known else prepare(one, packs))
    return found


def engines(settings: Settings, *, learning: bool) -> dict[str, Engine]:
    """Our engines by their keys: words alone, the table of words too, and the model of sentences,
    the shipped one or another that is chosen, beside both. Where none is chosen ours has two paths.

    Without `learning` they have the weights that are shipped."""

    def fixed(paths: Paths) -> Weights | None:
        return None if learning else shipped(paths)

    found = {
        "zhizao-words": Engine("words", fixed=fixed("words")),
        "zhizao-table": Engine("table", fixed=fixed("table")),
    }
    chosen = open_embedder(settings, read_access())
    full = Engine("model", chosen, fixed("model")) if chosen else found.pop("zhizao-table")
    return {**found, OURS: full}


def sandbox_catalogue(settings: Settings, trade: str = "commerce") -> Catalogue:
    """The catalogue that the sandbox of a trade makes."""
    return catalogue_of(sandbox_offer(settings, trade), settings)


def catalogue_of(offer: Offer, settings: Settings) -> Catalogue:
    """The catalogue that an offer makes."""
    packs = load_packs(settings.packs)
    return build_catalogue(offer.tools, offer.documents, read_environments(settings), packs)


@dataclass(frozen=True, slots=True)
class Stage:
    """A folder for one measurement: a sandbox, what is said to it, and processes' variables."""

    folder: Path
    sandbox: SandboxProcess
    sources: Path
    environment: dict[str, str]

    @property
    def sentences(self) -> list[str]:
        """What is said first in every wording."""
        fixtures = json.loads(self.sandbox.run(["fixtures", "--json"]))
        return first_sentences(load_suite(_SAID), fixtures)


@contextmanager
def _stage() -> Generator[Stage]:
    with (
        tempfile.TemporaryDirectory(prefix="zhizao-bench-") as name,
        private_sandbox("commerce", Path(name) / "sandbox") as sandbox,
    ):
        sources = sources_file(sandbox, Path(name))
        yield Stage(Path(name), sandbox, sources, _environment(Path(name), sources))


def _environment(folder: Path, sources: Path) -> dict[str, str]:
    """The variables of a process that works by rules, with those sources and a home of its own."""
    own = {"ZHIZAO_HOME": str(folder / "home"), "ZHIZAO_SOURCES": str(sources)}
    return child_environment(**own, ZHIZAO_MODE="rules")


def measure_page(load: page_bench.Load, tell: Callable[[str], None]) -> None:
    """Measures the page's wire, at a service that is started for it."""
    with _stage() as stage:
        port = free_port()
        environment = {**stage.environment, "ZHIZAO_PORT": str(port)}
        with serving((*PROGRAM, "serve"), environment, port, "the service"):
            reset = partial(stage.sandbox.run, ["reset", "--seed", "0"])
            place = page_bench.Place(port, stage.sentences, reset)
            asyncio.run(page_bench.measure(place, load, tell))


def measure_start(
    settings: Settings, data: Path | None, tools: int, runs: int, tell: Callable[[str], None]
) -> list[start_bench.Figures]:
    """Times `ask` on the sandbox's tools; with a folder of catalogues, on so many foreign ones
    beside them."""
    with _stage() as stage:
        if data:
            known = read_environments(settings)
            foreign = read_distractors(data, known)[:tools]
            document = stage.folder / "foreign.json"
            document.write_text(json.dumps(start_bench.foreign_document(foreign)), "utf-8")
            file = json.loads(stage.sources.read_text("utf-8"))
            file["mcpServers"]["foreign"] = {
                "type": "openapi",
                "document": str(document),
                "environments": {one.name: {"url": NOWHERE} for one in known.configured},
                "approval": "trusted",
            }
            stage.sources.write_text(json.dumps(file), "utf-8")
            tell(f"{len(foreign)} foreign tools")
        return start_bench.measure(PROGRAM, stage.environment, stage.sentences[0], runs, tell)


def measure_import(operations: int) -> str:
    """What importing so many operations into an empty home costs, as a line."""
    with tempfile.TemporaryDirectory(prefix="zhizao-bench-") as name:
        sources = Path(name) / "sources.json"
        sources.write_text('{"mcpServers": {}}', "utf-8")
        environment = _environment(Path(name), sources)
        return import_bench.measure_import(PROGRAM, environment, Path(name), operations)


async def offered(settings: Settings) -> Offer:
    """What the sources of these settings offer; BenchError where one cannot be reached."""
    async with open_system(settings) as system:
        listings = await system.listings()
    if problems := [one.problem for one in listings if one.problem]:
        raise BenchError(problems[0])
    return Offer(tuple(all_tools(listings)), tuple(all_documents(listings)))


def _own_sets(settings: Settings) -> list[ToolSet]:
    commerce = sandbox_offer(settings, "commerce").tools
    staff = sandbox_offer(settings, "staff").tools
    return [
        case_set("own_commerce", [load_suite("seed"), load_suite("more")], commerce),
        case_set("own_staff_cases", [load_suite("staff")], staff),
        by_tool("staff", staff),
    ]
