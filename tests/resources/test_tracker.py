"""Goals on a ticket tracker that nobody wrote a word for, judged by what it was told to write."""

from collections.abc import AsyncGenerator

import pytest

from pipelines.contracts.answer import Status
from pipelines.contracts.intent import Constraint, EntityRef, Span
from pipelines.messages import Language
from tests.resources.desk import CREATE, DELETE, OPERATE, QUERY, Desk, desk, goal, must, thing

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def running(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Desk]:
    async with desk("tracker", tmp_path_factory.mktemp("tracker")) as one:
        yield one


@pytest.fixture
def office(running: Desk) -> Desk:
    running.service.reset()
    return running


async def test_a_new_thing_has_its_nested_values_and_the_things_that_are_looked_up(
    office: Desk,
) -> None:
    new = thing("ticket", "no sound", must("priority", "high"), must("due date", "2031-09-01"))
    wish = goal(
        "create",
        CREATE,
        new,
        thing("person", "Bob Lee", role="owner", by="name"),
        thing("ticket", "office move", role="parent"),
    )
    answer = await office.wants(wish)
    (made,) = office.log
    assert answer.status is Status.SUCCEEDED
    assert (made["subject"], made["priority"]) == ("no sound", "high")
    assert (made["reporter"], made["parent-id"], made["assignee-id"]) == ({"id": 2}, 12, None)
    assert made["details"]["due-date"] == "2031-09-01"


async def test_what_is_assigned_to_somebody_is_looked_up_on_both_sides(office: Desk) -> None:
    wish = goal(
        "assign",
        OPERATE,
        thing("ticket", "printer broken"),
        thing("person", "Bob Lee", role="recipient"),
    )
    await office.wants(wish)
    assert office.log == [{"did": "ticket changed", "id": 11, "change": {"assignee-id": 2}}]


async def test_somebody_whose_kind_nobody_names_is_found_where_such_a_one_can_be(
    office: Desk,
) -> None:
    wish = goal(
        "assign", OPERATE, thing("ticket", "12"), thing(None, "anna@desk.example", role="recipient")
    )
    await office.wants(wish)
    assert office.log == [{"did": "ticket changed", "id": 12, "change": {"assignee-id": 1}}]


async def test_a_state_is_written_where_it_stands(office: Desk) -> None:
    close = goal(
        "close",
        OPERATE,
        thing("ticket", "printer broken"),
        target_state=must("status", "closed"),
    )
    answer = await office.wants(close)
    again = await office.wants(close)
    assert office.log == [{"did": "ticket changed", "id": 11, "change": {"status": "closed"}}]
    assert answer.status is again.status is Status.SUCCEEDED


async def test_a_tag_is_put_on_and_taken_off(office: Desk) -> None:
    on = thing("标签", "net/vpn")
    await office.wants(goal("add", OPERATE, on, thing("ticket", "no VPN", role="target")))
    await office.wants(
        goal("remove", DELETE, thing("标签", "urgent"), thing("ticket", "12", role="source"))
    )
    assert office.log == [
        {"did": "tagged", "id": 13, "tag": "T2"},
        {"did": "untagged", "id": 12, "tag": "T1"},
    ]


async def test_a_thing_becomes_a_part_of_another_of_its_kind(office: Desk) -> None:
    wish = goal(
        "move",
        OPERATE,
        thing("ticket", "printer broken"),
        thing("ticket", "office move", role="parent"),
    )
    await office.wants(wish)
    assert office.log == [{"did": "ticket changed", "id": 11, "change": {"parent-id": 12}}]


async def test_what_is_said_under_a_thing_is_its_text(office: Desk) -> None:
    wish = goal("add", CREATE, thing("comment", "it works now"), thing("ticket", "printer broken"))
    await office.wants(wish)
    assert office.log == [{"did": "comment made", "id": 11, "text": "it works now"}]


async def test_a_list_by_post_is_asked_and_counted(office: Desk) -> None:
    wish = goal("query", QUERY, thing("ticket", None, must("status", "open")), asked=("count",))
    answer = await office.wants(wish)
    assert office.log == []
    assert {item.id for item in answer.summary.data} == {"11", "12", "16"}
    assert "3 of" in answer.summary.text


async def test_one_field_of_a_thing_is_told(office: Desk) -> None:
    wish = goal("query", QUERY, thing("ticket", "office move"), asked=("priority",))
    answer = await office.wants(wish)
    assert office.log == []
    assert "normal" in answer.summary.text
    assert {item.id for item in answer.summary.data} == {"12"}


async def test_what_belongs_to_somebody_is_listed(office: Desk) -> None:
    wish = goal("query", QUERY, thing("ticket"), thing("person", "Anna Kim", role="owner"))
    answer = await office.wants(wish)
    assert {item.id for item in answer.summary.data} == {"11"}


async def test_of_two_namesakes_the_person_chooses(office: Desk) -> None:
    close = goal(
        "close", OPERATE, thing("ticket", "new badge"), target_state=must("status", "closed")
    )
    give = goal(
        "assign", OPERATE, thing("ticket", "12"), thing("person", "Sam Roe", role="recipient")
    )
    asked = await office.wants(close)
    whom = await office.wants(give)
    assert office.log == []
    assert asked.status is whom.status is Status.NEEDS_INPUT
    assert "15" in (asked.question or "")
    assert "16" in (asked.question or "")
    assert "sam.b@desk.example" in (whom.question or "")


async def test_what_tells_namesakes_apart_is_enough(office: Desk) -> None:
    which = thing("ticket", None, must("title", "new badge"), must("status", "in-progress"))
    await office.wants(goal("close", OPERATE, which, target_state=must("status", "closed")))
    assert office.log == [{"did": "ticket changed", "id": 15, "change": {"status": "closed"}}]


