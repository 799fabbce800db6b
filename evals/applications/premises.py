"""Applications that nobody here wrote, as benches: each conversation meets one filled afresh."""

import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import AsyncGenerator, Callable, Generator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, cast
from urllib.error import HTTPError
from urllib.request import Request as HttpRequest
from urllib.request import urlopen

from evals.applications.application import APPLICATIONS, Application, Step, at, filled
from evals.applications.rows import Rows, difference, read_rows
from evals.bench import Ask, Bench
from evals.child_process import free_port, wait_until_healthy
from evals.conversation import Conversation
from evals.errors import BenchError
from evals.picking import Picks
from evals.records import Record
from evals.runner import Runner
from pipelines.contracts.answer import Answer
from pipelines.contracts.request import Request
from pipelines.flow.road import Road
from tool_registry.base.types import JsonValue
from tool_registry.sources.listing import Listing
from tool_registry.sources.source import Sources

_START_LIMIT = 120.0
_STOP_LIMIT = 20.0
"""Seconds."""
_VARIABLE = re.compile(r"\$\{(\w+)\}")


class Business(Protocol):
    """What is asked of the system."""

    @property
    def sources(self) -> Sources:
        """The application as a source, by its name."""
        ...

    async def listings(self) -> list[Listing]:
        """What it offers."""
        ...

    async def road(self) -> Road:
        """The road over what it offers."""
        ...


@dataclass
class Premises:
    """One application, its data in `folder`, its first data kept where it is installed."""

    opened: Callable[["Premises", Path], AbstractAsyncContextManager[Business]]
    """The system with this application alone, its home in a folder."""
    variables: Mapping[str, str]
    """Of this process: its own process gets them, and its description may name them."""
    name: str
    application: Application
    apps: Path
    folder: Path
    here: Path = APPLICATIONS
    port: int = field(default_factory=free_port)

    @property
    def state(self) -> Path:
        """Its data now."""
        return self.folder / "state"

    @property
    def names(self) -> dict[str, str]:
        """What the description's `{…}` stand for."""
        own = {"state": self.state, "apps": self.apps.resolve(), "here": self.here / self.name}
        return {**{name: str(path) for name, path in own.items()}, "port": str(self.port)}

    def fill(self) -> None:
        """Makes the first data, once: later runs meet the same records."""
        kept = self.apps / "state" / self.name
        if kept.exists():
            return
        shutil.rmtree(self.state, ignore_errors=True)
        self.state.mkdir(parents=True)
        if self.application.prepare:
            command = filled(self.application.prepare, self.names)
            done = subprocess.run(
                command, cwd=self.state, capture_output=True, check=False, encoding="utf-8"
            )
            if done.returncode != 0:
                raise BenchError(f"{self.name}: {done.stderr.strip()[-300:]}")
        with self.serving():
            asyncio.run(self._seed())
        kept.parent.mkdir(exist_ok=True)
        shutil.move(self.state, kept)

    @contextmanager
    def fresh(self) -> Generator[None]:
        """It serves its first data, and nothing else, inside this block."""
        self.fill()
        shutil.rmtree(self.state, ignore_errors=True)
        shutil.copytree(self.apps / "state" / self.name, self.state, symlinks=True)
        with self.serving():
            yield

    @contextmanager
    def serving(self) -> Generator[None]:
        """It serves inside this block; one without a server of its own needs none."""
        if not self.application.start:
            yield
            return
        own = filled(self.application.variables, self.names)
        with (self.folder / "log.txt").open("ab") as log:
            process = subprocess.Popen(
                filled(self.application.start, self.names),
                env={**self.variables, **{key: self._told(value) for key, value in own.items()}},
                stdout=log,
                stderr=log,
                cwd=self.state,
                start_new_session=True,
            )
        try:
            url = f"http://127.0.0.1:{self.port}{self.application.ready}"
            wait_until_healthy(process, url, self.name, _START_LIMIT)
            yield
        finally:
            _stop(process)

    def call(self, method: str, path: str, body: JsonValue = None) -> JsonValue:
        """One call of its HTTP API; BenchError with its words where it says no."""
        told = filled(self.application.headers, self.names)
        headers = {key: self._told(value) for key, value in told.items()}
        headers |= {} if body is None else {"Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = HttpRequest(
            f"http://127.0.0.1:{self.port}{path}", data, headers=headers, method=method
        )
        try:
            with urlopen(request, timeout=60) as response:
                text = response.read()
        except HTTPError as error:
            raise BenchError(f"{method} {path}: {error.code} {error.read()[:500]!r}") from error
        return json.loads(text) if text.strip() else None

    def rows(self) -> Rows:
        """What it holds now."""
        return read_rows(self.application, self.names)

    def _told(self, text: str) -> str:
        missing = [name for name in _VARIABLE.findall(text) if name not in self.variables]
        if missing:
            raise BenchError(f"{self.name}: set the variable {missing[0]}")
        return _VARIABLE.sub(lambda match: self.variables[match[1]], text)

    async def _seed(self) -> None:
        kept = self.names
        async with self.opened(self, self.folder / "seeding") as system:
            if not self.application.start:
                await system.listings()
            for step in self.application.seed:
                told = Step(call=filled(step.call, kept), body=filled(step.body, kept))
                answer = await self._made(system, told)
                kept |= {name: str(at(answer, path)) for name, path in step.keep.items()}

    async def _made(self, system: Business, step: Step) -> JsonValue:
        method, _, path = step.call.partition(" ")
        if path:
            return await asyncio.to_thread(self.call, method, path, step.body)
        source = system.sources.get(self.name)
        arguments = cast("dict[str, JsonValue]", step.body or {})
        where = self.application.environments[0]
        done = await source.call(step.call, arguments, environment=where)
        if not done.ok:
            told = done.failure.message if done.failure else ""
            raise BenchError(f"{self.name}: {step.call}: {told}")
        return done.body


