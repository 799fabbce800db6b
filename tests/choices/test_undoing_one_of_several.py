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
    assert (answer.status, answer.chain, talk.effects()) == ("refused", (), before)
    for sentence in COUPONS:
        assert sentence in answer.summary.text


async def test_the_answer_to_that_undoes_it(talk: Talk) -> None:
    ids = await made(talk, *COUPONS)
    asked = await talk.say("撤销发券那次")
    newest = asked.summary.text.splitlines()[1]
    reply = newest[newest.index("“") + 1 : newest.index("”")]
    assert [one.arguments["couponId"] for one in (await talk.say(reply)).chain] == [ids[1]]


async def test_a_deed_tells_it_among_others(talk: Talk) -> None:
    await made(talk, COUPONS[0])
    await talk.say("冻结用户5678,预发")
    shown = await talk.say("undo the freeze one")
    assert [one.tool.rpartition("/")[2] for one in shown.chain] == ["unfreezeUser"]
    assert (await talk.say("yes")).status == "succeeded"
