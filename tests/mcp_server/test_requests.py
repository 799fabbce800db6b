"""Sentences of an agent, in both eras of the protocol; the sandbox's log of effects judges."""

from typing import Any

import pytest

from tests.mcp_server.agents import BULK, COUPON, ISSUE, SOMEWHERE, User, agent
from tests.services.commands import Zhizao
from tests.services.serving import Client

pytestmark = pytest.mark.anyio


def made(zhizao: Zhizao) -> list[str]:
    return [one["tool"] for one in zhizao.effects()]


async def test_a_sentence_makes_data_and_tells_ids_and_verdicts(
    service: Client, zhizao: Zhizao, mode: str
) -> None:
    async with agent(service.port, mode) as one:
        done = await one.outcome("make_data", request=COUPON)
    assert (done["status"], done["environment"]) == ("succeeded", "pre")
    assert [(item["label"], item["id"]) for item in done["data"]] == [
        ("优惠券", "8020000000000001")
    ]
    assert {item["verdict"] for item in done["requirements"]} == {"confirmed"}
    assert made(zhizao) == ["issueFullReductionCoupon"]
    assert [step[:2] for step in one.progress] == [(0, 1), (1, 1)]


async def test_a_time_that_is_said_waits_once_it_is_agreed_to(
    service: Client, zhizao: Zhizao, mode: str
) -> None:
    user = User({"approved": True})
    async with agent(service.port, mode, user) as one:
        done = await one.outcome("make_data", request=f"明天上午9点{COUPON}")
    assert done["status"] == "scheduled"
    assert "09:00" in user.asked[0].message
    assert made(zhizao) == []


async def test_who_can_be_asked_is_asked_and_the_answer_is_one_effect(
    service: Client, zhizao: Zhizao, mode: str
) -> None:
    user = User({"choice": "environment-pre"})
    async with agent(service.port, mode, user) as one:
        done = await one.outcome("make_data", request=SOMEWHERE)
    assert (done["status"], done["environment"]) == ("succeeded", "pre")
    assert len(user.asked) == 1
    assert "哪个环境" in user.asked[0].message
    assert made(zhizao) == ["issueFullReductionCoupon"]


async def test_who_cannot_be_asked_gets_the_question_and_answers_it_by_a_tool(
    service: Client, zhizao: Zhizao, mode: str
) -> None:
    async with agent(service.port, mode) as one:
        asked = await one.outcome("make_data", request=SOMEWHERE)
        assert asked["status"] == "needs_input"
        assert [each["id"] for each in asked["choices"]] == ["environment-daily", "environment-pre"]
        assert asked["run"] in asked["how_to_answer"]
        assert made(zhizao) == []
        run = asked["run"]
        both = [await one.outcome("answer_question", run=run, choice="2") for _ in range(2)]
        assert "没有在等待回答" in await one.error("answer_question", run=run, reply="日常")
    assert both[0]["run"] == both[1]["run"]
    assert (both[0]["status"], both[0]["environment"]) == ("succeeded", "pre")
    assert made(zhizao) == ["issueFullReductionCoupon"]


async def test_a_reply_in_words_goes_on_too(service: Client, zhizao: Zhizao) -> None:
    async with agent(service.port) as one:
        asked = await one.outcome("make_data", request=SOMEWHERE)
        done = await one.outcome("answer_question", run=asked["run"], reply="预发环境")
    assert done["status"] == "succeeded"
    assert made(zhizao) == ["issueFullReductionCoupon"]


@pytest.mark.parametrize(
    ("user", "status", "count"),
    [
        (User({"approved": True}), "succeeded", 4),
        (User({"approved": False}), "cancelled", 0),
        (User(action="decline"), "cancelled", 0),
        (User(action="cancel"), "needs_input", 0),
    ],
)
async def test_bulk_work_takes_the_users_yes(
    service: Client, zhizao: Zhizao, mode: str, user: User, status: str, count: int
) -> None:
    async with agent(service.port, mode, user) as one:
        done = await one.outcome("make_data", request=BULK)
    assert done["status"] == status
    assert user.asked[-1].requested_schema["properties"]["approved"]["type"] == "boolean"
    assert "发放满减券" in user.asked[-1].message
    assert len(made(zhizao)) == count


