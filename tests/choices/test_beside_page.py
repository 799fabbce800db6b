"""Messages beside a page that are too short to be a request by themselves: about what it shows."""

import pytest

from pipelines.contracts.answer import Answer
from pipelines.contracts.request import InView
from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio

ORDER = InView(entity="order", id="1301", environment="pre")
NEXT = InView(entity="order", id="1305", environment="pre")


def tools(answer: Answer) -> list[str]:
    return [one.tool.rpartition("/")[2] for one in answer.chain]


def orders(answer: Answer) -> set[object]:
    return {one.arguments["orderId"] for one in answer.chain if "orderId" in one.arguments}


@pytest.fixture
def shown_first(talk: Talk) -> Talk:
    """Each plan is shown before it runs, as on the page."""
    talk.review = "always"
    return talk


@pytest.mark.parametrize(
    ("said", "called"),
    [
        ("付一下", ["payOrder"]),
        ("先支付", ["payOrder"]),
        ("now pay", ["payOrder"]),
        ("取消吧", ["cancelOrder"]),
        ("write a review with 5 stars", ["createReview"]),
    ],
)
async def test_what_names_no_thing_is_done_to_the_one_in_view(
    shown_first: Talk, said: str, called: list[str]
) -> None:
    plan = await shown_first.say(said, ORDER)
    assert (plan.status, tools(plan)) == ("needs_input", called), plan.question
    assert orders(plan) == {"1301"}
    assert plan.chain[0].bindings["orderId"].source == "page"
    assert shown_first.effects() == []


async def test_the_environment_is_the_one_of_the_page_where_none_is_named(
    shown_first: Talk,
) -> None:
    plan = await shown_first.say("给用户5678发一张满30减5的券", ORDER)
    assert plan.chain[0].arguments["env"] == "pre"
    other = await shown_first.say("给用户5678发一张满30减5的券,日常", ORDER)
    assert other.chain[0].arguments["env"] == "daily"


async def test_a_thing_that_is_not_there_is_told_of(shown_first: Talk) -> None:
    answer = await shown_first.say(
        "refund, reason: it arrived cold", ORDER.model_copy(update={"id": "9999"})
    )
    assert answer.status == "failed"
    assert "9999" in answer.summary.text


@pytest.mark.parametrize("said", ["how do refunds work?", "你好", "有哪些工具可以发券"])
async def test_questions_and_manners_stay_what_they_are(shown_first: Talk, said: str) -> None:
    answer = await shown_first.say(said, ORDER)
    assert (answer.status, answer.chain) == ("succeeded", ())


async def test_the_reason_is_what_stands_behind_its_name(shown_first: Talk) -> None:
    paid = ORDER.model_copy(update={"id": "1302"})
    plan = await shown_first.say("退款,理由写 漏送饮料", paid)
    assert plan.chain[0].arguments["reason"] == "漏送饮料"


@pytest.mark.parametrize("agreed", [True, False])
@pytest.mark.parametrize("said", ["这个也一样", "same here", "依葫芦画瓢", "rinse and repeat"])
async def test_the_same_is_planned_for_what_the_page_shows_by_now(
    shown_first: Talk, said: str, agreed: bool
) -> None:
    await shown_first.say("付一下", ORDER)
    if agreed:
        assert (await shown_first.say("确认", ORDER)).status == "succeeded"
    before = shown_first.effects()
    answer = await shown_first.say(said, NEXT)
    assert shown_first.effects() == before
    if not answer.chain:
        answer = await shown_first.choose(answer.choices[0])
    assert (tools(answer), orders(answer)) == (["payOrder"], {"1305"})


@pytest.mark.parametrize("said", ["hold on", "hmm", "later", "maybe", "一样", "再说吧"])
async def test_what_is_no_yes_agrees_to_nothing(shown_first: Talk, said: str) -> None:
    await shown_first.say("给用户5678发一张满30减5的券,预发")
    await shown_first.say(said)
    assert shown_first.effects() == []


@pytest.mark.parametrize("said", ["y", "yup", "looks good", "correct", "行的", "好的执行吧"])
async def test_plain_words_of_consent_agree(shown_first: Talk, said: str) -> None:
    await shown_first.say("给用户5678发一张满30减5的券,预发")
    assert (await shown_first.say(said)).status == "succeeded"
    assert len(shown_first.effects()) == 1


async def test_a_word_for_something_else_makes_the_person_be_asked(shown_first: Talk) -> None:
    paid = ORDER.model_copy(update={"id": "1302"})
    answer = await shown_first.say("and clear the phone", paid)
    assert answer.chain == ()
    assert shown_first.effects() == []


async def test_who_is_meant_is_of_the_page_and_not_of_another_environment(talk: Talk) -> None:
    await talk.say("买家有几张券", ORDER.model_copy(update={"environment": "daily"}))
    shown = InView(entity="order", id="1302", environment="pre")
    answer = await talk.say("who's the buyer here and what coupons has he got", shown)
    assert answer.intent is not None
    assert answer.intent.environment == "pre"
    assert answer.chain[0].arguments == {"env": "pre", "orderId": "1302"}


