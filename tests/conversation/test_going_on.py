"""Messages that go on from what was said before, in two trades: the sentence that each becomes."""

from collections.abc import AsyncGenerator

import pytest

from evals.bench import Ask
from evals.variation import NONE
from pipelines.answer import Answer
from pipelines.request import Request
from services.eval_wiring import open_bench
from services.settings import Settings
from tool_registry.base.caller import Caller

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def staff(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Ask]:
    folder = tmp_path_factory.mktemp("staff")
    with open_bench(Settings(home=folder, mode="rules"), "staff", folder) as bench:
        async with bench.road(NONE) as ask:
            yield ask


@pytest.fixture(scope="module")
async def commerce(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Ask]:
    folder = tmp_path_factory.mktemp("commerce")
    with open_bench(Settings(home=folder, mode="rules"), "commerce", folder) as bench:
        async with bench.road(NONE) as ask:
            yield ask


async def said(ask: Ask, *turns: str) -> list[Answer]:
    """The answers to the turns of one conversation, consent asked for before what destroys."""
    answers: list[Answer] = []
    for number, text in enumerate(turns):
        request = Request(
            text=text,
            session_id=f"of {turns}",
            request_id=f"{turns} {number}",
            caller=Caller(user=turns[0]),
            review="destructive",
        )
        answers.append(await ask(request))
    return answers


def whole(answer: Answer) -> str:
    assert answer.intent is not None, answer.summary.text
    return answer.intent.text


def made(answer: Answer, entity: str) -> list[str]:
    assert answer.status == "succeeded", answer.summary.text
    return [one.id for one in answer.summary.data if one.entity == entity and one.id]


async def test_use_it_for_something_is_doing_that_with_it(staff: Ask, commerce: Ask) -> None:
    first, claim, other = await said(
        staff,
        "create an employee in daily",
        "use them to file an expense claim of 85 dollars",
        "no, 95 dollars",
    )
    [badge] = made(first, "employee")
    assert whole(claim) == f"file an expense claim of 85 dollars for employee {badge}"
    assert whole(other) == f"file an expense claim of 95 dollars for employee {badge}"
    both, second, corrected = await said(
        commerce,
        "two test users, daily",
        "use the second one for a dine-in order, paid this time",
        "sorry no, the first one",
    )
    one, two = made(both, "用户")
    assert whole(second) == f"a dine-in order for user {two}, paid"
    assert whole(corrected) == f"a dine-in order for user {one}, paid"


async def test_what_is_corrected_is_the_request_that_gave_a_value(staff: Ask) -> None:
    *_, corrected, same = await said(
        staff,
        "file an expense claim of 85 dollars for E-10042 in pre",
        "what is its status?",
        "wait no, 95 dollars",
        "same for E-10043",
    )
    assert whole(corrected) == "file an expense claim of 95 dollars for E-10042 in pre-release"
    assert whole(same).startswith("file an expense claim of 95 dollars for E-10043")


async def test_an_id_takes_the_place_of_one_that_looks_like_it(staff: Ask) -> None:
    first, _, other = await said(
        staff, "daily环境,新建一个employee", "给他报名培训SEC-101", "FIRE-201也要"
    )
    assert whole(other) == f"给员工{made(first, 'employee')[0]}报名培训FIRE-201"


async def test_counted_classifiers_ordinals_and_attributes_point_back(commerce: Ask) -> None:
    user, _, coupons, second, last, asked = await said(
        commerce,
        "预发造个用户",
        "手机号多少",
        "给他发两张5元的代金券",
        "第2张啥状态",
        "最后一张作废",
        "面额多少来着",
    )
    one = made(user, "用户")[0]
    assert whole(coupons) == f"给用户{one}发两张5元的代金券"
    _, two = made(coupons, "优惠券")
    assert whole(second) == f"查询优惠券{two}"
    assert whole(last) == f"优惠券{two}作废"
    assert (asked.status, "5" in asked.summary.text) == ("succeeded", True)


async def test_a_bare_number_is_who_the_tool_says_it_is(commerce: Ask) -> None:
    _, production, daily = await said(
        commerce, "预发给1234发张10元代金券", "线上也给他来一张", "行吧,那日常给1234来一张"
    )
    assert production.status == "refused"
    assert "1234" in whole(production)
    assert whole(daily) == "给1234发1张10元代金券,日常"
    [owner] = [one.attributes.get("havanaId") for one in daily.summary.data if one.id][:1]
    assert owner in ("1234", None)


async def test_what_is_done_to_that_is_no_noun(commerce: Ask) -> None:
    for turns in (
        ("日常给1234造一个已支付的外卖订单", "把刚才那单退款"),
        ("make a paid dine-in order for 5678 in daily", "refund it"),
    ):
        order, asked = await said(commerce, *turns)
        assert made(order, "交易单")[0] in whole(asked)
        assert (asked.status, len(asked.chain)) == ("needs_input", 2)


async def test_a_list_stands_behind_a_colon_too(commerce: Ask, staff: Ask) -> None:
    found, given = await said(
        commerce, "查下这俩在预发有哪些券:1234、5678", "给后面那个发一张8元代金券"
    )
    assert found.status == "succeeded"
    assert whole(given) == "给用户5678发一张8元代金券"
    [told] = await said(staff, "find the assets of these two in pre: E-10042, E-10077")
    assert whole(told) == "find the assets of E-10042, E-10077 in pre"


async def test_that_one_is_the_one_that_was_spoken_of_last(commerce: Ask) -> None:
    stores, closed, asked = await said(commerce, "预发建三个门店", "第二个关店", "那个店现在啥状态")
    second = made(stores, "门店")[1]
    assert closed.status == "needs_input"
    assert whole(asked) == f"查询门店{second}"


async def test_a_question_about_somebody_else_is_asked_again(commerce: Ask) -> None:
    _, theirs = await said(commerce, "查一下用户1234的券,日常", "5678呢")
    assert whole(theirs) == "查一下用户5678的券,日常"
    _, other = await said(commerce, "what coupons does 1234 have in pre", "and 5678?")
    assert whole(other) == "what coupons does 5678 have in pre"


async def test_a_classifier_of_things_means_no_person(commerce: Ask) -> None:
    _, second, _, last = await said(
        commerce,
        "查一下用户1234的券,日常",
        "第二张啥状态",
        "给1234发两张10元代金券",
        "刚才第一张多少钱",
    )
    assert whole(second).startswith("查询优惠券")
    assert whole(last).startswith("查询优惠券")


async def test_a_mixed_deed_is_done_to_what_is_pointed_at_and_another_is_a_request_of_its_own(
    commerce: Ask,
) -> None:
    order, refund, other = await said(
        commerce,
        "日常给5678造一个已支付的外卖订单",
        "那个order refund一下",
        "order 1303 refund一下, daily",
    )
    assert made(order, "交易单")[0] in whole(refund)
    assert refund.status == "needs_input"
    assert whole(other) == "order 1303 refund一下, daily"
