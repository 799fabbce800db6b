"""Several people and two things for each of them: none is lost, and nobody gets one alone."""

import pytest

from tests.choices.conftest import Talk

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("text", "users"),
    [
        ("预发给1234和5678每人加300积分，再各来一张满60减6", ["1234", "5678"]),
        ("给1234和5678各发一张满60减6的券，再各加300积分，预发", ["1234", "5678"]),
        ("预发 1234、5678、1001 每人加500积分，再各来一张满50减5", ["1234", "5678", "1001"]),
    ],
)
async def test_each_of_several_people_gets_both(talk: Talk, text: str, users: list[str]) -> None:
    talk.review = "always"
    answer = await talk.say(text)
    whom: dict[str, list[object]] = {}
    for step in answer.chain:
        told = step.arguments.get("userId") or step.arguments["havanaId"]
        whom.setdefault(step.tool.rpartition("/")[2], []).append(told)
    assert whom == {"addPoints": users, "issueFullReductionCoupon": users}, answer.question
