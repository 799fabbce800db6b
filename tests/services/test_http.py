"""The HTTP entrance: a stream of typed events, runs again later, and clear refusals."""

import json
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from services.settings import Settings
from tests.services.commands import wait_for
from tests.services.serving import Client, Stage, serve


@pytest.fixture
def stage() -> Stage:
    return Stage()


@pytest.fixture
def client(tmp_path: Path, stage: Stage) -> Generator[Client]:
    sources = tmp_path / "sources.json"
    sources.write_text('{"mcpServers": {"shop": {"url": "http://127.0.0.1:9/mcp"}}}')
    settings = Settings(home=tmp_path / "home", sources=sources, heartbeat=0.05)
    with serve(settings, stage) as client:
        yield client
        stage.gate.set()


def test_a_request_is_answered_as_a_stream_of_typed_events(client: Client, stage: Stage) -> None:
    stage.gate.set()
    stream = client.stream("POST", "/api/chat", {"text": "造一个订单"})
    assert stream.response.status == 200
    assert stream.response.getheader("Content-Type") == "text/event-stream; charset=utf-8"
    assert stream.response.getheader("X-Accel-Buffering") == "no"
    blocks = stream.rest()
    assert blocks[0] == {"retry": "2000"}
    found = [(one["id"], one["event"]) for one in blocks if "event" in one]
    assert found == [("1", "run_started"), ("2", "answer"), ("3", "run_finished")]
    started = json.loads(blocks[1]["data"])
    assert started["data"] == {"text": "造一个订单"}
    assert started["run_id"].startswith("run-")


def test_a_quiet_stream_shows_that_it_lives(client: Client, stage: Stage) -> None:
    stream = client.stream("POST", "/api/chat", {"text": "x"})
    blocks = [stream.next() for _ in range(3)]
    assert blocks[2] == {"": "alive"}
    stage.gate.set()
    assert stream.events() == ["answer", "run_finished"]


def test_a_client_that_leaves_does_not_stop_the_run(client: Client, stage: Stage) -> None:
    stream = client.stream("POST", "/api/chat", {"text": "x"})
    stream.next()
    run_id = json.loads(stream.next()["data"])["run_id"]
    stream.close()
    stage.gate.set()
    wait_for(lambda: client.request("GET", f"/api/runs/{run_id}")[1]["answer"] is not None)
    status, run = client.request("GET", f"/api/runs/{run_id}")
    assert status == 200
    assert run["answer"]["status"] == "succeeded"
    assert [one["type"] for one in run["events"]] == ["run_started", "answer", "run_finished"]


def test_when_the_stream_ends_the_answer_is_there(client: Client, stage: Stage) -> None:
    stage.gate.set()
    stream = client.stream("POST", "/api/chat", {"text": "x"})
    blocks = stream.rest()
    run_id = json.loads(blocks[1]["data"])["run_id"]
    assert client.request("GET", f"/api/runs/{run_id}")[1]["answer"]["run_id"] == run_id


def test_a_stream_is_taken_up_where_it_broke_off(client: Client, stage: Stage) -> None:
    stage.gate.set()
    blocks = client.stream("POST", "/api/chat", {"text": "x"}).rest()
    run_id = json.loads(blocks[1]["data"])["run_id"]
    path = f"/api/runs/{run_id}/events"
    assert client.stream("GET", path).events() == ["run_started", "answer", "run_finished"]
    assert client.stream("GET", path, Last_Event_ID="2").events() == ["run_finished"]
    assert client.stream("GET", path, Last_Event_ID="99").events() == []


def test_the_same_request_five_times_at_once_is_one_run(client: Client, stage: Stage) -> None:
    body = {"text": "x", "request_id": "r-1"}

    def send(number: int) -> set[str]:
        blocks = client.stream("POST", "/api/chat", body).rest()
        return {json.loads(one["data"])["run_id"] for one in blocks if "data" in one}

    with ThreadPoolExecutor(5) as pool:
        sent = [pool.submit(send, number) for number in range(5)]
        stage.gate.set()
        runs = [one.result(timeout=5) for one in sent]
    assert len({run_id for found in runs for run_id in found}) == 1
    assert stage.effects == ["x"]


def test_a_request_id_does_not_change_its_sentence(client: Client, stage: Stage) -> None:
    stage.gate.set()
    client.stream("POST", "/api/chat", {"text": "造一个", "request_id": "r-1"}).rest()
    status, body = client.request("POST", "/api/chat", {"text": "造两个", "request_id": "r-1"})
    assert status == 409
    assert body["error"]["code"] == "request_reused"
    assert body["error"]["message"].startswith("请求编号“r-1”已经用于另一句话")


