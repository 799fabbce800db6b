"""What the page around the chat shows, and what was spoken of before: which one is meant."""

import pytest

from pipelines.contracts.answer import Answer
from pipelines.contracts.request import InView
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio

DINE_IN = "给用户1234创建一个已支付的到店订单,预发"


def order(number: str, environment: str = "pre") -> InView:
    """An order as a page shows it."""
    return InView(entity="order", id=number, environment=environment)


def calls(answer: Answer) -> list[tuple[str, dict[str, object]]]:
    """The tools that are called, with their arguments."""
    return [(one.tool.rpartition("/")[2], dict(one.arguments)) for one in answer.chain]


# ---- another one's things ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "view"),
    [
        ("把订单1302推进到完结,预发", None),
        ("核销订单1303,预发", None),
        ("把这个订单推进到完结", order("1303")),
    ],
)
async def test_the_voucher_of_an_order_is_its_own_and_none_that_was_spoken_of(
    talk: Talk, said: str, view: InView | None
) -> None:
    for before in (DINE_IN, "这个订单推进到完结"):
        assert (await talk.say(before)).status == "succeeded"
    answer = await talk.say(said, view)
    assert answer.status == "succeeded", answer.summary.text
    number = "1302" if "1302" in said else "1303"
    assert f"交易单 {number}（" in answer.summary.text
    assert answer.chain[-1].tool == "commerce/verifyVoucher"
    assert answer.chain[-1].bindings["voucherCode"].source == "selected"


async def test_an_order_that_gets_a_voucher_is_not_made_by_that(talk: Talk) -> None:
    answer = await talk.say("把订单1302推进到已发凭证,预发")
    assert [name for name, _ in calls(answer)] == ["issueOrderVouchers"]
    assert answer.status == "succeeded", answer.summary.text
    assert "新建" not in answer.summary.text
    assert "交易单已创建" not in [one.text for one in answer.summary.requirements]


# ---- which one is meant --------------------------------------------------------------------


@pytest.mark.parametrize("reply", ["1302", "订单1302"])
async def test_what_the_page_shows_is_not_another_one_of_the_environment_that_is_said(
    talk: Talk, reply: str
) -> None:
    talk.review = "always"
    await talk.say("查一下订单1301,日常")
    asked = await talk.say("把日常环境的这个订单推到完结", order("1302"))
    assert (asked.status, asked.chain) == ("needs_input", ())
    assert "页面显示的那个在预发环境" in (asked.question or "")
    plan = await talk.say(reply, order("1302"))
    assert calls(plan)[0] == ("issueOrderVouchers", {"environment": "线下", "orderId": "1302"})


async def test_a_request_that_names_another_thing_is_not_about_what_the_page_shows(
    talk: Talk,
) -> None:
    talk.review = "always"
    for said in ("查询日常环境用户1234的订单", "给用户1234创建一个外卖订单,日常"):
        answer = await talk.say(said, order("1302"))
        assert "页面显示" not in (answer.question or "")
        assert answer.chain[-1].arguments["havanaId"] == "1234"


@pytest.mark.parametrize("said", ["把这个订单核销了", "核销这个订单"])
async def test_what_is_done_by_way_of_another_thing_is_done_with_the_one_in_view(
    talk: Talk, said: str
) -> None:
    talk.review = "always"
    answer = await talk.say(said, order("1303", "daily"))
    assert [name for name, _ in calls(answer)] == ["listOrderVouchers", "verifyVoucher"]
    assert calls(answer)[0][1] == {"environment": "线下", "orderId": "1303"}


async def test_whose_it_is_what_something_is_done_to_is_told_by_the_page(talk: Talk) -> None:
    answer = await talk.say("把这个订单的凭证核销了", order("1303"))
    assert answer.intent is not None
    assert answer.intent.environment == "pre"
    assert [i.value for one in answer.intent.related for i in one.identifiers] == ["1303"]


