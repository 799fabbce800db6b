"""An undoing that is changed before it is agreed to takes back what is left in it, no more."""

from typing import Any

import pytest

from tests.services.commands import Zhizao
from tests.services.serving import Client, message, reply

COUPONS = "预发给用户1234、5678各发一张满50减20的优惠券"


def _undoing(service: Client) -> tuple[Any, list[str]]:
    """The undoing of two coupons, and the ids of these in its order."""
    shown = service.chat(COUPONS, review="always")
    service.answer(reply(shown))
    asked = service.answer(message("撤销刚才的操作", shown["session_id"]))
    return asked, [step["arguments"]["couponId"] for step in asked["chain"]]


def test_each_thing_is_told_with_what_it_was_made_with(service: Client) -> None:
    asked, ids = _undoing(service)
    for user, coupon in zip((5678, 1234), ids, strict=True):
        told = f"优惠券 {coupon}（用户 {user}、门槛金额 50 元、优惠金额 20 元）"
        assert told in asked["question"]
        assert f"撤销：{told}" in [one["text"] for one in asked["intent"]["execution_plan"]]


def _voided(zhizao: Zhizao) -> list[str]:
    return [str(one["id"]) for one in zhizao.effects() if one["tool"] == "invalidateCoupon"]


def test_a_step_that_is_left_out_is_not_taken_back(zhizao: Zhizao, service: Client) -> None:
    asked, ids = _undoing(service)
    done = service.answer(reply(asked, drop=["s1"]))
    assert (done["status"], len(done["chain"])) == ("succeeded", 1), done["summary"]["text"]
    assert _voided(zhizao) == [ids[1]]
    rest = service.answer(message("撤销刚才的操作", asked["session_id"]))
    assert [step["arguments"]["couponId"] for step in rest["chain"]] == [ids[0]]


def test_words_agree_to_what_the_form_still_shows(zhizao: Zhizao, service: Client) -> None:
    asked, ids = _undoing(service)
    typed = {"run_id": asked["run_id"], "drop": ["s1"]}
    body = {**message("确认", asked["session_id"]), "forwardedProps": {"typed": typed}}
    assert service.answer(body)["status"] == "succeeded"
    assert _voided(zhizao) == [ids[1]]


@pytest.mark.parametrize(
    "change", [{"drop": ["s9"]}, {"drop": ["s1", "s2"]}, {"values": {"s1": {"none": "x"}}}]
)
def test_a_change_that_does_not_fit_takes_nothing_back(
    zhizao: Zhizao, service: Client, change: dict[str, Any]
) -> None:
    asked, ids = _undoing(service)
    assert service.answer(reply(asked, **change))["status"] == "refused"
    assert _voided(zhizao) == []
    assert service.answer(reply(asked))["status"] == "succeeded"
    assert _voided(zhizao) == ids
