"""What is made of a thing that a list tells by its title, where the sentence says the title."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "said",
    [
        "用户1234在门店2001买两份招牌牛肉面,到店订单,已支付,预发",
        "给用户1234在2001店下个外卖单,两份招牌牛肉面,要已支付的,预发",
        "order two 招牌牛肉面 at store 2001 for user 1234, dine-in, paid, pre",
    ],
)
async def test_it_is_looked_up_by_its_title_and_counted(talk: Talk, said: str) -> None:
    talk.review = "always"
    plan = await talk.say(said)
    tools = [step.tool.rpartition("/")[2] for step in plan.chain if step.tool[-9:] != "Addresses"]
    assert tools[0] == "listStoreItems"
    assert tools[-1] == "payOrder"
    made = next(
        step for step in plan.chain if step.tool.endswith("Order") and "itemId" in step.bindings
    )
    assert made.arguments["quantity"] == 2
    done = await talk.say("yes")
    assert done.status == "succeeded"
    [order] = [one for one in done.summary.data if one.entity == "交易单"]
    assert "招牌牛肉面" in str(order)


@pytest.mark.parametrize(
    ("said", "tools"),
    [
        ("预发给1234下一单招牌牛肉面", ["searchStores", "listStoreItems", "createDaodianOrder"]),
        (
            "用1234在2001店下一单,点两份宫保鸡丁,预发",
            ["lanhai_daodian_item_pre", "createDaodianOrder"],
        ),
        ("create a user named Tom Wilson in pre", ["createTestUser"]),
        ("预发创建一个门店,名字叫老王饭馆", ["createStore"]),
        ("预发给用户1234新增一个收货地址,联系人张三", ["createUserAddress"]),
    ],
)
async def test_other_names_stay_what_they_are(talk: Talk, said: str, tools: list[str]) -> None:
    talk.review = "always"
    plan = await talk.say(said)
    assert [step.tool.rpartition("/")[2] for step in plan.chain] == tools


async def test_the_count_may_stand_behind_the_title(talk: Talk) -> None:
    talk.review = "always"
    plan = await talk.say("给用户1234在门店2001下一个已支付的外卖单，招牌牛肉面两份，预发")
    tools = [step.tool.rpartition("/")[2] for step in plan.chain]
    assert (tools[0], tools[-1]) == ("listStoreItems", "payOrder")
    assert plan.chain[-2].arguments["quantity"] == 2


async def test_what_is_made_next_is_for_the_same_person(talk: Talk) -> None:
    talk.review = "always"
    await talk.say("给用户5678加200积分，日常")
    plan = await talk.say("那先给他开个普通会员，再加200积分")
    assert [step.tool.rpartition("/")[2] for step in plan.chain] == ["openMembership", "addPoints"]
    assert {
        step.arguments.get("havanaId", step.arguments.get("userId")) for step in plan.chain
    } == {"5678"}
