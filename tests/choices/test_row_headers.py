"""Lists with headers: each column is the argument that its header speaks of, or it is asked for."""

from dataclasses import replace

import pytest

from pipelines.contracts.request import Attachment
from tests.choices.conftest import Talk
from tests.choices.test_rows import given, say

pytestmark = pytest.mark.anyio

AMOUNTS = {"1234": (5000, 700), "5678": (6000, 900)}
GIVE = "照着这个文件给每个用户发满减券,预发"
HEADERS = ["用户id,门槛,减", "用户ID,门槛金额,优惠金额", "havanaId,threshold,reduce"]
SENTENCES = [
    GIVE,
    "给文件里的用户发满减券,预发",
    "give each of them a full reduction coupon in pre",
]


def sheet(header: str, *rows: str) -> Attachment:
    """A file of that header."""
    return Attachment(name="list.csv", text="\n".join((header, *(rows or ROWS))))


ROWS = ("1234,50,7", "5678,60,9")


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("text", SENTENCES)
async def test_a_column_is_what_its_header_says(talk: Talk, text: str, header: str) -> None:
    done = await say(talk, text, None, sheet(header))
    assert done.status == "succeeded", done.summary.text
    assert given(talk) == AMOUNTS


async def test_what_only_is_left_over_is_shown_before_it_is_done(talk: Talk) -> None:
    asked = await say(talk, SENTENCES[2], None, sheet("user id,threshold,off"))
    assert asked.status == "needs_input"
    assert talk.effects() == []
    assert (await talk.say("yes")).status == "succeeded"
    assert given(talk) == AMOUNTS


@pytest.mark.parametrize("reply", ["", "满是门槛,额是优惠金额"])
@pytest.mark.parametrize("pasted", [True, False])
async def test_which_of_two_columns_is_which_is_asked(talk: Talk, reply: str, pasted: bool) -> None:
    """A choice can be pressed, or said in words: the list is kept."""
    file = sheet("用户id,满,额")
    text = f"预发给这些用户发满减券\n{file.text}" if pasted else GIVE
    asked = await say(talk, text, None, *(() if pasted else (file,)))
    assert "满、额" in asked.summary.text
    assert [one.kind for one in asked.choices] == ["reading", "reading"]
    assert talk.effects() == []
    done = await (talk.say(reply) if reply else talk.choose(asked.choices[0]))
    assert done.status == "succeeded", done.summary.text
    assert given(talk) == AMOUNTS


@pytest.mark.parametrize("pressed", [True, False])
async def test_which_column_names_the_users_is_asked(talk: Talk, pressed: bool) -> None:
    phones = sheet("用户ID,手机", "1234,13700001234", "5678,13700005678")
    asked = await say(talk, "给这些用户发满100减5的券,预发", None, phones)
    assert talk.effects() == []
    assert asked.choices[0].text == "用户ID：1234、5678"
    done = await (talk.choose(asked.choices[0]) if pressed else talk.say("用“用户ID”那一列"))
    assert done.status == "succeeded", done.summary.text
    assert given(talk) == {"1234": (10000, 500), "5678": (10000, 500)}


async def test_a_new_request_is_no_reply_about_columns(talk: Talk) -> None:
    talk = replace(talk, review="always")
    await say(talk, GIVE, None, sheet("用户id,满,额"))
    plan = await talk.say("给用户1234发满50减5的券,预发")
    assert [step.arguments["havanaId"] for step in plan.chain] == ["1234"]


@pytest.mark.parametrize(
    "text", ["预发,给{用户ID}发满50减{优惠金额}的券", "给文件里的用户发满50减{优惠金额}的券,预发"]
)
async def test_a_header_in_braces_is_the_value_of_the_row(talk: Talk, text: str) -> None:
    done = await say(talk, text, None, sheet("用户ID,优惠金额,备注", "1234,7,老", "5678,9,新"))
    assert done.status == "succeeded", done.summary.text
    assert given(talk) == {"1234": (5000, 700), "5678": (5000, 900)}


@pytest.mark.parametrize(
    ("text", "header", "told"),
    [
        ("预发,给{用户ID}发满50减{金额}的券", "用户ID,优惠金额,备注", "没有“金额”这一列"),
        ("给文件里的用户发满减券,预发", "用户ID,门槛,优惠金额(分)", "优惠金额(分) 7"),
        ("给文件里的用户发满40的券,预发", "用户ID,门槛,优惠金额", "“40”不一样"),
    ],
)
async def test_what_the_columns_do_not_tell_is_not_done(
    talk: Talk, text: str, header: str, told: str
) -> None:
    answer = await say(talk, text, None, sheet(header))
    assert answer.status == "refused"
    assert told in answer.summary.text
    assert talk.effects() == []


async def test_a_running_number_is_left_out(talk: Talk) -> None:
    numbered = sheet("序号,用户ID,门槛,优惠金额", "1,1234,50,7", "2,5678,60,9")
    done = await say(talk, SENTENCES[1], None, numbered)
    assert done.status == "succeeded", done.summary.text
    assert given(talk) == AMOUNTS


async def test_ids_that_count_up_are_ids_where_nothing_else_names_anybody(talk: Talk) -> None:
    talk.review = "always"
    rows = "id,threshold,amount\n1,100,5\n2,100,6"
    shown = await talk.say(f"give these users a coupon in pre\n{rows}")
    told = [(one.arguments["havanaId"], one.arguments["reduce"]) for one in shown.chain]
    assert told == [("1", 500), ("2", 600)], shown.question


async def test_what_the_sentence_and_a_column_both_say_counts_once(talk: Talk) -> None:
    rows = "用户ID,门槛,优惠金额\n1234,50,5\n5678,50,8"
    done = await talk.say(f"预发给这些用户发满50的券\n{rows}")
    assert done.status == "succeeded", done.summary.text
    assert given(talk) == {"1234": (5000, 500), "5678": (5000, 800)}


async def test_two_things_for_one_user_are_shown_and_done(talk: Talk) -> None:
    rows = "用户ID,门槛,优惠金额\n1234,50,5\n1234,60,8"
    asked = await talk.say(f"预发给这些用户发券\n{rows}")
    assert (asked.status, talk.effects()) == ("needs_input", [])
    done = await talk.say("是")
    assert done.status == "succeeded", done.summary.text
    assert [after["discountAmount"] for _, after in talk.effects()] == [500, 800]


@pytest.mark.parametrize("header", ["uid", "user_id", "userId"])
async def test_a_number_by_itself_is_no_name_of_whom_it_is_for(talk: Talk, header: str) -> None:
    await talk.say(f"给这些用户加积分，线下环境\n{header}\t积分\n1234\t50\n5678\t80")
    made = [(after["havanaId"], after["changeAmount"]) for _, after in talk.effects()]
    assert made == [("1234", 50)], "and 5678 is no member"
