"""Records that no tool lists, by the ids that people say."""

from collections.abc import AsyncGenerator

import pytest

from pipelines.contracts.answer import Status
from tests.resources.desk import OPERATE, QUERY, Desk, desk, goal, thing

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def running(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Desk]:
    async with desk("moorings", tmp_path_factory.mktemp("moorings")) as one:
        yield one


@pytest.fixture
def harbour(running: Desk) -> Desk:
    running.service.reset()
    return running


async def test_one_is_shown_by_its_id(harbour: Desk) -> None:
    answer = await harbour.wants(goal("query", QUERY, thing("booking", "BK-501")))
    assert answer.status is Status.SUCCEEDED
    assert "Lee" in answer.summary.text


async def test_one_is_changed_by_its_id(harbour: Desk) -> None:
    answer = await harbour.wants(goal("cancel", OPERATE, thing("booking", "BK-501")))
    assert (answer.status, harbour.log) == (Status.SUCCEEDED, [{"cancelled": "BK-501"}])


async def test_that_there_is_none_is_told_once_it_was_looked_for(harbour: Desk) -> None:
    answer = await harbour.says("look up booking BK-777, daily")
    assert "There is no booking “BK-777”" in answer.summary.text
    answer = await harbour.wants(goal("cancel", OPERATE, thing("booking", "BK-777")))
    assert (answer.status, harbour.log) == (Status.FAILED, [])


async def test_what_nothing_shows_is_taken_as_it_is_named(harbour: Desk) -> None:
    answer = await harbour.wants(goal("cancel", OPERATE, thing("pass", "P-7")))
    assert harbour.log == [{"cancelled": "P-7"}], answer.summary.text


async def test_whether_that_is_there_its_own_tool_says(harbour: Desk) -> None:
    answer = await harbour.wants(goal("cancel", OPERATE, thing("pass", "P-8")))
    assert (answer.status, harbour.log) == (Status.FAILED, [])
    assert "no such pass" in answer.summary.text


LEE = {"boat_id": "BT-101", "customer": "Lee", "day": "2031-12-24"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Book boat BT-101 for customer Lee on 2031-12-24 for 3 hours, daily", {**LEE, "hours": 3}),
        ("reserve boat BT-101 for customer Lee on 2031-12-24, daily", LEE),
    ],
)
async def test_what_a_tool_makes_of_a_thing_is_asked_for_by_that_thing(
    harbour: Desk, text: str, told: dict[str, object]
) -> None:
    answer = await harbour.says(text)
    assert [one.arguments for one in answer.chain] == [told], answer.summary.text
    assert harbour.log == []


@pytest.mark.parametrize(
    "text",
    [
        "给客户王芳预订船BT-101，2031-12-24，日常环境",
        "预订船BT-101，客户王芳，日期2031-12-24，日常",
    ],
)
async def test_where_the_reader_is_not_sure_all_of_it_stands_in_the_plan(
    harbour: Desk, text: str
) -> None:
    answer = await harbour.says(text)
    told = [(one.tool, *one.arguments.values()) for one in answer.chain]
    assert [one[0] for one in told] == ["moorings/book_boat"], answer.summary.text
    assert all(value in told[0] for value in ("王芳", "BT-101", "2031-12-24")), told
    assert harbour.log == []
