"""A lookup that fails on the way, and a model that plans what is left: all over the real wires."""

import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from pipelines.contracts.answer import Status
from pipelines.models.model import Ask
from tests.models.business import Asked, Business, opened, recorded
from tests.scripted_model.answers import section

NOBODYS = "13800001234"
ASKS = {
    "environment": "pre",
    "move": "ask_user",
    "steps": [],
    "lacking": [{"tool": "commerce/issueFullReductionCoupon", "argument": "havanaId"}],
}


@pytest.fixture
def business(tmp_path: Path) -> Generator[Business]:
    """A business in which the usual lookup of a phone is out of order."""
    with opened(tmp_path) as found:
        found.sandbox.run(["fault", "set", "queryHavanaIdByMobile", "--kind", "business"])
        yield found


def coupon_for(business: Business, phone: str, *then: Any) -> Asked:
    """A coupon for a phone, first planned rightly, then as these say."""
    first = recorded("coupon_by_phone").chain
    first["steps"][0]["arguments"][0]["words"] = phone
    plans = {"ProposedChain": [first, *then]}
    text = f"预发给手机号{phone}的用户发一张满50减20的优惠券"
    return business.ask(text, plans, ZHIZAO_MODE="rules", ZHIZAO_STAGE_REASONING="mode=model")


def test_where_the_rules_find_another_way_no_model_is_asked_again(business: Business) -> None:
    fixtures = json.loads(business.sandbox.run(["fixtures", "--json"]))
    done = coupon_for(business, str(fixtures["pre"]["user"]["phone"]))
    assert done.answer.status is Status.SUCCEEDED
    [made] = done.effects
    assert (made["tool"], made["arguments"]["havanaId"]) == ("issueFullReductionCoupon", "1234")
    assert [one.tool.partition("/")[2] for one in done.answer.chain] == [
        "queryUserTagsByMobile",
        "issueFullReductionCoupon",
    ]
    assert len(done.heard) == 1


def test_where_the_rules_find_none_the_model_sees_what_was_done_and_asks(
    business: Business,
) -> None:
    told: list[str] = []

    def listen(ask: Ask) -> dict[str, Any]:
        told.append(section(ask, "done"))
        return ASKS

    done = coupon_for(business, NOBODYS, listen)
    assert done.answer.reasoning is not None
    assert (done.answer.reasoning.outcome, done.effects) == ("asked", [])
    assert "用户的编号" in (done.answer.question or "")
    assert "queryHavanaIdByMobile" in told[-1]
    assert '"status":"failed"' in told[-1]


def test_a_model_that_invents_somebody_when_it_plans_again_changes_nothing(
    business: Business,
) -> None:
    invented = recorded("coupon").chain
    done = coupon_for(business, NOBODYS, invented)
    assert (done.answer.status, done.effects) == (Status.FAILED, [])
    assert len(done.heard) > 2
