"""Plans that wait for their time: agreed to now, carried out then, once; moved and cancelled."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.services.commands import Zhizao, wait_for
from tests.services.serving import Client, message

COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"


def after(seconds: float) -> str:
    return (datetime.now(UTC) + timedelta(seconds=seconds)).isoformat()


def plan_of(service: Client) -> Any:
    """The answer that shows the plan and asks."""
    body = {"text": COUPON, "review": "always"}
    status, answer = service.request("POST", "/api/requests", body)
    assert (status, answer["status"]) == (200, "needs_input")
    return answer


def schedule(service: Client, plan: Any, at: str, **more: Any) -> tuple[int, Any]:
    body = {"approved": True, "at": at, **more}
    return service.request("POST", f"/api/runs/{plan['run_id']}/reply", body)


def state(service: Client, run: str) -> str | None:
    """The run's status; None while it runs."""
    answer = service.request("GET", f"/api/runs/{run}")[1]["answer"]
    return answer and answer["status"]


def waiting(service: Client) -> list[dict[str, Any]]:
    return service.request("GET", "/api/scheduled")[1]


def test_what_was_agreed_to_runs_at_its_time_once_and_answers_in_its_conversation(
    service: Client, zhizao: Zhizao
) -> None:
    plan = plan_of(service)
    step = plan["chain"][0]["step"]
    status, answer = schedule(service, plan, after(2), values={step: {"reduce": "30"}})
    assert (status, answer["status"]) == (200, "scheduled")
    run = answer["run_id"]
    assert [one["run_id"] for one in waiting(service)] == [run]
    assert zhizao.effects() == []
    wait_for(lambda: state(service, run) == "succeeded")
    assert waiting(service) == []
    [effect] = zhizao.effects()
    assert effect["tool"] == "issueFullReductionCoupon"
    turns = service.request("GET", f"/api/conversations/{plan['session_id']}")[1]
    assert [turn["status"] for turn in turns] == ["needs_input", "succeeded"]
    [coupon] = turns[-1]["answer"]["summary"]["data"]
    assert coupon["values"]["优惠金额"] == "30 元"


def test_its_stream_tells_the_waiting_and_later_all_that_came_of_it(
    service: Client, zhizao: Zhizao
) -> None:
    body = message(COUPON, review="always")
    shown = service.answer(body)
    payload = {"approved": True, "at": after(4), "zone": "Europe/Berlin"}
    entry = {"interruptId": shown["run_id"], "status": "resolved", "payload": payload}
    reply = {**message("", body["threadId"]), "messages": [], "resume": [entry]}
    told = service.stream("POST", "/api/agui", reply).events()
    assert told[-1]["result"]["status"] == "scheduled"
    assert "Europe/Berlin" in told[-1]["result"]["summary"]["text"]
    run = told[-1]["result"]["run_id"]
    wait_for(lambda: state(service, run) == "succeeded")
    types = service.stream("GET", f"/api/agui/runs/{run}").types()
    assert [one for one in types if one in ("RUN_STARTED", "TOOL_CALL_START", "RUN_FINISHED")] == [
        *("RUN_STARTED", "TOOL_CALL_START", "RUN_FINISHED"),
    ]
    assert len(zhizao.effects()) == 1


def test_it_is_moved_and_cancelled_and_then_nothing_runs(service: Client, zhizao: Zhizao) -> None:
    run = schedule(service, plan_of(service), after(3600))[1]["run_id"]
    told = {"at": "2031-01-01T09:00", "zone": "Asia/Shanghai"}
    assert service.request("PUT", f"/api/scheduled/{run}", told)[0] == 422
    later = (datetime.now(UTC) + timedelta(days=3)).replace(microsecond=0, tzinfo=None)
    told = {"at": later.isoformat(), "zone": "UTC"}
    status, moved = service.request("PUT", f"/api/scheduled/{run}", told)
    assert (status, moved["zone"]) == (200, "UTC")
    assert moved["due_at"] == later.replace(tzinfo=UTC).timestamp()
    status, answer = service.request("DELETE", f"/api/scheduled/{run}")
    assert (status, answer["status"], waiting(service)) == (200, "cancelled", [])
    assert service.request("DELETE", f"/api/scheduled/{run}")[0] == 409
    assert service.request("POST", f"/api/scheduled/{run}/now")[0] == 409
    assert service.request("PUT", f"/api/scheduled/{run}", told)[0] == 409
    assert state(service, run) == "cancelled"
    assert zhizao.effects() == []