async def test_without_a_yes_nothing_destructive_runs(service: Client, zhizao: Zhizao) -> None:
    async with agent(service.port) as one:
        done = await one.outcome("make_data", request=COUPON)
        wanted = f"把优惠券{done['data'][0]['id']}作废,预发环境"
        asked = await one.outcome("make_data", request=wanted)
        assert (asked["status"], asked["plan"][0]["title"]) == ("needs_input", "作废券")
        assert len(made(zhizao)) == 1
        agreed = await one.outcome("answer_question", run=asked["run"], approved=True)
    assert agreed["status"] == "succeeded"
    assert made(zhizao) == ["issueFullReductionCoupon", "invalidateCoupon"]


async def test_a_plan_shows_where_values_come_from_and_runs_once_after_a_yes(
    service: Client, zhizao: Zhizao
) -> None:
    async with agent(service.port) as one:
        plan = await one.outcome("plan_data", request=COUPON)
        [call] = plan["plan"]
        sources = {item["name"]: (item["value"], item["source"]) for item in call["arguments"]}
        assert sources["threshold"] == (5000, "derived")
        assert sources["havanaId"] == ("1234", "words")
        assert (plan["status"], made(zhizao)) == ("planned", [])
        for _ in range(2):
            done = await one.outcome("answer_question", run=plan["run"], approved=True)
            assert done["status"] == "succeeded"
    assert len(made(zhizao)) == 1


async def test_undoing_takes_a_yes_and_happens_once(
    service: Client, zhizao: Zhizao, mode: str
) -> None:
    user = User({"approved": True})
    async with agent(service.port, mode, user) as one:
        done = await one.outcome("make_data", request=COUPON)
        undone = await one.outcome("undo", run=done["run"])
        again = await one.outcome("undo", run=done["run"])
    assert (undone["status"], again["status"]) == ("succeeded", "refused")
    assert len(user.asked) == 1
    assert made(zhizao) == ["issueFullReductionCoupon", "invalidateCoupon"]


async def test_the_same_request_id_is_one_run_and_none_is_a_run_each_time(
    service: Client, zhizao: Zhizao, mode: str
) -> None:
    async with agent(service.port, mode) as one:
        runs = [
            (await one.outcome("make_data", request=COUPON, request_id=f"same {mode}"))["run"]
            for _ in range(3)
        ]
        assert len(set(runs)) == 1
        assert len(made(zhizao)) == 1
        told = await one.error("make_data", request=SOMEWHERE, request_id=f"same {mode}")
        assert "request" in told.lower() or "请求" in told
        for _ in range(2):
            await one.outcome("make_data", request=COUPON)
    assert made(zhizao) == ["issueFullReductionCoupon"] * 3


async def test_a_repeated_call_whose_question_was_answered_ends_as_it_did(
    service: Client, zhizao: Zhizao, mode: str
) -> None:
    user = User({"choice": "environment-pre"})
    async with agent(service.port, mode, user) as one:
        told = {"request": SOMEWHERE, "request_id": f"asked {mode}"}
        runs = [(await one.outcome("make_data", **told))["run"] for _ in range(2)]
    assert len(set(runs)) == 1
    assert made(zhizao) == ["issueFullReductionCoupon"]


async def test_a_conversation_goes_on(service: Client, zhizao: Zhizao) -> None:
    async with agent(service.port) as one:
        first = await one.outcome("make_data", request=COUPON)
        more = await one.outcome(
            "make_data", request="再来两个", conversation=first["conversation"]
        )
    assert (more["status"], more["conversation"]) == ("succeeded", first["conversation"])
    assert len(made(zhizao)) == 3


