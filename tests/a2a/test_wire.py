"""The wire as it is, without the official client: versions, errors, and bodies of an enemy."""

import json
from typing import Any

import pytest

from tests.a2a.talking import COUPON, Agent
from tests.workshop.hostile import bodies
from tool_registry.base.ids import new_id

TODAY = {"A2A_Version": "1.0"}


def message(text: str = COUPON, **more: Any) -> dict[str, Any]:
    told = {"messageId": new_id("m"), "role": "ROLE_USER", "parts": [{"text": text}], **more}
    return {"message": told}


def old_message(text: str = COUPON, **more: Any) -> dict[str, Any]:
    parts = [{"kind": "text", "text": text}]
    told = {"kind": "message", "messageId": new_id("m"), "role": "user", "parts": parts, **more}
    return {"message": told}


def test_json_rpc_with_the_version_of_today(agent: Agent) -> None:
    task = agent.rpc("SendMessage", message())["result"]["task"]
    assert task["status"]["state"] == "TASK_STATE_COMPLETED"
    assert task["artifacts"][0]["parts"][1]["data"]["status"] == "succeeded"
    assert agent.rpc("GetTask", {"id": task["id"]})["result"]["id"] == task["id"]
    assert len(agent.effects()) == 1


def test_json_rpc_without_a_version_is_that_of_0_3(agent: Agent) -> None:
    task = agent.rpc("message/send", old_message(), A2A_Version="")["result"]
    assert (task["kind"], task["status"]["state"]) == ("task", "completed")
    again = agent.rpc("tasks/get", {"id": task["id"]}, A2A_Version="")["result"]
    assert again["artifacts"] == task["artifacts"]
    told = agent.rpc("SendMessage", message(), A2A_Version="")
    assert told["error"]["code"] == -32009
    assert len(agent.effects()) == 1


def test_http_json_of_both_versions(agent: Agent) -> None:
    status, told = agent.rest("POST", "/message:send", message())
    assert (status, told["task"]["status"]["state"]) == (200, "TASK_STATE_COMPLETED")
    task_id = told["task"]["id"]
    assert agent.rest("GET", f"/tasks/{task_id}")[1]["id"] == task_id
    assert agent.rest("GET", "/tasks?pageSize=1")[1]["tasks"][0]["id"] == task_id
    assert "artifacts" not in agent.rest("GET", "/tasks?pageSize=1")[1]["tasks"][0]
    parts = [{"text": COUPON}]
    old = {"message": {"messageId": new_id("m"), "role": "ROLE_USER", "content": parts}}
    status, told = agent.rest("POST", "/v1/message:send", old, A2A_Version="")
    assert (status, told["task"]["status"]["state"]) == (200, "TASK_STATE_COMPLETED")
    assert len(agent.effects()) == 2


@pytest.mark.parametrize(
    ("method", "params", "code"),
    [
        ("GetTask", {"id": "run-0000000000000000"}, -32001),
        ("GetTask", {"id": "../x"}, -32001),
        ("GetTask", {}, -32602),
        ("CancelTask", {"id": "run-0000000000000000"}, -32001),
        ("SubscribeToTask", {"id": "run-0000000000000000"}, -32001),
        ("GetTaskPushNotificationConfig", {"taskId": "run-0", "id": "x"}, -32001),
        ("SendMessage", message(taskId="run-0000000000000000"), -32001),
        ("SendMessage", {"message": {"messageId": "m", "role": "ROLE_USER"}}, -32602),
        ("SendMessage", message(parts=[{"url": "http://x/"}]), -32005),
        ("SendMessage", message(parts=[{"data": {"a": 1}}]), -32005),
        ("SendMessage", message(contextId="a b"), -32602),
        ("SendMessage", message(metadata={"environment": "nowhere"}), -32602),
        ("SendMessage", message(metadata={"review": 7}), -32602),
        ("SendMessage", message(text="x" * 70_000), -32602),
        ("SendMessage", message(text=""), -32602),
        ("ListTasks", {"pageSize": 0}, -32602),
        ("ListTasks", {"historyLength": -1}, -32602),
        ("NoSuchMethod", {}, -32601),
    ],
)
def test_what_is_wrong_has_the_protocols_code(
    agent: Agent, method: str, params: Any, code: int
) -> None:
    error = agent.rpc(method, params)["error"]
    assert error["code"] == code
    assert error["message"]
    assert agent.effects() == []


