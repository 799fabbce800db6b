"""Lists whose rows have values of their own: each thing gets those of its row."""

import pytest

from pipelines.contracts.answer import Answer
from pipelines.contracts.request import Attachment, Request
from tests.choices.conftest import Talk
from tool_registry.base.caller import Caller
from tool_registry.base.ids import new_id

pytestmark = pytest.mark.anyio

AMOUNTS = {"1234": (10000, 500), "5678": (10000, 1000), "3100000088": (10000, 2050)}
ROWS = {
    "the amount next to the id": (
        "coupons for these, threshold 100, amount next to the id:\n"
        "1234\t5\n5678\t10\n3100000088\t20.5"
    ),
    "with a header besides": (
        "coupons for these, threshold 100, amount next to the id:\n"
        "user id\tamount\n1234\t5\n5678\t10\n3100000088\t20.5"
    ),
    "a sentence a line": (
        "5 off 100 coupon to user 1234\n10 off 100 coupon to user 5678\n"
        "20.5 off 100 coupon to user 3100000088"
    ),
    "a colon behind the id": (
        "coupons as below:\n1234: threshold 100, amount 5\n"
        "5678: threshold 100, amount 10\n3100000088: threshold 100, amount 20.5"
    ),
    "金额在后面": "给这些用户发满100的券，减的金额在后面：\n1234 5\n5678 10\n3100000088 20.5",
    "每行一句": "发券\n1234 满100减5\n5678 满100减10\n3100000088 满100减20.5",
    "逗号分隔": "发券\n用户ID,门槛,金额\n1234,100,5\n5678,100,10\n3100000088,100,¥20.5",
    "全角分隔": "发券\n用户ID，门槛，金额\n1234，100，5\n5678，100，10\n3100000088，100，20.5",
}
FILE = "user id,threshold,amount\n1234,100,5\n5678,100,10\n3100000088,100,20.5\n"
BESIDE_FILE = [
    "give each of them a coupon",
    "issue the coupons in this file",
    "issue a full reduction coupon for every row",
    "按附件给用户发券",
]
UNCLEAR = {
    "coupons for these, threshold 100, amount next to the id:\n1234\t\n5678\t20": "Row 1",
    "发券\n用户ID,门槛,金额\n1234,100,5\n5678,100,\n3100000088,100,9": "“5678 100”：缺少金额",
    "coupons\nuser id,threshold,amount\n1234,100,5\n5678,100,6\n1234,100,5": "that of row 1",
    "coupons\nuser id\tthreshold\tamount\n1234\t100\t5\n5678\t100\t6\ntotal\t\t11": "“total” is no",
    "coupons\nuser id,threshold,amount\n1234,100,5\n5678,100,lots": "“amount lots” is not",
    "coupons, threshold 100\n1234\t5\n5678\t8": "not clear what column 2",
    "coupons\nuser id,threshold,amount\n"
    + "\n".join(f"32000{n:05},100,5" for n in range(101)): "101 entries",
}


async def say(talk: Talk, text: str, place: str | None, *files: Attachment) -> Answer:
    """A message with the environment that was picked beside it, and files."""
    return await talk.ask(
        Request(
            text=text,
            session_id=talk.session,
            request_id=new_id("request"),
            caller=Caller(user=talk.user),
            environment=place,
            attachments=files,
            review=talk.review,
        )
    )


def given(talk: Talk) -> dict[object, tuple[object, object]]:
    """User → threshold and amount of the coupon, in fen."""
    return {
        after["havanaId"]: (after["thresholdAmount"], after["discountAmount"])
        for _, after in talk.effects()
    }


@pytest.mark.parametrize("text", ROWS.values(), ids=ROWS.keys())
async def test_each_gets_the_values_of_its_row(talk: Talk, text: str) -> None:
    done = await say(talk, text, "daily")
    assert done.status == "succeeded", done.summary.text
    assert given(talk) == AMOUNTS
    assert len(talk.effects()) == len(AMOUNTS)
    assert all(user in done.summary.text for user in AMOUNTS)


@pytest.mark.parametrize("text", BESIDE_FILE)
async def test_a_file_says_what_each_gets(talk: Talk, text: str) -> None:
    """Where is asked once, for all rows."""
    asked = await say(talk, text, None, Attachment(name="coupons.csv", text=FILE))
    assert asked.status == "needs_input"
    assert talk.effects() == []
    done = await say(talk, "daily", None)
    assert done.status == "succeeded", done.summary.text
    assert given(talk) == AMOUNTS


async def test_the_first_line_or_the_default_says_where(talk: Talk) -> None:
    lines = ROWS["a sentence a line"]
    assert (await talk.say(f"in daily:\n{lines}")).status == "succeeded"
    assert given(talk) == AMOUNTS
    talk.bench.reset(0)
    await talk.say("set my default environment to daily")
    assert (await talk.say(ROWS["逗号分隔"])).status == "succeeded"
    assert given(talk) == AMOUNTS


async def test_a_plan_that_is_shown_has_each_amount_and_the_row_of_the_file(talk: Talk) -> None:
    talk.review = "always"
    plan = await say(talk, BESIDE_FILE[0], "daily", Attachment(name="coupons.csv", text=FILE))
    assert talk.effects() == []
    amounts = [dict(step.arguments) for step in plan.chain]
    shown = {str(one["havanaId"]): (one["threshold"], one["reduce"]) for one in amounts}
    assert shown == AMOUNTS
    details = [one.detail for step in plan.chain for one in step.bindings.values()]
    assert "5678 (coupons.csv, row 3)" in details
    assert (await talk.say("yes")).status == "succeeded"
    assert given(talk) == AMOUNTS


