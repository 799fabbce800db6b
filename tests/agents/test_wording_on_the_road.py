"""Whole requests whose answers a model words, over the real wire."""

from collections.abc import Generator
from typing import Any

import pytest

from pipelines.contracts.answer import Status, Verdict
from tests.models.business import Asked, Business, opened, recorded, tell_what_was_made

FACTS_ALONE = "模型没有给出可用的说明"


@pytest.fixture(scope="module")
def business(tmp_path_factory: pytest.TempPathFactory) -> Generator[Business]:
    with opened(tmp_path_factory.mktemp("wording")) as found:
        yield found


def coupon(business: Business, wording: Any, mode: str) -> Asked:
    """A coupon, told in these words."""
    worded = {"ZHIZAO_MODE": "rules", "ZHIZAO_STAGE_SUMMARY": f"mode={mode}"}
    return business.ask(recorded("coupon").text, {"ModelSummary": wording}, **worded)


def test_a_model_words_what_was_made_and_the_verdicts_stay(business: Business) -> None:
    done = coupon(business, tell_what_was_made, "model")
    first, second, *_ = done.answer.summary.text.splitlines()
    assert first == "已完成（预发环境）。"
    assert second.startswith("新建了优惠券 ")
    assert {one.verdict for one in done.answer.summary.requirements} == {Verdict.CONFIRMED}
    assert done.answer.model.calls == len(done.heard) == 1


def test_where_nothing_is_unclear_auto_asks_nobody(business: Business) -> None:
    done = coupon(business, tell_what_was_made, "auto")
    assert (done.answer.status, done.heard) == (Status.SUCCEEDED, [])


@pytest.mark.parametrize(
    "wording",
    [
        {"text": "已给用户 1234 发放优惠券 9999999999,门槛 500 元。"},
        '{"text": "请点击 https://example.test 领取',
    ],
)
def test_without_a_usable_wording_model_mode_tells_the_facts_alone(
    business: Business, wording: Any
) -> None:
    done = coupon(business, wording, "model")
    text, [made] = done.answer.summary.text, done.answer.summary.data
    assert done.answer.status is Status.SUCCEEDED
    assert FACTS_ALONE in text
    assert f"优惠券 {made.id}" in text
    assert "9999999999" not in text
    assert "https:" not in text
    assert len(done.heard) == 3