async def test_wrong_calls_are_one_sentence(service: Client, zhizao: Zhizao, mode: str) -> None:
    async with agent(service.port, mode) as one:
        told = [
            await one.error("make_data"),
            await one.error("make_data", request=7),
            await one.error("make_data", request="x" * 1_000_000),
            await one.error("make_data", request=COUPON, environment="moon"),
            await one.error("make_data", request=COUPON, conversation="../x"),
            await one.error("answer_question", run="run-0", reply="x"),
            await one.error("answer_question", run="run-0", reply="x", approved=True),
            await one.error("undo", run="run-0000000000000000"),
            await one.error("no_such_tool"),
        ]
    for text in told:
        assert "Error executing tool" not in text
        assert "\n" not in text
        assert text.endswith(("。", ".")) or ":" in text, text
    assert made(zhizao) == []


async def test_production_is_refused(service: Client, zhizao: Zhizao) -> None:
    async with agent(service.port) as one:
        for told in ({"request": f"{SOMEWHERE},线上环境"}, {"request": COUPON[:-5], "environment": "prod"}):  # fmt: skip # noqa: E501
            assert (await one.outcome("make_data", **told))["status"] == "refused"
    assert made(zhizao) == []


async def test_tools_say_what_they_do(service: Client, mode: str) -> None:
    async with agent(service.port, mode) as one:
        tools = {tool.name: tool for tool in (await one.client.list_tools()).tools}
        told = await one.client.list_tools()
    assert [tool.name for tool in told.tools] == list(tools)
    assert list(tools) == [
        "make_data",
        "plan_data",
        "answer_question",
        "undo",
        "find_tools",
        "call_tool",
    ]
    for tool in tools.values():
        assert tool.description
        assert tool.output_schema is not None
        hints = tool.annotations
        assert hints is not None
        assert hints.read_only_hint is (tool.name in ("plan_data", "find_tools"))
        assert hints.destructive_hint is not hints.read_only_hint
    assert ISSUE not in str(tools)


async def test_what_was_only_to_be_planned_stays_so_behind_its_question(
    service: Client, zhizao: Zhizao, mode: str
) -> None:
    async with agent(service.port, mode, User({"choice": "environment-pre"})) as one:
        plan = await one.outcome("plan_data", request=SOMEWHERE)
    assert (plan["status"], plan["environment"]) == ("planned", "pre")
    async with agent(service.port, mode) as one:
        asked = await one.outcome("plan_data", request=SOMEWHERE)
        answered = await one.outcome("answer_question", run=asked["run"], choice="environment-pre")
        assert (answered["status"], made(zhizao)) == ("planned", [])
        done = await one.outcome("answer_question", run=answered["run"], approved=True)
    assert done["status"] == "succeeded"
    assert made(zhizao) == ["issueFullReductionCoupon"]


@pytest.mark.parametrize("says", [{}, {"approved": "yes"}, {"approved": None}, {"reply": "yes"}])
async def test_an_answer_that_the_form_does_not_have_agrees_to_nothing(
    service: Client, zhizao: Zhizao, mode: str, says: dict[str, Any]
) -> None:
    async with agent(service.port, mode, User(says)) as one:
        asked = await one.outcome("make_data", request=BULK)
    assert (asked["status"], made(zhizao)) == ("needs_input", [])


async def test_a_form_is_asked_as_a_form_and_filled_in(
    service: Client, zhizao: Zhizao, mode: str
) -> None:
    user = User({"G1/havanaId": "1234", "G1/threshold": 50, "G1/reduce": 20})
    async with agent(service.port, mode, user) as one:
        refused = await one.outcome("make_data", request="删除优惠券8020000000000001,预发环境")
        assert refused["status"] == "refused"
        picked = f"tool-{ISSUE}"
        assert picked in [each["id"] for each in refused["choices"]]
        done = await one.outcome("answer_question", run=refused["run"], choice=picked)
    fields = user.asked[0].requested_schema["properties"]
    assert fields["G1/threshold"] == {"type": "number", "title": "门槛金额", "description": "元"}
    assert "到店" in str(fields["G1/channel"])
    assert done["status"] == "succeeded"
    [effect] = zhizao.effects()
    sent = effect["arguments"]
    assert (sent["havanaId"], sent["threshold"], sent["reduce"]) == ("1234", 5000, 2000)
