"""Sentences over plain HTTP: one request, one answer, one effect."""

import random
from typing import Any

import pytest

from tests.services.commands import Zhizao, wait_for
from tests.services.serving import Client

COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"


def send(service: Client, text: str = COUPON, **more: Any) -> tuple[int, Any]:
    return service.request("POST", "/api/requests", {"text": text, **more})


def test_a_sentence_is_answered_with_what_it_made(service: Client, zhizao: Zhizao) -> None:
    status, answer = send(service)
    assert (status, answer["status"]) == (200, "succeeded")
    [effect] = zhizao.effects()
    made = {item["entity"]: item["id"] for item in answer["summary"]["data"]}
    assert effect["id"] in made.values()


def test_the_same_request_id_is_one_run_and_one_effect(
    service: Client, zhizao: Zhizao, caplog: pytest.LogCaptureFixture
) -> None:
    runs = {send(service, request_id="ci-7")[1]["run_id"] for _ in range(3)}
    assert (len(runs), len(zhizao.effects())) == (1, 1)
    assert send(service, "给用户1234发放两张满50减20的优惠券,预发环境", request_id="ci-7")[0] == 409
    assert "Traceback" not in caplog.text


def test_a_plan_is_shown_changed_and_agreed_to(service: Client, zhizao: Zhizao) -> None:
    _, shown = send(service, review="always")
    assert (shown["status"], zhizao.effects()) == ("needs_input", [])
    [step] = [one for one in shown["chain"] if "threshold" in str(one["arguments"])]
    path = next(name for name in step["arguments"] if "threshold" in name)
    change = {"approved": True, "arguments": {step["step"]: {path: 6000}}}
    _, done = service.request("POST", f"/api/runs/{shown['run_id']}/reply", change)
    assert done["status"] == "succeeded"
    assert "6000" in str(zhizao.effects())
    again = service.request("POST", f"/api/runs/{shown['run_id']}/reply", change)
    assert (again[0], again[1]["error"]["code"]) == (422, "stale")


def test_a_question_is_answered_in_words_or_declined(service: Client, zhizao: Zhizao) -> None:
    _, asked = send(service, "给用户1234发放一张满50减20的优惠券")
    assert asked["status"] == "needs_input"
    _, declined = service.request("POST", f"/api/runs/{asked['run_id']}/reply", {"approved": False})
    assert (declined["status"] in ("cancelled", "refused"), zhizao.effects()) == (True, [])
    _, asked = send(service, "给用户1234发放一张满50减20的优惠券")
    _, done = service.request("POST", f"/api/runs/{asked['run_id']}/reply", {"text": "预发"})
    assert (done["status"], len(zhizao.effects())) == ("succeeded", 1)


def test_plan_only_does_nothing_and_undo_takes_back(service: Client, zhizao: Zhizao) -> None:
    assert send(service, plan_only=True)[1]["status"] == "planned"
    assert zhizao.effects() == []
    _, made = send(service)
    status, undone = service.request("POST", f"/api/runs/{made['run_id']}/undo", {"approved": True})
    assert (status, undone["status"]) == (200, "succeeded")
    assert len(zhizao.effects()) == 2


def test_who_does_not_wait_is_given_the_run(service: Client, zhizao: Zhizao) -> None:
    status, begun = service.request(
        "POST", "/api/requests", {"text": COUPON, "conversation": "c-9"}, Prefer="respond-async"
    )
    assert (status, begun["conversation"]) == (202, "c-9")
    path = f"/api/runs/{begun['run_id']}"
    wait_for(lambda: service.request("GET", path)[1]["answer"] is not None)
    assert len(zhizao.effects()) == 1


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 422),
        ({"text": 5}, 422),
        ({"text": ""}, 200),
        ({"text": "x", "strange": 1}, 422),
        ({"text": "x", "environment": "mars"}, 422),
        ({"text": COUPON, "environment": "production"}, 200),
        ({"text": "x" * 70_000}, 413),
        ({"text": "x", "request_id": "a b"}, 422),
        ({"text": "x", "pipeline": "none"}, 422),
        (b"{", 422),
        (b"\xff\xfe", 422),
    ],
)
def test_what_cannot_be_is_a_clear_refusal_without_effect(
    service: Client, zhizao: Zhizao, body: Any, status: int
) -> None:
    told, answer = service.request("POST", "/api/requests", body)
    assert (told, zhizao.effects()) == (status, [])
    if status == 200:
        assert answer["status"] in ("refused", "needs_input")
    else:
        assert answer["error"]["message"]


def test_drawn_payloads_are_never_an_error_of_the_service(service: Client, zhizao: Zhizao) -> None:
    drawn = random.Random(3)
    values: list[Any] = [None, 0, -1, 1e308, True, "", "\u202e", "\ud800", [], {}, [[[[]]]]]
    names = ["text", "conversation", "request_id", "approved", "review", "choice", "attachments"]
    for _ in range(150):
        body = {name: drawn.choice(values) for name in drawn.sample(names, drawn.randint(1, 5))}
        told, _ = service.request("POST", "/api/requests", body)
        assert told < 500, body
    assert zhizao.effects() == []
