"""The chat page's wire: AG-UI events over SSE, questions as interrupts, streams that go on."""

import json
from typing import Any

import pytest
from ag_ui.core import Event
from pydantic import TypeAdapter

from tests.services.commands import Zhizao
from tests.services.serving import Client, message

COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"
_EVENT: TypeAdapter[Any] = TypeAdapter(Event)


def _input(text: str, name: str, thread: str | None = None, **more: Any) -> dict[str, Any]:
    return {**message(text, thread or f"thread-{name}", f"request-{name}"), **more}


def _said(service: Client, body: dict[str, Any], **headers: str) -> list[dict[str, Any]]:
    """The events, each of them valid in the protocol's own types."""
    stream = service.stream("POST", "/api/agui", body, **headers)
    assert stream.response.status == 200
    events = stream.events()
    for event in events:
        _EVENT.validate_python(event)
    return events


def _types(events: list[dict[str, Any]]) -> list[str]:
    return [event["type"] for event in events]


def _interrupt(events: list[dict[str, Any]]) -> dict[str, Any]:
    assert events[-1]["outcome"]["type"] == "interrupt"
    found: dict[str, Any] = events[-1]["outcome"]["interrupts"][0]
    return found


def test_a_request_is_told_in_order_with_its_stages_and_calls(service: Client) -> None:
    events = _said(service, _input(COUPON, "whole"))
    kinds = _types(events)
    assert (kinds[0], kinds[1], kinds[-1]) == ("RUN_STARTED", "STATE_SNAPSHOT", "RUN_FINISHED")
    stages = [event["stepName"] for event in events if event["type"] == "STEP_STARTED"]
    assert stages == ["intent", "filter", "plan", "execute", "summary"]
    assert kinds.count("STEP_FINISHED") == len(stages)
    call = kinds.index("TOOL_CALL_START")
    assert kinds[call : call + 4] == [
        "TOOL_CALL_START",
        "TOOL_CALL_ARGS",
        "TOOL_CALL_END",
        "TOOL_CALL_RESULT",
    ]
    assert kinds.index("TEXT_MESSAGE_START") > call
    assert events[-1]["outcome"] == {"type": "success"}
    assert events[-1]["result"]["status"] == "succeeded"


def _labels(events: list[dict[str, Any]]) -> dict[str, Any]:
    """What the state calls things in the end."""
    deltas: list[Any] = [event["delta"] for event in events if event["type"] == "STATE_DELTA"]
    found: dict[str, Any] = deltas[-1][0]["value"]
    return found


def test_things_are_called_as_the_reader_calls_them(service: Client) -> None:
    tool = "commerce/issueFullReductionCoupon"
    english = _labels(_said(service, _input(COUPON, "en"), Accept_Language="en-US"))
    assert english["environments"]["pre"] == "pre-release"
    assert english["entities"]["优惠券"] == "coupon"
    threshold = english["fields"][tool]["threshold"]
    assert (threshold["label"], threshold["unit"], threshold["scale"]) == ("threshold", "yuan", 100)
    assert english["fields"][tool]["env"]["label"] == "environment"
    assert english["kinds"][tool] == {"function": "create", "destructive": False, "undo": True}
    sentence = "issue a coupon, 20 off 50, to user 1234"
    chinese = _labels(_said(service, _input(sentence, "zh"), Accept_Language="zh-CN"))
    assert chinese["attributes"]["threshold"] == "门槛"
    assert chinese["units"]["yuan"] == "{value} 元"
    assert chinese["roles"]["recipient"] == "接收者"
    assert "issueFullReductionCoupon" not in chinese.get("tools", {})
    both = _labels(_said(service, _input(f"{sentence} in pre-release", "own")))
    title = "Issue full reduction coupon"
    assert (both["tools"][tool], both["units"]["yuan"]) == (title, "{value} yuan")


def test_every_event_says_when_it_happened(service: Client, zhizao: Zhizao) -> None:
    fault = ["fault", "set", "issueFullReductionCoupon", "--kind", "latency", "--times", "1"]
    zhizao.sandbox.run([*fault, "--seconds", "0.3"])
    events = _said(service, _input(COUPON, "when"))
    times = [event["timestamp"] for event in events]
    assert times == sorted(times)
    begun = next(event for event in events if event["type"] == "TOOL_CALL_START")
    ended = next(event for event in events if event["type"] == "TOOL_CALL_RESULT")
    assert ended["timestamp"] - begun["timestamp"] >= 300


def test_consent_is_an_interrupt_and_a_resume_runs_the_plan(
    service: Client, zhizao: Zhizao
) -> None:
    asked = _said(service, _input(COUPON, "ask", forwardedProps={"review": "always"}))
    found = _interrupt(asked)
    assert (found["reason"], zhizao.effects()) == ("approval", [])
    reply = {"interruptId": found["id"], "status": "resolved", "payload": {"approved": True}}
    done = _said(service, _input("", "go", "thread-ask", resume=[reply]))
    assert done[-1]["result"]["status"] == "succeeded"
    assert len(zhizao.effects()) == 1
    stale = service.request("POST", "/api/agui", _input("", "again", "thread-ask", resume=[reply]))
    assert stale[0] == 422
    assert len(zhizao.effects()) == 1


def test_a_cancelled_interrupt_changes_nothing(service: Client, zhizao: Zhizao) -> None:
    asked = _said(service, _input(COUPON, "stop", forwardedProps={"review": "always"}))
    reply = {"interruptId": _interrupt(asked)["id"], "status": "cancelled"}
    done = _said(service, _input("", "stopped", "thread-stop", resume=[reply]))
    assert done[-1]["outcome"] == {"type": "cancelled"}
    assert zhizao.effects() == []