BAD: list[tuple[object, int, str]] = [
    (b"{", 422, "The request body is not valid JSON"),
    (b"[" * 20_000, 400, "The request is wrong: There was an error parsing the body"),
    (b'{"text": "\xff"}', 400, "The request is wrong: There was an error parsing the body"),
    ({}, 422, "The request body is wrong: text: Field required"),
    ([], 422, "The request body is wrong: body"),
    ({"text": 7}, 422, "The request body is wrong: text: Input should be a valid string"),
    ({"text": "x", "plan_only": "yes"}, 422, "The request body is wrong: plan_only"),
    ({"text": "x", "environmnet": "pre"}, 422, "The request body is wrong: environmnet"),
    ({"text": "x", "session_id": "a b"}, 422, "session_id is not usable"),
    ({"text": "x", "environment": "\n"}, 422, "No environment named '?' is configured"),
    ({"text": "a\ud800"}, 422, "The request holds a character that is no valid Unicode"),
    ({"text": "x" * 70_000}, 413, "The request is too long: at most 65536 bytes"),
]


@pytest.mark.parametrize(("body", "status", "message"), BAD)
def test_a_bad_body_is_answered_with_one_sentence(
    client: Client, body: object, status: int, message: str
) -> None:
    found, answer = client.request("POST", "/api/chat", body)
    assert found == status
    assert answer["error"]["message"].startswith(message)


def test_a_bad_field_is_explained_in_the_language_of_the_text(client: Client) -> None:
    body = {"text": "造一个订单", "session_id": "a b"}
    _, answer = client.request("POST", "/api/chat", body)
    assert answer["error"]["message"].startswith("session_id 不可用")


def test_what_is_not_there_is_said_to_be_not_there(client: Client) -> None:
    assert client.request("GET", "/api/runs/run-7") == (
        404,
        {
            "error": {
                "code": "no_run",
                "message": "There is no run 'run-7'; zhizao runs list shows the latest ones.",
            }
        },
    )
    assert client.request("GET", "/api/runs/run-7/events")[0] == 404
    assert client.request("GET", "/nothing")[1]["error"]["code"] == "no_page"
    assert client.request("GET", "/api/chat")[0] == 405
    status, answer = client.request("GET", "/api/runs/x/events", Last_Event_ID="-1")
    assert (status, answer["error"]["code"]) == (422, "invalid_event_id")
    chinese = client.request("GET", "/nothing", Accept_Language="zh-CN,zh;q=0.9")[1]
    assert chinese["error"]["message"] == "没有这个地址:/nothing"


def test_only_this_machine_s_names_are_served(client: Client) -> None:
    status, answer = client.request("GET", "/healthz", Host="evil.example")
    assert (status, answer["error"]["code"]) == (421, "host")
    assert client.request("GET", "/healthz", Host="localhost:8000")[0] == 200
    assert client.request("GET", "/healthz", Host="[::1]:8000")[0] == 200
    assert client.request("GET", "/healthz", Host="[::1")[0] == 421
    status, answer = client.request("POST", "/api/chat", {}, Origin="https://evil.example")
    assert (status, answer["error"]["code"]) == (403, "origin")
    assert client.request("GET", "/healthz", Origin="http://127.0.0.1:3000")[0] == 200
    assert client.request("GET", "/healthz", Origin="null")[0] == 403


def test_health_is_the_process_and_readiness_is_what_it_needs(client: Client) -> None:
    assert client.request("GET", "/healthz") == (200, {"status": "ok"})
    status, answer = client.request("GET", "/readyz")
    assert (status, answer["status"]) == (503, "not ready")
    assert list(answer["problems"]) == ["shop"]
    assert answer["problems"]["shop"].startswith("source 'shop' at http://127.0.0.1:9/mcp")


def test_the_metrics_are_text_for_prometheus(client: Client) -> None:
    with closing(client.connect()) as connection:
        connection.request("GET", "/metrics", headers={"Host": "127.0.0.1"})
        response = connection.getresponse()
        text = response.read().decode()
    assert response.status == 200
    assert "# TYPE zhizao_requests_total counter" in text


def test_the_api_describes_itself(client: Client) -> None:
    status, description = client.request("GET", "/openapi.json")
    assert status == 200
    assert {
        "/api/chat",
        "/api/runs/{run_id}",
        "/api/runs/{run_id}/events",
        "/healthz",
        "/readyz",
    } <= set(description["paths"])
