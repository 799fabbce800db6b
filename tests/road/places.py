"""Two businesses with a model that reads a sentence as a look-up, and plans and calls a change.

What was written is read from the businesses themselves; what was told from the store of runs.
"""

import json
import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.request import urlopen

import yaml
from click.testing import CliRunner

from evals.child_process import free_port, serving
from evals.foreign_trade import ForeignTrade
from pipelines.contracts.intent import IntentResult
from pipelines.contracts.request import Pipeline
from pipelines.models.options import Mode
from pipelines.runs.store import RunStore
from services.cli.group import commands
from services.sandbox_process import private_sandbox
from services.settings import Settings, child_environment
from tests.models.business import connected
from tests.resources.house import command_of
from tests.services.serving import Client, message, serve_whole
from tests.single.stage import call
from tests.workshop.waiting import PATIENCE

Entrance = Literal["terminal", "page"]
Row = dict[str, Any]


@dataclass(frozen=True)
class Place:
    """A business, its sentences, and how a process of ours is started for it."""

    name: str
    own: Row
    """Settings by which it is reached."""
    writes: Callable[[], int]
    """How often it was written to so far."""
    reset: Callable[[], None]
    """Brings the first data back, where a change can be made but once."""
    doubtful: str
    """Sounds like a change, and the model reads it as looking something up."""
    question: str
    """Everybody reads it as looking something up; the model that plans or calls changes data."""


@dataclass(frozen=True)
class Outcome:
    """What became of one sentence."""

    answer: Row
    events: list[Row]
    written: int
    """Changes that reached the business."""
    deltas: list[Row] = field(default_factory=list[Row])
    """What the page was told of the reading."""

    @property
    def reading(self) -> IntentResult:
        """The last one that was told."""
        told = [one["data"]["intent"] for one in self.events if one["type"] == "intent"]
        return IntentResult.model_validate(told[-1])


@contextmanager
def sandbox_place(folder: Path) -> Generator[Place]:
    """The demo business."""
    with private_sandbox("commerce", folder / "sandbox") as running:
        yield Place(
            "sandbox",
            {"sandbox_port": running.port},
            lambda: len(json.loads(running.run(["effects", "--json"]))),
            lambda: None,
            "核对并发放用户1234的满50减20优惠券,预发环境",
            "查询预发环境用户1234的优惠券",
        )


@contextmanager
def inn_place(folder: Path) -> Generator[Place]:
    """A service that is known by its OpenAPI document alone."""
    service = ForeignTrade("inn", free_port())
    with serving(command_of(service), child_environment(), service.port, "inn", "/openapi.json"):
        file = folder / "sources.json"
        file.write_text(json.dumps({"mcpServers": {"inn": service.entry(("daily", "pre"))}}))
        yield Place(
            "inn",
            {"sources": file},
            lambda: _written(service),
            service.reset,
            "pre: check in reservation R-12",
            "pre: show me whether reservation R-12 can be checked in",
        )


def _written(service: ForeignTrade) -> int:
    with urlopen(f"{service.url}/_log", timeout=PATIENCE) as response:
        return len(json.load(response))


@contextmanager
def scripted() -> Generator[None]:
    """A model service that answers as `readings.yaml` says."""
    told: Row = yaml.safe_load(Path(__file__).with_name("readings.yaml").read_text("utf-8"))
    calls = {key: call(one["name"], **one["arguments"]) for key, one in told["calls"].items()}
    with connected({**told["forms"], **calls}):
        yield


@dataclass(frozen=True)
class Entry:
    """One way in, in one mode."""

    place: Place
    folder: Path
    mode: Mode
    pipeline: Pipeline
    client: Client | None = None

    def say(self, entrance: Entrance, text: str) -> Outcome:
        """What becomes of a sentence."""
        self.place.reset()
        before = self.place.writes()
        asked = {"terminal": self._terminal, "page": self._page}
        answer, deltas = asked[entrance](text)
        store = RunStore(self.folder / "runs.db")
        events = [one.model_dump(mode="json") for one in store.events(answer["run_id"])]
        store.close()
        return Outcome(answer, events, self.place.writes() - before, deltas)

    def _terminal(self, text: str) -> tuple[Row, list[Row]]:
        told = {**self.place.own, "home": self.folder, "mode": self.mode}
        told |= {"sure": 1, "pipeline": self.pipeline}
        settings = {f"ZHIZAO_{name.upper()}": str(value) for name, value in told.items()}
        done = CliRunner().invoke(commands, ["ask", "--json", text], env=settings)
        return json.loads(done.stdout), []

    def _page(self, text: str) -> tuple[Row, list[Row]]:
        assert self.client is not None
        told = self.client.stream("POST", "/api/agui", message(text)).events()
        deltas = [one["delta"][1] for one in told if one["type"] == "STATE_DELTA"]
        readings = [one["value"] for one in deltas if one["path"] == "/intent"]
        return told[-1]["result"], readings


@contextmanager
def entry(place: Place, folder: Path, mode: Mode, pipeline: Pipeline) -> Generator[Entry]:
    """The service in that mode, and a terminal beside it."""
    settings = Settings(home=folder, mode=mode, sure=1.0, pipeline=pipeline, **place.own)
    assert os.environ.get("DASHSCOPE_API_KEY"), "the model service has to run"
    with serve_whole(settings) as client:
        yield Entry(place, folder, mode, pipeline, client)
