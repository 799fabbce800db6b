"""Finding tools and calling one: guarded as everything else is."""

from typing import Any

import pytest

from tests.mcp_server.agents import ARGUMENTS, ISSUE, User, agent
from tests.services.commands import Zhizao
from tests.services.serving import Client

pytestmark = pytest.mark.anyio
INVALIDATE = "commerce/invalidateCoupon"


def made(zhizao: Zhizao) -> list[str]:
    return [one["tool"] for one in zhizao.effects()]


async def test_tools_are_found_with_reasons_and_arguments(service: Client, zhizao: Zhizao) -> None:
    async with agent(service.port) as one:
        found = await one.outcome("find_tools", text="给用户发放满减券", environment="pre")
    best = found["tools"][0]
    assert (best["tool"], best["role"], best["changes_data"]) == (ISSUE, "main", True)
    assert best["reasons"]
    shown = best["arguments"]["properties"]
    assert set(shown) == {"havanaId", "threshold", "reduce", "channel", "validDays"}
    assert "_mcp_" not in str(found)
    assert made(zhizao) == []


async def test_a_call_is_a_run_that_is_read_back_and_can_be_undone(
    service: Client, zhizao: Zhizao, mode: str
) -> None:
    user = User({"approved": True})
    async with agent(service.port, mode, user) as one:
        told: dict[str, Any] = {"tool": ISSUE, "environment": "预发", "arguments": ARGUMENTS}
        done = await one.outcome("call_tool", **told)
        assert (done["status"], done["environment"]) == ("succeeded", "pre")
        assert done["plan"][0]["result"]["data"]["couponId"] == done["data"][0]["id"]
        assert done["requirements"][0]["verdict"] == "confirmed"
        assert user.asked == []
        undone = await one.outcome("undo", run=done["run"])
    assert undone["status"] == "succeeded"
    assert made(zhizao) == ["issueFullReductionCoupon", "invalidateCoupon"]
    sent = zhizao.effects()[0]["arguments"]
    assert (sent["threshold"], sent["reduce"], sent["env"]) == (5000, 2000, "pre")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"environment": "prod"}, "Production is never a target"),
        ({"environment": "线上"}, "Production is never a target"),
        ({"arguments": {**ARGUMENTS, "env": "pre"}}, "filled in by the program"),
        ({"arguments": {**ARGUMENTS, "_mcp_stress_test": True}}, "_mcp_stress_test"),
        ({"arguments": {**ARGUMENTS, "colour": "red"}}, "has no argument colour"),
        ({"arguments": {"havanaId": "1234"}}, "lacks these arguments: threshold, reduce"),
        ({"arguments": {**ARGUMENTS, "threshold": "many"}}, "does not fit its schema"),
        ({"arguments": {**ARGUMENTS, "threshold": None}}, "does not fit its schema"),
    ],
)
async def test_what_must_not_be_called_is_refused_with_a_reason(
    service: Client, zhizao: Zhizao, changed: dict[str, Any], said: str
) -> None:
    told: dict[str, Any] = {"tool": ISSUE, "environment": "pre", "arguments": ARGUMENTS, **changed}
    async with agent(service.port) as one:
        refused = await one.outcome("call_tool", **told)
    assert refused["status"] == "refused"
    assert said in refused["text"]
    assert made(zhizao) == []


async def test_hidden_arguments_of_every_tool_are_refused(service: Client, zhizao: Zhizao) -> None:
    """The sandbox declares `_mcp_` arguments; an agent that has read its schema cannot set them."""
    async with agent(service.port) as one:
        told = {"tool": ISSUE, "environment": "pre"}
        for name in ("_mcp_stress", "_mcp_trace", "_mcp_env"):
            more = {**ARGUMENTS, name: "x"}
            assert (await one.outcome("call_tool", **told, arguments=more))["status"] == "refused"
    assert made(zhizao) == []


async def test_a_tool_or_an_environment_that_is_not_there_is_an_error(
    service: Client, zhizao: Zhizao
) -> None:
    async with agent(service.port) as one:
        for tool in ("nope", "commerce/nope", "commerce/issuefullreductioncoupon", "../etc"):
            told = await one.error("call_tool", tool=tool, environment="pre")
            assert f"There is no tool “{tool}”" in told
        told = await one.error("call_tool", tool=ISSUE, environment="moon", arguments=ARGUMENTS)
        assert "moon" in told
    assert made(zhizao) == []


async def test_what_destroys_takes_the_users_yes(
    service: Client, zhizao: Zhizao, mode: str
) -> None:
    async with agent(service.port, mode) as one:
        call = {"tool": ISSUE, "environment": "pre", "arguments": ARGUMENTS}
        coupon = (await one.outcome("call_tool", **call))["data"][0]["id"]
        told = {"tool": INVALIDATE, "environment": "pre", "arguments": {"couponId": coupon}}
        asked = await one.outcome("call_tool", **told)
        assert (asked["status"], len(made(zhizao))) == ("needs_input", 1)
        done = await one.outcome("answer_question", run=asked["run"], approved=True)
        again = await one.outcome("answer_question", run=asked["run"], approved=True)
    assert (done["status"], again["run"]) == ("succeeded", done["run"])
    assert made(zhizao) == ["issueFullReductionCoupon", "invalidateCoupon"]


async def test_the_same_request_id_is_one_call(service: Client, zhizao: Zhizao, mode: str) -> None:
    call = {"tool": ISSUE, "environment": "pre", "request_id": f"call {mode}"}
    async with agent(service.port, mode) as one:
        runs = {
            (await one.outcome("call_tool", **call, arguments=ARGUMENTS))["run"] for _ in range(3)
        }
        other = {**ARGUMENTS, "threshold": 6000}
        assert await one.error("call_tool", **call, arguments=other)
    assert len(runs) == 1
    assert len(made(zhizao)) == 1


async def test_a_call_that_only_looks_changes_nothing(service: Client, zhizao: Zhizao) -> None:
    async with agent(service.port) as one:
        told = {"tool": "commerce/listUserCoupons", "environment": "pre"}
        done = await one.outcome("call_tool", **told, arguments={"havanaId": "1234"})
    assert done["status"] == "succeeded"
    assert done["plan"][0]["result"] is not None
    assert made(zhizao) == []
