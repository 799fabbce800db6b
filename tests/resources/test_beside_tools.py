"""Goals on records and goals for tools in one request: each uses what the other makes."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from pipelines.contracts.answer import Status
from pipelines.contracts.intent import EntityRef
from tests.resources.desk import CREATE, Desk, desk, goal, must, thing
from tool_registry.base.types import JsonValue

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("errands")


@pytest.fixture(scope="module")
async def running(folder: Path) -> AsyncGenerator[Desk]:
    errands: JsonValue = {
        "type": "python",
        "module": "errands",
        "path": str(Path(__file__).parent),
        "env": {"ERRANDS": str(folder / "errands.log")},
        "environments": {"daily": {}, "pre": {}},
        "approval": "trusted",
    }
    async with desk("tracker", folder, {"errands": errands}) as one:
        yield one


@pytest.fixture
def office(running: Desk, folder: Path) -> Desk:
    running.service.reset()
    (folder / "errands.log").unlink(missing_ok=True)
    return running


async def test_a_tool_is_given_the_id_of_a_new_record(office: Desk, folder: Path) -> None:
    ticket = goal(
        "create", CREATE, thing("ticket", "no heat"), thing("person", "Anna Kim", role="owner")
    )
    reminder = thing("reminder", None, must("remark", "call back"))
    answer = await office.wants(ticket, goal("create", CREATE, reminder, of_ticket("G1")))
    assert answer.status is Status.SUCCEEDED
    (made,) = office.log
    assert errands(folder) == [f"reminder {made['id']} call back"]


async def test_a_new_record_refers_to_what_a_tool_made(office: Desk, folder: Path) -> None:
    person = goal("create", CREATE, thing("person", "Kim Park", by="name"))
    maker = thing("person", made_by="G1", role="owner")
    answer = await office.wants(person, goal("create", CREATE, thing("ticket", "no light"), maker))
    assert answer.status is Status.SUCCEEDED
    assert errands(folder) == ["person Kim Park"]
    assert [one["reporter"] for one in office.log] == [{"id": 3}]


async def test_where_one_goal_cannot_be_planned_nothing_of_the_other_is_done(
    office: Desk, folder: Path
) -> None:
    reminder = goal("create", CREATE, thing("reminder"), thing("ticket", "12"))
    nobody = thing("person", "Nobody Known", role="owner", by="name")
    answer = await office.wants(reminder, goal("create", CREATE, thing("ticket", "x"), nobody))
    assert answer.status is not Status.SUCCEEDED
    assert (office.log, errands(folder)) == ([], [])


def of_ticket(goal: str) -> EntityRef:
    """The ticket that a goal makes."""
    return thing("ticket", made_by=goal)


def errands(folder: Path) -> list[str]:
    """What the functions wrote down, in order."""
    log = folder / "errands.log"
    return log.read_text(encoding="utf-8").splitlines() if log.exists() else []
