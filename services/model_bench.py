"""The program's own share of a request, where a model answers in no time.

Each sentence is said twice to a sandbox that is seeded anew: first to a model service, whose
answers are kept; then to the kept answers. What is counted is the CPU time of this process alone:
sandbox and model are elsewhere.
"""

import asyncio
import gc
import json
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

from evals.case import load_suite
from evals.draw import draw_variables, fill
from pipelines.models.errors import ModelError
from pipelines.models.model import Ask, LanguageModel, Reply, Show
from pipelines.reader import read_alone
from pipelines.request import Request
from services.eval_wiring import sources_file
from services.fake_model_process import private_fake_model
from services.models import Models
from services.reading import names_folder
from services.sandbox_process import SandboxProcess, private_sandbox
from services.settings import Settings, read_access
from services.wiring import System, open_system
from tool_registry.base.ids import new_id

SUITE = "seed"


@dataclass(slots=True)
class Kept:
    """A model whose answers are kept, and given at once when the same is asked again."""

    model: LanguageModel
    answers: dict[str, Reply | ModelError] = field(default_factory=dict[str, Reply | ModelError])

    @property
    def name(self) -> str:
        """That of the model."""
        return self.model.name

    async def answer(self, ask: Ask, show: Show | None = None) -> Reply:
        """See `LanguageModel`."""
        key = json.dumps([[one.role, one.text] for one in ask.messages])
        if key not in self.answers:
            try:
                self.answers[key] = await self.model.answer(ask, show)
            except ModelError as error:
                self.answers[key] = error
        found = self.answers[key]
        if isinstance(found, ModelError):
            raise found
        return found

    async def close(self) -> None:
        """Ends the model's connections."""
        await self.model.close()


@dataclass(frozen=True, slots=True)
class Share:
    """Milliseconds of one part over all sentences: CPU time of this process, or the clock's."""

    name: str
    p50: float
    p90: float
    requests: int


def measure(settings: Settings) -> list[Share]:
    """Reading the sentence, by the local reader and by model; the whole request, execution and
    tools' clients included; then its stages as the clock saw them."""
    with (
        tempfile.TemporaryDirectory(prefix="zhizao-bench-") as folder,
        private_sandbox("commerce", Path(folder) / "sandbox") as sandbox,
        private_fake_model(),
    ):
        home = Path(folder) / "home"
        sources = sources_file(sandbox, Path(folder))
        changed = {"home": home, "sources": sources, "mode": "model", "database": None}
        mine = settings.model_copy(update={**changed, "redis": None})
        return asyncio.run(_measure(mine, sandbox))


async def _measure(settings: Settings, sandbox: SandboxProcess) -> list[Share]:
    async with open_system(settings) as system:
        system.models = _kept(Models(settings, read_access()))
        await _say(system, sandbox)
        gc.collect()
        gc.freeze()
        return await _say(system, sandbox)


def _kept(models: Models) -> Models:
    for stages in models.names().values():
        model = Kept(models.model(stages[0]))
        models.opened[models.options(stages[0]).model] = model
    return models


async def _say(system: System, sandbox: SandboxProcess) -> list[Share]:
    """Every wording's first sentence."""
    sandbox.run(["reset", "--seed", "0"])
    road = await system.road()
    reader = road.options.interpreter
    assert reader is not None
    reading: list[float] = []
    whole: list[float] = []
    stages: dict[str, list[float]] = {}
    for text in sentences(sandbox):
        request = Request(text=text, session_id=new_id("bench"), request_id=new_id("bench"))
        before = time.process_time()
        own = read_alone(text, road.catalogue, folder=names_folder(system.settings))
        await reader("", own, None)
        reading.append((time.process_time() - before) * 1000)
        before = time.process_time()
        answer = await road.run(request, lambda event: None)
        whole.append((time.process_time() - before) * 1000)
        for stage, spent in answer.timings_ms.items():
            stages.setdefault(stage, []).append(spent)
    clocked = (_share(f"{name}, clock", spent) for name, spent in stages.items())
    return [_share("reading", reading), _share("request", whole), *clocked]


def sentences(sandbox: SandboxProcess) -> list[str]:
    """What is said first in every wording of the suite."""
    fixtures = json.loads(sandbox.run(["fixtures", "--json"]))
    return [
        fill(turns[0], draw_variables(case, fixtures, 0))
        for case in load_suite(SUITE).cases
        for turns in case.variants()
    ]


def _share(name: str, spent: Sequence[float]) -> Share:
    p90 = quantiles(spent, n=10)[-1] if len(spent) > 1 else spent[0]
    return Share(name, round(median(spent), 1), round(p90, 1), len(spent))
