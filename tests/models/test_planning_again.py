"""A lookup that fails on the way, and a model that plans what is left: all over the real wires."""

import json
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from services.fake_model.misbehaving import misbehaving
from services.fake_model.question import Answer, Question, Script
from services.fake_model.reason import derive
from services.fake_model.server import running
from services.sandbox_process import SandboxProcess, private_sandbox
from tests.services.commands import Zhizao

NOBODYS = "13800001234"


@dataclass(frozen=True)
class Business:
    """A sandbox in which the usual lookup of a phone is out of order, and a home folder."""

    sandbox: SandboxProcess
    home: Path

    def ask(self, text: str, script: Script) -> tuple[dict[str, Any], list[str], int]:
        """The answer, the effects of all requests as tool and user, and how often was asked."""
        with running([script]) as service:
            done = Zhizao(self.home, self.sandbox).run(
                "ask", text, "--json", "--session", "again",
                DASHSCOPE_API_KEY="sk-of-a-test",
                DASHSCOPE_HTTP_BASE_URL=f"{service.url}/api/v1",
                ZHIZAO_MODE="rules",
                ZHIZAO_STAGE_REASONING="mode=model",
            )  # fmt: skip
            asked = len(service.asked)
        effects = json.loads(self.sandbox.run(["effects", "--json"]))
        told = [f"{one['tool']} {one['arguments'].get('havanaId')}" for one in effects]
        return done.json, told, asked

    def coupon_for(self, phone: str) -> str:
        """The request."""
        return f"预发给手机号{phone}的用户发一张满50减20的优惠券"


@pytest.fixture
def business(tmp_path: Path) -> Generator[Business]:
    with private_sandbox("commerce", tmp_path / "sandbox") as sandbox:
        sandbox.run(["fault", "set", "queryHavanaIdByMobile", "--kind", "business"])
        yield Business(sandbox, tmp_path / "home")


def phone_of_somebody(business: Business) -> str:
    fixtures = json.loads(business.sandbox.run(["fixtures", "--json"]))
    return str(fixtures["pre"]["user"]["phone"])


def test_where_the_rules_find_another_way_no_model_is_asked_again(business: Business) -> None:
    answer, effects, asked = business.ask(business.coupon_for(phone_of_somebody(business)), derive)
    assert answer["status"] == "succeeded"
    assert effects == ["issueFullReductionCoupon 1234"]
    assert [one["tool"].partition("/")[2] for one in answer["chain"]] == [
        "queryUserTagsByMobile",
        "issueFullReductionCoupon",
    ]
    assert asked == 1


def test_where_the_rules_find_none_the_model_sees_what_was_done_and_asks(
    business: Business,
) -> None:
    done: list[str] = []

    def listening(question: Question) -> Answer | None:
        done.append(question.section("done") or "")
        return derive(question)

    answer, effects, _ = business.ask(business.coupon_for(NOBODYS), listening)
    assert (answer["reasoning"]["outcome"], effects) == ("asked", [])
    assert "用户的编号" in answer["question"]
    assert done[0] == ""
    assert "queryHavanaIdByMobile" in done[-1]
    assert '"status":"failed"' in done[-1]


def test_a_model_that_invents_somebody_when_it_plans_again_changes_nothing(
    business: Business,
) -> None:
    spoilt = misbehaving("reasoning", "invented_id", once=False)

    def later(question: Question) -> Answer | None:
        return spoilt(question) if question.section("done") else derive(question)

    answer, effects, asked = business.ask(business.coupon_for(NOBODYS), later)
    assert (answer["status"], effects) == ("failed", [])
    assert asked > 2
