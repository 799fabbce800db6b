"""Goals on a wiki in envelopes, of which whole documents are replaced, judged by its own log."""

from collections.abc import AsyncGenerator

import pytest

from pipelines.contracts.answer import Status
from pipelines.contracts.intent import Goal
from tests.resources.desk import (
    CREATE,
    DELETE,
    OPERATE,
    QUERY,
    VERIFY,
    Desk,
    desk,
    goal,
    must,
    thing,
)

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def running(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Desk]:
    async with desk("wiki", tmp_path_factory.mktemp("wiki")) as one:
        yield one


@pytest.fixture
def shelf(running: Desk) -> Desk:
    running.service.reset()
    return running


async def test_a_document_that_is_replaced_keeps_what_nobody_changes(shelf: Desk) -> None:
    publish = goal(
        "publish",
        OPERATE,
        thing("page", "ops/on-call"),
        target_state=must("status", "已发布"),
    )
    await shelf.wants(publish)
    (written,) = shelf.log
    assert written["slug"] == written["id"] == "ops/on-call"
    told = written["attributes"]
    assert (told["title"], told["state"], told["labels"]) == ("On call", "published", ["ops"])
    assert written["relationships"]["parent"]["data"]["id"] == "ops/home"


async def test_a_list_of_words_gets_one_more_and_loses_one(shelf: Desk) -> None:
    label = thing("标签", "night")
    await shelf.wants(goal("add", OPERATE, label, thing("page", "On call", role="target")))
    await shelf.wants(
        goal("remove", OPERATE, thing("标签", "ops"), thing("page", "On call", role="source"))
    )
    assert [one["attributes"]["labels"] for one in shelf.log] == [["ops", "night"], ["night"]]


async def test_a_page_is_put_under_another_one_and_into_another_space(shelf: Desk) -> None:
    disks = thing("page", "Old disks")
    await shelf.wants(goal("move", OPERATE, disks, thing("page", "On call", role="parent")))
    await shelf.wants(goal("move", OPERATE, disks, thing("space", "Field/Sites", role="target")))
    links = [one["relationships"] for one in shelf.log]
    assert links[0]["parent"]["data"]["id"] == links[1]["parent"]["data"]["id"] == "ops/on-call"
    assert [one["space"]["data"]["id"] for one in links] == ["sp-1", "sp-2"]


async def test_a_new_page_names_its_space_by_name(shelf: Desk) -> None:
    new = thing("page", "field/masts", must("title", "Masts"), by="id")
    await shelf.wants(goal("create", CREATE, new, thing("space", "Field/Sites", role="parent")))
    (made,) = shelf.log
    assert (made["id"], made["attributes"]["title"]) == ("field/masts", "Masts")
    assert made["relationships"]["space"]["data"]["id"] == "sp-2"


async def test_an_identifier_that_nobody_says_is_asked_for(shelf: Desk) -> None:
    answer = await shelf.wants(
        goal("create", CREATE, thing("page", "Masts"), thing("space", "Operations"))
    )
    assert shelf.log == []
    assert answer.status is Status.NEEDS_INPUT


async def test_the_newest_archived_page_is_deleted(shelf: Desk) -> None:
    which = thing("page", None, must("status", "已归档"), must(None, 1, "last"))
    await shelf.wants(goal("delete", DELETE, which))
    assert shelf.log == [{"did": "page deleted", "slug": "ops/old-racks"}]


@pytest.mark.parametrize(
    ("which", "ids"),
    [
        (goal("query", QUERY, thing("page", None, must("status", "已归档"))), {"disks", "racks"}),
        (
            goal("query", QUERY, thing("page"), thing("page", "Home", role="parent")),
            {"disks", "racks", "call"},
        ),
        (goal("query", QUERY, thing("page", "Old racks")), {"racks"}),
    ],
)
async def test_pages_are_listed_by_state_and_by_what_they_are_under(
    shelf: Desk, which: Goal, ids: set[str]
) -> None:
    answer = await shelf.wants(which)
    assert shelf.log == []
    assert {str(item.id).rpartition("-")[2] for item in answer.summary.data} == ids


async def test_what_is_claimed_of_a_page_is_judged(shelf: Desk) -> None:
    holds = await shelf.wants(
        goal("verify", VERIFY, thing("page", "Home", must("status", "已发布")))
    )
    fails = await shelf.wants(goal("verify", VERIFY, thing("page", "Home", must("status", "草稿"))))
    assert holds.status is Status.SUCCEEDED
    assert fails.status is not Status.SUCCEEDED


async def test_a_value_for_which_there_is_no_field_lands_nowhere(shelf: Desk) -> None:
    answer = await shelf.wants(
        goal("update", OPERATE, thing("page", "Home", must("email", "a@b.example")))
    )
    assert shelf.log == []
    assert "a@b.example" in (answer.question or answer.summary.text)
