"""The HTTP entrance: a stream of typed events, runs again later, and clear refusals."""

import json
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from services.settings import Settings
from tests.services.commands import wait_for
from tests.services.serving import Client, Stage, message, serve
from tests.workshop.waiting import PATIENCE


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
    stream = client.stream("POST", "/api/agui", message("造一个订单"))
    assert stream.response.status == 200
    assert stream.response.getheader("Content-Type") == "text/event-stream; charset=utf-8"
    assert stream.response.getheader("X-Accel-Buffering") == "no"
    blocks = stream.rest()
    assert blocks[0] == {"retry": "2000"}
    told = {one["id"]: json.loads(one["data"]) for one in blocks if "data" in one}
    assert told["1.1"]["type"] == "RUN_STARTED"
    assert told["1.2"]["snapshot"]["text"] == "造一个订单"
    assert told["1.2"]["snapshot"]["run_id"].startswith("run-")
    assert list(told.values())[-1]["type"] == "RUN_FINISHED"


def test_a_quiet_stream_shows_that_it_lives(client: Client, stage: Stage) -> None:
    stream = client.stream("POST", "/api/agui", message("x"))
    while "" not in (block := stream.next()):
        assert block
    assert block[""].startswith("ping")
    stage.gate.set()
    assert stream.types()[-1] == "RUN_FINISHED"


def test_a_client_that_leaves_does_not_stop_the_run(client: Client, stage: Stage) -> None:
    stream = client.stream("POST", "/api/agui", message("x"))
    _, _, snapshot = (stream.next() for _ in range(3))
    run_id = json.loads(snapshot["data"])["snapshot"]["run_id"]
    stream.close()
    stage.gate.set()
    wait_for(lambda: client.request("GET", f"/api/runs/{run_id}")[1]["answer"] is not None)
    status, run = client.request("GET", f"/api/runs/{run_id}")
    assert status == 200
    assert run["answer"]["status"] == "succeeded"
    assert [one["type"] for one in run["events"]] == ["run_started", "answer", "run_finished"]


def test_when_the_stream_ends_the_answer_is_there(client: Client, stage: Stage) -> None:
    stage.gate.set()
    answer = client.chat("x")
    assert client.request("GET", f"/api/runs/{answer['run_id']}")[1]["answer"] == answer


def test_a_stream_is_taken_up_where_it_broke_off(client: Client, stage: Stage) -> None:
    stage.gate.set()
    path = f"/api/agui/runs/{client.chat('x')['run_id']}"
    assert client.stream("GET", path).types()[0] == "RUN_STARTED"
    assert client.stream("GET", path, Last_Event_ID="2").types()[-1] == "RUN_FINISHED"
    assert client.stream("GET", path, Last_Event_ID="99").types() == []


def test_the_same_request_five_times_at_once_is_one_run(client: Client, stage: Stage) -> None:
    body = message("x", "t-1", "r-1")

    with ThreadPoolExecutor(5) as pool:
        sent = [pool.submit(client.answer, body) for _ in range(5)]
        stage.gate.set()
        runs = {one.result(timeout=PATIENCE)["run_id"] for one in sent}
    assert len(runs) == 1
    assert stage.effects == ["x"]


def test_a_request_id_does_not_change_its_sentence(client: Client, stage: Stage) -> None:
    stage.gate.set()
    client.answer(message("造一个", "t-1", "r-1"))
    status, body = client.request("POST", "/api/agui", message("造两个", "t-1", "r-1"))
    assert status == 409
    assert body["error"]["code"] == "request_reused"
    assert body["error"]["message"].startswith("请求编号“r-1”已经用于另一句话")


BAD: list[tuple[object, int, str]] = [
    (b"{", 422, "The request body is not valid JSON"),
    (b"[" * 20_000, 400, "The request is wrong: There was an error parsing the body"),
    (b'{"threadId": "\xff"}', 400, "The request is wrong: There was an error parsing the body"),
    ({}, 422, "The request body is wrong: threadId: Field required"),
    ([], 422, "The request body is wrong: body"),
    ({**message("x"), "messages": "x"}, 422, "The request body is wrong: messages"),
    (message("x", plan_only="perhaps"), 422, "The field plan_only is wrong: Input should be"),
    (message("x", "a b"), 422, "session_id is not usable"),
    (message("x", environment="\n"), 422, "No environment named '?' is configured"),
    (message("a\ud800"), 422, "The request holds a character that is no valid Unicode"),
    (message("x" * 70_000), 413, "The request is too long: at most 65536 bytes"),
]


@pytest.mark.parametrize(("body", "status", "message"), BAD)
def test_a_bad_body_is_answered_with_one_sentence(
    client: Client, body: object, status: int, message: str
) -> None:
    found, answer = client.request("POST", "/api/agui", body)
    assert found == status
    assert answer["error"]["message"].startswith(message)


def test_a_bad_field_is_explained_in_the_language_of_the_text(client: Client) -> None:
    _, answer = client.request("POST", "/api/agui", message("造一个订单", "a b"))
    assert answer["error"]["message"].startswith("session_id 不可用")


def test_an_error_is_in_the_language_that_the_client_reads(client: Client) -> None:
    body = {"text": "查一下", "environment": "火星"}
    _, told = client.request("POST", "/api/requests", body, Accept_Language="en")
    assert told["error"]["message"].replace("火星", "").isascii()
    _, told = client.request("POST", "/api/requests", body)
    assert "环境" in told["error"]["message"]


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
    assert client.request("GET", "/api/agui/runs/run-7")[0] == 404
    assert client.request("GET", "/nothing")[1]["error"]["code"] == "no_page"
    assert client.request("GET", "/api/agui")[0] == 405
    chinese = client.request("GET", "/nothing", Accept_Language="zh-CN,zh;q=0.9")[1]
    assert chinese["error"]["message"] == "没有这个地址：/nothing"


def test_only_this_machine_s_names_are_served(client: Client) -> None:
    status, answer = client.request("GET", "/healthz", Host="evil.example")
    assert (status, answer["error"]["code"]) == (421, "host")
    assert client.request("GET", "/healthz", Host="localhost:8000")[0] == 200
    assert client.request("GET", "/healthz", Host="[::1]:8000")[0] == 200
    assert client.request("GET", "/healthz", Host="[::1")[0] == 421
    status, answer = client.request("POST", "/api/agui", {}, Origin="https://evil.example")
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
        "/api/agui",
        "/api/agui/runs/{run_id}",
        "/api/runs/{run_id}",
        "/healthz",
        "/readyz",
    } <= set(description["paths"])
