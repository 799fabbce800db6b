"""Goals on an inn, of which operations bring things from state to state."""

from pathlib import Path

import pytest

from tests.resources.desk import CREATE, OPERATE, QUERY, Desk, goal, must, thing
from tests.resources.house import inn

pytestmark = pytest.mark.anyio


async def test_deeds_states_and_lists_go_by_whose_a_thing_is(tmp_path: Path) -> None:
    confirmed = thing("reservation", None, must("status", "confirmed"))
    anna = thing("guest", "Anna Schmidt", role="owner")
    paid = goal("pay", OPERATE, thing("folio", "F-2", must("method", "cash")))
    room = goal("update", OPERATE, thing("room", "101"), target_state=must("cleaning", "clean"))
    whose = thing("folio", None, must("status", "open"))
    async with inn(tmp_path) as house:
        desk = Desk(house.road, house.service)
        await desk.wants(goal("check_in", OPERATE, confirmed, anna))
        assert house.stages == [("R-12", "checked_in")]
        await desk.wants(paid)
        await desk.wants(room)
        assert [one.get("status", one.get("cleaning")) for one in house.log[1:]] == [
            "paid",
            "clean",
        ]
        answer = await desk.wants(goal("query", QUERY, whose, thing("guest", "李娜", role="owner")))
        assert {item.id for item in answer.summary.data} == {"F-3"}


async def test_what_is_new_refers_to_people_and_things_by_name(tmp_path: Path) -> None:
    days = (must("arrival", "2031-08-01"), must("departure", "2031-08-03"))
    new = goal(
        "create",
        CREATE,
        thing("reservation", None, *days),
        thing("guest", "李娜"),
        thing("room", "202"),
    )
    async with inn(tmp_path) as house:
        await Desk(house.road, house.service).wants(new)
        (made,) = house.log
    assert (made["guest_id"], made["room_no"], made["arrival"]) == (2, "202", "2031-08-01")
