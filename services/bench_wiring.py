"""What `zhizao bench` measures, put together: sets from a folder, and the project's own."""

import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path

from evals.case import load_suite
from evals.errors import BenchError
from evals.filtering.engines import Engine, Prepared, prepare
from evals.filtering.own import by_tool, case_set
from evals.filtering.sets import ToolSet, read_sets
from pipelines.filter.index.ranker import shipped
from pipelines.filter.index.static import load_static
from services.embedding import open_embedder
from services.eval_wiring import sources_file
from services.registry import read_environments
from services.sandbox_process import private_sandbox
from services.settings import Settings, needs_model, read_access
from services.wiring import open_system
from tool_registry.building import build_catalogue
from tool_registry.catalogue import Catalogue
from tool_registry.model import Document, RawTool
from tool_registry.sources.listing import all_documents, all_tools
from tool_registry.vocabulary.packs import load_packs

SANDBOXES = ("commerce", "staff")
"""The demo businesses."""
WITHOUT_LESSONS = ("toollinkos",)
"""Its gold is everything that a request's tools lean on: what the graph finds, not the filter."""


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
        return asyncio.run(_offer(settings.model_copy(update=update)))


def prepared_sets(settings: Settings, data: Path | None) -> list[Prepared]:
    """The sets of a folder, then the project's own."""
    packs = load_packs(("general",))
    found: list[Prepared] = []
    for one in [*(read_sets(data) if data else ()), *_own_sets(settings)]:
        known = next((p.texts for p in found if p.set.tools == one.tools), None)
        found.append(Prepared(one, known) if known else prepare(one, packs))
    return found


def engines(settings: Settings, *, learning: bool) -> dict[str, Engine]:
    """Our engines by their keys: without vectors, as it is shipped, and with the chosen model.

    Without `learning` they have the weights that are shipped."""
    text, meaning = (None, None) if learning else (shipped(False), shipped(True))
    found = {"zhizao-text": Engine(fixed=text), "zhizao": Engine(load_static(), fixed=meaning)}
    if needs_model(settings):
        found["zhizao-embedder"] = Engine(open_embedder(settings, read_access()), fixed=meaning)
    return found


def sandbox_catalogue(settings: Settings, trade: str = "commerce") -> Catalogue:
    """The catalogue that the sandbox of a trade makes."""
    offer = sandbox_offer(settings, trade)
    packs = load_packs(settings.packs)
    return build_catalogue(offer.tools, offer.documents, read_environments(settings), packs)


async def _offer(settings: Settings) -> Offer:
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
