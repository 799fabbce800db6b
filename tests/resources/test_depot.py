"""Sentences to an API that nobody wrote for us: what exists is found, what is said arrives."""

from collections.abc import AsyncGenerator

import pytest

from pipelines.contracts.answer import Status
from tests.resources.desk import Desk, desk

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def running(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Desk]:
    async with desk("depot", tmp_path_factory.mktemp("depot")) as one:
        yield one


@pytest.fixture
def depot(running: Desk) -> Desk:
    running.service.reset()
    return running


@pytest.mark.parametrize(
    ("said", "told", "but"),
    [
        ("look up firm 1001 in daily", "Lakeside Works", "There is no"),
        ("list all rentals of firm 1002 in daily", "RT-72", "RT-71"),
        ("show the rentals of Hengda Roofing in daily", "RT-72", "RT-71"),
        ("which workers are on leave in daily", "(name Ma", "(name Chen"),
        ("which workers are not on leave in daily", "(name Chen", "(name Ma"),
        ("which workers are free in daily", "(name Chen", "that fits"),
    ],
)
async def test_what_is_there_is_shown(depot: Desk, said: str, told: str, but: str) -> None:
    answer = await depot.says(said)
    assert answer.status is Status.SUCCEEDED, answer.question
    assert (told in answer.summary.text, but in answer.summary.text) == (True, False)


async def test_words_that_say_nothing_of_a_flag_are_told(depot: Desk) -> None:
    answer = await depot.says("which workers are free in daily")
    assert "These words were not used: free" in answer.summary.text


@pytest.mark.parametrize(
    ("said", "sent"),
    [
        (
            "cancel rental RT-71 in daily, reason weather, comment: typhoon warning",
            {"rental_no": "RT-71", "reason": "WEATHER", "comment": "typhoon warning"},
        ),
        ("quote rental RT-71 at 900 yuan in daily", {"rental_no": "RT-71", "price": 90000}),
        ("extend rental RT-71 by 14 days in daily", {"rental_no": "RT-71", "days": 14}),
    ],
)
async def test_what_is_said_arrives(depot: Desk, said: str, sent: dict[str, object]) -> None:
    answer = await depot.says(said)
    assert [one.arguments for one in answer.chain] == [sent], answer.question


async def test_why_is_asked_where_several_reasons_are_to_be_had(depot: Desk) -> None:
    answer = await depot.says("cancel rental RT-71 in daily")
    assert (answer.status, depot.log) == (Status.NEEDS_INPUT, [])
    assert "weather" in (answer.question or "")