async def test_colloquial_words_point_at_what_the_page_shows_as_well(talk: Talk) -> None:
    answer = await talk.say("这单的状态？", order("1301"))
    assert calls(answer) == [("getOrderDetail", {"env": "pre", "orderId": "1301"})]


async def test_states_are_told_in_the_language_of_the_request(talk: Talk) -> None:
    answer = await talk.say("move it along until it is delivered", order("1302"))
    assert "“paid”" in answer.summary.text


async def test_the_buyer_of_the_order_in_view_is_no_longer_missing(talk: Talk) -> None:
    talk.review = "always"
    plan = await talk.say("给这个订单的买家发一张满30减5的券", order("1302"))
    assert [name for name, _ in calls(plan)] == ["getOrderDetail", "issueFullReductionCoupon"]
    assert plan.intent is not None
    assert plan.intent.missing == ()


async def test_an_order_in_view_is_the_one_that_is_meant_though_nothing_can_be_done_so(
    talk: Talk,
) -> None:
    answer = await talk.say("push this order through to the middle", order("1303"))
    assert not answer.chain
    assert answer.intent is not None
    assert answer.intent.environment == "pre"


@pytest.mark.parametrize("said", ["把这单走到底", "把这个订单完结", "这单帮我走完"])
async def test_this_order_is_brought_to_its_end_in_words_of_ones_own(talk: Talk, said: str) -> None:
    answer = await talk.say(said, order("1301"))
    if answer.status == "needs_input":
        answer = await talk.choose(answer.choices[0])
    assert [name for name, _ in calls(answer)] == [
        "payOrder",
        "merchantAcceptOrder",
        "startDelivery",
        "confirmDelivered",
    ]


async def test_a_change_of_several_calls_is_offered_as_what_it_comes_to(talk: Talk) -> None:
    answer = await talk.say("这单退了吧", order("1302"))
    assert answer.choices[0].text.startswith("退款交易单1302")


async def test_a_refund_follows_the_kind_of_the_order(talk: Talk) -> None:
    answer = await talk.say("给这个订单申请退款", order("1302"))
    tools = [one.tool for one in answer.choices if one.kind == "reading"]
    assert tools == ["commerce/applyDaodianRefund"]


async def test_a_look_for_things_that_are_so_is_not_at_the_one_that_was_spoken_of(
    talk: Talk,
) -> None:
    await talk.say("查一下订单1303,预发")
    answer = await talk.say("有哪些外卖订单")
    assert [name for name, _ in calls(answer)] == ["listUserOrders"]


# ---- words that say nothing by themselves ---------------------------------------------------


ISSUE = "给用户1234发一张满50减20的券"


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (None, "这单怎么样了"),
        (None, "how is this order doing"),
        (None, "what is the status of this one"),
        (ISSUE, "这单怎么样了"),
        (ISSUE, "how is this order doing"),
    ],
)
async def test_how_it_is_with_what_the_page_shows_is_looked_up(
    talk: Talk, before: str | None, said: str
) -> None:
    if before is not None:
        await talk.say(before, order("1303"))
    answer = await talk.say(said, order("1303"))
    assert answer.status == "succeeded", answer.summary.text
    assert calls(answer) == [("getOrderDetail", {"env": "pre", "orderId": "1303"})]
    assert answer.chain[0].bindings["orderId"].source == "page"


async def test_a_change_that_is_only_so_understood_is_asked_about(talk: Talk) -> None:
    answer = await talk.say("wrap this one up", order("1303"))
    assert (answer.status, talk.effects()) == ("needs_input", [])
    assert answer.choices[0].text == "complete order 1303 · pre-release"
    done = await talk.say("yes", order("1303"))
    assert done.status == "succeeded"
    assert [tool for tool, _ in talk.effects()] == ["verifyVoucher"]


@pytest.mark.parametrize("said", ["谢谢", "你好", "asdf qwer", "怎么创建订单", "有哪些订单工具"])
async def test_talk_beside_a_page_stays_talk(talk: Talk, said: str) -> None:
    answer = await talk.say(said, order("1303"))
    assert (answer.status, answer.chain, talk.effects()) == ("succeeded", (), [])


