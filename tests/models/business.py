"""The demo business, asked in this process, beside a scripted model on the real wire."""

import asyncio
import json
import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import yaml

from pipelines.contracts.answer import Answer
from pipelines.models.model import Ask
from pipelines.models.permission import model_requests
from services.requests import Incoming, make_request
from services.sandbox_process import SandboxProcess, private_sandbox
from services.settings import read_settings
from services.wiring import open_system
from tests.scripted_model.answers import Script, section
from tests.scripted_model.server import ScriptedServer, serving

Row = dict[str, Any]
KEY = "sk-of-a-test"
_RECORDED = Path(__file__).with_name("recorded.yaml")


@contextmanager
def connected(
    answers: Mapping[str, Any] | Script, url: str | None = None
) -> Generator[ScriptedServer]:
    """Inside the block a scripted model listens, and this process asks it, or whoever is there."""
    with serving(answers) as server, model_requests(True):
        place = f"{url or server.url}/api/v1"
        told = {"DASHSCOPE_HTTP_BASE_URL": place, "DASHSCOPE_API_KEY": KEY}
        with patch.dict(os.environ, told):
            yield server


@dataclass(frozen=True)
class Recorded:
    """A request, and what a model that errs nowhere answers at each stage."""

    text: str
    intent: Row
    chain: Row
    effects: list[str]
    """Changing tools that are to be called, in order."""

    @property
    def answers(self) -> Row:
        """Both, by stage."""
        return {"ModelIntent": self.intent, "ProposedChain": self.chain}


def tell_what_was_made(ask: Ask) -> Row:
    """An answer of the summary stage, in the facts' own words."""
    made = next(one for one in json.loads(section(ask, "facts")) if one.startswith("新建"))
    return {"text": f"新建了{made[3:].strip()}。", "doubts": [], "uncovered": []}


def recorded(name: str) -> Recorded:
    """A copy of one's own, to be spoilt at will."""
    return Recorded(**yaml.safe_load(_RECORDED.read_text("utf-8"))[name])


@dataclass(frozen=True)
class Asked:
    """What came of a request."""

    answer: Answer
    effects: list[Row]
    heard: list[Row]
    """Bodies of the questions to the model."""

    @property
    def deeds(self) -> list[str]:
        """Changing calls that reached the business, by name."""
        return [str(one["tool"]) for one in self.effects]


@dataclass
class Business:
    """One home folder against one sandbox."""

    home: Path
    sandbox: SandboxProcess
    seen: int = 0
    """Effects that were looked at."""

    def environment(self, **changed: str) -> dict[str, str]:
        """Variables of a command of ours; no model but where `changed` says so."""
        own = {"ZHIZAO_HOME": str(self.home), "ZHIZAO_SANDBOX_PORT": str(self.sandbox.port)}
        return {**own, **changed}

    def ask(
        self,
        text: str,
        answers: Mapping[str, Any] | Script,
        *,
        session: str | None = None,
        url: str | None = None,
        **changed: str,
    ) -> Asked:
        """One request; `changed` are variables, `url` is another place to look for the model."""
        with connected(answers, url) as server:
            incoming = Incoming(text, session_id=session)
            answer = asyncio.run(_run(self.environment(**changed), incoming))
        return Asked(answer, self.effects(), [one["body"] for one in server.asked])

    def effects(self) -> list[Row]:
        """What has reached the sandbox since the last look."""
        since = ["--since", str(self.seen)]
        found: list[Row] = json.loads(self.sandbox.run(["effects", "--json", *since]))
        self.seen += len(found)
        return found


async def _run(environment: dict[str, str], incoming: Incoming) -> Answer:
    async with open_system(read_settings(environment)) as system:
        request = make_request(incoming, system.environments)
        return await (await system.road()).run(request, lambda event: None)


@contextmanager
def opened(folder: Path) -> Generator[Business]:
    """A business of its own, until the end of the block."""
    with private_sandbox("commerce", folder / "sandbox") as sandbox:
        yield Business(folder / "home", sandbox)
