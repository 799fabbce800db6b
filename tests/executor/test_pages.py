"""Something that stands on a later page of a list is found; what stands on none is not."""

from pathlib import Path

import pytest

from pipelines.contracts.answer import Status
from tests.executor.test_second_attempt import Office
from tests.trades.orchard import orchard_catalogue
from tool_registry.base.types import JsonValue
from tool_registry.model import Slot, ToolEssentialModel
from tool_registry.sources.pages import first_page, next_arguments

pytestmark = pytest.mark.anyio


def listing(*slots: Slot) -> ToolEssentialModel:
    """The list of crates with other paging arguments."""
    tool = orchard_catalogue().tools["orchard/listCrates"]
    return tool.model_copy(update={"needs": slots})


CURSOR = Slot(path="cursor")
OFFSET = Slot(path="offset", type="integer")
NUMBER = Slot(path="page_no", type="integer", minimum=0)
LIMIT = Slot(path="limit", type="integer", default=2)
FULL: JsonValue = [{"crateId": "C1"}, {"crateId": "C2"}]


@pytest.mark.parametrize(
    ("slots", "asked", "body", "following"),
    [
        ((CURSOR,), {}, {"items": FULL, "next_cursor": "abc"}, {"cursor": "abc"}),
        ((CURSOR,), {"cursor": "abc"}, {"items": FULL, "next_cursor": "abc"}, None),
        ((CURSOR,), {}, {"items": FULL, "next_cursor": None}, None),
        ((OFFSET,), {"offset": 2}, {"items": FULL}, {"offset": 4}),
        ((OFFSET,), {}, {"items": []}, None),
        ((OFFSET, LIMIT), {}, {"items": [{"crateId": "C1"}]}, None),
        ((NUMBER,), {}, {"items": FULL}, {"page_no": 1}),
        ((NUMBER,), {}, {"items": FULL, "hasMore": False}, None),
        ((OFFSET,), {}, {"items": FULL, "next": "https://x.y/c?offset=7"}, {"offset": 7}),
        ((LIMIT,), {}, {"items": FULL}, None),
    ],
)
def test_how_the_next_page_is_asked_for(
    slots: tuple[Slot, ...],
    asked: dict[str, JsonValue],
    body: JsonValue,
    following: dict[str, JsonValue] | None,
) -> None:
    assert next_arguments(listing(*slots), first_page(asked, body)) == following


async def test_a_thing_is_found_on_a_later_page(tmp_path: Path) -> None:
    office = Office(tmp_path)
    grower = office.orchard.put("createGrower", name="Ann")
    crates = [office.orchard.put("createCrate", growerId=grower) for _ in range(5)]
    answer = await office.ask(f"approve crate {crates[4]} of grower {grower}")
    assert answer.status is Status.SUCCEEDED
    assert office.orchard.sent("approveCrate") == [{"crateId": crates[4]}]
    assert max(call.get("page", 1) for call in office.orchard.sent("listCrates")) == 3
    office.store.close()


async def test_a_thing_on_no_page_is_not_touched(tmp_path: Path) -> None:
    office = Office(tmp_path)
    ann = office.orchard.put("createGrower", name="Ann")
    bob = office.orchard.put("createGrower", name="Bob")
    for _ in range(3):
        office.orchard.put("createCrate", growerId=ann)
    other = office.orchard.put("createCrate", growerId=bob)
    answer = await office.ask(f"approve crate {other} of grower {ann}")
    assert answer.status in (Status.FAILED, Status.REFUSED)
    assert office.orchard.sent("approveCrate") == []
    office.store.close()
