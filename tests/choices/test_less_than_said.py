"""Words that no tool can honour: what can be done without them is offered, whole and ready."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("给用户1234建一个已支付的外卖订单，预发，备注少辣", ("少辣",)),
    ],
)
async def test_an_order_is_offered_without_what_it_cannot_have(
    talk: Talk, said: str, left: tuple[str, ...]
) -> None:
    talk.review = "always"
    asked = await talk.say(said)
    assert (asked.status, talk.effects()) == ("needs_input", [])
    first = asked.choices[0]
    assert (first.kind, first.left_out) == ("reading", left)
    shown = await talk.choose(first)
    tools = [one.tool for one in shown.chain]
    assert tools[-2:] == ["commerce/createWaimaiOrder", "commerce/payOrder"]
    done = await talk.say("确认")
    assert done.status in ("succeeded", "partial"), done.summary.text
    assert [tool for tool, _ in talk.effects()][-1] == "payOrder"


async def test_what_somebody_new_has_is_all_of_one_person(talk: Talk) -> None:
    talk.review = "always"
    shown = await talk.say("预发建一个有500积分的金卡用户")
    assert [one.tool for one in shown.chain] == [
        "commerce/lanhai_user_pre",
        "commerce/addPoints",
        "commerce/openMembership",
    ]


@pytest.mark.parametrize(
    "said",
    ["预发来一个付好钱的外卖单,用户随便建个新的就行", "预发来一个付好钱的外卖单,用户随便新建一个"],
)
async def test_what_may_be_made_anew_is_and_nobody_who_is_remembered(talk: Talk, said: str) -> None:
    await talk.say("给用户1234发一张满100减6的券,预发")
    talk.review = "always"
    shown = await talk.say(said)
    tools = [one.tool for one in shown.chain]
    assert (tools[0], tools[-1]) == ("commerce/lanhai_user_pre", "commerce/payOrder")
    assert "1234" not in [one.arguments.get("havanaId") for one in shown.chain]


async def test_what_is_denied_is_still_not_done(talk: Talk) -> None:
    talk.review = "always"
    shown = await talk.say("给用户1234下一个外卖订单,预发,不要新建地址")
    assert "commerce/createUserAddress" not in [one.tool for one in shown.chain]
