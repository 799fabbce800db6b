"""Bodies as HTTP applications have them: nested, repeated, with alternatives and optional parts."""

from functools import cache
from typing import Any

from pipelines.contracts.chain import ToolChain
from tests.planner.library import asks, calls, known, library_with, must, planned, thing, wish
from tool_registry.catalogue import Catalogue
from tool_registry.model import RawTool

TEXT = {"type": "string"}
MAIL = {"type": "string", "format": "email"}
STANDS: dict[str, Any] = {"items": [{"standId": "S1", "title": "honey"}]}
VISITOR = thing("visitor", known("id", "V1"))


def text(description: str) -> dict[str, Any]:
    return {"type": "string", "description": description}


def body(properties: dict[str, Any], *required: str, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required), **more}


def tool(name: str, description: str, needs: dict[str, Any], **yields: Any) -> RawTool:
    return RawTool(
        source="fair",
        name=name,
        description=description,
        input_schema=needs,
        output_schema=body(yields) if yields else None,
        read_only=name.startswith("list"),
        environments=("daily", "pre"),
    )


CONTACT = body({"email": MAIL, "phone": TEXT}, "email")
LINE = body(
    {
        "standId": text("Stand id"),
        "seats": {"type": "integer", "description": "Quantity of seats"},
        "note": TEXT,
    },
    "standId",
    "seats",
)
STAND: dict[str, Any] = {
    "title": text("Title of the stand"),
    "hall": {"type": "string", "enum": ["NORTH_WING", "SOUTH_WING"], "description": "Hall"},
    "contact": {"anyOf": [{"$ref": "#/$defs/Contact"}, {"type": "null"}]},
}
EITHER = [{"required": ["email"]}, {"required": ["phone"]}]
TOOLS = (
    tool(
        "createStand",
        "Creates a stand.",
        body(STAND, "title", "hall", **{"$defs": {"Contact": CONTACT}}),
        standId=text("Stand id"),
    ),
    tool(
        "createVisitor",
        "Creates a visitor.",
        body(
            {"fullName": text("Name of the visitor"), "email": MAIL, "phone": TEXT},
            "fullName",
            oneOf=EITHER,
        ),
        visitorId=text("Visitor id"),
    ),
    tool(
        "createBooking",
        "Creates a booking.",
        body(
            {
                "visitorId": text("Visitor id"),
                "lines": {"type": "array", "items": LINE},
            },
            "visitorId",
            "lines",
        ),
        bookingId=text("Booking id"),
    ),
    tool(
        "listStands",
        "Lists the stands.",
        body({}),
        items={
            "type": "array",
            "items": body({"standId": text("Stand id"), "title": TEXT}),
        },
    ),
    tool(
        "addTagToStand",
        "Adds a tag to a stand.",
        body({"standId": text("Stand id"), "tagId": text("Tag id")}, "standId", "tagId"),
    ),
    tool(
        "updateStand",
        "Updates a stand.",
        body(
            {
                "standId": text("Stand id"),
                "title": text("Title of the stand"),
                "tagIds": {"type": "array", "items": TEXT, "description": "Tag ids"},
            },
            "standId",
        ),
    ),
)


@cache
def fair() -> Catalogue:
    """A fair's office: stands, visitors, bookings with lines, tags."""
    return library_with(TOOLS)


def arguments(*goal: Any) -> dict[str, Any]:
    """The last call's arguments by path, with what is drawn."""
    result = planned(asks(wish(*goal)), catalogue=fair(), reads={"listStands": STANDS})
    assert isinstance(result, ToolChain), result
    return {path: binding.value for path, binding in result.steps[-1].arguments.items()}


def test_optional_parts_stay_empty_where_nothing_is_said_of_them() -> None:
    assert set(arguments("create", "create", thing("stand"))) == {"title", "hall"}


def test_a_part_that_is_begun_gets_what_it_requires() -> None:
    sent = arguments("create", "create", thing("stand", where=[must("phone", "13800000001")]))
    assert sent["contact.phone"] == "13800000001"
    assert "@" in sent["contact.email"]


def test_a_code_is_chosen_by_what_it_means() -> None:
    sent = arguments("create", "create", thing("stand", where=[must("hall", "south wing")]))
    assert sent["hall"] == "SOUTH_WING"


def test_of_alternatives_the_one_that_was_said_is_sent() -> None:
    sent = arguments("create", "create", thing("visitor", where=[must("phone", "13800000001")]))
    assert set(sent) == {"fullName", "phone"}


def test_of_alternatives_that_nobody_said_one_is_drawn() -> None:
    assert set(arguments("create", "create", thing("visitor"))) == {"fullName", "email"}


def test_a_repeated_part_is_filled_with_what_was_said() -> None:
    booking = thing("booking", where=[must("quantity", 3)])
    sent = arguments("create", "create", booking, VISITOR, thing("stand", known("id", "S9")))
    assert sent == {"visitorId": "V1", "lines[].standId": "S9", "lines[].seats": 3}


def test_a_repeated_part_is_filled_with_what_is_found() -> None:
    result = planned(
        asks(wish("create", "create", thing("booking"), VISITOR)),
        catalogue=fair(),
        reads={"listStands": STANDS},
    )
    assert calls(result) == [
        "listStands()",
        "createBooking(visitorId=V1:words, lines[].standId=s1:selected)",
    ]


def test_things_are_linked_by_a_tool_for_it_or_by_a_list_of_ids() -> None:
    tag, stand = thing("tag", known("id", "T1")), thing("stand", known("id", "S1"))
    assert arguments("add", "operate", tag, stand) == {"standId": "S1", "tagId": "T1"}
    assert arguments("update", "operate", stand, tag) == {"standId": "S1", "tagIds": ["T1"]}