async def test_a_name_that_nobody_has_is_told(office: Desk) -> None:
    wish = goal(
        "assign", OPERATE, thing("ticket", "12"), thing("person", "Eve Moss", role="recipient")
    )
    answer = await office.wants(wish)
    assert office.log == []
    assert "Eve Moss" in answer.summary.text


async def test_what_is_missing_is_made_where_it_may_be(office: Desk) -> None:
    tag = goal(
        "create", CREATE, thing("ticket", "no light"), thing("person", "Eve Moss", role="owner")
    )
    answer = await office.wants(tag, allowing=True)
    person, ticket = office.log
    assert person["full-name"] == "Eve Moss"
    assert "There is no person “Eve Moss” yet" in answer.summary.text
    assert ticket["reporter"] == {"id": person["id"]}


@pytest.mark.parametrize(
    ("attribute", "value"),
    [
        ("due date", "soon"),
        ("contact mail", "Anna Kim"),
        ("priority", "2031-09-01"),
        ("colour", "red"),
        (None, "whatever"),
    ],
)
async def test_a_value_of_another_kind_lands_nowhere(
    office: Desk, attribute: str | None, value: str
) -> None:
    answer = await office.wants(
        goal("update", OPERATE, thing("ticket", "12", must(attribute, value)))
    )
    assert office.log == []
    assert answer.status is not Status.SUCCEEDED
    assert value in answer.summary.text


async def test_an_address_goes_where_addresses_go(office: Desk) -> None:
    await office.wants(
        goal("update", OPERATE, thing("ticket", "12", must("email", "it@desk.example")))
    )
    assert office.log[0]["change"] == {"details": {"contact-mail": "it@desk.example"}}


async def test_the_newest_closed_one_is_deleted(office: Desk) -> None:
    which = thing("ticket", None, must("status", "closed"), must(None, 1, "last"))
    answer = await office.wants(goal("delete", DELETE, which))
    assert office.log == [{"did": "ticket deleted", "id": 14}]
    assert [one.verdict for one in answer.summary.requirements] == ["confirmed"]


async def test_what_one_goal_makes_the_next_one_speaks_of(office: Desk) -> None:
    new = goal(
        "create", CREATE, thing("ticket", "no heat"), thing("person", "Anna Kim", role="owner")
    )
    it = thing("ticket", made_by="G1")
    tag = goal("add", OPERATE, it, thing("标签", "urgent"))
    await office.wants(new, tag)
    made, tagged = office.log
    assert (tagged["id"], tagged["tag"]) == (made["id"], "T1")


async def test_the_oldest_open_one_is_closed(office: Desk) -> None:
    which = thing("ticket", None, must(None, 1, "first"), must("status", "open"))
    await office.wants(goal("close", OPERATE, which, target_state=must("status", "closed")))
    assert office.log == [{"did": "ticket changed", "id": 12, "change": {"status": "closed"}}]


async def test_somebody_who_is_referred_to_is_told_by_name(office: Desk) -> None:
    answer = await office.wants(
        goal("query", QUERY, thing("ticket", "printer broken"), asked=("assignee",))
    )
    assert "Anna Kim" in answer.summary.text


async def test_the_local_readers_goals_are_planned_as_a_models_are(office: Desk) -> None:
    close = goal(
        "close", OPERATE, thing("ticket", "printer broken"), target_state=must("status", "closed")
    )
    await office.wants(close, by_reader=True)
    assert office.log == [{"did": "ticket changed", "id": 11, "change": {"status": "closed"}}]


async def test_values_in_the_words_for_a_thing_tell_which_and_others_are_what_it_shall_have(
    office: Desk,
) -> None:
    which = EntityRef(
        type="ticket",
        words="in-progress ticket",
        span=Span(start=20, end=38, text="in-progress ticket"),
        constraints=(at("status", "in-progress", 20), at("priority", "high", 50)),
    )
    await office.wants(goal("update", OPERATE, which))
    assert office.log == [{"did": "ticket changed", "id": 15, "change": {"priority": "high"}}]


def at(attribute: str, value: str, start: int) -> Constraint:
    """A value that stands at a place of the request."""
    span = Span(start=start, end=start + len(value), text=value)
    return Constraint(attribute=attribute, value=value, span=span)


async def test_operations_and_references_are_known_from_paths_and_schemas(office: Desk) -> None:
    kept = office.road.catalogue.resources("pre")
    (ticket,) = kept.named("ticket")
    assert [one.tool.name for one in ticket.lists] == ["searchTickets"]
    assert {one.role for one in ticket.operations} >= {"read", "change", "link", "unlink"}
    referring = {one.name: one.target for one in ticket.fields.values() if one.target}
    assert referring == {
        "reporter": "tracker:/people",
        "assignee": "tracker:/people",
        "parent": "tracker:/tickets",
        "tag": "tracker:/tags",
    }
    assert ticket.status is not None
    assert ticket.naming[0].name == "subject"


@pytest.mark.parametrize(
    ("language", "part"), [("en", "What is the priority?"), ("zh", "请问「优先级」是什么？")]
)
async def test_a_value_that_cannot_be_is_asked_for_with_what_can(
    office: Desk, language: Language, part: str
) -> None:
    new = thing("ticket", "no sound", must("priority", "purple"))
    person = thing("person", "Bob Lee", role="owner", by="name")
    answer = await office.wants(goal("create", CREATE, new, person), language=language)
    question = answer.question or ""
    assert office.log == []
    assert part in question
    assert "purple" in question
    assert "high" in question or "高" in question
    assert "priority" not in question or language == "en"