def test_what_waits_can_be_begun_now_and_then_its_time_does_nothing(
    service: Client, zhizao: Zhizao
) -> None:
    run = schedule(service, plan_of(service), after(4))[1]["run_id"]
    assert service.request("POST", f"/api/scheduled/{run}/now")[0] == 200
    wait_for(lambda: state(service, run) == "succeeded")
    assert service.request("POST", f"/api/scheduled/{run}/now")[0] == 409
    assert len(zhizao.effects()) == 1


def test_a_scheduled_plan_is_not_run_by_agreeing_to_it_again(
    service: Client, zhizao: Zhizao
) -> None:
    plan = plan_of(service)
    run = schedule(service, plan, after(3600))[1]["run_id"]
    session = plan["session_id"]
    status, _ = service.request("POST", f"/api/runs/{plan['run_id']}/reply", {"approved": True})
    assert status == 422
    said = {"text": "确认", "conversation": session}
    service.request("POST", "/api/requests", said)
    assert zhizao.effects() == []
    assert service.request("DELETE", f"/api/scheduled/{run}")[0] == 200


@pytest.mark.parametrize(
    ("at", "zone", "words"),
    [
        ("2020-01-01T09:00", "Asia/Shanghai", "已经过去"),
        ("tomorrow", "Asia/Shanghai", "看不懂这个时间"),
        ("2027-03-28T02:30", "Europe/Berlin", "不存在"),
        ("2027-10-31T02:30", "Europe/Berlin", "有两次"),
        ("2999-01-01T09:00", "UTC", "太远"),
        ("9999-12-31T23:59:59", "America/New_York", "看不懂这个时间"),
        ("2027-01-01T09:00", "Mars/Base", "没有这个时区"),
        ("2027-01-01T09:00", "../../etc/passwd", "没有这个时区"),
    ],
)
def test_an_unclear_time_is_asked_about(
    service: Client, zhizao: Zhizao, at: str, zone: str, words: str
) -> None:
    plan = plan_of(service)
    body = {"approved": True, "at": at, "zone": zone}
    path = f"/api/runs/{plan['run_id']}/reply"
    status, told = service.request("POST", path, body, accept_language="zh")
    assert (status, words in told["error"]["message"]) == (422, True), told
    assert zhizao.effects() == []


def test_words_have_no_time_and_neither_has_a_refusal(service: Client) -> None:
    plan = plan_of(service)
    path = f"/api/runs/{plan['run_id']}/reply"
    for body in ({"text": "确认"}, {"approved": False}):
        assert service.request("POST", path, {**body, "at": after(60)})[0] == 422