@pytest.mark.parametrize(("text", "told"), UNCLEAR.items())
async def test_a_row_that_is_not_clear_is_named_and_nothing_runs(
    talk: Talk, text: str, told: str
) -> None:
    answer = await say(talk, text, "daily")
    assert answer.status == "refused"
    assert told in answer.summary.text
    assert talk.effects() == []


UNNAMED = {
    "pairs on lines": "加积分：\n1234 100\n5678 200\n1001 300",
    "behind commas": "给下面的用户加积分\n1234,100\n5678,200\n1001,300",
    "behind colons": "按下面的清单加积分：\n1234：100\n5678：200\n1001：300",
    "one behind the other": "给1234加100积分、5678加200积分、1001加300积分",
    "the amount first": "add points: 100 to 1234, 200 to 5678 and 300 to 1001",
}


@pytest.mark.parametrize("text", UNNAMED.values(), ids=UNNAMED.keys())
async def test_values_that_nothing_names_are_what_the_sentence_leaves_open(
    talk: Talk, text: str
) -> None:
    talk.review = "always"
    plan = await say(talk, text, "pre")
    called = [(step.arguments["userId"], step.arguments["points"]) for step in plan.chain]
    assert called == [("1234", 100), ("5678", 200), ("1001", 300)], plan.question


@pytest.mark.parametrize(
    "text",
    [
        "给三个用户发代金券：1234/10元，5678/20元，1001/30元",
        "给三个用户发代金券\n1234 10元\n5678 20元\n1001 30元",
    ],
)
async def test_a_number_that_counts_the_rows_points_at_them(talk: Talk, text: str) -> None:
    talk.review = "always"
    plan = await say(talk, text, "pre")
    each = [step.arguments for step in plan.chain]
    assert [one["faceValue"] for one in each if "faceValue" in one] == [1000, 2000, 3000]
    assert [one["havanaId"] for one in each if "havanaId" in one] == ["1234", "5678", "1001"]


async def test_two_coupons_of_one_user_are_no_rows(talk: Talk) -> None:
    talk.review = "always"
    plan = await say(talk, "给1234发满50减10、满60减15的券", "pre")
    told = [(one.arguments["havanaId"], one.arguments["threshold"]) for one in plan.chain]
    assert told == [("1234", 5000), ("1234", 6000)]


async def test_a_file_of_ids_goes_on_behind_the_question_where(talk: Talk) -> None:
    """What the list was put into is what the reply is for."""
    ids = Attachment(name="ids.csv", text="user id\n1234\n5678\n")
    asked = await say(talk, "give these users a 5 off 100 coupon", None, ids)
    assert asked.status == "needs_input"
    assert (await say(talk, "daily", None)).status == "succeeded"
    assert given(talk) == {"1234": (10000, 500), "5678": (10000, 500)}


async def test_further_columns_do_not_keep_ids_from_being_asked_for(talk: Talk) -> None:
    two = Attachment(name="ids.csv", text="user id,phone\n1234,13700001234\n5678,13700005678\n")
    asked = await say(talk, "give these users a 5 off 100 coupon in daily", None, two)
    assert "user id, phone" in asked.summary.text
    assert (await talk.say("user id")).status == "succeeded"
    assert given(talk) == {"1234": (10000, 500), "5678": (10000, 500)}


async def test_steps_on_lines_of_their_own_stay_one_request(talk: Talk) -> None:
    done = await talk.say("in daily create a user\nthen give that user a 5 off 100 coupon")
    assert done.status == "succeeded", done.summary.text
    assert len(talk.effects()) == 2


async def test_what_a_row_says_that_nobody_understands_is_told(talk: Talk) -> None:
    """The ids alone are not what the list is for."""
    table = "用户ID,门槛,减\n1234,100,5\n5678,100,10\n"
    told = await say(talk, "给表里每个用户发满减券", None, Attachment(name="list.csv", text=table))
    assert (told.status, talk.effects()) == ("refused", [])
    assert "减 5" in told.summary.text


_POINTS = Attachment(name="list.csv", text="user,points\n1234,100\n5678,250\n")


async def test_a_tool_picked_for_a_list_gets_of_each_row_its_own_values(talk: Talk) -> None:
    talk.review = "always"
    said = "daily: give points to everyone in the list as listed"
    await say(talk, said, None, _POINTS)
    found = await talk.choose("search", {"query": "add points"})
    picked = next(one for one in found.choices if one.tool == "commerce/addPoints")
    form = (await talk.choose(picked)).form
    assert form is not None
    filled = {field.path: str(field.value) for field in form.fields}
    assert (filled["G1/userId"], filled["G1/points"]) == ("1234", "100")
    assert (filled["G2/userId"], filled["G2/points"]) == ("5678", "250")


async def test_an_attached_list_is_done_with_each_rows_own_values(talk: Talk) -> None:
    talk.review = "always"
    said = "daily: add the points in this list to each user"
    plan = await say(talk, said, None, _POINTS)
    amounts = [(step.arguments["userId"], step.arguments["points"]) for step in plan.chain]
    assert amounts == [("1234", 100), ("5678", 250)]
