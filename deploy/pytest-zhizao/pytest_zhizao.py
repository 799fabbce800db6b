"""Test data by one sentence, from a Zhizao service; undone when the test is over."""

import hashlib
import os
import time
import uuid
from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import httpx
import pytest
import yaml

_WRITES = ("create", "operate", "delete")
_TRIES = 4
_SCOPES = ("session", "package", "module", "class", "function")
_LEFT = pytest.StashKey[list[str]]()
_CLIENT = pytest.StashKey["Client"]()


class Thing:
    """Something that exists now: `thing.id`, `thing.entity`, `thing["amount"]`, `thing.amount`."""

    def __init__(self, item: dict[str, Any]) -> None:
        self.entity: str = item["entity"]
        self.id: str | None = item["id"]
        self.attributes: dict[str, Any] = item["attributes"]

    def __getitem__(self, name: str) -> Any:
        return self.attributes[name]

    def __getattr__(self, name: str) -> Any:
        try:
            return self.attributes[name]
        except KeyError:
            known = ", ".join(self.attributes) or "none"
            raise AttributeError(f"{self.entity} has no {name!r}; it has {known}") from None

    def __repr__(self) -> str:
        return f"<{self.entity} {self.id}>"


class Made:
    """What a sentence made: `made.id` of the last thing, `made.user` the first user of them."""

    def __init__(self, answer: dict[str, Any]) -> None:
        self.answer = answer
        self.things = [Thing(item) for item in answer["summary"]["data"]]

    @property
    def id(self) -> str | None:
        """The id of the thing that was asked for: the first that the service names."""
        return self.things[0].id if self.things else None

    def __iter__(self) -> Iterator[Thing]:
        return iter(self.things)

    def __getattr__(self, entity: str) -> Thing:
        for thing in self.things:
            if thing.entity == entity:
                return thing
        known = ", ".join(dict.fromkeys(thing.entity for thing in self.things)) or "nothing"
        raise AttributeError(f"there is no {entity!r} in what was made: {known}")


@dataclass
class Client:
    """Speaks to the service, where one request id is one run: a retry does nothing twice."""

    url: str
    key: str | None
    environment: str | None
    keep: bool
    token: str
    times: Counter[str] = field(default_factory=Counter[str])

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """The service's JSON; fails the test with its sentence where it refuses."""
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        problem = ""
        for attempt in range(1, _TRIES + 1):
            try:
                response = httpx.post(self.url + path, json=body, headers=headers, timeout=300)
            except httpx.TransportError as error:
                problem = f"no answer from {self.url}: {error}"
            else:
                if response.status_code < 500:
                    return self._told(response)
                problem = f"{self.url} answers {response.status_code}: {response.text[:200]}"
            if attempt < _TRIES:
                time.sleep(0.2 * 2**attempt)
        pytest.fail(f"Zhizao: {problem}", pytrace=False)

    def _told(self, response: httpx.Response) -> dict[str, Any]:
        try:
            told = response.json()
        except ValueError:
            pytest.fail(f"Zhizao: {self.url} is no Zhizao service", pytrace=False)
        if response.status_code >= 400:
            said = told.get("error", {}).get("message", response.text[:200])
            pytest.fail(f"Zhizao: {said}", pytrace=False)
        return told


class Zhizao:
    """`zhizao("创建一个已支付的到店订单", env="pre")`: makes data, and remembers what to undo."""

    def __init__(self, client: Client, name: str) -> None:
        self._client = client
        client.times[name] += 1
        node = hashlib.sha256(name.encode()).hexdigest()[:12]
        self._seed = f"{client.token}.{node}.{client.times[name]}"
        self._runs: list[dict[str, Any]] = []
        self._calls = 0

    def __call__(
        self, text: str, *, env: str | None = None, approved: bool = False, **more: Any
    ) -> Made:
        """What the sentence made. `approved`: agrees in advance to bulk and destructive steps.

        `more`: further fields of the service's `POST /api/requests`."""
        self._calls += 1
        body = {"text": text, "request_id": f"{self._seed}.{self._calls}", "approved": approved}
        place = env or self._client.environment
        body |= {"environment": place} if place else {}
        answer = self._client.post("/api/requests", {**body, **more})
        if _may_have_written(answer):
            self._runs.append(answer)
        if answer["status"] not in ("succeeded", "planned"):
            pytest.fail(_complaint(text, answer), pytrace=False)
        return Made(answer)

    def undo(self) -> list[str]:
        """Takes everything back, the latest first; what could not be, one line each."""
        left: list[str] = []
        for answer in () if self._client.keep else reversed(self._runs):
            run = answer["run_id"]
            body = {"approved": True, "request_id": f"undo.{run}"}
            try:
                undone = self._client.post(f"/api/runs/{run}/undo", body)
            except pytest.fail.Exception as error:
                left.append(f"{run}: {error.msg}")
                continue
            if undone["status"] != "succeeded":
                left.append(f"{run}: {undone['summary']['text'] or undone['question']}")
        self._runs.clear()
        return left