async def test_the_same_behind_a_choice_is_of_what_the_page_shows_by_now(shown_first: Talk) -> None:
    shown = InView(entity="order", id="1302", environment="pre")
    asked = await shown_first.say("take this order to its final status", shown)
    assert asked.choices
    answer = await shown_first.say("这个也是", ORDER)
    assert all("1302" not in one.text for one in answer.choices)
    assert any("1301" in one.text for one in answer.choices)


async def test_the_voucher_of_an_order_is_redeemed_and_no_coupon(shown_first: Talk) -> None:
    answer = await shown_first.say(
        "把这单的券核销掉", InView(entity="order", id="1303", environment="pre")
    )
    assert "没有能核销" not in answer.summary.text
    assert answer.intent is not None
    assert answer.intent.goals[0].object.type == "凭证"


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("refund, reason: arrived late", "arrived late"),
        ("refund, noodles were cold", "noodles were cold"),
        ("refund because noodles were cold", "noodles were cold"),
        ("把这单退了,面坨了", "面坨了"),
    ],
)
async def test_why_is_the_reason_and_no_default_is_sent_for_it(
    shown_first: Talk, said: str, reason: str
) -> None:
    paid = ORDER.model_copy(update={"id": "1302"})
    plan = await shown_first.say(said, paid)
    assert tools(plan) == ["applyDaodianRefund", "approveRefund"], plan.question
    assert plan.chain[0].arguments["reason"] == reason
    done = await shown_first.say("yes", paid)
    assert done.status == "succeeded"
    assert [made["reason"] for _, made in shown_first.effects() if "reason" in made][:1] == [reason]


@pytest.mark.parametrize("said", ["yes", "是", "confirm"])
async def test_a_yes_to_nothing_does_nothing(shown_first: Talk, said: str) -> None:
    await shown_first.say("付一下", ORDER)
    assert (await shown_first.say("确认", ORDER)).status == "succeeded"
    before = shown_first.effects()
    told = await shown_first.say(said, NEXT)
    assert (told.status, told.chain, shown_first.effects()) == ("cancelled", (), before)


async def test_the_buyers_coupons_are_not_the_orders(shown_first: Talk) -> None:
    told = await shown_first.say("看买家的券", ORDER.model_copy(update={"id": "1302"}))
    assert tools(told) == ["getOrderDetail", "listUserCoupons"]


@pytest.mark.parametrize(
    ("said", "told"), [("确认", "不是给页面现在显示的"), ("yes", "not for what")]
)
async def test_a_yes_beside_another_thing_runs_nothing(
    shown_first: Talk, said: str, told: str
) -> None:
    await shown_first.say("付一下" if said == "确认" else "now pay", ORDER)
    asked = await shown_first.say(said, NEXT)
    assert (asked.status, shown_first.effects()) == ("needs_input", [])
    assert told in (asked.question or "")
    assert orders(asked) == {"1301"}
    assert (await shown_first.say(said, ORDER)).status == "succeeded"


async def test_a_no_beside_another_thing_is_a_no(shown_first: Talk) -> None:
    await shown_first.say("付一下", ORDER)
    assert (await shown_first.say("取消", NEXT)).status == "cancelled"


async def test_a_choice_tells_that_its_thing_is_of_the_page(shown_first: Talk) -> None:
    plan = await shown_first.say("给它写条评价，5分，内容写“送得很快，味道不错”", NEXT)
    assert plan.chain[0].bindings["orderId"].source == "page"


@pytest.mark.parametrize(
    ("said", "reply"),
    [("给这个订单写个评价", "4分"), ("write a review for this order", "4 stars")],
)
async def test_a_reply_stays_about_the_thing_in_view(
    shown_first: Talk, said: str, reply: str
) -> None:
    assert (await shown_first.say(said, NEXT)).status == "needs_input"
    plan = await shown_first.say(reply, NEXT)
    assert [one.arguments["score"] for one in plan.chain] == [4], plan.question
    assert (orders(plan), plan.chain[0].bindings["orderId"].source) == ({"1305"}, "page")


@pytest.mark.parametrize("said", ["撤销刚才的填写", "把刚才的评价撤销掉"])
async def test_what_else_is_to_be_taken_back_voids_nothing_in_view_unasked(
    shown_first: Talk, said: str
) -> None:
    asked = await shown_first.say(said, ORDER)
    assert (asked.status, tools(asked)) == ("needs_input", [])


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("把这个订单走到完结", "这个交易单的「已完结」就是状态「已核销」"),
        ("complete this order", "“completed” is the state “verified” for this order"),
    ],
)
async def test_the_state_that_an_end_comes_to_is_told(
    shown_first: Talk, said: str, told: str
) -> None:
    dine_in = InView(entity="order", id="1302", environment="daily")
    await shown_first.say(said, dine_in)
    done = await shown_first.say("ok", dine_in)
    assert done.status == "succeeded", done.summary.text
    assert told in done.summary.text