def test_codes_of_tasks_that_are_over(agent: Agent) -> None:
    task = agent.rpc("SendMessage", message())["result"]["task"]["id"]
    codes = {
        "CancelTask": ({"id": task}, -32002),
        "SubscribeToTask": ({"id": task}, -32004),
        "SendMessage": (message(taskId=task), -32004),
    }
    for method, (params, code) in codes.items():
        assert agent.rpc(method, params)["error"]["code"] == code, method
    assert agent.rest("POST", f"/tasks/{task}:cancel")[0] == 400
    assert agent.rest("GET", "/tasks/run-0000000000000000")[0] == 404
    assert agent.rpc("GetTask", {"id": task}, A2A_Version="9.9")["error"]["code"] == -32009


@pytest.mark.parametrize("body", [b"", b"{", b"[", b"[1]", b"[" * 20_000, b'"x"', b'{"a":"\xff"}'])
def test_what_is_no_request_is_told_so_over_both_bindings(agent: Agent, body: bytes) -> None:
    status, told = agent.service.request("POST", "/a2a", body, **TODAY)
    assert (status, told["error"]["code"] in (-32700, -32600)) == (200, True)
    status, told = agent.service.request("POST", "/a2a/message:send", body, **TODAY)
    assert (status, told["error"]["status"]) == (400, "INVALID_ARGUMENT")
    assert agent.effects() == []


WHOLE: dict[str, Any] = {
    "message": {
        "messageId": "m-hostile",
        "contextId": "c-hostile",
        "role": "ROLE_USER",
        "parts": [{"text": "你好", "mediaType": "text/plain", "metadata": {"a": 1}}],
        "metadata": {"environment": "pre", "review": "always", "plan_only": True},
        "extensions": ["x"],
        "referenceTaskIds": ["y"],
    },
    "configuration": {
        "acceptedOutputModes": ["text/plain"],
        "historyLength": 3,
        "returnImmediately": False,
        "taskPushNotificationConfig": {"url": "http://127.0.0.1:1/", "token": "t", "id": "p"},
    },
    "metadata": {"a": {"b": 1}},
    "tenant": "",
}
OLD: dict[str, Any] = {
    "message": {
        **WHOLE["message"],
        "kind": "message",
        "role": "user",
        "parts": [{"kind": "text", "text": "你好"}],
        "taskId": "run-0000000000000000",
    },
    "configuration": {"blocking": True, "acceptedOutputModes": ["text/plain"]},
}
CALL: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": WHOLE}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "right", "version"),
    [
        ("/a2a", CALL, "1.0"),
        ("/a2a", {**CALL, "method": "message/send", "params": OLD}, ""),
        ("/a2a/message:send", WHOLE, "1.0"),
        ("/a2a/v1/message:send", WHOLE, ""),
    ],
)
def test_two_thousand_bodies_of_an_enemy_have_no_effect_and_break_nothing(
    agent: Agent, path: str, right: dict[str, Any], version: str
) -> None:
    for body in bodies(right, 500):
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        status, told = agent.service.request("POST", path, sent, A2A_Version=version)
        assert status < 500, (sent[:2000], told)
        assert told.get("error", {}).get("code") != -32603, (sent[:2000], told)
    assert agent.effects() == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("GetTask", {"id": "x", "historyLength": 1}),
        ("ListTasks", {"contextId": "c", "status": "TASK_STATE_WORKING", "pageToken": "x"}),
        ("ListTasks", {"statusTimestampAfter": "2026-01-01T00:00:00Z", "pageSize": 1}),
        ("CancelTask", {"id": "x", "metadata": {"a": 1}}),
        ("CreateTaskPushNotificationConfig", {"taskId": "x", "url": "http://x/", "token": "t"}),
        ("DeleteTaskPushNotificationConfig", {"taskId": "x", "id": "y"}),
        ("tasks/get", {"id": "x", "historyLength": 1}),
        (
            "tasks/pushNotificationConfig/set",
            {"taskId": "x", "pushNotificationConfig": {"url": "u"}},
        ),
    ],
)
def test_odd_parameters_of_the_other_methods_are_no_errors_of_ours(
    agent: Agent, method: str, params: dict[str, Any]
) -> None:
    version = "" if "/" in method else "1.0"
    for body in bodies({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, 60):
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        status, told = agent.service.request("POST", "/a2a", sent, A2A_Version=version)
        assert status < 500, sent[:2000]
        assert told.get("error", {}).get("code") != -32603, (sent[:2000], told)