def _may_have_written(answer: dict[str, Any]) -> bool:
    intent: dict[str, Any] = answer["intent"] or {"goals": []}
    writes = any(goal["function"] in _WRITES for goal in intent["goals"])
    return writes and any(step["status"] != "planned" for step in answer["chain"])


def _complaint(text: str, answer: dict[str, Any]) -> str:
    lines = [f"Zhizao: {answer['status']}: {text}"]
    lines += [answer["question"] or answer["summary"]["text"]]
    lines += [f"  {n}. {one['text']}" for n, one in enumerate(answer["choices"], 1)]
    if answer["status"] == "needs_input":
        lines.append("Say it in the sentence: there is nobody to ask in a test.")
    return "\n".join(filter(None, lines))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where the service is."""
    group = parser.getgroup("zhizao", "test data by one sentence")
    group.addoption("--zhizao-url", help="Address of the Zhizao service; else ZHIZAO_URL.")
    parser.addini("zhizao_url", "Address of the Zhizao service.", default="")
    parser.addini("zhizao_env", "Environment of sentences that name none.", default="")
    parser.addini("zhizao_file", "File of shared data.", default="zhizao.yaml")
    parser.addini("zhizao_keep", "Take nothing back.", type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    """Each name in the file of shared data becomes a fixture."""
    config.stash[_LEFT] = []
    file = Path(config.rootpath) / config.getini("zhizao_file")
    if not file.is_file():
        return
    shared = ModuleType("zhizao_shared")
    for name, wanted in _read(file).items():
        setattr(shared, name, _shared(name, wanted))
    config.pluginmanager.register(shared, "zhizao_shared")


def _read(file: Path) -> dict[str, dict[str, Any]]:
    try:
        found: Any = yaml.safe_load(file.read_text("utf-8")) or {}
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise pytest.UsageError(f"{file}: {error}") from error
    if not isinstance(found, dict):
        raise pytest.UsageError(f"{file}: names of fixtures are expected, each with a `text`")
    shared = cast("dict[str, dict[str, Any]]", found)
    for name, wanted in shared.items():
        if not isinstance(wanted, dict) or not isinstance(wanted.get("text"), str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise pytest.UsageError(f"{file}: {name}: a sentence is missing, as `text`")
        if not str(name).isidentifier() or wanted.get("scope", "session") not in _SCOPES:
            scopes = ", ".join(_SCOPES)
            raise pytest.UsageError(f"{file}: {name}: no name of a fixture, or no scope ({scopes})")
    return shared


def _shared(name: str, wanted: dict[str, Any]) -> Any:
    more = {key: value for key, value in wanted.items() if key not in ("text", "scope")}

    @pytest.fixture(scope=wanted.get("scope", "session"), name=name)
    def made(request: pytest.FixtureRequest) -> Generator[Made]:
        zhizao = Zhizao(_client(request.config), f"shared/{name}")
        try:
            yield zhizao(wanted["text"], **more)
        finally:
            _take_back(request.config, zhizao)

    return made


@pytest.fixture
def zhizao(request: pytest.FixtureRequest) -> Generator[Zhizao]:
    """Makes test data by a sentence; everything is undone when the test is over."""
    making = Zhizao(_client(request.config), request.node.nodeid)
    yield making
    _take_back(request.config, making)


def _take_back(config: pytest.Config, zhizao: Zhizao) -> None:
    config.stash[_LEFT].extend(zhizao.undo())


def _client(config: pytest.Config) -> Client:
    if _CLIENT not in config.stash:
        url = config.getoption("--zhizao-url") or os.environ.get("ZHIZAO_URL")
        url = url or config.getini("zhizao_url")
        if not url:
            pytest.fail("Zhizao: say where it is: --zhizao-url, ZHIZAO_URL or zhizao_url", False)
        worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
        config.stash[_CLIENT] = Client(
            url=url.rstrip("/"),
            key=os.environ.get("ZHIZAO_API_KEY"),
            environment=config.getini("zhizao_env") or None,
            keep=config.getini("zhizao_keep"),
            token=f"pytest.{uuid.uuid4().hex[:12]}.{worker}",
        )
    return config.stash[_CLIENT]


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """What could not be taken back."""
    left = config.stash[_LEFT]
    if left:
        terminalreporter.section("Zhizao could not take back")
        for line in left:
            terminalreporter.line(line)