# ---- the same for the next one ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("给这个订单退款", "这个也一样"),
        ("给这个订单退款", "这个也退款"),
        ("refund this order", "same for this one"),
        ("refund this order", "do the same here"),
    ],
)
async def test_the_same_is_done_for_the_order_that_is_shown_by_now(
    talk: Talk, first: str, then: str
) -> None:
    await talk.say(first, order("1302"))
    answer = await talk.say(then, order("1303"))
    if answer.status == "needs_input":
        assert "1303" in answer.choices[0].text
        answer = await talk.choose(answer.choices[0])
    assert answer.status == "succeeded", answer.summary.text
    asked = [after["orderId"] for tool, after in talk.effects() if tool == "applyDaodianRefund"]
    assert asked == ["1302", "1303"]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("what state is this order in", "do the same to this order"),
        ("这单现在什么状态", "这单也照着刚才的来"),
        ("这单现在什么状态", "这单也一样"),
    ],
)
@pytest.mark.parametrize("number", ["1302", "1303"])
async def test_the_same_is_looked_up_of_the_order_of_another_environment(
    talk: Talk, first: str, then: str, number: str
) -> None:
    await talk.say(first, order("1302"))
    elsewhere = InView(entity="order", id=number, environment="daily")
    answer = await talk.say(then, elsewhere)
    (step,) = answer.chain
    assert step.tool == "commerce/getOrderDetail", answer.summary.text
    assert (step.arguments["env"], step.arguments["orderId"]) == ("daily", number)


@pytest.mark.parametrize("said", ["谢谢啦", "嗯", "asdf", "hm", "what is this"])
async def test_what_is_no_more_of_the_same_does_nothing_to_the_next_one(
    talk: Talk, said: str
) -> None:
    await talk.say("给这个订单退款", order("1302"))
    before = talk.effects()
    await talk.say(said, order("1303"))
    assert talk.effects() == before


async def test_a_state_that_is_wanted_says_more_than_a_verb_that_nobody_knows(talk: Talk) -> None:
    asked = await talk.say("把这单办到完结为止", order("1301"))
    assert "完结" in asked.choices[0].text, asked.summary.text
    done = await talk.choose(asked.choices[0])
    assert [tool for tool, _ in talk.effects()][-1] == "confirmDelivered"
    assert done.status == "succeeded"


# ---- what is taken off the page ------------------------------------------------------------


@pytest.mark.parametrize(
    ("look", "said", "which"),
    [
        ("查一下订单1302,预发", "取消这个订单,预发", "哪一个订单"),
        ("show order 1302, pre", "what is the status of this order", "Which order"),
    ],
)
async def test_this_order_is_asked_about_once_the_one_on_the_page_is_taken_off(
    talk: Talk, look: str, said: str, which: str
) -> None:
    talk.review = "always"
    assert (await talk.say(look)).status == "succeeded"
    answer = await talk.say(said, dismissed=order("1301"))
    assert (answer.status, answer.chain) == ("needs_input", ())
    assert which in (answer.question or "")
    again = await talk.say("预发", dismissed=order("1301"))
    assert again.chain == ()


async def test_what_was_named_since_it_was_taken_off_is_meant(talk: Talk) -> None:
    talk.review = "always"
    await talk.say("查一下订单1302,预发")
    await talk.say("查一下订单1303,预发", dismissed=order("1301"))
    answer = await talk.say("取消这个订单", dismissed=order("1301"))
    assert calls(answer) == [("cancelOrder", {"env": "pre", "orderId": "1303"})]


async def test_what_is_of_another_kind_than_what_was_taken_off_is_still_meant(talk: Talk) -> None:
    talk.review = "always"
    await talk.say("查询用户1234,预发")
    answer = await talk.say("给这个用户发一张满50减20的券", dismissed=order("1301"))
    assert answer.chain[-1].arguments["havanaId"] == "1234"
