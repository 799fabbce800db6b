"""Which of several requests is undone: by its place or by words of it, else the person is asked."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio

COUPONS = ("给1234发一张满60减15的券,预发", "给1234发一张满50减20的券,预发")


async def made(talk: Talk, *sentences: str) -> list[str]:
    """The ids of what each of them made."""
    return [str((await talk.say(one)).summary.data[0].id) for one in sentences]


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("撤销60减15那次", 0),
        ("把满50减20的那次撤销了", 1),
        ("撤销第一次", 0),
        ("undo the first one", 0),
        ("undo the second request", 1),
        ("undo the 60 off 15 one, please", 0),
    ],
)
async def test_the_one_that_is_told_is_undone(talk: Talk, said: str, place: int) -> None:
    ids = await made(talk, *COUPONS)
    shown = await talk.say(said)
    assert [one.arguments["couponId"] for one in shown.chain] == [ids[place]]
    done = await talk.say("yes")
    assert (done.status, talk.effects()[-1][0]) == ("succeeded", "invalidateCoupon")


@pytest.mark.parametrize("said", ["撤销发券那次", "撤销给5678发券那次", "undo the third one"])
async def test_where_none_is_told_the_person_is_asked(talk: Talk, said: str) -> None:
    await made(talk, *COUPONS)
    before = talk.effects()
    answer = await talk.say(said)
    assert (answer.status, answer.chain, talk.effects()) == ("needs_input", (), before)
    assert len(answer.choices) == len(COUPONS)
    for choice, sentence in zip(answer.choices, reversed(COUPONS), strict=True):
        assert sentence in choice.text


async def test_the_answer_to_that_undoes_it(talk: Talk) -> None:
    ids = await made(talk, *COUPONS)
    asked = await talk.say("撤销发券那次")
    shown = await talk.choose(asked.choices[0])
    assert [one.arguments["couponId"] for one in shown.chain] == [ids[1]]
    assert (await talk.say("yes")).status == "succeeded"


@pytest.mark.parametrize("said", ["2", "满60减15那张", "the 15 off 60 one"])
async def test_that_may_be_answered_in_words(talk: Talk, said: str) -> None:
    ids = await made(talk, *COUPONS)
    await talk.say("撤销发券那次")
    shown = await talk.say(said)
    assert [one.arguments["couponId"] for one in shown.chain] == [ids[0]]


@pytest.mark.parametrize(
    "said",
    [
        "不对,我说的是满60减15那张",
        "no, I mean the 15 off 60 one",
        "no, i mean coupon {id}",
        "不对,是第一张",
        "不对,撤销第一个",
        "the first one",
    ],
)
async def test_a_correction_points_the_undoing_that_waits(talk: Talk, said: str) -> None:
    ids = await made(talk, *COUPONS)
    before = talk.effects()
    assert [one.arguments["couponId"] for one in (await talk.say("撤销")).chain] == [ids[1]]
    shown = await talk.say(said.format(id=ids[0]))
    assert [one.arguments["couponId"] for one in shown.chain] == [ids[0]]
    assert talk.effects() == before
    done = await talk.say("yes")
    assert (done.status, done.summary.data[0].id) == ("succeeded", ids[0])
    assert [tool for tool, _ in talk.effects()[len(before) :]] == ["invalidateCoupon"]


@pytest.mark.parametrize("said", ["不是,是满80的那张", "not that one, the other one"])
async def test_a_correction_that_tells_none_asks_which(talk: Talk, said: str) -> None:
    await made(talk, *COUPONS)
    before = talk.effects()
    await talk.say("撤销")
    asked = await talk.say(said)
    assert (asked.status, len(asked.choices), asked.chain) == ("needs_input", 2, ())
    assert (await talk.say("yes")).chain == ()
    assert talk.effects() == before


async def test_a_request_behind_an_undoing_that_waits_is_one(talk: Talk) -> None:
    await made(talk, *COUPONS)
    await talk.say("撤销")
    assert [one.tool for one in (await talk.say("查一下用户1234")).chain] == [
        "commerce/getUserInfo"
    ]


@pytest.mark.parametrize("said", ["undo the second one", "撤销第二个", "撤销第二张"])
async def test_one_of_the_things_that_one_answer_made(talk: Talk, said: str) -> None:
    answer = await talk.say("给1234发三张满60减15的券,预发")
    ids = [one.id for one in answer.summary.data]
    shown = await talk.say(said)
    assert [one.arguments["couponId"] for one in shown.chain] == [ids[1]]
    await talk.say("yes")
    rest = await talk.say("撤销")
    assert [one.arguments["couponId"] for one in rest.chain] == [ids[2], ids[0]]


async def test_a_place_among_runs_or_among_things_is_asked_about(talk: Talk) -> None:
    await made(talk, COUPONS[0])
    answer = await talk.say("给5678发三张满50减20的券,预发")
    asked = await talk.say("undo the second one")
    assert (asked.status, len(asked.choices)) == ("needs_input", 2)
    second = str(answer.summary.data[1].id)
    alone = next(one for one in asked.choices if one.id.endswith(second))
    shown = await talk.choose(alone)
    assert [one.arguments["couponId"] for one in shown.chain] == [second]
    assert (await talk.say("yes")).summary.data[0].id == second
    assert len((await talk.say("undo the second request")).chain) == 2


async def test_a_place_in_a_list_of_what_others_made_is_none_of_ours(talk: Talk) -> None:
    await made(talk, *COUPONS)
    listed = await talk.say("用户1234有哪些优惠券,预发")
    assert len(listed.summary.data) > 2
    asked = await talk.say("撤销第二个")
    assert (len(asked.choices), asked.chain) == (2, ())


async def test_a_deed_tells_it_among_others(talk: Talk) -> None:
    await made(talk, COUPONS[0])
    await talk.say("冻结用户5678,预发")
    shown = await talk.say("undo the freeze one")
    assert [one.tool.rpartition("/")[2] for one in shown.chain] == ["unfreezeUser"]
    assert (await talk.say("yes")).status == "succeeded"


THREE = "给1234、5678、3100000088各发一张满50减20的券,预发"


@pytest.mark.parametrize(
    ("said", "places"),
    [
        ("5678那张发错了,撤掉", [1]),
        ("只撤销发给5678的那张券", [1]),
        ("把5678的券撤销", [1]),
        ("undo the coupon for 5678", [1]),
        ("take back the one for 5678", [1]),
        ("撤销1234和5678的券", [1, 0]),
    ],
)
async def test_what_was_made_for_somebody_is_told_by_their_id(
    talk: Talk, said: str, places: list[int]
) -> None:
    ids = [str(one.id) for one in (await talk.say(THREE)).summary.data]
    shown = await talk.say(said)
    assert [step.arguments["couponId"] for step in shown.chain] == [ids[at] for at in places]
    assert (await talk.say("yes")).status == "succeeded"
    voided = [tool for tool, _ in talk.effects() if tool == "invalidateCoupon"]
    assert len(voided) == len(places)


@pytest.mark.parametrize("said", ["撤销1301的订单", "不撤销5678的券"])
async def test_what_was_not_made_here_is_no_undoing(talk: Talk, said: str) -> None:
    await talk.say(THREE)
    shown = await talk.say(said)
    assert "invalidateCoupon" not in str(shown.chain)
