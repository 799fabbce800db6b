"""A time that is said in a sentence: when to run, a value, or a question which of them."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from pipelines.clarification.moments_said import moments_in, whole
from pipelines.contracts.request import Request
from tests.choices.conftest import Talk
from tool_registry.base.caller import Caller
from tool_registry.base.ids import new_id

pytestmark = pytest.mark.anyio
ZONE = ZoneInfo("Asia/Shanghai")
OFF = (
    "已取消这次定时执行，什么都没有执行。",
    "The scheduled run was cancelled; nothing was run.",
)


def ahead(at: float) -> float:
    """Minutes from now."""
    return (at - datetime.now(ZONE).timestamp()) / 60


@pytest.mark.parametrize(
    ("sentence", "minutes", "place"),
    [
        ("3分钟后在预发建个用户", 3, "预发"),
        ("在预发建个用户,3分钟后", 3, "预发"),
        ("半小时后给用户1234发一张满30减5的券，预发", 30, "预发"),
        ("一个半小时后在日常建个用户", 90, "日常"),
        ("3分钟后查一下用户1234的订单,预发", 3, "预发"),
        ("create a test user in daily in 4 minutes", 4, "daily"),
        ("in 3 minutes, create a user in pre", 3, "pre-release"),
        ("in 3 minutes show the orders of user 1234 in pre", 3, "pre-release"),
    ],
)
async def test_it_is_shown_with_its_time_and_waits_once_agreed_to(
    talk: Talk, sentence: str, minutes: int, place: str
) -> None:
    shown = await talk.say(sentence)
    assert (shown.status, bool(shown.chain)) == ("needs_input", True)
    assert shown.later is not None
    assert ahead(shown.later.at) == pytest.approx(minutes, abs=0.9)
    when = f"{datetime.fromtimestamp(shown.later.at, ZONE):%H:%M}"
    assert when in shown.summary.text
    assert "Asia/Shanghai" in shown.summary.text
    assert place in shown.summary.text
    assert (await talk.say("好的")).status == "scheduled"
    assert talk.effects() == []


@pytest.mark.parametrize(
    "sentence",
    [
        "明天9点在预发建个用户",
        "明早9点在预发建个用户",
        "tomorrow at 9 create a user in pre",
        "后天下午3点半在预发建个用户",
    ],
)
async def test_a_day_and_its_time(talk: Talk, sentence: str) -> None:
    shown = await talk.say(sentence)
    assert shown.later is not None
    at = datetime.fromtimestamp(shown.later.at, ZONE)
    days = (at.date() - datetime.now(ZONE).date()).days
    assert (days, at.hour, at.minute) == ((2, 15, 30) if "后天" in sentence else (1, 9, 0))


async def test_a_day_is_the_one_of_whoever_says_it(talk: Talk) -> None:
    here = ZoneInfo("Pacific/Kiritimati")
    request = Request(
        text="明天9点在预发建个用户",
        session_id=talk.session,
        request_id=new_id("request"),
        caller=Caller(user=talk.user),
        zone=here.key,
    )
    shown = await talk.ask(request)
    assert shown.later is not None
    at = datetime.fromtimestamp(shown.later.at, here)
    days = (at.date() - datetime.now(here).date()).days
    assert (shown.later.zone, days, at.hour) == (here.key, 1, 9)


@pytest.mark.parametrize(
    "sentence",
    [
        "给用户1234发一张满30减5的券,有效期到周日,预发",
        "查一下用户1234昨天的订单,预发",
        "今天用户1234下了哪些订单,预发",
        "yesterday's orders of user 1234 in pre",
        "give user 1234 a coupon 5 off 30 that starts tomorrow, pre",
        "给用户1234发一张满30减5的券,预发",
    ],
)
async def test_a_time_of_a_thing_is_not_when_to_run(talk: Talk, sentence: str) -> None:
    answer = await talk.say(sentence)
    assert answer.later is None
    assert not any(one.id.startswith("time-") for one in answer.choices)


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("2020年1月1日9点在预发建个用户", "已经过去"),
        ("2036年5月1日9点在预发建个用户", "太远"),
        ("每天9点在预发建个用户", "重复执行"),
        ("明天在预发建个用户", "几点"),
        ("tomorrow create a user in pre", "what time"),
    ],
)
async def test_a_time_at_which_nothing_can_run_is_asked_about(
    talk: Talk, sentence: str, words: str
) -> None:
    answer = await talk.say(sentence)
    assert (answer.status, words in answer.summary.text) == ("needs_input", True), answer.summary
    assert (answer.chain, talk.effects()) == ((), [])


@pytest.mark.parametrize(
    ("day", "clock"),
    [("明天在预发建个用户", "上午9点"), ("tomorrow create a user in pre", "at 9 am")],
)
async def test_the_time_of_the_day_is_told_as_a_reply(talk: Talk, day: str, clock: str) -> None:
    await talk.say(day)
    shown = await talk.say(clock)
    assert shown.later is not None
    at = datetime.fromtimestamp(shown.later.at, ZONE)
    assert ((at.date() - datetime.now(ZONE).date()).days, at.hour) == (1, 9)


async def test_several_times_are_a_choice(talk: Talk) -> None:
    asked = await talk.say("3分钟后和5分钟后各建一个用户,预发")
    assert [one.id for one in asked.choices] == ["time-1", "time-2", "time-now"]
    shown = await talk.choose(asked.choices[1])
    assert shown.later is not None
    assert ahead(shown.later.at) == pytest.approx(5, abs=0.9)


async def test_a_number_that_a_tool_took_out_of_a_time_is_asked_about(talk: Talk) -> None:
    asked = await talk.say("8秒后给用户1234发放一张满50减20的优惠券,预发环境")
    assert [one.id for one in asked.choices] == ["time-1", "time-now"]
    assert "有效天数 8" in asked.choices[1].text
    assert talk.effects() == []


async def test_what_cannot_be_told_is_asked_with_two_choices(talk: Talk) -> None:
    asked = await talk.say("create a user tomorrow at 9 in pre")
    assert [one.id for one in asked.choices] == ["time-1", "time-now"]
    assert "9" in asked.choices[0].text
    assert asked.choices[1].left_out == ("tomorrow at 9",)
    assert (await talk.choose(asked.choices[0])).later is not None
    other = talk.again()
    asked = await other.say("create a user tomorrow at 9 in pre")
    assert (await other.choose(asked.choices[1])).status == "succeeded"


@pytest.mark.parametrize(
    ("sentence", "correction"),
    [
        ("3分钟后在预发建个用户", "不,改成10分钟后"),
        ("create a user in pre in 3 minutes", "make it 10 minutes"),
    ],
)
async def test_another_time_is_said_while_the_plan_waits(
    talk: Talk, sentence: str, correction: str
) -> None:
    first = await talk.say(sentence)
    moved = await talk.say(correction)
    assert moved.later is not None
    assert ahead(moved.later.at) == pytest.approx(10, abs=0.9)
    assert [one.arguments for one in moved.chain] == [one.arguments for one in first.chain]
    agreed = await talk.say("好的")
    assert (agreed.status, agreed.later) == ("scheduled", moved.later)
    again = await talk.say(correction)
    assert again.summary.text.startswith(("已改时间", "Moved"))
    assert talk.effects() == []


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("1小时后在预发建个用户", "取消"),
        ("1小时后在预发建个用户", "算了,不要执行了"),
        ("1小时后在预发建个用户", "取消定时"),
        ("create a user in pre in 1 hour", "cancel it"),
        ("create a user in pre in 1 hour", "cancel the schedule"),
    ],
)
async def test_a_no_behind_a_scheduled_plan_calls_it_off(
    talk: Talk, sentence: str, said: str
) -> None:
    await talk.say(sentence)
    assert (await talk.say("好的")).status == "scheduled"
    off = await talk.say(said)
    assert off.status == "cancelled"
    assert off.summary.text in OFF
    again = await talk.say(said)
    assert (again.summary.text in OFF, talk.effects()) == (False, [])


async def test_a_no_to_something_else_tells_what_stays_scheduled(talk: Talk) -> None:
    await talk.say("1小时后在预发建个用户")
    assert (await talk.say("好的")).status == "scheduled"
    await talk.say("查询用户1234的信息,预发")
    told = await talk.say("取消")
    assert "这个对话里还有安排在" in told.summary.text


async def test_a_request_to_cancel_a_thing_leaves_the_schedule(talk: Talk) -> None:
    await talk.say("1小时后在预发建个用户")
    assert (await talk.say("好的")).status == "scheduled"
    answer = await talk.say("取消订单1301,预发")
    assert [one.tool for one in answer.chain] == ["commerce/cancelOrder"]


@pytest.mark.parametrize(
    ("sentence", "reply"),
    [("3分钟后建个用户", "预发"), ("3分钟后在预发建个用户", "改成日常")],
)
async def test_what_is_said_of_the_rest_leaves_the_time(
    talk: Talk, sentence: str, reply: str
) -> None:
    await talk.say(sentence)
    shown = await talk.say(reply)
    assert (shown.status, shown.later is None) == ("needs_input", False)
    assert ahead(shown.later.at if shown.later else 0) == pytest.approx(3, abs=0.9)
    assert talk.effects() == []


@pytest.mark.parametrize(
    "text", ["in 999999999999 minutes create a user", "99999999999分钟后建用户", "一" * 3000]
)
def test_a_time_of_no_calendar_is_none(text: str) -> None:
    assert moments_in(text, [whole(text)], datetime.fromisoformat("2026-11-29T08:30")) == []


@pytest.mark.parametrize(
    ("sentence", "moved"),
    [
        ("明天早上9点给用户1234发张满30减3的券，预发", "改到11点半"),
        ("give user 1234 a coupon 3 off 20 in pre tomorrow at 9am", "make that 11:30 instead"),
    ],
)
async def test_a_clock_alone_moves_a_plan_within_its_day(
    talk: Talk, sentence: str, moved: str
) -> None:
    plan = await talk.say(sentence)
    assert plan.later is not None
    other = await talk.say(moved)
    assert other.later is not None
    assert other.later.at == plan.later.at + 2.5 * 3600
    assert (await talk.say("yes")).status == "scheduled"
    told = await talk.say("改到10点" if "早上" in sentence else "make that 10:00")
    day = f"{datetime.fromtimestamp(plan.later.at, ZONE).day}"
    assert day in told.summary.text
    assert "10:00" in told.summary.text


@pytest.mark.parametrize(
    ("sentence", "at_once"),
    [
        ("给用户1234发一张满30减5的券,预发,明天下午就要提测了", "现在"),
        ("给用户1234发一张满30减5的券,预发,明天再跑", "现在就执行"),
        ("明天要提测，先给用户1234发一张满30减5的券,预发", "1"),
        ("give user 1234 a coupon 20 off 50 in pre, QA starts tomorrow", "run it now"),
        ("give user 1234 a coupon 20 off 50 in pre, the demo is tomorrow at 9", "now"),
    ],
)
async def test_a_time_told_by_the_way_is_asked_about_with_a_choice_to_run_at_once(
    talk: Talk, sentence: str, at_once: str
) -> None:
    asked = await talk.say(sentence)
    assert (asked.status, talk.effects()) == ("needs_input", [])
    assert asked.choices[-1].id == "time-now"
    number = str(len(asked.choices)) if at_once == "1" else at_once
    done = await talk.say(number)
    assert (done.status, len(talk.effects())) == ("succeeded", 1), done.question


async def test_a_look_with_a_time_told_by_the_way_is_shown_at_once(talk: Talk) -> None:
    answer = await talk.say("查一下用户1234的信息,预发,明天上午要回归")
    assert answer.status == "succeeded"


@pytest.mark.parametrize(
    ("day", "clock"),
    [
        ("给用户1234发一张满30减5的券,预发,明天下午就要提测了", "下午3点"),
        ("给用户1234发一张满30减5的券,预发,明天下午执行", "下午3点"),
        ("tomorrow afternoon create a user in pre", "at 3 pm"),
    ],
)
async def test_a_reply_says_the_half_of_the_day_once_more(talk: Talk, day: str, clock: str) -> None:
    await talk.say(day)
    shown = await talk.say(clock)
    assert shown.later is not None, shown.question
    at = datetime.fromtimestamp(shown.later.at, ZONE)
    assert ((at.date() - datetime.now(ZONE).date()).days, at.hour) == (1, 15)


@pytest.mark.parametrize("tail", ["9点再执行", "上午9点再执行", "9点再发", "9点执行"])
async def test_words_that_only_say_to_run_belong_to_their_time(talk: Talk, tail: str) -> None:
    shown = await talk.say(f"给用户1234发一张满30减5的券,预发,明天{tail}")
    assert (shown.later is not None, len(shown.chain)) == (True, 1), shown.question
    assert talk.effects() == []


async def test_another_deed_at_a_later_time_is_a_question(talk: Talk) -> None:
    asked = await talk.say("给用户1234下一个到店订单,预发,明天9点再支付")
    assert [one.id for one in asked.choices] == ["time-1", "time-now"]
    assert talk.effects() == []


@pytest.mark.parametrize("yes", ["好的", "ok", "sure"])
async def test_a_yes_to_the_question_when_runs_nothing(talk: Talk, yes: str) -> None:
    await talk.say("明天在预发建个用户")
    asked = await talk.say(yes)
    assert (asked.status, talk.effects()) == ("needs_input", [])


async def test_a_time_told_by_the_way_is_no_day_of_another_one(talk: Talk) -> None:
    asked = await talk.say("QA starts tomorrow, create a user in pre at 18:00")
    assert (asked.status, asked.later, talk.effects()) == ("needs_input", None, [])
