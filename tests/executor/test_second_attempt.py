"""A server wants more than its schema says: one better-bound attempt, and what is kept of it."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from pipelines.contracts.answer import Answer, Status
from pipelines.contracts.events import Event
from pipelines.contracts.lessons import Lesson, taught
from pipelines.contracts.request import Request
from pipelines.flow.road import Road
from pipelines.runs.ledger import entries
from pipelines.runs.store import RunStore
from tests.trades.orchard import Orchard, orchard_catalogue
from tool_registry.sources.source import Sources

pytestmark = pytest.mark.anyio


class Office:
    """The orchard behind a road of its own."""

    def __init__(self, folder: Path) -> None:
        self.orchard = Orchard()
        self.lessons: list[Lesson] = []
        self.events: list[str] = []
        self.store = RunStore(folder / "runs.db")
        sources = Sources({"orchard": self.orchard})
        self.road = Road(orchard_catalogue(), sources, self.store)

    async def ask(self, text: str, session: str = "s") -> Answer:
        request = Request(text=text, session_id=session, request_id=text, environment="pre")
        return await self.road.run(request, self._note)

    def _note(self, event: Event) -> None:
        self.events.append(event.type)
        if event.type == "step_corrected":
            self.lessons += event.lessons


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    begun = Office(tmp_path)
    yield begun
    begun.store.close()


def wants(
    name: str, fine: Callable[[Any], bool], words: str
) -> Callable[[Mapping[str, Any]], dict[str, str]]:
    """Complains of the argument unless it is fine."""
    return lambda given: {} if fine(given.get(name)) else {name: words}


async def test_a_value_that_turns_out_to_be_required_is_drawn_for_what_is_created(
    office: Office,
) -> None:
    office.orchard.wants["createGrower"] = wants("email", bool, "This field is required.")
    answer = await office.ask("create a grower")
    assert answer.status is Status.SUCCEEDED
    first, second = office.orchard.sent("createGrower")
    assert "email" not in first
    assert second == {**first, "email": second["email"]}
    assert second["email"] in answer.summary.text
    assert answer.chain[0].bindings["email"].source == "generated"
    rows = entries(office.store, answer.run_id)
    assert [row.state for row in rows] == ["failed", "done"]
    assert [(one.path, one.kind) for one in office.lessons] == [("email", "required")]
    assert "step_corrected" in office.events


async def test_a_drawn_value_is_drawn_anew_in_the_form_that_is_wanted(office: Office) -> None:
    office.orchard.wants["createGrower"] = wants(
        "name", lambda name: "@" in str(name), "Enter a valid email address."
    )
    answer = await office.ask("create a grower")
    assert answer.status is Status.SUCCEEDED
    assert office.lessons[0].value == ("email",)


async def test_what_the_user_said_only_changes_its_form(office: Office) -> None:
    grower = office.orchard.put("createGrower", name="Ann")
    office.orchard.wants["createCrate"] = wants(
        "weight", lambda weight: isinstance(weight, str), "weight must be a string"
    )
    answer = await office.ask(f"create a crate with weight 12 for grower {grower}")
    assert answer.status is Status.SUCCEEDED
    assert [call["weight"] for call in office.orchard.sent("createCrate")] == [12, "12"]


async def test_a_value_of_a_closed_set_is_taken_from_what_the_server_names(office: Office) -> None:
    grower = office.orchard.put("createGrower", name="Ann")
    office.orchard.wants["createCrate"] = wants(
        "size", lambda size: size in ("HALF", "FULL"), "must be one of: 'HALF', 'FULL'"
    )
    answer = await office.ask(f"create a crate for grower {grower}")
    assert answer.status is Status.SUCCEEDED
    assert office.orchard.sent("createCrate")[-1]["size"] == "HALF"
    assert office.lessons[0].value == ("HALF", "FULL")


async def test_what_only_the_user_can_give_is_asked_for_and_the_reply_is_used(
    office: Office,
) -> None:
    crate = office.orchard.put("createCrate", growerId="G0001")
    office.orchard.wants["approveCrate"] = wants("reason", bool, "This field is required.")
    answer = await office.ask(f"approve crate {crate}")
    assert answer.status is Status.NEEDS_INPUT
    assert answer.question
    assert "reason" in answer.question
    again = await office.ask("ready for the market")
    assert again.status is Status.SUCCEEDED
    assert office.orchard.sent("approveCrate") == [
        {"crateId": crate},
        {"crateId": crate, "reason": "ready for the market"},
    ]


async def test_a_drawn_value_that_should_name_something_existing_is_asked_for(
    office: Office,
) -> None:
    office.orchard.wants["createGrower"] = wants("name", lambda _: False, "No such name: not found")
    answer = await office.ask("create a grower")
    assert answer.status is Status.NEEDS_INPUT
    assert len(office.orchard.sent("createGrower")) == 1


async def test_a_second_refusal_is_the_end(office: Office) -> None:
    office.orchard.wants["createGrower"] = lambda _: {"email": "This field is required."}
    answer = await office.ask("create a grower")
    assert answer.status is Status.FAILED
    assert len(office.orchard.sent("createGrower")) == 2


def test_a_tool_is_changed_by_what_was_learned_of_it() -> None:
    tool = orchard_catalogue().tools["orchard/createGrower"]
    lessons = [
        Lesson(tool=tool.id, path="email", kind="required"),
        Lesson(tool=tool.id, path="email", kind="format", value=("email",)),
        Lesson(tool=tool.id, path="website", kind="unwanted"),
        Lesson(tool="other/tool", path="name", kind="unwanted"),
    ]
    after = taught(tool, lessons)
    email = next(slot for slot in after.needs if slot.path == "email")
    assert (email.required, email.format) == (True, "email")
    assert [slot.path for slot in after.needs] == ["name", "email"]
    assert after.filled_by["needs"].by == "learned"