def test_a_question_is_answered_in_words(service: Client, zhizao: Zhizao) -> None:
    asked = _said(service, _input("给用户1234发放一张满50减20的优惠券", "where"))
    found = _interrupt(asked)
    assert found["reason"] == "input"
    reply = {"interruptId": found["id"], "status": "resolved", "payload": {"text": "预发"}}
    done = _said(service, _input("", "there", "thread-where", resume=[reply]))
    assert done[-1]["result"]["status"] == "succeeded"
    assert [one["environment"] for one in zhizao.effects()] == ["pre"]


def test_a_stream_goes_on_behind_any_event_and_repeats_nothing(service: Client) -> None:
    stream = service.stream("POST", "/api/agui", _input(COUPON, "cut"))
    blocks = [block for block in stream.rest() if "data" in block]
    run_id = json.loads(blocks[1]["data"])["snapshot"]["run_id"]
    for kept in (0, 1, 5, len(blocks) - 1):
        last = blocks[kept - 1]["id"] if kept else "0"
        rest = service.stream("GET", f"/api/agui/runs/{run_id}", Last_Event_ID=last).rest()
        assert [block for block in rest if "data" in block] == blocks[kept:]


@pytest.mark.parametrize(
    "change",
    [
        {"messages": []},
        {"forwardedProps": {"review": "sometimes"}},
        {"forwardedProps": {"zone": "Mars/Olympus"}},
        {"forwardedProps": {"typed": {"run_id": 7}}},
        {"resume": [{"interruptId": "run-0", "status": "resolved"}]},
        {"threadId": "no thread"},
    ],
)
def test_what_cannot_be_used_is_one_clear_sentence(service: Client, change: dict[str, Any]) -> None:
    status, told = service.request("POST", "/api/agui", {**_input(COUPON, "bad"), **change})
    assert status == 422
    assert told["error"]["message"]


def test_conversations_and_their_data_are_found_again(service: Client) -> None:
    _said(service, _input(COUPON, "list"))
    _, listed = service.request("GET", "/api/conversations?q=%E4%BC%98%E6%83%A0%E5%88%B8")
    assert "thread-list" in [one["session_id"] for one in listed]
    _, said = service.request("GET", "/api/conversations/thread-list")
    assert [(one["text"], one["status"]) for one in said] == [(COUPON, "succeeded")]
    _, left = service.request("GET", "/api/data?environment=pre")
    assert left[0]["run_id"] == said[0]["run_id"]
    assert left[0]["entity_label"] == "coupon"
    assert service.request("GET", "/api/conversations?q=nothing-like-it")[1] == []


def test_a_stopped_run_tells_what_exists(service: Client, zhizao: Zhizao) -> None:
    fault = ["fault", "set", "payOrder", "--kind", "latency", "--seconds", "20", "--times", "1"]
    zhizao.sandbox.run(fault)
    text = "给用户1234创建一个已支付的到店订单,缺什么就创建什么,预发环境"
    stream = service.stream("POST", "/api/agui", _input(text, "halt"))
    events = iter(lambda: json.loads(stream.next().get("data", "{}")), None)
    run_id = next(told["snapshot"]["run_id"] for told in events if "snapshot" in told)
    assert any(told.get("toolCallName", "").endswith("payOrder") for told in events)
    status, answer = service.request("POST", f"/api/runs/{run_id}/stop?at_once=true")
    assert (status, answer["status"]) == (200, "unknown")
    assert "已存在" in answer["summary"]["text"]
    assert stream.rest()[-1]["data"].startswith('{"type":"RUN_FINISHED"')
    zhizao.sandbox.run(["fault", "clear"])
    status, answer = service.request("POST", f"/api/runs/{run_id}/find-out")
    assert (status, answer["status"]) == (200, "succeeded" if _is_paid(zhizao) else "unknown")
    assert [one["tool"] for one in zhizao.effects()].count("payOrder") <= 1
    events = service.stream("GET", f"/api/agui/runs/{run_id}").rest()
    told = [json.loads(one["data"])["type"] for one in events if "data" in one]
    assert (told.count("RUN_STARTED"), told.count("RUN_FINISHED"), told[-1]) == (
        1,
        1,
        "RUN_FINISHED",
    )


def test_a_stop_lets_the_call_under_way_end_and_begins_no_other(
    service: Client, zhizao: Zhizao
) -> None:
    fault = [
        "fault",
        "set",
        "lanhai_user_pre",
        "--kind",
        "latency",
        "--seconds",
        "2",
        "--times",
        "1",
    ]
    zhizao.sandbox.run(fault)
    stream = service.stream("POST", "/api/agui", _input("创建4个测试用户,预发环境", "settle"))
    events = iter(lambda: json.loads(stream.next().get("data", "{}")), None)
    run_id = next(told["snapshot"]["run_id"] for told in events if "snapshot" in told)
    assert any(told.get("toolCallName", "").endswith("lanhai_user_pre") for told in events)
    status, answer = service.request("POST", f"/api/runs/{run_id}/stop")
    assert (status, answer["status"]) == (200, "cancelled")
    assert stream.rest()[-1]["data"].startswith('{"type":"RUN_FINISHED"')
    assert "1 步已完成、3 步未开始" in answer["summary"]["text"]
    assert [one["status"] for one in answer["chain"]] == ["done", *["skipped"] * 3]
    assert answer["summary"]["data"][0]["id"]
    assert [one["tool"] for one in zhizao.effects()] == ["lanhai_user_pre"]
    assert service.request("POST", f"/api/runs/{run_id}/find-out")[1] == answer


def _is_paid(zhizao: Zhizao) -> bool:
    return any(one["tool"] == "payOrder" for one in zhizao.effects())
