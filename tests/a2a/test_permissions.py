"""What a key is for, over both bindings, and nothing of anybody else's."""

import json
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from services.a2a.agent import RUN_METHODS
from services.settings import Settings
from tests.services.serving import Client, Stage, serve
from tool_registry.base.caller import Caller, Role
from tool_registry.base.ids import new_id
from tool_registry.stores.rows import Permission
from tool_registry.stores.store import RegistryStore

HOST = Caller()


@dataclass
class Deployment:
    """A service where people log in."""

    client: Client
    stores: RegistryStore
    stage: Stage

    def key(self, name: str, *permissions: Permission) -> str:
        return self.stores.keys.create(HOST, name, "", permissions or ("read", "run"))[0]

    def rpc(self, key: str, method: str, params: Any) -> tuple[int, Any]:
        old = "/" in method
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return self.send(key, "POST", "/a2a", body, "" if old else "1.0")

    def send(
        self, key: str, method: str, path: str, body: Any, version: str = "1.0"
    ) -> tuple[int, Any]:
        content = None if body is None else json.dumps(body)
        headers = {"Authorization": f"Bearer {key}", "A2A-Version": version}
        with closing(self.client.connect()) as connection:
            connection.request(method, path, content, headers)
            response = connection.getresponse()
            return response.status, json.loads(response.read() or b"null")


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Generator[Deployment]:
    home = tmp_path_factory.mktemp("deployment")
    (home / "sources.json").write_text('{"mcpServers": {}}')
    settings = Settings(home=home, sources=Path(home / "sources.json"), login="required")
    stage = Stage()
    stage.gate.set()
    with serve(settings, stage) as client, closing(RegistryStore(home / "registry.db")) as stores:
        for name in ("bob", "eve"):
            stores.people.add(HOST, name, Role.TESTER)
        yield Deployment(client, stores, stage)


def message(text: str = "make one", id: str | None = None) -> dict[str, Any]:
    told = {"messageId": id or new_id("m"), "role": "ROLE_USER", "parts": [{"text": text}]}
    return {"message": told}


def methods() -> list[str]:
    """Every method of JSON-RPC that the package serves, of both versions."""
    from a2a.compat.v0_3.jsonrpc_adapter import JSONRPC03Adapter
    from a2a.server.routes.jsonrpc_dispatcher import JsonRpcDispatcher

    return [*JsonRpcDispatcher.METHOD_TO_MODEL, *JSONRPC03Adapter.METHOD_TO_MODEL]


LOOKS = {
    "GetTask",
    "ListTasks",
    "SubscribeToTask",
    "GetTaskPushNotificationConfig",
    "ListTaskPushNotificationConfigs",
    "GetExtendedAgentCard",
    "tasks/get",
    "tasks/resubscribe",
    "tasks/pushNotificationConfig/get",
    "tasks/pushNotificationConfig/list",
    "agent/getAuthenticatedExtendedCard",
}


def test_each_method_takes_one_permission_and_none_is_forgotten() -> None:
    assert set(methods()) == LOOKS | RUN_METHODS
    assert not LOOKS & RUN_METHODS


def test_a_key_that_only_looks_runs_nothing(deployment: Deployment) -> None:
    key = deployment.key("bob", "read")
    for method in methods():
        status, told = deployment.rpc(key, method, message())
        assert (status == 403) == (method in RUN_METHODS), method
        assert status == 200 or told["error"]["code"] == "no_run"
    assert deployment.stage.effects == []


def test_an_open_request_is_asked_for_a_key_as_everywhere(deployment: Deployment) -> None:
    with closing(deployment.client.connect()) as connection:
        connection.request("POST", "/a2a", b"{}")
        response = connection.getresponse()
        told = (response.status, response.getheader("WWW-Authenticate"))
        assert told == (401, "Bearer")


def test_somebody_elses_task_is_none_whatever_is_asked_of_it(deployment: Deployment) -> None:
    bob, eve = deployment.key("bob"), deployment.key("eve")
    made = [deployment.rpc(key, "SendMessage", message("x", "same"))[1] for key in (bob, eve)]
    mine, others = (one["result"]["task"]["id"] for one in made)
    assert mine != others
    push = {"taskId": mine, "id": "p", "url": "http://127.0.0.1:1/"}
    asked: dict[str, Any] = {
        "GetTask": {"id": mine},
        "CancelTask": {"id": mine},
        "SubscribeToTask": {"id": mine},
        "SendMessage": {"message": {**message()["message"], "taskId": mine}},
        "CreateTaskPushNotificationConfig": push,
        "GetTaskPushNotificationConfig": {"taskId": mine, "id": "p"},
        "ListTaskPushNotificationConfigs": {"taskId": mine},
        "DeleteTaskPushNotificationConfig": {"taskId": mine, "id": "p"},
    }
    for method, params in asked.items():
        foreign = deployment.rpc(eve, method, params)
        nothing = json.loads(json.dumps(params).replace(mine, "run-0000000000000000"))
        assert foreign[1]["error"]["code"] == -32001, method
        assert foreign == deployment.rpc(eve, method, nothing), method
    listed = deployment.rpc(eve, "ListTasks", {})[1]["result"]["tasks"]
    assert [one["id"] for one in listed] == [others]
    assert deployment.rpc(bob, "GetTask", {"id": mine})[1]["result"]["id"] == mine
