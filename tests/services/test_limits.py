"""How often one person may send requests, whatever the entrance: 429, when to come again, and
nothing begun."""

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from services.settings import Settings
from tests.services.serving import Client, Stage, message, serve
from tests.workshop.clock import HandClock
from tool_registry.base.caller import Caller, Role
from tool_registry.stores.store import RegistryStore


@dataclass
class Busy:
    """A service where one person may send two requests a minute."""

    client: Client
    stage: Stage
    clock: HandClock
    keys: dict[str, str]

    def send(self, name: str, path: str, body: Any) -> tuple[int, dict[str, str], bytes]:
        with closing(self.client.connect()) as connection:
            response = self.client._send(  # pyright: ignore[reportPrivateUsage]
                connection, "POST", path, body, {"Authorization": f"Bearer {self.keys[name]}"}
            )
            return response.status, dict(response.getheaders()), response.read()

    def ask(self, name: str, text: str, id: str | None = None) -> int:
        return self.send(name, "/api/requests", {"text": text, "request_id": id})[0]


@pytest.fixture
def busy(tmp_path: Path) -> Generator[Busy]:
    (tmp_path / "sources.json").write_text('{"mcpServers": {}}')
    settings = Settings(
        home=tmp_path, sources=tmp_path / "sources.json", login="required", request_rate=2
    )
    clock = HandClock()
    stage = Stage(clock=clock)
    stage.gate.set()
    with closing(RegistryStore(tmp_path / "registry.db")) as stores:
        keys: dict[str, str] = {}
        for name in ("ann", "bob"):
            stores.people.add(Caller(), name, Role.TESTER)
            keys[name], _ = stores.keys.create(Caller(), name, "", ["run"])
    with serve(settings, stage) as client:
        yield Busy(client, stage, clock, keys)


CHAT = {"model": "zhizao", "messages": [{"role": "user", "content": "make one more"}]}
ENTRANCES = {
    "/api/requests": {"text": "make one more"},
    "/api/agui": message("make one more"),
    "/v1/chat/completions": CHAT,
    "/v1/responses": {"model": "zhizao", "input": "make one more"},
}


@pytest.mark.parametrize("path", ENTRANCES)
def test_one_request_more_is_refused_in_the_form_of_its_entrance(busy: Busy, path: str) -> None:
    assert [busy.ask("ann", f"make {n}") for n in (1, 2)] == [200, 200]
    status, headers, body = busy.send("ann", path, ENTRANCES[path])
    assert (status, headers["retry-after"]) == (429, "30")
    assert b'"rate_limited"' in body
    assert b"Too many requests: one person may send 2 a minute" in body
    assert (b'"rate_limit_error"' in body) == path.startswith("/v1")
    assert busy.stage.effects == ["make 1", "make 2"]
    busy.clock.jump(30, 30)
    assert busy.send("ann", path, ENTRANCES[path])[0] == 200


def test_one_person_does_not_use_up_what_is_anothers(busy: Busy) -> None:
    assert [busy.ask("ann", f"make {n}") for n in (1, 2, 3)] == [200, 200, 429]
    assert [busy.ask("bob", f"make {n}") for n in (4, 5, 6)] == [200, 200, 429]


def test_a_request_that_is_delivered_again_does_not_count(busy: Busy) -> None:
    assert [busy.ask("ann", "make one", "r-1") for _ in range(10)] == [200] * 10
    assert busy.ask("ann", "make two", "r-2") == 200
    assert [busy.ask("ann", "make one", "r-1") for _ in range(10)] == [200] * 10
    assert busy.ask("ann", "make three", "r-3") == 429
    assert busy.ask("ann", "make three", "r-3") == 429
    busy.clock.jump(30, 30)
    assert busy.ask("ann", "make three", "r-3") == 200
    assert busy.stage.effects == ["make one", "make two", "make three"]


def test_looking_at_things_is_not_limited(busy: Busy) -> None:
    assert [busy.ask("ann", f"make {n}") for n in (1, 2, 3)] == [200, 200, 429]
    for _ in range(20):
        status, _ = busy.client.request(
            "GET", "/api/conversations", Authorization=f"Bearer {busy.keys['ann']}"
        )
        assert status == 200