@pytest.mark.parametrize(
    ("sentence", "clock"),
    [
        ("明天上午9点给用户1234发放一张满50减20的优惠券,预发环境", "09:00"),
        ("tomorrow at 10 am issue a 50-20 coupon to user 1234 in pre", "10:00"),
        ("tomorrow at 9 issue a 50-20 coupon to user 1234 in pre", "09:00"),
    ],
)
def test_a_time_in_the_sentence_is_when_its_plan_runs_once_agreed_to(
    service: Client, zhizao: Zhizao, sentence: str, clock: str
) -> None:
    _, plan = service.request("POST", "/api/requests", {"text": sentence})
    assert (plan["status"], len(plan["chain"])) == ("needs_input", 1)
    zone = ZoneInfo("Asia/Shanghai")
    told = f"{datetime.now(zone) + timedelta(days=1):%Y-%m-%d}T{clock}"
    path = f"/api/runs/{plan['run_id']}/time?zone=Asia/Shanghai"
    assert service.request("GET", path) == (200, {"at": told, "sure": True})
    path = f"/api/runs/{plan['run_id']}/reply"
    _, answer = service.request("POST", path, {"approved": True})
    assert answer["status"] == "scheduled"
    [row] = [one for one in waiting(service) if one["run_id"] == answer["run_id"]]
    assert row["due_at"] == datetime.fromisoformat(told).replace(tzinfo=zone).timestamp()
    assert service.request("DELETE", f"/api/scheduled/{answer['run_id']}")[0] == 200
    assert zhizao.effects() == []


def test_a_plan_that_words_agreed_to_runs_at_the_time_that_was_said(
    service: Client, zhizao: Zhizao
) -> None:
    body: dict[str, Any] = {"text": "8秒后在预发建个用户"}
    _, plan = service.request("POST", "/api/requests", body)
    said = {"text": "好的", "conversation": plan["session_id"]}
    _, answer = service.request("POST", "/api/requests", said)
    assert (answer["status"], zhizao.effects()) == ("scheduled", [])
    wait_for(lambda: state(service, answer["run_id"]) == "succeeded")
    assert [one["tool"] for one in zhizao.effects()] == ["lanhai_user_pre"]


def test_what_says_a_time_can_be_run_at_once(service: Client, zhizao: Zhizao) -> None:
    body = {"text": "明天上午9点给用户1234发放一张满50减20的优惠券,预发环境"}
    _, plan = service.request("POST", "/api/requests", body)
    reply = {"approved": True, "at": "now"}
    _, answer = service.request("POST", f"/api/runs/{plan['run_id']}/reply", reply)
    assert (answer["status"], len(zhizao.effects())) == ("succeeded", 1)


def test_a_time_that_is_over_when_it_is_agreed_to_runs_nothing(
    service: Client, zhizao: Zhizao
) -> None:
    body = {"text": "8秒后在预发建个用户"}
    _, plan = service.request("POST", "/api/requests", body)
    wait_for(lambda: plan["later"]["at"] < datetime.now(UTC).timestamp())
    path = f"/api/runs/{plan['run_id']}/reply"
    _, answer = service.request("POST", path, {"approved": True})
    assert (answer["status"], "已经过去" in answer["summary"]["text"]) == ("refused", True)
    assert zhizao.effects() == []


def test_where_the_sentence_names_no_time_none_is_proposed(service: Client) -> None:
    path = f"/api/runs/{plan_of(service)['run_id']}/time"
    assert service.request("GET", path) == (200, None)
    assert service.request("GET", f"{path}?zone=Mars/Base")[0] == 422


def test_what_was_chosen_by_its_number_is_listed_and_ended_in_the_words_of_the_request(
    service: Client,
) -> None:
    body = {"text": "coupon 20 off 50 for user 1234 in pre, in 2 hours", "review": "always"}
    asked = service.request("POST", "/api/requests", body)[1]
    more = {"text": "1", "review": "always", "conversation": asked["session_id"]}
    plan = service.request("POST", "/api/requests", more)[1]
    reply = {"approved": True}
    done = service.request("POST", f"/api/runs/{plan['run_id']}/reply", reply)[1]
    assert done["status"] == "scheduled", done["summary"]["text"]
    [listed] = [one for one in waiting(service) if one["run_id"] == done["run_id"]]
    assert "user 1234" in listed["text"]
    ended = service.request("DELETE", f"/api/scheduled/{done['run_id']}")[1]
    assert ended["summary"]["text"] == "The scheduled run was cancelled; nothing was run."