def take_in(premises: Premises) -> list[Listing]:
    """Registers the application, which serves, in an empty registry; what it offers.

    Every conversation gets a copy of that registry."""

    async def taken() -> list[Listing]:
        async with premises.opened(premises, premises.folder / "first") as system:
            await system.road()
            return await system.listings()

    return asyncio.run(taken())


def run_application(
    premises: Premises,
    chosen: Sequence[Conversation],
    picks: Picks | None,
    done: Callable[[Record], None],
) -> list[Record]:
    """Each conversation with an application, a registry and a home that nobody has used."""
    with premises.fresh():
        if problems := [one.problem for one in take_in(premises) if one.problem]:
            raise BenchError(problems[0])
    records: list[Record] = []
    for conversation in chosen:
        home = premises.folder / "home"
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(premises.folder / "first", home)
        with premises.fresh():
            runner = Runner(_bench(premises, home), 0, picks)
            records += asyncio.run(runner.run([conversation], done))
    return records


def _bench(premises: Premises, home: Path) -> Bench:
    seen = premises.rows()

    def effects(since: int) -> Sequence[JsonValue]:
        nonlocal seen
        before, seen = seen, premises.rows()
        found = difference(before, seen, premises.application.environments[0])
        return [{**cast("dict[str, Any]", one), "seq": since + n} for n, one in enumerate(found, 1)]

    def refused(arguments: Sequence[str]) -> None:
        raise BenchError(f"{premises.name} knows no command {' '.join(arguments)}")

    return Bench(
        road=lambda variation: _road(premises, home),
        effects=effects,
        fixtures=dict,
        reset=lambda seed: None,
        command=refused,
    )


@asynccontextmanager
async def _road(premises: Premises, home: Path) -> AsyncGenerator[Ask]:
    async with premises.opened(premises, home) as system:
        road = await system.road()

        async def ask(request: Request) -> Answer:
            return await road.run(request, lambda event: None)

        yield ask


def _stop(process: "subprocess.Popen[Any]") -> None:
    """Ends the application with all that it started."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, how)
            process.wait(_STOP_LIMIT)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue
