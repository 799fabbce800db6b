"""A plan that is shown first: agreed to, changed, left; what was shown is what runs, and once."""

import json
from typing import Any

import pytest

from tests.services.commands import Zhizao
from tests.services.serving import Client, reply

COUPON = "给用户1234发放一张满50减20的优惠券,预发环境"
PAID = "给用户1234创建一个已支付的到店订单,缺什么就创建什么,预发环境"


def _planned(service: Client, text: str) -> Any:
    return service.chat(text, review="always")


def test_a_reviewed_chain_waits_and_then_runs_as_shown(zhizao: Zhizao, service: Client) -> None:
    shown = _planned(service, COUPON)
    assert (shown["status"], zhizao.effects()) == ("needs_input", [])
    done = service.answer(reply(shown))
    assert done["status"] == "succeeded"
    assert done["chain"][0]["arguments"] == shown["chain"][0]["arguments"]
    assert len(zhizao.effects()) == 1


def test_a_plan_is_executed_once(zhizao: Zhizao, service: Client) -> None:
    shown = _planned(service, COUPON)
    assert service.answer(reply(shown))["status"] == "succeeded"
    status, again = service.request("POST", "/api/agui", reply(shown))
    assert (status, again["error"]["code"]) == (422, "stale")
    assert len(zhizao.effects()) == 1


def test_consent_in_words_runs_what_was_shown(zhizao: Zhizao, service: Client) -> None:
    shown = service.chat(COUPON, review="always", thread="talk")
    done = service.chat("确认", "talk")
    assert (shown["status"], done["status"]) == ("needs_input", "succeeded")
    assert len(zhizao.effects()) == 1


def test_an_edited_argument_is_used_and_checked(zhizao: Zhizao, service: Client) -> None:
    shown = _planned(service, COUPON)
    done = service.answer(reply(shown, arguments={"s1": {"reduce": 1500}}))
    assert done["status"] == "succeeded"
    assert done["chain"][0]["bindings"]["reduce"]["source"] == "edited"
    [effect] = zhizao.effects()
    assert effect["change"]["after"]["discountAmount"] == 1500


def test_what_was_understood_follows_an_edit(service: Client) -> None:
    shown = _planned(service, COUPON)
    edits = {"s1": {"threshold": "80", "havanaId": "3100000088"}}
    done = service.answer(reply(shown, values=edits))
    assert done["status"] == "succeeded"
    [goal] = done["intent"]["goals"]
    told = {one["attribute"]: one["value"] for one in goal["object"]["constraints"]}
    assert (told["threshold"], told["amount"]) == (80, 20)
    [receiver] = goal["related"]
    assert [one["value"] for one in receiver["identifiers"]] == ["3100000088"]
    assert [one["value"] for one in done["intent"]["object"]["constraints"]] == [80, 20]


def test_a_later_correction_tells_what_was_edited_before_it(service: Client) -> None:
    """The value that was typed has no words in any sentence; it stands for itself."""
    shown = service.chat(COUPON, thread="edited", review="always")
    service.answer(reply(shown, values={"s1": {"reduce": "18"}}))
    again = service.chat("不对，门槛应该是100", "edited")
    assert again["chain"][0]["bindings"]["reduce"]["detail"] == "18 → 1800"
    texts = [one["text"] for one in again["summary"]["requirements"]]
    assert ("符合「18」" in texts, "符合「」" in texts) == (True, False)


def test_an_edit_leaves_a_person_with_the_same_digits_alone(
    zhizao: Zhizao, service: Client
) -> None:
    shown = service.chat(
        "给用户1234发放一张满12.34减5的优惠券,预发环境", thread="talk", review="always"
    )
    done = service.answer(reply(shown, values={"s1": {"threshold": "56.78"}}))
    [receiver] = done["intent"]["goals"][0]["related"]
    assert [one["value"] for one in receiver["identifiers"]] == ["1234"]
    assert service.chat("再来一张", "talk")["status"] == "succeeded"
    users = [effect["change"]["after"]["havanaId"] for effect in zhizao.effects()]
    assert users == ["1234", "1234"]


def test_an_amount_is_edited_in_the_unit_in_which_people_say_it(
    zhizao: Zhizao, service: Client
) -> None:
    shown = _planned(service, COUPON)
    done = service.answer(reply(shown, values={"s1": {"reduce": "19.99"}}))
    assert done["chain"][0]["bindings"]["reduce"] == {
        "source": "edited",
        "detail": "19.99 元 → 1999",
        "step": None,
    }
    told = [(one["text"], one["verdict"]) for one in done["summary"]["requirements"]]
    assert ("符合「19.99 元」", "confirmed") in told
    [effect] = zhizao.effects()
    assert effect["change"]["after"]["discountAmount"] == 1999


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"arguments": {"s1": {"reduce": "many"}}}, "优惠金额 [reduce]"),
        ({"values": {"s1": {"reduce": "many"}}}, "优惠金额 [reduce]"),
        ({"values": {"s1": {"reduce": ""}}}, "优惠金额"),
        ({"values": {"s1": {"reduce": None}}}, "优惠金额"),
        ({"values": {"s1": {"reduce": [1, 2]}}}, "优惠金额"),
        ({"values": {"s1": {"reduce": "1e999999999"}}}, "优惠金额"),
        ({"values": {"s1": {"reduce": "0.001"}}}, "优惠金额"),
        ({"values": {"s1": {"reduce": -5}}}, "优惠金额"),
        ({"values": {"s9": {"reduce": 1}}}, "s9"),
        ({"arguments": {"s1": {"env": "daily"}}}, "env"),
        ({"arguments": {"s1": {"nothing": 1}}}, "nothing"),
        ({"arguments": {"s9": {"reduce": 1}}}, "s9"),
        ({"drop": ["s1"]}, "所有步骤"),
    ],
)
def test_a_change_that_does_not_fit_is_refused_by_name(
    zhizao: Zhizao, service: Client, change: dict[str, Any], said: str
) -> None:
    shown = _planned(service, COUPON)
    done = service.answer(reply(shown, **change))
    assert done["status"] == "refused"
    assert said in done["summary"]["text"]
    assert zhizao.effects() == []
    assert service.answer(reply(shown))["status"] == "succeeded"


def test_a_step_that_others_need_stays_and_a_last_one_may_go(
    zhizao: Zhizao, service: Client
) -> None:
    shown = _planned(service, PAID)
    steps = [one["step"] for one in shown["chain"]]
    order = next(one for one in shown["chain"] if "Order" in one["tool"])["step"]
    refused = service.answer(reply(shown, drop=[order]))
    assert refused["status"] == "refused"
    done = service.answer(reply(shown, drop=[steps[-1]]))
    assert [one["step"] for one in done["chain"]] == steps[:-1]
    assert "payOrder" not in json.dumps(zhizao.effects())


def test_a_question_needs_no_consent(service: Client) -> None:
    done = service.chat("查询用户1234的信息,预发环境", review="always")
    assert done["status"] == "succeeded"


@pytest.mark.parametrize("said", ["x", ".", "啊", "asdf"])
def test_what_is_no_request_leaves_the_plan_waiting(
    zhizao: Zhizao, service: Client, said: str
) -> None:
    shown = _planned(service, COUPON)
    thread = shown["session_id"]
    again = service.chat(said, thread, review="always")
    assert again["status"] == "needs_input"
    assert f"“{said}”看不出是答复还是新的请求" in again["question"]
    assert again["question"].endswith(shown["question"])
    assert again["chain"] == shown["chain"]
    assert zhizao.effects() == []
    # Not even where somebody else has agreed to all that comes.
    assert service.chat(said, thread, review="unasked")["status"] == "needs_input"
    done = service.chat("好的", thread, review="always")
    assert done["status"] == "succeeded"
    assert len(zhizao.effects()) == 1


def test_a_bare_count_at_a_plan_is_asked_about_and_never_a_success(
    zhizao: Zhizao, service: Client
) -> None:
    shown = _planned(service, "给用户1234发放3张满50减20的优惠券,预发环境")
    asked = service.chat("only 1", shown["session_id"], review="always")
    assert asked["status"] == "needs_input"
    assert zhizao.effects() == []


@pytest.mark.parametrize("said", ["only 1", "只要 7"])
def test_words_that_want_nothing_are_no_success(zhizao: Zhizao, service: Client, said: str) -> None:
    first = service.chat("查询用户1234的信息,预发环境")
    answer = service.chat(said, first["session_id"])
    assert answer["status"] == "needs_input", answer["summary"]["text"]
    assert answer["question"]
    assert zhizao.effects() == []


def test_a_plan_that_a_stray_letter_has_shown_again_is_agreed_to_by_its_button(
    zhizao: Zhizao, service: Client
) -> None:
    shown = _planned(service, COUPON)
    again = service.chat("x", shown["session_id"], review="always")
    done = service.answer(reply(again, values={"s1": {"reduce": "10"}}))
    assert done["status"] == "succeeded"
    [effect] = zhizao.effects()
    assert effect["change"]["after"]["discountAmount"] == 1000
