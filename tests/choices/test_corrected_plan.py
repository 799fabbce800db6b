"""A plan that waits is corrected in a few words: what is shown again is what was meant."""

from dataclasses import replace

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio

COUPON_ZH = "给用户1234发一张满30减5的券 日常环境"
COUPON_EN = "issue a 5 off 30 coupon to user 1234 in daily"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (COUPON_ZH, "打错了,是5678,而且要预发的"),
        (COUPON_ZH, "不对，用户是5678，环境是预发"),
        (COUPON_EN, "not 1234 but 5678 and pre please"),
        (COUPON_EN, "wait i meant pre and 5678"),
    ],
)
async def test_user_and_environment_are_corrected_at_once(
    talk: Talk, asked: str, said: str
) -> None:
    talk = replace(talk, review="always")
    await talk.say(asked)

    answer = await talk.say(said)

    assert [step.arguments for step in answer.chain] == [
        {"env": "pre", "havanaId": "5678", "threshold": 3000, "reduce": 500}
    ]
    assert talk.effects() == []


async def test_the_noun_of_who_is_renamed_is_taken_up(talk: Talk) -> None:
    talk = replace(talk, review="always")
    await talk.say(COUPON_ZH)

    answer = await talk.say("用户写错了应该是5678")

    assert [step.arguments["havanaId"] for step in answer.chain] == ["5678"]


async def test_a_state_that_was_said_does_not_hide_whose_number_it_is(talk: Talk) -> None:
    talk = replace(talk, review="always")
    await talk.say("create a paid takeaway order for user 1234 in daily")

    answer = await talk.say("oops, user should be 5678 and pre")

    made = next(step for step in answer.chain if step.tool.endswith("createWaimaiOrder"))
    assert (made.arguments["env"], made.arguments["havanaId"]) == ("pre", "5678")


async def test_an_amount_that_is_called_so_is_no_user(talk: Talk) -> None:
    talk = replace(talk, review="always")
    await talk.say(COUPON_ZH)

    answer = await talk.say("金额改成5678")

    [step] = answer.chain
    assert (step.arguments["havanaId"], step.arguments["reduce"]) == ("1234", 567_800)


@pytest.mark.parametrize("said", ["不对,是5678", "不对，应该是5678"])
@pytest.mark.parametrize("threshold", [40, 44, 100])
async def test_a_bare_number_like_the_id_is_that_id(talk: Talk, threshold: int, said: str) -> None:
    talk = replace(talk, review="always")
    await talk.say(f"给用户1234发满{threshold}减6的券,预发")

    answer = await talk.say(said)

    [step] = answer.chain
    assert (step.arguments["havanaId"], step.arguments["threshold"]) == ("5678", threshold * 100)


async def test_a_number_with_a_unit_is_no_id(talk: Talk) -> None:
    talk = replace(talk, review="always")
    await talk.say("给用户1234发满100减6的券,预发")

    answer = await talk.say("不对，应该是5678元")

    assert all(step.arguments["havanaId"] == "1234" for step in answer.chain)


@pytest.mark.parametrize(
    ("asked", "said", "amounts"),
    [
        ("issue a 20 off 100 coupon to user 1234 in pre", "actually make it 25 off", (10000, 2500)),
        ("give user 1234 a 20 off 100 coupon in pre", "actually make it 25 off", (10000, 2500)),
        ("给用户1234发满100减6的券,日常", "改成减8", (10000, 800)),
    ],
)
async def test_a_value_beside_the_same_word_is_that_value(
    talk: Talk, asked: str, said: str, amounts: tuple[int, int]
) -> None:
    talk = replace(talk, review="always")
    await talk.say(asked)

    answer = await talk.say(said)

    [step] = answer.chain
    assert (step.arguments["threshold"], step.arguments["reduce"]) == amounts


async def test_another_number_keeps_what_was_asked(talk: Talk) -> None:
    await talk.say("issue a 20 off 100 coupon to user 1234")

    answer = await talk.say("make it 30 instead")

    readings = [one.text for one in answer.choices if one.kind == "reading"]
    assert len(readings) == 2
    assert all("user 1234" in text for text in readings)
    assert any("amount 30 yuan" in text for text in readings)


@pytest.mark.parametrize(
    "said",
    [
        ("预发给1234发一张满80减15的券", "不对，应该减18", "哦是给5678的，不是1234"),
        ("预发给1234发一张满80减18的券", "哦是给5678的，不是1234"),
        ("give 1234 a coupon 18 off 80, pre", "oh it is for 5678, not 1234"),
    ],
)
async def test_a_name_that_is_denied_is_no_amount_and_no_second_one(
    talk: Talk, said: tuple[str, ...]
) -> None:
    talk = replace(talk, review="always")
    *before, last = said
    for message in before:
        await talk.say(message)
    answer = await talk.say(last)
    assert [step.arguments for step in answer.chain] == [
        {"env": "pre", "havanaId": "5678", "threshold": 8000, "reduce": 1800}
    ]


@pytest.mark.parametrize(
    "said",
    ["sorry, 12 off 45, and it's for 1234", "12 off 45, for 1234", "说错了，是满45减12，给1234的"],
)
async def test_values_and_whom_it_is_for_are_corrected_at_once(talk: Talk, said: str) -> None:
    talk.review = "always"
    await talk.say("create a coupon 10 off 40 for user 1235 in daily")
    [step] = (await talk.say(said)).chain
    told = [step.arguments[name] for name in ("havanaId", "threshold", "reduce")]
    assert told == ["1234", 4500, 1200]


@pytest.mark.parametrize(
    ("said", "places"),
    [("cancel the first one of these two", [0]), ("cancel the second one of them", [1])],
)
async def test_one_of_several_is_that_one(talk: Talk, said: str, places: list[int]) -> None:
    made = await talk.say("create two orders for user 1234 in daily")
    ids = [one.id for one in made.summary.data]
    talk.review = "always"
    answer = await talk.say(said)
    assert [one.arguments["orderId"] for one in answer.chain] == [ids[at] for at in places]
