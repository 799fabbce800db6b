"""What is said behind a question, a plan or an answer goes on with what was wanted."""

import pytest

from pipelines.contracts.answer import Answer
from pipelines.contracts.request import InView
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio

ORDER = InView(entity="order", id="1305", environment="daily")
COUPON = "发一张满50减20的券,日常"
COUPON_EN = "issue a coupon of 20 off 50 in daily"
MAKE = [
    (COUPON, "没有现成的，新建一个用户"),
    (COUPON, "没有，新建一个"),
    (COUPON_EN, "there is none, make a new one"),
    (COUPON_EN, "create a new user"),
]
LOOKS = [
    ("查一下用户1234可用的优惠券,日常", "5678呢"),
    ("list usable coupons of user 1234 in daily", "how about 5678?"),
    ("list usable coupons of user 1234 in daily", "what about user 5678"),
]
OTHERS = [
    "这个用户还有别的订单吗？",
    "他还有别的订单吗",
    "does this user have other orders?",
    "list other orders of this user",
]


def calls(answer: Answer) -> list[tuple[str, dict[str, object]]]:
    """The tools that are called, with their arguments."""
    return [(one.tool.rpartition("/")[2], dict(one.arguments)) for one in answer.chain]


# ---- what was asked for is made ------------------------------------------------------------


@pytest.mark.parametrize(("asked", "said"), MAKE)
async def test_what_a_request_lacks_is_made_and_the_request_goes_on(
    talk: Talk, asked: str, said: str
) -> None:
    talk.review = "always"
    assert (await talk.say(asked)).status == "needs_input"
    plan = await talk.say(said)
    assert plan.intent is not None
    assert plan.intent.environment == "daily"
    done = await talk.say("yes")
    assert done.status == "succeeded", done.summary.text
    made = [after for _, after in talk.effects()]
    [coupon] = [one for one in made if "couponType" in one]
    [user] = [one.id for one in done.summary.data if one.entity == "用户"]
    assert coupon["havanaId"] == user
    assert (coupon["thresholdAmount"], coupon["discountAmount"]) == (5000, 2000)


async def test_what_is_to_be_changed_can_be_made_for_it(talk: Talk) -> None:
    talk.review = "always"
    await talk.say("cancel the order in daily")
    plan = await talk.say("create a new one")
    assert plan.intent is not None
    assert [(one.action, one.object.type) for one in plan.intent.goals] == [
        ("create", "交易单"),
        ("cancel", "交易单"),
    ]
    assert calls(plan)[-1][0] == "cancelOrder"


async def test_nothing_is_made_for_a_look(talk: Talk) -> None:
    talk.review = "always"
    assert (await talk.say("list coupons in daily")).status == "needs_input"
    answer = await talk.say("there is none, make a new user")
    assert answer.intent is not None
    assert [one.object.type for one in answer.intent.goals] == ["用户"]


# ---- a plan that waits ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "said", "count"),
    [
        ("create 2 users in daily", "make it 3", 3),
        ("create an order for user 1234 in daily", "make it 3", 3),
        ("给用户1234发两张满50减20的优惠券,日常", "改成3张", 3),
    ],
)
async def test_a_number_behind_a_waiting_plan_is_how_many(
    talk: Talk, asked: str, said: str, count: int
) -> None:
    talk.review = "always"
    await talk.say(asked)
    plan = await talk.say(said)
    assert plan.intent is not None
    assert [one.quantity for one in plan.intent.goals] == [count]


async def test_a_number_that_may_be_an_amount_or_how_many_is_a_choice(talk: Talk) -> None:
    talk.review = "always"
    await talk.say("给用户1234发两张满50减20的优惠券,日常")
    asked = await talk.say("改成3")
    readings = [one.text for one in asked.choices if one.kind == "reading"]
    assert len(readings) == 2
    assert "优惠金额 3 元" in readings[0]
    assert "× 3" in readings[1]


# ---- the same look at another one ----------------------------------------------------------


@pytest.mark.parametrize(("first", "said"), LOOKS)
async def test_a_name_alone_is_the_same_look_at_it(talk: Talk, first: str, said: str) -> None:
    await talk.say(first)
    answer = await talk.say(said)
    assert calls(answer) == [
        ("listUserCoupons", {"env": "daily", "havanaId": "5678", "status": "UNUSED"})
    ]


async def test_a_name_of_another_kind_is_a_look_at_that(talk: Talk) -> None:
    await talk.say("查一下订单1305,日常")
    assert calls(await talk.say("1301呢")) == [
        ("getOrderDetail", {"env": "daily", "orderId": "1301"})
    ]
    assert calls(await talk.say("用户1234呢")) == [
        ("getUserInfo", {"env": "daily", "havanaId": "1234"})
    ]


# ---- whose it is ---------------------------------------------------------------------------


@pytest.mark.parametrize("said", OTHERS)
async def test_the_others_of_the_user_of_the_order_in_view(talk: Talk, said: str) -> None:
    answer = await talk.say(said, view=ORDER)
    assert [name for name, _ in calls(answer)] == ["getOrderDetail", "listUserOrders"]
    assert len(answer.summary.data) > 1


@pytest.mark.parametrize("said", ["does this user have other orders?", "他还有别的订单吗"])
async def test_the_user_of_the_order_that_was_told_last(talk: Talk, said: str) -> None:
    await talk.say("show order 1305 in daily")
    answer = await talk.say(said)
    assert calls(answer)[-1] == ("listUserOrders", {"env": "daily", "havanaId": "1234"})
    more = await talk.say("这个用户有哪些优惠券")
    assert calls(more)[-1] == ("listUserCoupons", {"env": "daily", "havanaId": "1234"})


async def test_an_order_that_tells_the_user_is_not_what_is_looked_for(talk: Talk) -> None:
    answer = await talk.say("查询订单1305的用户的订单,日常")
    assert [name for name, _ in calls(answer)] == ["getOrderDetail", "listUserOrders"]


@pytest.mark.parametrize("said", ["show all orders", "列出所有订单"])
async def test_all_of_them_are_not_the_one_that_was_spoken_of(talk: Talk, said: str) -> None:
    await talk.say("show order 1305 in daily")
    assert [name for name, _ in calls(await talk.say(said))] == ["listUserOrders"]


async def test_a_bare_number_of_more_of_the_same_says_how_many(talk: Talk) -> None:
    talk.review = "always"
    await talk.say("5 coupons 10 off 30 for user 5678 in daily")
    await talk.say("yes")
    more = await talk.say("7 more of them")
    assert [step.arguments["threshold"] for step in more.chain] == [3000] * 7


async def test_a_request_for_somebody_behind_a_look_is_no_filter_of_it(talk: Talk) -> None:
    await talk.say("show me the coupons of 1234 in pre")
    answer = await talk.say("coupon 5 off 45 for user 5678")
    assert (answer.status, answer.chain) == ("needs_input", ()), answer.summary.text


@pytest.mark.parametrize(
    "said",
    [
        "give all of the 3 users a coupon 10 off 30",
        "give the 3 users a coupon 10 off 30 each",
        "给这3个用户各发一张满30减10的券",
        "给刚才那3个用户各发一张满30减10的券",
        "给这三个用户各发一张满30减10的券",
    ],
)
async def test_as_many_as_were_made_just_now_are_these(talk: Talk, said: str) -> None:
    talk.review = "always"
    await talk.say("create 3 test users in daily")
    made = await talk.say("yes")
    ids = [one.id for one in made.summary.data]
    plan = await talk.say(said)
    assert [step.arguments["havanaId"] for step in plan.chain] == ids, plan.question


@pytest.mark.parametrize(
    "said",
    [
        "give all of the 24 users 100 points",
        "give all 24 users 100 points",
        "给这24个用户每人加100积分",
    ],
)
async def test_many_that_were_made_just_now_are_all_meant(talk: Talk, said: str) -> None:
    talk.review = "always"
    await talk.say("create 24 test users in daily")
    made = await talk.say("yes")
    plan = await talk.say(said)
    told = [(step.arguments["userId"], step.arguments["points"]) for step in plan.chain]
    assert told == [(one.id, 100) for one in made.summary.data], plan.question


async def test_the_rest_of_what_was_done_in_part_is_shown_as_a_plan(talk: Talk) -> None:
    talk.review = "always"
    await talk.say("issue a coupon 5 off 30 to user 1234 and give user 999999 100 points in daily")
    assert (await talk.say("yes")).status == "partial"
    rest = await talk.say("continue")
    assert (rest.status, calls(rest)) == (
        "needs_input",
        [("addPoints", {"env": "daily", "userId": "999999", "points": 100})],
    )


async def test_of_another_number_than_there_are_nobody_is_picked(talk: Talk) -> None:
    talk.review = "always"
    await talk.say("在日常创建3个用户")
    await talk.say("确认")
    plan = await talk.say("给那5个用户各加100积分")
    assert (plan.status, plan.chain) == ("needs_input", ())


async def test_a_question_behind_a_plan_is_no_part_of_it(talk: Talk) -> None:
    talk.review = "always"
    await talk.say("给1234下个单，预发")
    asked = await talk.say("2001店预发有哪些菜?")
    assert asked.chain == ()
    assert not any("createDaodianOrder" in (one.tool or "") for one in asked.choices[:2])


async def test_how_much_somebody_has_is_looked_up_where_it_is(talk: Talk) -> None:
    answer = await talk.say("1234现在多少积分，预发")
    assert [step.tool for step in answer.chain] == ["commerce/getMember"]
    assert "积分 500" in answer.summary.text
